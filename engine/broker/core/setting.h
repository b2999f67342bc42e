#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/base/result.h"
#include "engine/base/time.h"

/// The row of a configuration catalogue: everything about one setting. A new setting is one field
/// in `TopicConfig` or `BrokerConfig` and one row in `topicSettings` or `brokerSettings`; reading,
/// printing, validation, DescribeConfigs and AlterConfigs follow from the row.
/// Kafka: ConfigDef.ConfigKey, ServerTopicConfigSynonyms, DynamicBrokerConfig.
namespace hw::broker {

/// In which unit a time, or a synonym of it, is written.
enum class Unit : std::uint8_t
{
    Ms,
    Seconds,
    Minutes,
    Hours
};

/// As DescribeConfigs numbers them.  Kafka: DescribeConfigsResponse.ConfigType.
enum class ConfigType : std::int8_t
{
    Boolean = 1,
    String = 2,
    Int = 3,
    Short = 4,
    Long = 5,
    Double = 6,
    List = 7,
};

/// What may change it while brokers run.  Kafka: DynamicBrokerConfig.
enum class Update : std::uint8_t
{
    ReadOnly, ///< only a restart
    Dynamic,  ///< `/config/brokers/<default>` or `/config/brokers/<id>`
};

/// Other than a number or a switch: words out of a few.
template <class Config> struct Words
{
    std::string_view allowed; ///< for the error: `delete, compact or delete,compact`
    bool (*parse)(Config&, std::string_view);
    std::string (*print)(const Config&);
};

/// A name by which brokers know a topic's setting, or another name of a broker's setting.
struct Synonym
{
    std::string_view name;
    Unit unit = Unit::Ms;
};

template <class Config> class Setting
{
public:
    using Field = std::variant<bool Config::*, std::int32_t Config::*, std::int64_t Config::*,
                               double Config::*, Duration Config::*, Words<Config>>;

    std::string_view name;
    Field field;
    /// One sentence of ours: what it does, units included.
    std::string_view documentation;
    /// The first is the main one; Kafka's default is listed under the last one.
    std::vector<Synonym> synonyms;
    ConfigType type;
    Update update = Update::ReadOnly;
    double least = 0; ///< of a `double`
    double most = 0;
    std::int64_t min = 0; ///< of other numbers, in the setting's unit
    std::int64_t max = 0;
    Unit unit = Unit::Ms; ///< of a Duration

    Setting(std::string_view itsName, Field itsField, std::string_view itsDocumentation)
        : name(itsName)
        , field(itsField)
        , documentation(itsDocumentation)
        , type(typeOf(itsField))
    {
    }

    // Each returns the row, so that they can be strung together.

    Setting from(std::int64_t lowest, std::int64_t highest) const
    {
        Setting row = *this;
        row.min = lowest;
        row.max = highest;
        return row;
    }
    Setting fromReal(double lowest, double highest) const
    {
        Setting row = *this;
        row.least = lowest;
        row.most = highest;
        return row;
    }
    Setting in(Unit itsUnit) const
    {
        Setting row = *this;
        row.unit = itsUnit;
        return row;
    }
    /// Where Kafka's type is not the one that the field suggests: Long for some times, List …
    Setting as(ConfigType itsType) const
    {
        Setting row = *this;
        row.type = itsType;
        return row;
    }
    Setting also(std::string_view synonym, Unit itsUnit = Unit::Ms) const
    {
        Setting row = *this;
        row.synonyms.push_back({synonym, itsUnit});
        return row;
    }
    Setting dynamic() const
    {
        Setting row = *this;
        row.update = Update::Dynamic;
        return row;
    }

    /// None: it does not go by this name. Else the unit that the name implies.
    std::optional<Unit> unitUnder(std::string_view by) const
    {
        if (by == name)
            return unit;
        for (const Synonym& synonym : synonyms)
            if (synonym.name == by)
                return synonym.unit;
        return std::nullopt;
    }

private:
    static ConfigType typeOf(const Field& field)
    {
        constexpr ConfigType kTypes[] = {ConfigType::Boolean, ConfigType::Int, ConfigType::Long,
                                         ConfigType::Double,  ConfigType::Int, ConfigType::String};
        return kTypes[field.index()];
    }
};

template <class Number> std::optional<Number> parseNumber(std::string_view text)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return number;
}

