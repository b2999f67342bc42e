#include "app/commands/inspect.h"

#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/session/log_place.h"
#include "engine/inspect/check.h"
#include "engine/world/live/read_only_disk.h"

namespace hw::app {

namespace {

using Json = nlohmann::ordered_json;

/// Quoted when it holds spaces or is empty, and never more than one line.
std::string inText(const std::string& value)
{
    std::string shown;
    for (const char c : value) {
        if (c == '\n' || c == '\r' || c == '"' || c == '\\')
            shown += c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string("\\") + c;
        else
            shown += c;
    }
    return shown.empty() || shown.find(' ') != std::string::npos ? '"' + shown + '"' : shown;
}

/// Prints as it comes; buffered, since a segment has many batches.
class Printer final : public inspect::Report
{
public:
    explicit Printer(bool json)
        : m_json(json)
    {
    }
    void row(const inspect::Row& row) override;
    void finding(const inspect::Finding& finding) override;
    bool goOn(std::uint64_t) override { return true; }
    void summary(const InspectOptions& options, const inspect::CheckTotals& totals);

private:
    void line(std::string text)
    {
        text += '\n';
        std::fwrite(text.data(), 1, text.size(), stdout);
    }
    void line(const Json& json) { line(json.dump(-1, ' ', false, Json::error_handler_t::replace)); }

    const bool m_json;
};

void Printer::row(const inspect::Row& row)
{
    if (m_json) {
        Json json = {{"type", row.type}};
        for (const auto& field : row.fields)
            std::visit([&](const auto& value) { json[field.name] = value; }, field.value);
        line(json);
        return;
    }
    std::string text = row.type;
    for (const auto& [name, value] : row.fields) {
        text += fmt::format(" {}=", name);
        if (const auto* word = std::get_if<std::string>(&value))
            text += inText(*word);
        else if (const auto* flag = std::get_if<bool>(&value))
            text += *flag ? "true" : "false";
        else
            text += std::to_string(std::get<std::int64_t>(value));
    }
    line(std::move(text));
}

/// Lines of text files are counted, bytes of others are addressed.
bool isText(const std::string& file)
{
    return !file.ends_with(".log") && !file.ends_with("index") && !file.ends_with(".snapshot");
}

void Printer::finding(const inspect::Finding& finding)
{
    const char* weight = finding.isProblem ? "problem" : "remark";
    if (m_json) {
        Json json = {
            {"type", weight}, {"kind", observe::nameOf(finding.kind)}, {"file", finding.file}};
        if (finding.position)
            json[isText(finding.file) ? "line" : "position"] = *finding.position;
        json["found"] = finding.found;
        json["expected"] = finding.expected;
        json["text"] = observe::textOf(finding);
        line(json);
        return;
    }
    std::string where = finding.file;
    if (finding.position)
        where +=
            (isText(finding.file) ? " line " : " at byte ") + std::to_string(*finding.position);
    line(fmt::format("{} {}: {} [{}]", weight, where, observe::textOf(finding),
                     observe::nameOf(finding.kind)));
}

void Printer::summary(const InspectOptions& options, const inspect::CheckTotals& totals)
{
    if (m_json) {
        line(Json{{"type", "summary"},
                  {"path", options.path},
                  {"kind", observe::nameOf(totals.kind)},
                  {"problems", totals.problems},
                  {"remarks", totals.remarks},
                  {"leftOut", totals.leftOut}});
        return;
    }
    std::string text =
        fmt::format("{}: {}, {}", observe::nameOf(totals.kind),
                    totals.problems == 0   ? "no problems"
                    : totals.problems == 1 ? "1 problem"
                                           : fmt::format("{} problems", totals.problems),
                    totals.remarks == 1 ? "1 remark" : fmt::format("{} remarks", totals.remarks));
    if (totals.leftOut > 0)
        text += fmt::format(" ({} more of a kind in a file than {} were left out)", totals.leftOut,
                            inspect::Findings::kMostPerFile);
    line(std::move(text));
}

} // namespace

int inspect(const InspectOptions& options)
{
    const DiskPlace place = placeOf(options.path);
    world::ReadOnlyDisk disk(place.root);
    Printer printer(options.json);
    const auto totals = inspect::check(
        disk, place.path, options.records ? inspect::Detail::Records : inspect::Detail::Entries,
        printer);
    if (!totals) {
        std::fflush(stdout);
        std::fprintf(stderr, "highwater: inspect: %s\n", totals.error().message.c_str());
        return kWrongUse;
    }
    printer.summary(options, *totals);
    std::fflush(stdout);
    return totals->problems == 0 ? kDone : kCheckFailed;
}

} // namespace hw::app
