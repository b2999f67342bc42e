#include "app/commands/lesson.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands/console.h"
#include "app/lessons/check.h"
#include "app/lessons/library.h"

namespace hw::app {

namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

json textsOf(const Texts& texts)
{
    json all = json::object();
    for (const auto& [language, text] : texts.byLanguage)
        all[language] = text;
    return all;
}

std::string_view nameOfPart(std::string_view part)
{
    constexpr std::pair<std::string_view, std::string_view> kParts[] = {
        {"A", "the architecture diagram"},
        {"B", "replication and offsets"},
        {"C", "Kafka's design principles"},
        {"D", "beyond them"},
    };
    for (const auto& [letter, name] : kParts)
        if (letter == part)
            return name;
    return "others";
}

int list(const LessonOptions& options)
{
    const auto lessons = allLessons();
    if (!lessons)
        return refuse(lessons.error().message);
    LineOutput output(1);
    std::optional<std::string> part;
    for (const Scenario& one : *lessons) {
        if (!options.json && std::exchange(part, one.part) != one.part)
            output.line(fmt::format("part {}: {}", one.part, nameOfPart(one.part)));
        if (options.json)
            output.line(json({{"type", "lesson"},
                              {"lesson", one.id},
                              {"part", one.part},
                              {"partName", nameOfPart(one.part)},
                              {"name", textsOf(one.name)},
                              {"steps", one.steps.size()}})
                            .dump());
        else
            output.line(fmt::format("  {:<28} {}", one.id, one.name.in("en")));
    }
    return kDone;
}

std::string linesOf(const Scenario& lesson, const LessonVerdict& verdict, bool verbose,
                    double seconds)
{
    std::string text;
    for (const ScenarioNews& news : verdict.news)
        if (verbose || news.kind == ScenarioNews::Kind::Failed ||
            news.kind == ScenarioNews::Kind::Measured)
            text += fmt::format("{:>8} ms {} {}\n", toMs(news.at), textOf(news.kind), news.text);
    return text + fmt::format("lesson {}: {} ({} steps, {:.1f} s of model time in {:.2f} s, "
                              "fingerprint {:016x})\n",
                              lesson.id, verdict.passed ? "passed" : "FAILED", lesson.steps.size(),
                              static_cast<double>(toMs(verdict.modelTime)) / 1000, seconds,
                              verdict.fingerprint);
}

json jsonOf(const Scenario& lesson, const LessonVerdict& verdict, double seconds)
{
    json failures = json::array();
    for (const ScenarioNews& news : verdict.news)
        if (news.kind == ScenarioNews::Kind::Failed)
            failures.push_back({{"atMs", toMs(news.at)}, {"what", news.text}});
    json measured = json::array();
    for (const ScenarioNews& news : verdict.news)
        if (news.kind == ScenarioNews::Kind::Measured)
            measured.push_back({{"atMs", toMs(news.at)}, {"what", news.text}});
    return {{"type", "lesson"},
            {"lesson", lesson.id},
            {"measured", measured},
            {"passed", verdict.passed},
            {"steps", lesson.steps.size()},
            {"modelMs", toMs(verdict.modelTime)},
            {"seconds", seconds},
            {"events", verdict.events},
            {"fingerprint", fmt::format("{:016x}", verdict.fingerprint)},
            {"failures", failures}};
}

/// As many at a time as there are processors: each has a world of its own. Told in their order.
int check(const LessonOptions& options, const std::vector<Scenario>& lessons)
{
    std::vector<std::string> told(lessons.size());
    std::atomic<std::size_t> next{0};
    std::atomic<int> failed{0};
    const auto started = Clock::now();
    const auto work = [&] {
        for (std::size_t at = next++; at < lessons.size(); at = next++) {
            const auto began = Clock::now();
            const LessonVerdict verdict = checkLesson(lessons[at]);
            const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
            failed += verdict.passed ? 0 : 1;
            told[at] = options.json ? jsonOf(lessons[at], verdict, seconds).dump() + "\n"
                                    : linesOf(lessons[at], verdict, options.verbose, seconds);
        }
    };
    std::vector<std::thread> others;
    const auto jobs = std::min<std::size_t>(lessons.size(), std::thread::hardware_concurrency());
    for (std::size_t i = 1; i < jobs; ++i)
        others.emplace_back(work);
    work();
    for (std::thread& other : others)
        other.join();

    LineOutput output(1);
    for (const std::string& lines : told)
        output.lines(lines);
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    if (options.json)
        output.line(json({{"type", "total"},
                          {"lessons", lessons.size()},
                          {"failed", failed.load()},
                          {"seconds", seconds}})
                        .dump());
    else
        output.line(
            fmt::format("{} lessons, {} failed, {:.1f} s", lessons.size(), failed.load(), seconds));
    return failed == 0 ? kDone : kCheckFailed;
}

} // namespace

int lesson(const LessonOptions& options)
{
    if (options.list)
        return list(options);
    std::vector<Scenario> lessons;
    if (options.lessons.empty()) {
        auto all = allLessons();
        if (!all)
            return refuse(all.error().message);
        lessons = std::move(*all);
    }
    for (const std::string& name : options.lessons) {
        auto found = findLesson(name);
        if (!found)
            return refuse(found.error().message);
        lessons.push_back(std::move(*found));
    }
    return check(options, lessons);
}

} // namespace hw::app