constexpr std::int64_t msIn(Unit unit)
{
    constexpr std::int64_t kMs[] = {1, 1000, 60000, 3600000};
    return kMs[static_cast<std::size_t>(unit)];
}

inline tl::unexpected<Error> badValue(std::string_view name, std::string_view value,
                                      std::string_view allowed)
{
    return fail(Failure::Invalid,
                fmt::format("'{}' is no value for {}: allowed is {}", value, name, allowed));
}

/// A whole number for `setting` as it is written under the name `by`, in the setting's own unit.
template <class Config>
Result<std::int64_t> parseWhole(const Setting<Config>& setting, std::string_view by,
                                std::string_view value)
{
    const std::int64_t scale = msIn(setting.unitUnder(by).value_or(setting.unit));
    const std::int64_t own = msIn(setting.unit);
    const auto number = parseNumber<std::int64_t>(value);
    // -1 hours is no limit, as -1 ms is.
    if (number && *number < 0 && *number >= setting.min)
        return *number;
    const bool fits = number && (scale <= own || *number <= setting.max / (scale / own));
    const std::int64_t scaled = fits ? *number * scale / own : 0;
    if (!fits || scaled < setting.min || scaled > setting.max)
        return badValue(
            by, value,
            fmt::format("a whole number from {} to {}",
                        setting.min < 0 ? setting.min : (setting.min * own + scale - 1) / scale,
                        scale <= own ? setting.max : setting.max / (scale / own)));
    return scaled;
}

/// Takes a value as it is written under `by`, one of the setting's names. Errors name it, the value
/// and what is allowed.
template <class Config>
Result<void> assign(Config& config, const Setting<Config>& setting, std::string_view by,
                    std::string_view value)
{
    if (const auto* words = std::get_if<Words<Config>>(&setting.field)) {
        if (!words->parse(config, value))
            return badValue(by, value, words->allowed);
        return {};
    }
    if (const auto* flag = std::get_if<bool Config::*>(&setting.field)) {
        if (value != "true" && value != "false")
            return badValue(by, value, "true or false");
        config.*(*flag) = value == "true";
        return {};
    }
    if (const auto* real = std::get_if<double Config::*>(&setting.field)) {
        const auto number = parseNumber<double>(value);
        if (!number || !(*number >= setting.least && *number <= setting.most))
            return badValue(by, value,
                            fmt::format("a number from {} to {}", setting.least, setting.most));
        config.*(*real) = *number;
        return {};
    }
    const auto number = parseWhole(setting, by, value);
    if (!number)
        return tl::unexpected(number.error());
    if (const auto* small = std::get_if<std::int32_t Config::*>(&setting.field))
        config.*(*small) = static_cast<std::int32_t>(*number);
    else if (const auto* large = std::get_if<std::int64_t Config::*>(&setting.field))
        config.*(*large) = *number;
    else
        config.*std::get<Duration Config::*>(setting.field) = fromMs(*number * msIn(setting.unit));
    return {};
}

/// As Kafka writes a double: always with a point.
inline std::string printReal(double value)
{
    return value == std::floor(value) ? fmt::format("{:.1f}", value) : fmt::format("{}", value);
}

/// Its value, in its own unit.
template <class Config> std::string print(const Config& config, const Setting<Config>& setting)
{
    if (const auto* words = std::get_if<Words<Config>>(&setting.field))
        return words->print(config);
    if (const auto* flag = std::get_if<bool Config::*>(&setting.field))
        return config.*(*flag) ? "true" : "false";
    if (const auto* real = std::get_if<double Config::*>(&setting.field))
        return printReal(config.*(*real));
    if (const auto* small = std::get_if<std::int32_t Config::*>(&setting.field))
        return std::to_string(config.*(*small));
    if (const auto* large = std::get_if<std::int64_t Config::*>(&setting.field))
        return std::to_string(config.*(*large));
    return std::to_string(toMs(config.*std::get<Duration Config::*>(setting.field)) /
                          msIn(setting.unit));
}

} // namespace hw::broker
