#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "engine/base/result.h"
#include "engine/base/time.h"

/// How a configuration's fields are read from and written as text. Used by the two configurations
/// only.
namespace hw::broker {

enum class Unit : std::uint8_t
{
    None,
    Ms,
    Seconds,
    Minutes
};

/// Other than a number or a switch: a word out of a few.
template <class Config> struct Words
{
    std::string_view allowed; ///< for the error: `delete, compact or delete,compact`
    bool (*parse)(Config&, std::string_view);
    std::string (*print)(const Config&);
};

template <class Config> struct Setting
{
    std::string_view name;
    std::string_view otherName; ///< also understood; empty: none
    std::variant<bool Config::*, std::int32_t Config::*, std::int64_t Config::*, Duration Config::*,
                 Words<Config>>
        field;
    std::int64_t min = 0;
    std::int64_t max = 0;
    Unit unit = Unit::None;

    bool isNamed(std::string_view by) const { return by == name || by == otherName; }
};

inline std::optional<std::int64_t> parseNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return number;
}

constexpr Duration inUnit(std::int64_t count, Unit unit)
{
    if (unit == Unit::Seconds)
        return std::chrono::seconds(count);
    if (unit == Unit::Minutes)
        return std::chrono::minutes(count);
    return std::chrono::milliseconds(count);
}
constexpr std::int64_t inUnit(Duration d, Unit unit)
{
    const std::int64_t ms = toMs(d);
    return unit == Unit::Seconds ? ms / 1000 : unit == Unit::Minutes ? ms / 60000 : ms;
}

inline tl::unexpected<Error> badValue(std::string_view name, std::string_view value,
                                      std::string_view allowed)
{
    return fail(Failure::Invalid,
                fmt::format("'{}' is no value for {}: allowed is {}", value, name, allowed));
}

template <class Config>
Result<void> assign(Config& config, const Setting<Config>& setting, std::string_view value)
{
    if (const auto* words = std::get_if<Words<Config>>(&setting.field)) {
        if (!words->parse(config, value))
            return badValue(setting.name, value, words->allowed);
        return {};
    }
    if (const auto* flag = std::get_if<bool Config::*>(&setting.field)) {
        if (value != "true" && value != "false")
            return badValue(setting.name, value, "true or false");
        config.*(*flag) = value == "true";
        return {};
    }
    const auto number = parseNumber(value);
    if (!number || *number < setting.min || *number > setting.max)
        return badValue(setting.name, value,
                        fmt::format("a whole number from {} to {}", setting.min, setting.max));
    if (const auto* small = std::get_if<std::int32_t Config::*>(&setting.field))
        config.*(*small) = static_cast<std::int32_t>(*number);
    else if (const auto* large = std::get_if<std::int64_t Config::*>(&setting.field))
        config.*(*large) = *number;
    else
        config.*std::get<Duration Config::*>(setting.field) = inUnit(*number, setting.unit);
    return {};
}

template <class Config> std::string print(const Config& config, const Setting<Config>& setting)
{
    if (const auto* words = std::get_if<Words<Config>>(&setting.field))
        return words->print(config);
    if (const auto* flag = std::get_if<bool Config::*>(&setting.field))
        return config.*(*flag) ? "true" : "false";
    if (const auto* small = std::get_if<std::int32_t Config::*>(&setting.field))
        return std::to_string(config.*(*small));
    if (const auto* large = std::get_if<std::int64_t Config::*>(&setting.field))
        return std::to_string(config.*(*large));
    return std::to_string(
        inUnit(config.*std::get<Duration Config::*>(setting.field), setting.unit));
}

} // namespace hw::broker
