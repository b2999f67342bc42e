#include "app/lessons/library.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/scenario/scenario_reader.h"

namespace hw::app {

namespace {

Result<Scenario> read(const BuiltInLesson& lesson)
{
    Result<Scenario> scenario = readScenario(lesson.text);
    if (!scenario)
        return fail(scenario.error().kind,
                    fmt::format("lesson {}: {}", lesson.id, scenario.error().message));
    scenario->id = std::string(lesson.id);
    return scenario;
}

} // namespace

Result<Scenario> findLesson(const std::string& nameOrPath)
{
    std::string names;
    for (const BuiltInLesson& lesson : builtInLessons()) {
        if (lesson.id == nameOrPath)
            return read(lesson);
        names += (names.empty() ? "" : ", ") + std::string(lesson.id);
    }
    if (nameOrPath.ends_with(".json"))
        return readScenarioFile(nameOrPath);
    return fail(Failure::NotFound,
                fmt::format("lesson: '{}' is none; allowed are all, a file ending in .json, {}",
                            nameOrPath, names));
}

Result<std::vector<Scenario>> allLessons()
{
    std::vector<Scenario> lessons;
    for (const BuiltInLesson& built : builtInLessons()) {
        Result<Scenario> lesson = read(built);
        if (!lesson)
            return tl::unexpected(lesson.error());
        lessons.push_back(std::move(*lesson));
    }
    std::ranges::stable_sort(lessons, {}, &Scenario::part);
    return lessons;
}

} // namespace hw::app
