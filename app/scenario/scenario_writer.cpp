#include "app/scenario/scenario_writer.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <ranges>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands/line_language.h"
#include "app/scenario/command_line_of.h"
#include "app/scenario/scenario_reader.h"
#include "engine/observe/text.h"

namespace hw::app {

namespace {

using Json = nlohmann::ordered_json;

std::string utcOf(WallTime time)
{
    using namespace std::chrono;
    const sys_seconds at{seconds(time.ms() / 1000)};
    const auto day = floor<days>(at);
    const year_month_day date(day);
    const hh_mm_ss clock(at - day);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", int(date.year()),
                       unsigned(date.month()), unsigned(date.day()), clock.hours().count(),
                       clock.minutes().count(), clock.seconds().count());
}

Json clusterOf(const cluster::ClusterSpec& spec)
{
    Json cluster = {{"brokers", spec.brokers},
                    {"ensemble", spec.ensemble},
                    {"preset", spec.preset == cluster::Preset::Kafka ? "kafka" : "classroom"},
                    {"seed", spec.seed}};
    if (!spec.configs.empty())
        cluster["configs"] = spec.configs;
    if (!spec.clients.empty())
        cluster["clients"] = spec.clients;
    if (spec.startsAt)
        cluster["startsAt"] = utcOf(*spec.startsAt);
    if (spec.demo)
        cluster["demo"] = true;
    return cluster;
}

void addLine(Json& steps, Instant at, const std::string& line, bool refused)
{
    const std::string time = fmt::format("{}ms", toMs(at.sinceStart()));
    const char* kind = refused ? "refused" : "do";
    // Of one moment one step; what is refused stands in one of its own, to keep the order.
    if (steps.empty() || steps.back()["at"] != time || !steps.back().contains(kind))
        steps.push_back({{"at", time}, {kind, Json::array()}});
    steps.back()[kind].push_back(line);
}

} // namespace

Result<std::string> scenarioOf(const cluster::ClusterSpec& spec,
                               const std::vector<cluster::LoggedCommand>& log,
                               const std::set<CommandId>& refused, Instant now)
{
    Json steps = Json::array();
    std::string leftOut;
    // Those of the demo come by themselves.
    const std::size_t first = spec.demo ? cluster::demoCommands(spec).size() : 0;
    for (const cluster::LoggedCommand& one : log | std::views::drop(first)) {
        const std::string line = lineOf(one.command, log);
        if (line.empty() || !readLine(line, anyName()))
            leftOut += (leftOut.empty() ? "" : "; ") + observe::textOf(one.command);
        else
            addLine(steps, one.at, line, refused.contains(one.id));
    }
    steps.push_back({{"at", fmt::format("{}ms", toMs(now.sinceStart()))},
                     {"text", {{"en", "Here it was saved."}, {"zh_CN", "在此保存。"}}}});
    if (steps.size() > kMaxScenarioSteps)
        return fail(Failure::Invalid, fmt::format("{} steps were made; a scenario may have {}",
                                                  steps.size(), kMaxScenarioSteps));
    Json json = {{"name", {{"en", "Saved from a window"}, {"zh_CN", "从窗口保存"}}}};
    if (!leftOut.empty())
        json["text"] = "Left out: " + leftOut;
    json["cluster"] = clusterOf(spec);
    json["steps"] = steps;
    return json.dump(2) + "\n";
}

Result<void> writeScenario(const std::string& path, const std::string& text)
{
    const std::string beside = path + ".tmp";
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    std::error_code error;
    if (file)
        std::filesystem::rename(beside, path, error);
    if (file && !error)
        return {};
    std::filesystem::remove(beside, error);
    return fail(Failure::Io, fmt::format("'{}' cannot be written", path));
}

} // namespace hw::app
