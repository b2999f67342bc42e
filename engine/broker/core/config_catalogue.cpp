#include "engine/broker/core/config_catalogue.h"

#include <algorithm>

#include "engine/broker/core/broker_settings.h"
#include "engine/broker/core/topic_settings.h"

namespace hw::broker {

using Place = DescribedConfig::Place;
using Level = DynamicConfig::Level;

namespace {

/// A row of either table as a broker's setting: which part of a configuration it is about, and by
/// which names brokers know it.
template <class Part> struct BrokerRow
{
    const Setting<Part>& row;
    std::vector<Synonym> names;

    const Part& partOf(const BrokerConfig& config) const
    {
        if constexpr (std::is_same_v<Part, TopicConfig>)
            return config.topic;
        else
            return config;
    }
    std::string printed(const BrokerConfig& config) const { return print(partOf(config), row); }
    /// Under the last of its names, in that name's unit.
    std::string printedDefault() const
    {
        const std::string text = printed(BrokerConfig{});
        const std::int64_t scale = msIn(names.back().unit) / msIn(names.front().unit);
        const auto number = parseNumber<std::int64_t>(text);
        return scale > 1 && number && *number > 0 ? std::to_string(*number / scale) : text;
    }
    bool isStatic(const DynamicConfig& broker) const
    {
        return printed(broker.startedWith()) != printed(BrokerConfig{});
    }
};

BrokerRow<TopicConfig> brokerRow(const Setting<TopicConfig>& row) { return {row, row.synonyms}; }
BrokerRow<BrokerConfig> brokerRow(const Setting<BrokerConfig>& row)
{
    std::vector<Synonym> names{{row.name, row.unit}};
    names.insert(names.end(), row.synonyms.begin(), row.synonyms.end());
    return {row, std::move(names)};
}

void addPlaces(std::vector<Place>& to, const std::vector<Synonym>& names,
               const ConfigValues& values, ConfigSource source)
{
    for (const Synonym& synonym : names)
        if (const auto found = values.find(std::string(synonym.name)); found != values.end())
            to.push_back({found->first, found->second, source});
}

/// All places that have a value for `name`, those above it left out as Kafka does: it shows what
/// stands under the name that is asked for, and below.
template <class Part>
std::vector<Place> placesOf(const BrokerRow<Part>& row, std::string_view name,
                            const DynamicConfig& broker)
{
    std::vector<Place> places;
    addPlaces(places, row.names, broker.at(Level::Broker), ConfigSource::DynamicBroker);
    addPlaces(places, row.names, broker.at(Level::Cluster), ConfigSource::DynamicDefault);
    if (row.isStatic(broker))
        places.push_back({std::string(row.names.front().name), row.printed(broker.startedWith()),
                          ConfigSource::Static});
    places.push_back(
        {std::string(row.names.back().name), row.printedDefault(), ConfigSource::Default});
    places.erase(places.begin(), std::ranges::find(places, name, &Place::name));
    return places;
}

ConfigSource sourceOf(const std::vector<Place>& places)
{
    return places.empty() ? ConfigSource::Default : places.front().source;
}

/// What a broker says under one of the names of a setting that has several.
template <class Part>
std::optional<std::string> valueUnder(const BrokerRow<Part>& row, std::string_view name,
                                      const std::vector<Place>& places, const DynamicConfig& broker)
{
    if (row.names.size() == 1)
        return row.printed(broker.live());
    if (!places.empty() && places.front().name == name)
        return places.front().value;
    return std::nullopt;
}

template <class Part>
void describeInto(std::vector<DescribedConfig>& to, const Setting<Part>& setting,
                  const DynamicConfig& broker)
{
    const BrokerRow<Part> row = brokerRow(setting);
    const bool mayChange = std::is_same_v<Part, TopicConfig> || setting.update == Update::Dynamic;
    for (const Synonym& synonym : row.names) {
        DescribedConfig& entry = to.emplace_back();
        entry.name = synonym.name;
        entry.places = placesOf(row, synonym.name, broker);
        entry.value = valueUnder(row, synonym.name, entry.places, broker);
        entry.type = setting.type;
        entry.source = sourceOf(entry.places);
        entry.readOnly = !mayChange || synonym.name != row.names.front().name;
        entry.documentation = setting.documentation;
    }
}

std::vector<DescribedConfig> sharedSettings(const DynamicConfig& broker)
{
    std::vector<DescribedConfig> all;
    for (const auto& setting : brokerSettings())
        describeInto(all, setting, broker);
    for (const auto& setting : topicSettings())
        describeInto(all, setting, broker);
    return all;
}

void addIdentity(std::vector<DescribedConfig>& to, const BrokerIdentity& identity)
{
    const auto add = [&](std::string_view name, std::string value, ConfigType type,
                         std::string_view documentation) -> DescribedConfig& {
        DescribedConfig& entry = to.emplace_back();
        entry.name = name;
        entry.value = std::move(value);
        entry.type = type;
        entry.source = ConfigSource::Static;
        entry.readOnly = true;
        entry.places = {{entry.name, *entry.value, ConfigSource::Static}};
        entry.documentation = documentation;
        return entry;
    };
    add("broker.id", fmt::format("{}", identity.id), ConfigType::Int,
        "The number that no other broker of the cluster has.")
        .places.push_back({"broker.id", "-1", ConfigSource::Default});
    add("log.dirs", identity.logDir, ConfigType::String, "The folder that holds all its logs.");
    if (identity.listener)
        add("advertised.listeners", *identity.listener, ConfigType::String,
            "Where clients and other brokers reach it, as it told the ensemble.");
}

template <class Part>
Result<std::string> listDefault(const std::vector<Setting<Part>>& rows, std::string_view name,
                                const Part& defaults)
{
    for (const auto& row : rows) {
        if (!row.unitUnder(name))
            continue;
        if (row.type != ConfigType::List)
            return fail(
                Failure::Invalid,
                fmt::format("{} is no list: nothing can be added to or taken from it", name));
        return print(defaults, row);
    }
    return fail(Failure::NotFound, fmt::format("unknown setting '{}'", name));
}

} // namespace

std::vector<DescribedConfig> describeTopic(const ConfigValues& own, const DynamicConfig& broker)
{
    const TopicConfig effective = withOverrides(broker.live().topic, own);
    std::vector<DescribedConfig> all;
    for (const auto& setting : topicSettings()) {
        const auto row = brokerRow(setting);
        DescribedConfig& entry = all.emplace_back();
        entry.name = setting.name;
        entry.value = print(effective, setting);
        entry.places = placesOf(row, row.names.front().name, broker);
        if (own.contains(entry.name))
            entry.places.insert(entry.places.begin(),
                                {entry.name, *entry.value, ConfigSource::Topic});
        entry.type = setting.type;
        entry.source = sourceOf(entry.places);
        entry.documentation = setting.documentation;
    }
    return all;
}

std::vector<DescribedConfig> describeBroker(const DynamicConfig& broker,
                                            const BrokerIdentity& identity)
{
    std::vector<DescribedConfig> all = sharedSettings(broker);
    addIdentity(all, identity);
    std::ranges::sort(all, {}, &DescribedConfig::name);
    return all;
}

std::vector<DescribedConfig> describeClusterDefaults(const DynamicConfig& broker)
{
    std::vector<DescribedConfig> all = sharedSettings(broker);
    std::ranges::sort(all, {}, &DescribedConfig::name);
    const ConfigValues& set = broker.at(Level::Cluster);
    std::erase_if(all, [&](const DescribedConfig& entry) { return !set.contains(entry.name); });
    for (DescribedConfig& entry : all) {
        entry.value = set.at(entry.name);
        std::erase_if(entry.places, [](const Place& place) {
            return place.source != ConfigSource::DynamicDefault;
        });
        entry.source = sourceOf(entry.places);
    }
    return all;
}

Result<std::string> defaultList(std::string_view name)
{
    return listDefault(topicSettings(), name, TopicConfig{});
}

Result<std::string> defaultBrokerList(std::string_view name)
{
    for (const auto& row : topicSettings())
        if (row.unitUnder(name))
            return listDefault(topicSettings(), name, TopicConfig{});
    return listDefault(brokerSettings(), name, BrokerConfig{});
}

} // namespace hw::broker
