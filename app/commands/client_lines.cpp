#include "app/commands/client_lines.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "app/commands/arguments.h"
#include "app/commands/words.h"
#include "engine/broker/core/topic_name.h"
#include "engine/client/load_producer.h"

namespace hw::app {

namespace {

using namespace observe;
using command::AddConsumer;
using command::AddProducer;

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kMostNumber = std::numeric_limits<std::int32_t>::max();

Line asLine(Command command) { return line::Submit{std::move(command)}; }

/// One of `(word, value)`.
template <class Value>
Result<void> take(std::string_view word, Value& into,
                  std::initializer_list<std::pair<std::string_view, Value>> allowed)
{
    std::string names;
    for (const auto& [name, value] : allowed) {
        if (name == word) {
            into = value;
            return {};
        }
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return fail(Failure::Invalid, fmt::format("'{}' is none of {}", word, names));
}

Result<void> takeText(std::string_view word, std::string& into)
{
    if (word.empty())
        return fail(Failure::Invalid, "it is empty; a name is allowed");
    into = word;
    return {};
}

template <class Number>
Result<void> takeNumber(std::string_view word, Number& into, std::int64_t least, std::int64_t most)
{
    const auto number = readNumber(word, least, most);
    if (!number)
        return fail(Failure::Invalid, fmt::format("'{}' {}", word, number.error().message));
    into = static_cast<Number>(*number);
    return {};
}

/// Records a second, whole or with a decimal point.
Result<void> takeRate(std::string_view word, double& into)
{
    constexpr double kMost = 1'000'000;
    double rate = -1;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), rate);
    if (error != std::errc() || stop != word.data() + word.size() || !(rate >= 0 && rate <= kMost))
        return fail(
            Failure::Invalid,
            fmt::format("'{}' is no rate; 0 to {} records a second is allowed", word, kMost));
    into = rate;
    return {};
}

Result<void> takeMs(std::string_view word, std::optional<Duration>& into)
{
    std::int64_t ms = 0;
    if (const auto taken = takeNumber(word, ms, 1, kDayMs); !taken)
        return taken;
    into = fromMs(ms);
    return {};
}

/// `a,b`: each word between commas.
std::vector<std::string> readList(std::string_view word)
{
    std::vector<std::string> all;
    for (std::size_t start = 0; start <= word.size();) {
        const std::size_t end = std::min(word.find(',', start), word.size());
        if (end > start)
            all.emplace_back(word.substr(start, end - start));
        start = end + 1;
    }
    return all;
}

Result<std::vector<TopicPartition>> readPartitions(std::string_view word)
{
    std::vector<TopicPartition> all;
    for (const std::string& one : readList(word)) {
        const auto partition = readPartition(one);
        if (!partition)
            return tl::unexpected(partition.error());
        all.push_back(*partition);
    }
    return all;
}

template <class Add>
using Settings = std::map<std::string_view, Result<void> (*)(Add&, std::string_view)>;

/// `name=value` words, by Kafka's names where Kafka has one.
template <class Add> Result<void> takeSettings(Add& add, Words words, const Settings<Add>& settings)
{
    for (const std::string_view word : words) {
        const std::size_t equals = std::min(word.find('='), word.size());
        const auto setting = settings.find(word.substr(0, equals));
        if (setting == settings.end() || equals == word.size()) {
            std::string names;
            for (const auto& [name, take] : settings)
                names += (names.empty() ? "" : ", ") + std::string(name);
            return fail(
                Failure::Invalid,
                fmt::format("'{}' is no setting; name=value is allowed, with {}", word, names));
        }
        if (const auto taken = setting->second(add, word.substr(equals + 1)); !taken)
            return fail(taken.error().kind,
                        fmt::format("{}: {}", setting->first, taken.error().message));
    }
    return {};
}

const Settings<AddConsumer>& consumerSettings()
{
    using enum command::Assignor;
    using enum command::OffsetReset;
    using Text = std::string_view;
    static const Settings<AddConsumer> settings{
        {"client.id", [](AddConsumer& a, Text w) { return takeText(w, a.name); }},
        {"group.instance.id",
         [](AddConsumer& a, Text w) { return takeText(w, a.instance.emplace()); }},
        {"partition.assignment.strategy",
         [](AddConsumer& a, Text w) {
             return take(w, a.assignor,
                         {{"range", Range},
                          {"roundrobin", RoundRobin},
                          {"sticky", Sticky},
                          {"cooperative-sticky", CooperativeSticky},
                          {"fixed", Fixed}});
         }},
        {"fixed",
         [](AddConsumer& a, Text w) -> Result<void> {
             auto partitions = readPartitions(w);
             if (!partitions)
                 return tl::unexpected(partitions.error());
             a.assignor = Fixed;
             a.fixed = std::move(*partitions);
             return {};
         }},
        {"auto.offset.reset",
         [](AddConsumer& a, Text w) {
             return take(w, a.reset, {{"earliest", Earliest}, {"latest", Latest}, {"none", None}});
         }},
        {"group.protocol",
         [](AddConsumer& a, Text w) {
             return take(w, a.protocol,
                         {{"classic", command::GroupProtocol::Classic},
                          {"consumer", command::GroupProtocol::Consumer}});
         }},
        {"session.timeout.ms", [](AddConsumer& a, Text w) { return takeMs(w, a.sessionTimeout); }},
        {"heartbeat.interval.ms",
         [](AddConsumer& a, Text w) { return takeMs(w, a.heartbeatInterval); }},
        {"max.poll.interval.ms",
         [](AddConsumer& a, Text w) { return takeMs(w, a.maxPollInterval); }},
        {"metadata.max.age.ms", [](AddConsumer& a, Text w) { return takeMs(w, a.metadataMaxAge); }},
        {"auto.commit.interval.ms",
         [](AddConsumer& a, Text w) { return takeMs(w, a.autoCommitInterval); }},
        {"enable.auto.commit",
         [](AddConsumer& a, Text w) {
             return take(w, a.autoCommit, {{"true", true}, {"false", false}});
         }},
        {"max.poll.records",
         [](AddConsumer& a, Text w) {
             return takeNumber(w, a.maxPollRecords.emplace(), 1, 1'000'000);
         }},
    };
    return settings;
}

const Settings<AddProducer>& producerSettings()
{
    using enum command::Keys;
    using Text = std::string_view;
    static const Settings<AddProducer> settings{
        {"client.id", [](AddProducer& a, Text w) { return takeText(w, a.name); }},
        {"acks",
         [](AddProducer& a, Text w) {
             return take(w, a.acks, {{"all", -1}, {"-1", -1}, {"0", 0}, {"1", 1}});
         }},
        {"rate", [](AddProducer& a, Text w) { return takeRate(w, a.rate); }},
        {"bytes", [](AddProducer& a,
                     Text w) { return takeNumber(w, a.recordBytes, 1, client::kRecordBytesMax); }},
        {"keys",
         [](AddProducer& a, Text w) {
             return take(w, a.keys,
                         {{"none", None}, {"round-robin", RoundRobin}, {"random", Random}});
         }},
        {"partition", [](AddProducer& a,
                         Text w) { return takeNumber(w, a.partition.emplace(), 0, kMostNumber); }},
        {"enable.idempotence",
         [](AddProducer& a, Text w) {
             return take(w, a.idempotent, {{"true", true}, {"false", false}});
         }},
    };
    return settings;
}

/// `T,T`
Result<std::vector<std::string>> readTopics(std::string_view word)
{
    std::vector<std::string> topics = readList(word);
    for (const std::string& topic : topics)
        if (const auto legal = broker::checkTopicName(topic); !legal)
            return tl::unexpected(legal.error());
    return topics;
}

/// An embedded client: `client4`, or its name.
Result<NodeId> readEmbedded(std::string_view word, const Names& names)
{
    if (word.starts_with("client"))
        if (const auto number = readNumber(word.substr(6), 1, kMostNumber))
            return NodeId::client(static_cast<std::int32_t>(*number));
    if (names)
        if (const auto named = names(word, {}); named && named->kind == NodeId::Kind::Client)
            return *named;
    return fail(
        Failure::Invalid,
        fmt::format("client: '{}' is none; an embedded client's name or clientN is allowed", word));
}

template <class Make> Result<Line> onClient(Words words, const Names& names, const Make& make)
{
    const Result<NodeId> client = readEmbedded(words[0], names);
    if (!client)
        return tl::unexpected(client.error());
    return make(*client);
}

/// `MS` or `ok`, which is zero; none if there is no such word.
Result<std::optional<Duration>> readTrouble(Words words)
{
    if (words.size() < 2)
        return std::nullopt;
    if (words[1] == "ok")
        return Duration{};
    const auto ms = readNumber(words[1], 0, kHourMs);
    if (!ms)
        return fail(Failure::Invalid,
                    fmt::format("ms: '{}' {}; or ok, which ends it", words[1], ms.error().message));
    return fromMs(*ms);
}

template <class Trouble> Result<Line> readEndless(Words words, const Names& names)
{
    return onClient(words, names, [&](NodeId client) -> Result<Line> {
        const auto time = readTrouble(words);
        if (!time)
            return tl::unexpected(time.error());
        return asLine(Trouble{client, *time});
    });
}

template <class Trouble> Result<Line> readTimed(Words words, const Names& names)
{
    return onClient(words, names, [&](NodeId client) -> Result<Line> {
        const auto time = readTrouble(words);
        if (!time)
            return tl::unexpected(time.error());
        return asLine(Trouble{client, time->value_or(Duration{})});
    });
}

Result<Line> readPausing(Words words, const Names& names, bool resume)
{
    return onClient(words, names, [&](NodeId client) -> Result<Line> {
        auto partitions = readPartitions(words.size() > 1 ? words[1] : "");
        if (!partitions)
            return tl::unexpected(partitions.error());
        return asLine(command::PausePartitions{client, std::move(*partitions), resume});
    });
}

Result<void> takeTarget(std::string_view word, command::SeekConsumer& seek)
{
    using enum command::SeekTo;
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    constexpr std::string_view kTime = "time=";
    seek.to = word == "beginning"       ? Beginning
              : word == "end"           ? End
              : word.starts_with(kTime) ? Time
                                        : command::SeekTo::Offset;
    if (seek.to == Beginning || seek.to == End)
        return {};
    const std::string_view digits = seek.to == Time ? word.substr(kTime.size()) : word;
    if (const auto number = readNumber(digits, 0, kMost)) {
        seek.value = *number;
        return {};
    }
    return fail(Failure::Invalid,
                fmt::format("'{}' is no place; an offset, time=MS (since 1970), beginning and end "
                            "are allowed",
                            word));
}

} // namespace

