#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/scenario/scenario.h"
#include "engine/base/result.h"

namespace hw::app {

struct BuiltInLesson
{
    std::string_view id;   ///< `broker-dies`
    std::string_view text; ///< of the file
};

/// All that come with the program, by id.
std::vector<BuiltInLesson> builtInLessons();

/// A lesson by its id, or by the path of its file. Errors name what was wrong and what is allowed.
Result<Scenario> findLesson(const std::string& nameOrPath);
/// All built-in ones, in the order in which a course takes them: by part, then as listed there.
Result<std::vector<Scenario>> allLessons();

} // namespace hw::app
