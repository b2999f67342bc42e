#include "app/commands/answers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hw::app {

namespace {

using Json = nlohmann::ordered_json;

std::string printed(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// An answer is one line, whatever a message brings along.
std::string oneLine(std::string_view text)
{
    std::string line(text);
    for (char& byte : line)
        if (byte == '\n' || byte == '\r')
            byte = ' ';
    return line;
}

/// Whether the reason begins with the command, in quotes if there is none of that name.
bool namesCommand(std::string_view line, std::string_view why)
{
    const std::string_view word = line.substr(0, line.find(' '));
    return !word.empty() &&
           (why.starts_with(word) || why.starts_with("'" + std::string(word) + "'"));
}

} // namespace

void Answers::ready(const std::string& bootstrap, const std::string& zookeeper, std::int64_t ms,
                    const std::string& remark)
{
    if (m_json) {
        Json ready = {{"type", "ready"}, {"bootstrap", bootstrap}};
        if (!zookeeper.empty())
            ready["zookeeper"] = zookeeper;
        ready["ms"] = ms;
        if (!remark.empty())
            ready["remark"] = remark;
        m_output.line(printed(ready));
        return;
    }
    const std::string ensemble = zookeeper.empty() ? "" : " zookeeper=" + zookeeper;
    m_output.line(fmt::format("ready bootstrap={}{} in {} ms{}{}", bootstrap, ensemble, ms,
                              remark.empty() ? "" : "; ", remark));
}

void Answers::ok(std::string_view line, std::string_view remark)
{
    if (m_json) {
        Json answer = {{"type", "ok"}, {"command", line}};
        if (!remark.empty())
            answer["message"] = remark;
        m_output.line(printed(answer));
        return;
    }
    m_output.line(oneLine(fmt::format("ok {}{}{}", line, remark.empty() ? "" : ": ", remark)));
}

void Answers::error(std::string_view line, std::string_view why)
{
    if (m_json)
        m_output.line(printed(Json{{"type", "error"}, {"command", line}, {"message", why}}));
    else
        m_output.line(oneLine(namesCommand(line, why) ? fmt::format("error {}", why)
                                                      : fmt::format("error {}: {}", line, why)));
}

void Answers::event(const observe::Event& event)
{
    m_output.line(m_json ? cluster::eventJson(event)
                         : oneLine("event " + cluster::eventText(event)));
}

void Answers::eventsLost(std::uint64_t count)
{
    if (m_json)
        m_output.line(printed(Json{{"type", "events-lost"}, {"count", count}}));
    else
        m_output.line(fmt::format("event lost: {} more than could be kept", count));
}

void Answers::help(const std::string& text)
{
    if (m_json)
        m_output.line(printed(Json{{"type", "help"}, {"text", text}}));
    else
        m_output.lines(text + "ok help\n");
}

void Answers::status(std::string_view line, const observe::Snapshot& snapshot,
                     const observe::Gauges& gauges, const cluster::Losses& losses, bool asJson)
{
    if (m_json || asJson) {
        m_output.line(cluster::statusJson(snapshot, gauges, losses));
        return;
    }
    m_output.lines(cluster::statusText(snapshot, gauges, losses));
    ok(line);
}

void Answers::topics(std::string_view line, const observe::Snapshot& snapshot,
                     const observe::Gauges& gauges)
{
    if (m_json) {
        m_output.line(cluster::topicsJson(snapshot, gauges));
        return;
    }
    m_output.lines(cluster::topicsText(snapshot, gauges));
    ok(line);
}

void Answers::faults(std::string_view line, const observe::Snapshot& snapshot)
{
    if (m_json) {
        m_output.line(cluster::faultsJson(snapshot));
        return;
    }
    m_output.lines(cluster::faultsText(snapshot));
    ok(line, snapshot.faults.empty() ? "nothing is wrong" : "");
}

void Answers::scenario(std::string_view kind, Duration at, std::string_view text)
{
    if (m_json) {
        m_output.line(printed(
            Json{{"type", "scenario"}, {"kind", kind}, {"atMs", toMs(at)}, {"text", text}}));
        return;
    }
    const double seconds = static_cast<double>(toMs(at)) / 1000;
    m_output.line(oneLine(fmt::format("scenario {:.3f} s  {}  {}", seconds, kind, text)));
}

void Answers::groups(std::string_view line, const observe::Snapshot& snapshot,
                     const observe::Gauges& gauges)
{
    if (m_json) {
        m_output.line(cluster::groupsJson(snapshot, gauges));
        return;
    }
    m_output.lines(cluster::groupsText(snapshot, gauges));
    ok(line);
}

} // namespace hw::app
