#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "app/commands/condition_words.h"
#include "app/commands/names.h"
#include "engine/base/result.h"
#include "engine/observe/command.h"

/// The language of the lines that `highwater serve` takes: `kill 2`, `await leader t-0 !2 10`.
namespace hw::app::line {

struct Nothing
{
}; ///< an empty line
struct Status
{
    bool json = false; ///< asked for as JSON in a session that prints text
};
struct Events
{
    bool on = false;
};
struct Submit
{
    observe::Command command;
};
struct Topics
{
};
struct Groups
{
};
struct Faults
{
};
struct Await
{
    Condition condition;
    Duration timeout{};
};
struct Quit
{
};
struct Help
{
};

} // namespace hw::app::line

namespace hw::app {

using Line = std::variant<line::Nothing, line::Status, line::Events, line::Submit, line::Topics,
                          line::Groups, line::Faults, line::Await, line::Quit, line::Help>;

/// How long `await` waits when the line does not say.
inline constexpr Duration kDefaultAwait = 30s;
/// A longer line is refused.
inline constexpr std::size_t kMaxLine = 65536;

/// Errors name the word, its value and what is allowed. `names` finds clients by their names, for
/// the ends of links.
Result<Line> readLine(std::string_view text, const Names& names = {});

/// All lines that `readLine` takes, one for each, ended.
std::string lineHelp();

} // namespace hw::app
