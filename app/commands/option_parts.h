#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/commands/arguments.h"
#include "app/commands/options.h"

/// What the tables of several commands' options are made of. Each `...Into` and `take...` puts a
/// value that was checked where it belongs; its error says what is allowed.
namespace hw::app {

inline constexpr std::string_view kLanguages[] = {"en", "zh_CN"};

/// Puts a number in [least, most] into `target`.
template <class Number> auto numberInto(Number& target, std::int64_t least, std::int64_t most)
{
    return [&target, least, most](std::string_view text) -> Result<void> {
        const Result<std::int64_t> number = readNumber(text, least, most);
        if (!number)
            return tl::unexpected(number.error());
        target = static_cast<Number>(*number);
        return {};
    };
}

template <class Text> auto languageInto(Text& target)
{
    return [&target](std::string_view text) -> Result<void> {
        if (std::ranges::find(kLanguages, text) == std::end(kLanguages))
            return fail(Failure::Invalid, "is not a language of the window; en and zh_CN are");
        target = std::string(text);
        return {};
    };
}

inline auto switchOn(bool& target)
{
    return [&target](std::string_view) -> Result<void> {
        target = true;
        return {};
    };
}

inline Result<void> takePath(std::string& target, std::string_view text)
{
    if (text.empty())
        return fail(Failure::Invalid, "is no path; a file or directory that is there is allowed");
    target = std::string(text);
    return {};
}

inline Option brokersOption(std::int32_t& brokers)
{
    return {"--brokers", "N", "how many brokers, 1 to 9 (3)",
            numberInto(brokers, 1, cluster::kMaxBrokers)};
}

inline Option ensembleOption(std::int32_t& servers)
{
    return {"--ensemble", "N", "how many ZooKeeper servers: 1, 3 or 5 (1)",
            [&](std::string_view text) -> Result<void> {
                if (text != "1" && text != "3" && text != "5")
                    return fail(Failure::Invalid, "is not a size of an ensemble; 1, 3 and 5 are");
                servers = text.front() - '0';
                return {};
            }};
}

/// Of the arguments that are no options.
inline Result<void> refuseRest(const std::vector<std::string>& rest, std::size_t allowed,
                               std::string_view what)
{
    if (rest.size() <= allowed)
        return {};
    return fail(Failure::Invalid,
                fmt::format("unexpected argument '{}'; allowed {}", rest[allowed], what));
}

} // namespace hw::app
