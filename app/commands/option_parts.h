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

/// Whether it could be one: `de`, `pt_BR`. Which are there is known only to the window.
inline bool isLanguageCode(std::string_view text)
{
    const auto all = [](std::string_view part, char first, char last) {
        return std::ranges::all_of(part, [&](char c) { return c >= first && c <= last; });
    };
    const std::string_view language = text.substr(0, text.find('_'));
    const std::string_view region = text.substr(std::min(language.size() + 1, text.size()));
    return (language.size() == 2 || language.size() == 3) && all(language, 'a', 'z') &&
           (text == language || (region.size() == 2 && all(region, 'A', 'Z')));
}

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
        if (!isLanguageCode(text))
            return fail(Failure::Invalid, "is not a language of the window; en and zh_CN are, and "
                                          "those of dropped-in files, as de or pt_BR");
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
