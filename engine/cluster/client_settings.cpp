#include "engine/cluster/client_settings.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "engine/protocol/compression.h"

namespace hw::cluster {

namespace {

constexpr std::int64_t kMostBytes = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMostMs = 86'400'000;
constexpr std::string_view kLoadRecords = "highwater.load.records";
constexpr std::string_view kInterceptors = "interceptor.classes";
constexpr std::string_view kFilter = "filter:"; ///< then what it looks for

/// One setting: its name, and what is done with its value.
template <class Config> struct Setting
{
    std::string_view name;
    Result<void> (*apply)(Config& config, const std::string& value);
};

Result<std::int64_t> numberIn(const std::string& value, std::int64_t least, std::int64_t most)
{
    std::int64_t number = 0;
    const char* end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc() || stop != end || number < least || number > most)
        return fail(Failure::Invalid, fmt::format("{} to {} is allowed", least, most));
    return number;
}

template <class Config, class Number, Number Config::*member, std::int64_t least, std::int64_t most>
Result<void> setNumber(Config& config, const std::string& value)
{
    const auto number = numberIn(value, least, most);
    if (!number)
        return tl::unexpected(number.error());
    config.*member = static_cast<Number>(*number);
    return {};
}

template <class Config, Duration Config::*member, std::int64_t least>
Result<void> setMs(Config& config, const std::string& value)
{
    const auto number = numberIn(value, least, kMostMs);
    if (!number)
        return tl::unexpected(number.error());
    config.*member = fromMs(*number);
    return {};
}

Result<void> setBackoff(client::ProducerConfig& config, const std::string& value)
{
    return setMs<client::ConnectionConfig, &client::ConnectionConfig::retryBackoff, 0>(
        config.connection, value);
}

Result<void> setCompression(client::ProducerConfig& config, const std::string& value)
{
    const auto codec = protocol::compressionNamed(value);
    if (!codec)
        return fail(Failure::Invalid, "none, gzip, snappy, lz4 and zstd are allowed");
    config.compression = *codec;
    return {};
}

Result<void> setPartitioner(client::ProducerConfig& config, const std::string& value)
{
    if (value != "sticky" && value != "RoundRobinPartitioner")
        return fail(Failure::Invalid,
                    "sticky (Kafka's own choice) and RoundRobinPartitioner are allowed");
    config.keyless = value == "sticky" ? client::KeylessPartitioning::Sticky
                                       : client::KeylessPartitioning::RoundRobin;
    return {};
}

using Producer = client::ProducerConfig;
using Consumer = client::ConsumerConfig;

constexpr Setting<Producer> kProducerSettings[] = {
    {"linger.ms", setMs<Producer, &Producer::linger, 0>},
    {"batch.size", setNumber<Producer, std::size_t, &Producer::batchSize, 1, 1'000'000>},
    {"compression.type", setCompression},
    {"partitioner.class", setPartitioner},
    {"buffer.memory", setNumber<Producer, std::size_t, &Producer::bufferMemory, 1000, kMostBytes>},
    {"delivery.timeout.ms", setMs<Producer, &Producer::deliveryTimeout, 1>},
    {"retry.backoff.ms", setBackoff},
    {kLoadRecords,
     [](Producer&, const std::string& value) -> Result<void> {
         const auto number = numberIn(value, 0, kMostBytes);
         return number ? Result<void>() : tl::unexpected(number.error());
     }},
};

constexpr Setting<Consumer> kConsumerSettings[] = {
    {"fetch.min.bytes", setNumber<Consumer, std::int32_t, &Consumer::fetchMinBytes, 0, kMostBytes>},
    {"fetch.max.wait.ms", setMs<Consumer, &Consumer::fetchMaxWait, 0>},
    {"max.partition.fetch.bytes",
     setNumber<Consumer, std::int32_t, &Consumer::maxPartitionFetchBytes, 1, kMostBytes>},
    {kInterceptors,
     [](Consumer&, const std::string& value) -> Result<void> {
         if (value.starts_with(kFilter) && value.size() > kFilter.size())
             return {};
         return fail(Failure::Invalid, "filter:TEXT is allowed; it keeps back the records whose "
                                       "key or value has TEXT in it");
     }},
};

template <class Config, std::size_t N>
Result<void> apply(Config& config, const ClientConfigs& settings, const Setting<Config> (&known)[N])
{
    for (const auto& [name, value] : settings) {
        const Setting<Config>* found = nullptr;
        std::string names;
        for (const Setting<Config>& one : known) {
            names += (names.empty() ? "" : ", ") + std::string(one.name);
            if (one.name == name)
                found = &one;
        }
        if (!found)
            return fail(Failure::Invalid,
                        fmt::format("'{}' is no setting; allowed are {}", name, names));
        if (const auto applied = found->apply(config, value); !applied)
            return fail(Failure::Invalid,
                        fmt::format("{}: '{}': {}", name, value, applied.error().message));
    }
    return {};
}

} // namespace

Result<void> applyTo(client::ProducerConfig& config, const ClientConfigs& settings)
{
    return apply(config, settings, kProducerSettings);
}

Result<void> applyTo(client::ConsumerConfig& config, const ClientConfigs& settings)
{
    return apply(config, settings, kConsumerSettings);
}

std::uint64_t loadRecords(const ClientConfigs& settings)
{
    const auto found = settings.find(std::string(kLoadRecords));
    const auto number =
        found == settings.end() ? Result<std::int64_t>(0) : numberIn(found->second, 0, kMostBytes);
    return static_cast<std::uint64_t>(number.value_or(0));
}

std::unique_ptr<client::RecordFilter> filterOf(const ClientConfigs& settings)
{
    const auto found = settings.find(std::string(kInterceptors));
    if (found == settings.end() || !found->second.starts_with(kFilter))
        return nullptr;
    return std::make_unique<client::RecordFilter>(found->second.substr(kFilter.size()));
}

Result<void> checkClientConfigs(const ClientConfigs& settings, bool producer)
{
    client::ProducerConfig producers;
    client::ConsumerConfig consumers;
    return producer ? applyTo(producers, settings) : applyTo(consumers, settings);
}

} // namespace hw::cluster
