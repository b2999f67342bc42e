#include "engine/coordination/four_letter_words.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace hw::coordination {

namespace {

/// Whose answers these are like; tools read the number.
constexpr std::string_view kVersion = "3.8.0-highwater";
constexpr std::string_view kNotServing =
    "This ZooKeeper instance is not currently serving requests\n";

std::size_t outstanding(const ServerFigures& figures)
{
    std::size_t sum = 0;
    for (const ConnectionFigures& connection : figures.connections)
        sum += connection.queued;
    return sum;
}

std::string hex(SessionId session) { return fmt::format("{:#x}", session.value()); }

std::string latency(const Traffic& traffic)
{
    return fmt::format("{}/{:.1f}/{}", toMs(traffic.least()), traffic.averageMs(),
                       toMs(traffic.most()));
}

std::string tellServer(const ServerFigures& of, bool withClients)
{
    std::string text = fmt::format("Zookeeper version: {}\n", kVersion);
    if (withClients) {
        text += "Clients:\n";
        for (const ConnectionFigures& one : of.connections)
            text +=
                fmt::format(" /{}[{}](queued={},recved={},sent={})\n", one.address,
                            one.session == SessionId() ? 0 : 1, one.queued, one.received, one.sent);
        text += "\n";
    }
    return text + fmt::format("Latency min/avg/max: {}\nReceived: {}\nSent: {}\nConnections: {}\n"
                              "Outstanding: {}\nZxid: {:#x}\nMode: {}\nNode count: {}\n",
                              latency(of.traffic), of.traffic.received(), of.traffic.sent(),
                              of.connections.size(), outstanding(of), of.zxid.value(), of.mode,
                              of.nodes);
}

std::string tellConnections(const ServerFigures& of)
{
    std::string text;
    for (const ConnectionFigures& one : of.connections) {
        text += fmt::format(" /{}[{}](queued={},recved={},sent={}", one.address,
                            one.session == SessionId() ? 0 : 1, one.queued, one.received, one.sent);
        if (one.session != SessionId())
            text += fmt::format(",sid={},to={}", hex(one.session), toMs(one.timeout));
        text += ")\n";
    }
    return text + "\n";
}

std::size_t ephemerals(const ServerFigures& of)
{
    std::size_t sum = 0;
    for (const SessionFigures& session : of.sessions)
        sum += session.ephemerals.size();
    return sum;
}

std::string tellMonitor(const ServerFigures& of)
{
    std::string text;
    const auto line = [&](std::string_view name, const auto& value) {
        text += fmt::format("zk_{}\t{}\n", name, value);
    };
    line("version", kVersion);
    line("server_state", of.mode);
    line("min_latency", toMs(of.traffic.least()));
    line("avg_latency", fmt::format("{:.1f}", of.traffic.averageMs()));
    line("max_latency", toMs(of.traffic.most()));
    line("packets_received", of.traffic.received());
    line("packets_sent", of.traffic.sent());
    line("num_alive_connections", of.connections.size());
    line("outstanding_requests", outstanding(of));
    line("global_sessions", of.sessions.size());
    line("znode_count", of.nodes);
    line("watch_count", of.watches.watches);
    line("ephemerals_count", ephemerals(of));
    line("approximate_data_size", of.dataSize);
    line("uptime", toMs(of.uptime));
    return text;
}

std::string tellSettings(const ServerFigures& of)
{
    return fmt::format("clientPort={}\ndataDir={}\ntickTime={}\nmaxCnxns={}\n"
                       "minSessionTimeout={}\nmaxSessionTimeout={}\nserverId={}\n",
                       of.port, of.directory, toMs(of.tickTime), of.maxConnections,
                       toMs(of.minSessionTimeout), toMs(of.maxSessionTimeout), of.serverId);
}

std::string tellSessions(const ServerFigures& of)
{
    std::string text = fmt::format("Sessions ({}):\n", of.sessions.size());
    std::string owned;
    std::size_t owners = 0;
    for (const SessionFigures& session : of.sessions) {
        text += fmt::format("{}\t{} ms\n", hex(session.id), toMs(session.timeout));
        if (session.ephemerals.empty())
            continue;
        ++owners;
        owned += hex(session.id) + ":\n";
        for (const std::string& path : session.ephemerals)
            owned += fmt::format("\t{}\n", path);
    }
    return text + fmt::format("ephemeral nodes dump:\nSessions with Ephemerals ({}):\n", owners) +
           owned;
}

struct Word
{
    std::string_view letters;
    std::string (*answer)(const ServerFigures&);
    bool always = false; ///< also by a server that does not serve now
};

const std::array kWords{
    Word{"ruok", [](const ServerFigures&) { return std::string("imok"); }, true},
    Word{"srvr", [](const ServerFigures& of) { return tellServer(of, false); }},
    Word{"stat", [](const ServerFigures& of) { return tellServer(of, true); }},
    Word{"mntr", tellMonitor},
    Word{"conf", tellSettings, true},
    Word{"cons", tellConnections},
    Word{"dump", tellSessions},
    Word{"envi",
         [](const ServerFigures&) {
             return fmt::format("Environment:\nzookeeper.version={}\n", kVersion);
         },
         true},
    Word{"isro", [](const ServerFigures& of) { return std::string(of.serving ? "rw" : "null"); },
         true},
    Word{"wchs",
         [](const ServerFigures& of) {
             return fmt::format("{} connections watching {} paths\nTotal watches:{}\n",
                                of.watches.connections, of.watches.paths, of.watches.watches);
         }},
};

const Word* find(std::string_view letters)
{
    const auto at = std::ranges::find(kWords, letters, &Word::letters);
    return at == kWords.end() ? nullptr : &*at;
}

} // namespace

void Traffic::addLatency(Duration latency)
{
    m_least = m_timed == 0 ? latency : std::min(m_least, latency);
    m_most = std::max(m_most, latency);
    m_total += latency;
    ++m_timed;
}

double Traffic::averageMs() const
{
    if (m_timed == 0)
        return 0;
    return std::chrono::duration<double, std::milli>(m_total).count() /
           static_cast<double>(m_timed);
}

bool isFourLetterWord(std::string_view word) { return find(word) != nullptr; }

std::string answerWord(std::string_view word, const ServerFigures& figures)
{
    const Word* known = find(word);
    HW_ASSERT(known, "only known words are answered");
    if (!figures.serving && !known->always)
        return std::string(kNotServing);
    return known->answer(figures);
}

} // namespace hw::coordination