Result<Line> readConsumer(Words words)
{
    AddConsumer add;
    add.group = std::string(words[1]);
    auto topics = readTopics(words[2]);
    if (!topics)
        return tl::unexpected(topics.error());
    add.topics = std::move(*topics);
    if (const auto taken = takeSettings(add, words.subspan(3), consumerSettings()); !taken)
        return tl::unexpected(taken.error());
    return asLine(std::move(add));
}

Result<Line> readProducer(Words words)
{
    AddProducer add;
    auto topics = readTopics(words[1]);
    if (!topics)
        return tl::unexpected(topics.error());
    add.topics = std::move(*topics);
    if (const auto taken = takeSettings(add, words.subspan(2), producerSettings()); !taken)
        return tl::unexpected(taken.error());
    return asLine(std::move(add));
}

Result<Line> readSlow(Words words, const Names& names)
{
    return readTimed<command::SlowConsumer>(words, names);
}
Result<Line> readStall(Words words, const Names& names)
{
    return readEndless<command::StopPolling>(words, names);
}
Result<Line> readMute(Words words, const Names& names)
{
    return readEndless<command::StopHeartbeats>(words, names);
}
Result<Line> readFlap(Words words, const Names& names)
{
    return readTimed<command::FlapConsumer>(words, names);
}
Result<Line> readPause(Words words, const Names& names) { return readPausing(words, names, false); }
Result<Line> readResume(Words words, const Names& names) { return readPausing(words, names, true); }

