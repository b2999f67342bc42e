#include "app/commands/metric.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/commands/arguments.h"
#include "app/commands/condition_words.h"
#include "app/commands/words.h"

namespace hw::app {

namespace {

using condition::Measured;
using condition::OfClient;
using condition::OfDisk;
using condition::OfLookup;
using MetricWords = std::span<const std::string_view>;

struct ClientWord
{
    std::string_view name;
    OfClient::Which which;
    std::string_view usage;
};
constexpr ClientWord kClientWords[] = {
    {"requests", OfClient::Which::Requests, "requests PRODUCER"},
    {"batches", OfClient::Which::Batches, "batches PRODUCER"},
    {"retries", OfClient::Which::Retries, "retries PRODUCER"},
    {"serialized-bytes", OfClient::Which::Serialized, "serialized-bytes PRODUCER"},
    {"sent-bytes", OfClient::Which::SentBytes, "sent-bytes PRODUCER"},
    {"latency", OfClient::Which::Latency, "latency PRODUCER (ms; told, never expected)"},
    {"throughput", OfClient::Which::Throughput,
     "throughput PRODUCER (records a second; told, never expected)"},
    {"fetches", OfClient::Which::Fetches, "fetches CONSUMER"},
    {"polls", OfClient::Which::Polls, "polls CONSUMER"},
    {"filtered", OfClient::Which::Filtered,
     "filtered CONSUMER (records that its interceptor kept back)"},
};

constexpr std::pair<std::string_view, OfLookup::Which> kLookupWords[] = {
    {"segment", OfLookup::Which::Segment},   {"index", OfLookup::Which::Index},
    {"position", OfLookup::Which::Position}, {"offset", OfLookup::Which::Offset},
    {"files", OfLookup::Which::Files},       {"bytes", OfLookup::Which::Bytes},
    {"batches", OfLookup::Which::Batches},   {"scan", OfLookup::Which::Scan},
};

Result<Measured> readLookup(MetricWords words)
{
    if (words.size() != 5)
        return fail(Failure::Invalid,
                    fmt::format("'{}' takes four words: T-P N OFFSET|MS and what of it", words[0]));
    OfLookup lookup;
    lookup.byTime = words[0] == "lookup-time";
    const auto partition = readPartition(words[1]);
    if (!partition)
        return tl::unexpected(partition.error());
    lookup.partition = *partition;
    const auto broker = readBroker(words[2]);
    if (!broker)
        return tl::unexpected(broker.error());
    lookup.broker = *broker;
    const auto target = readNumber(words[3], 0, std::numeric_limits<std::int64_t>::max());
    if (!target)
        return fail(Failure::Invalid,
                    fmt::format("target: '{}' {}", words[3], target.error().message));
    lookup.target = *target;
    std::string names;
    for (const auto& [name, which] : kLookupWords) {
        if (name == words[4]) {
            lookup.which = which;
            return Measured(lookup);
        }
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return fail(Failure::Invalid,
                fmt::format("'{}' is nothing of a lookup; allowed are {}", words[4], names));
}

Result<Measured> readAnyMeasured(MetricWords words)
{
    if (words.empty())
        return fail(Failure::Invalid, "a measure is missing; allowed are " + metricNames());
    if (words[0] == "lookup" || words[0] == "lookup-time")
        return readLookup(words);
    const auto client = std::ranges::find(kClientWords, words[0], &ClientWord::name);
    const bool isDisk = words[0] == "written";
    if (client == std::end(kClientWords) && !isDisk)
        return fail(Failure::Invalid,
                    fmt::format("'{}' is no measure; allowed are {}", words[0], metricNames()));
    if (words.size() != 2)
        return fail(Failure::Invalid, fmt::format("'{}' takes one word: {}", words[0],
                                                  isDisk ? "a broker" : "a client's name"));
    if (!isDisk)
        return Measured(OfClient{client->which, std::string(words[1])});
    const auto broker = readBroker(words[1]);
    if (!broker)
        return tl::unexpected(broker.error());
    return Measured(OfDisk{*broker});
}

bool isTimeOf(const OfClient& client)
{
    return client.which == OfClient::Which::Latency || client.which == OfClient::Which::Throughput;
}

} // namespace

bool Metric::isTime() const
{
    const auto* client = std::get_if<OfClient>(&what);
    return client && isTimeOf(*client);
}

bool isMetricName(std::string_view word)
{
    return word == "lookup" || word == "lookup-time" || word == "written" ||
           std::ranges::find(kClientWords, word, &ClientWord::name) != std::end(kClientWords);
}

std::string metricNames()
{
    std::string names;
    for (const ClientWord& word : kClientWords)
        names += std::string(word.name) + ", ";
    return names + "lookup, lookup-time, written";
}

Result<condition::Measured> readMeasured(std::span<const std::string_view> words)
{
    auto measured = readAnyMeasured(words);
    if (!measured)
        return measured;
    const auto* client = std::get_if<OfClient>(&*measured);
    if (client && isTimeOf(*client))
        return fail(Failure::Invalid,
                    fmt::format("'{}' depends on the machine; it is measured and told, never "
                                "expected",
                                words[0]));
    return measured;
}

Result<Metric> readMetric(std::string_view text)
{
    const std::vector<std::string_view> words = wordsOf(text);
    if (words.empty())
        return fail(Failure::Invalid, "it is empty; a measure is allowed, as requests p");
    if (isMetricName(words[0])) {
        const auto measured = readAnyMeasured(words);
        if (!measured)
            return tl::unexpected(measured.error());
        return std::visit(
            [&](const auto& what) {
                return Metric{std::string(text), what};
            },
            *measured);
    }
    const auto condition = readCondition(std::string(text) + " 0");
    if (condition)
        if (const auto* number = std::get_if<condition::NumberIs>(&*condition))
            return Metric{std::string(text), *number};
    return fail(Failure::Invalid,
                fmt::format("'{}' is nothing that can be measured; allowed are {}, and what a "
                            "condition compares with a number, as hw t-0 or acked p",
                            text, metricNames()));
}

std::string metricHelp()
{
    std::string text = "MEASURE is one of:\n";
    for (const ClientWord& word : kClientWords)
        text += fmt::format("  {}\n", word.usage);
    return text + "  lookup T-P N OFFSET WHAT, lookup-time T-P N MS WHAT, where WHAT is segment, "
                  "index,\n    position, offset, files, bytes, batches or scan\n"
                  "  written N (bytes to its disk)\n";
}

} // namespace hw::app