Result<Line> readSeek(Words words, const Names& names)
{
    return onClient(words, names, [&](NodeId client) -> Result<Line> {
        command::SeekConsumer seek;
        seek.client = client;
        if (words.size() == 3) {
            auto partitions = readPartitions(words[1]);
            if (!partitions)
                return tl::unexpected(partitions.error());
            seek.partitions = std::move(*partitions);
        }
        if (const auto taken = takeTarget(words.back(), seek); !taken)
            return tl::unexpected(taken.error());
        return asLine(std::move(seek));
    });
}

Result<Line> readCommit(Words words, const Names& names)
{
    return onClient(words, names, [&](NodeId client) -> Result<Line> {
        command::CommitConsumer commit{client, true};
        if (words.size() == 2)
            if (const auto taken = take(words[1], commit.sync, {{"sync", true}, {"async", false}});
                !taken)
                return tl::unexpected(taken.error());
        return asLine(commit);
    });
}

Result<Line> readSend(Words words, const Names& names)
{
    return onClient(words, names, [&](NodeId client) -> Result<Line> {
        command::Send send{client};
        const auto count = readNumber(words[1], 1, client::kSendMost);
        if (!count)
            return fail(Failure::Invalid,
                        fmt::format("records: '{}' {}", words[1], count.error().message));
        send.count = static_cast<std::int32_t>(*count);
        for (const std::string_view word : words.subspan(2)) {
            const std::string_view value =
                word.substr(std::min(word.find('='), word.size() - 1) + 1);
            if (word.starts_with("key=")) {
                send.key = std::string(value);
                continue;
            }
            const auto partition = readNumber(value, 0, kMostNumber);
            if (!word.starts_with("partition=") || !partition)
                return fail(
                    Failure::Invalid,
                    fmt::format("'{}' is unknown; partition=NUMBER and key=TEXT are allowed",
                                word));
            send.partition = static_cast<std::int32_t>(*partition);
        }
        return asLine(send);
    });
}

Result<Line> readLeave(Words words, const Names& names)
{
    return onClient(words, names, [](NodeId client) -> Result<Line> {
        return asLine(command::StopClient{client, false});
    });
}
Result<Line> readCrash(Words words, const Names& names)
{
    return onClient(words, names, [](NodeId client) -> Result<Line> {
        return asLine(command::StopClient{client, true});
    });
}

} // namespace hw::app
