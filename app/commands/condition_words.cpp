#include "app/commands/condition_words.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/commands/arguments.h"
#include "app/commands/metric.h"
#include "app/commands/words.h"

namespace hw::app {

namespace {

using namespace observe;
using Words = std::span<const std::string_view>;
using Which = condition::NumberIs::Which;

constexpr std::int64_t kMostReplicas = 100;

/// What stands in front of the number.
enum class About : std::uint8_t
{
    Partition,
    Replica,        ///< a partition and a broker
    PartitionOrAll, ///< a partition, or `all`
    Name,           ///< of a group, a producer, a consumer
    GroupPartition, ///< a group and a partition
    Nothing,
};

struct Verb
{
    std::string_view name;
    std::string_view usage;
    std::size_t least; ///< words after the name
    std::size_t most;
    Result<Condition> (*read)(Words words);
};

Result<Condition> readSettled(Words) { return Condition(condition::Settled{}); }

/// `2`, `!2`, `any`.
struct BrokerOrNot
{
    std::optional<BrokerId> broker;
    bool negated = false;
};

Result<BrokerOrNot> readBrokerOrNot(std::string_view word)
{
    BrokerOrNot wanted;
    if (word == "any")
        return wanted;
    wanted.negated = word.starts_with('!');
    const auto broker = readBroker(word.substr(wanted.negated ? 1 : 0));
    if (!broker)
        return tl::unexpected(broker.error());
    wanted.broker = *broker;
    return wanted;
}

Result<Condition> readLeader(Words words)
{
    const Result<TopicPartition> partition = readPartition(words[0]);
    if (!partition)
        return tl::unexpected(partition.error());
    const auto wanted = readBrokerOrNot(words.size() > 1 ? words[1] : "any");
    if (!wanted)
        return tl::unexpected(wanted.error());
    return Condition(condition::LeaderIs{*partition, wanted->broker, wanted->negated});
}

Result<Condition> readController(Words words)
{
    const auto wanted = readBrokerOrNot(words.empty() ? "any" : words[0]);
    if (!wanted)
        return tl::unexpected(wanted.error());
    return Condition(condition::ControllerIs{wanted->broker, wanted->negated});
}

Result<Condition> readIsr(Words words)
{
    const Result<TopicPartition> partition = readPartition(words[0]);
    if (!partition)
        return tl::unexpected(partition.error());
    const Result<std::vector<BrokerId>> isr = readBrokers(words[1]);
    if (!isr)
        return tl::unexpected(isr.error());
    return Condition(condition::IsrIs{*partition, *isr});
}

Result<Condition> readIsrBelow(Words words)
{
    const Result<TopicPartition> partition = readPartition(words[0]);
    if (!partition)
        return tl::unexpected(partition.error());
    const auto replicas = readNumber(words[1], 1, kMostReplicas);
    if (!replicas)
        return fail(Failure::Invalid,
                    fmt::format("replicas: '{}' {}", words[1], replicas.error().message));
    return Condition(condition::IsrBelow{*partition, static_cast<std::size_t>(*replicas)});
}

Result<Condition> readUnstable(Words words)
{
    return Condition(condition::GroupUnstable{std::string(words[0])});
}

Result<Condition> readReplicasCondition(Words words)
{
    const Result<TopicPartition> partition = readPartition(words[0]);
    if (!partition)
        return tl::unexpected(partition.error());
    const Result<std::vector<BrokerId>> replicas = readReplicas(words[1]);
    if (!replicas)
        return tl::unexpected(replicas.error());
    return Condition(condition::ReplicasAre{*partition, *replicas});
}

/// Words as one text.
std::string textOfAll(Words words)
{
    std::string text;
    for (const std::string_view word : words)
        text += (text.empty() ? "" : " ") + std::string(word);
    return text;
}

/// `0,20,40`.
template <class Read> auto readList(std::string_view word, Read read)
{
    using Value = typename decltype(read(word))::value_type;
    std::vector<Value> values;
    while (word != "-" && !word.empty()) {
        const std::size_t comma = std::min(word.find(','), word.size());
        const auto value = read(word.substr(0, comma));
        if (!value)
            return Result<std::vector<Value>>(tl::unexpected(value.error()));
        values.push_back(*value);
        word.remove_prefix(std::min(comma + 1, word.size()));
    }
    return Result<std::vector<Value>>(std::move(values));
}

Result<Condition> readSegments(Words words)
{
    const Result<TopicPartition> partition = readPartition(words[0]);
    if (!partition)
        return tl::unexpected(partition.error());
    const Result<BrokerId> broker = readBroker(words[1]);
    if (!broker)
        return tl::unexpected(broker.error());
    const auto bases = readList(words[2], readOffset);
    if (!bases)
        return tl::unexpected(bases.error());
    return Condition(condition::SegmentsAre{*partition, *broker, *bases});
}

Result<Condition> readOwns(Words words)
{
    auto owned = readList(words[2], readPartition);
    if (!owned)
        return tl::unexpected(owned.error());
    std::ranges::sort(*owned);
    return Condition(
        condition::Owns{std::string(words[0]), std::string(words[1]), std::move(*owned)});
}

Result<Condition> readCoordinator(Words words)
{
    const Result<BrokerId> broker = readBroker(words[1]);
    if (!broker)
        return tl::unexpected(broker.error());
    return Condition(condition::CoordinatorIs{std::string(words[0]), *broker});
}

Result<Condition> readGroupLeader(Words words)
{
    return Condition(condition::GroupLeaderIs{std::string(words[0]), std::string(words[1])});
}

Result<Condition> readCause(Words words)
{
    using enum fact::RebalanceKind;
    const auto kind = readState(
        words[1], {FirstMember, Joined, Left, SessionExpired, RebalanceTimeout, SubscriptionChanged,
                   LeftPollLimit, PartitionsGivenUp, PartitionsAdded, ProtocolChanged,
                   LeaderRejoined, StaticMemberReplaced, Removed, BrokerTrouble, CoordinatorMoved});
    if (!kind)
        return tl::unexpected(kind.error());
    condition::CauseIs wanted{std::string(words[0]), std::string(words[1]), std::nullopt};
    if (words.size() > 2 && words[2] != "any")
        wanted.member = std::string(words[2]);
    return Condition(std::move(wanted));
}

Result<Condition> readGroup(Words words)
{
    using enum fact::GroupState;
    const Result<fact::GroupState> state =
        readState(words[1], {Empty, PreparingRebalance, CompletingRebalance, Stable, Dead,
                             Assigning, Reconciling});
    if (!state)
        return tl::unexpected(state.error());
    condition::GroupIs wanted{std::string(words[0]), *state, std::nullopt};
    if (words.size() > 2 && words[2] != "any") {
        const auto members = readNumber(words[2], 0, std::numeric_limits<std::int32_t>::max());
        if (!members)
            return fail(Failure::Invalid,
                        fmt::format("members: '{}' {}", words[2], members.error().message));
        wanted.members = static_cast<std::size_t>(*members);
    }
    return Condition(std::move(wanted));
}

Result<Condition> readBrokerState(Words words)
{
    const Result<NodeId> node = readNode(words[0]);
    if (!node)
        return tl::unexpected(node.error());
    if (node->kind == NodeId::Kind::Broker) {
        using enum BrokerState;
        const Result<BrokerState> state = readState(
            words[1], {Starting, Recovering, WaitingSession, Running, Frozen, Stopping, Down});
        if (!state)
            return tl::unexpected(state.error());
        return Condition(condition::BrokerIs{BrokerId(node->number), *state});
    }
    using enum EnsembleServerPart::State;
    const Result<EnsembleServerPart::State> state =
        readState(words[1], {Standalone, Leader, Follower, Looking, Frozen, Down});
    if (!state)
        return tl::unexpected(state.error());
    return Condition(condition::ServerIs{std::string(words[0]), *state});
}

/// `4`: at least; `=4`: just that.
Result<void> readAmount(std::string_view word, condition::NumberIs& wanted)
{
    wanted.exact = word.starts_with('=');
    const auto number =
        readNumber(word.substr(wanted.exact ? 1 : 0), 0, std::numeric_limits<std::int64_t>::max());
    if (!number)
        return fail(Failure::Invalid,
                    fmt::format("'{}' {}; with = before it just that number is meant", word,
                                number.error().message));
    wanted.number = *number;
    return {};
}

/// `measured requests p =3`, `measured lookup t-0 1 503 offset none`.
Result<Condition> readMeasuredIs(Words words)
{
    const auto what = readMeasured(words.first(words.size() - 1));
    if (!what)
        return tl::unexpected(what.error());
    condition::MeasuredIs wanted;
    wanted.what = *what;
    wanted.text = textOfAll(words.first(words.size() - 1));
    if (words.back() == "none")
        return Condition(std::move(wanted));
    condition::NumberIs amount;
    if (const Result<void> read = readAmount(words.back(), amount); !read)
        return tl::unexpected(read.error());
    wanted.exact = amount.exact;
    wanted.number = amount.number;
    return Condition(std::move(wanted));
}

/// `less requests p20 than requests p0`.
Result<Condition> readMeasuredLess(Words words)
{
    const auto than = std::ranges::find(words, "than");
    if (than == words.end())
        return fail(Failure::Invalid, "'than' is missing between the two");
    const auto at = static_cast<std::size_t>(than - words.begin());
    condition::MeasuredLess wanted;
    for (const bool first : {true, false}) {
        const Words part = first ? words.first(at) : words.subspan(at + 1);
        const auto what = readMeasured(part);
        if (!what)
            return tl::unexpected(what.error());
        (first ? wanted.less : wanted.more) = *what;
        (first ? wanted.lessText : wanted.moreText) = textOfAll(part);
    }
    return Condition(std::move(wanted));
}

template <Which which, About about> Result<Condition> readNumberIs(Words words)
{
    condition::NumberIs wanted;
    wanted.which = which;
    constexpr bool kNamed = about == About::Name || about == About::GroupPartition;
    if constexpr (kNamed)
        wanted.name = words[0];
    constexpr bool kPartition = about != About::Name && about != About::Nothing;
    if constexpr (kPartition) {
        const std::string_view word = words[about == About::GroupPartition ? 1 : 0];
        if (about != About::PartitionOrAll || word != "all") {
            const Result<TopicPartition> partition = readPartition(word);
            if (!partition)
                return tl::unexpected(partition.error());
            wanted.partition = *partition;
        }
    }
    if constexpr (about == About::Replica) {
        const Result<BrokerId> broker = readBroker(words[1]);
        if (!broker)
            return tl::unexpected(broker.error());
        wanted.broker = *broker;
    }
    if (which == Which::Committed && words.back() == "none")
        return Condition(condition::NothingCommitted{wanted.name, wanted.partition});
    if (const Result<void> amount = readAmount(words.back(), wanted); !amount)
        return tl::unexpected(amount.error());
    return Condition(std::move(wanted));
}

constexpr Verb kVerbs[] = {
    {"settled", "settled", 0, 0, readSettled},
    {"leader", "leader T-P [N|!N|any]", 1, 2, readLeader},
    {"isr", "isr T-P 1,2", 2, 2, readIsr},
    {"isr-below", "isr-below T-P N", 2, 2, readIsrBelow},
    {"isr-size", "isr-size T-P [=]N", 2, 2, readNumberIs<Which::IsrSize, About::Partition>},
    {"replicas", "replicas T-P 1,2,3", 2, 2, readReplicasCondition},
    {"hw", "hw T-P [=]OFFSET", 2, 2, readNumberIs<Which::HighWatermark, About::Partition>},
    {"hw-of", "hw-of T-P N [=]OFFSET", 3, 3, readNumberIs<Which::ReplicaHw, About::Replica>},
    {"leo", "leo T-P N [=]OFFSET", 3, 3, readNumberIs<Which::Leo, About::Replica>},
    {"log-bytes", "log-bytes T-P N [=]BYTES", 3, 3, readNumberIs<Which::LogBytes, About::Replica>},
    {"log-start", "log-start T-P [=]OFFSET", 2, 2, readNumberIs<Which::LogStart, About::Partition>},
    {"segments", "segments T-P N 0,20,40", 3, 3, readSegments},
    {"epoch", "epoch T-P [=]EPOCH", 2, 2, readNumberIs<Which::LeaderEpoch, About::Partition>},
    {"controller", "controller [N|!N|any]", 0, 1, readController},
    {"controller-epoch", "controller-epoch [=]EPOCH", 1, 1,
     readNumberIs<Which::ControllerEpoch, About::Nothing>},
    {"broker", "broker N STATE", 2, 2, readBrokerState},
    {"group", "group G STATE [MEMBERS|any]", 2, 3, readGroup},
    {"unstable", "unstable G", 1, 1, readUnstable},
    {"generation", "generation G [=]N", 2, 2, readNumberIs<Which::Generation, About::Name>},
    {"coordinator", "coordinator G N", 2, 2, readCoordinator},
    {"offsets-partition", "offsets-partition G [=]N", 2, 2,
     readNumberIs<Which::OffsetsPartition, About::Name>},
    {"group-leader", "group-leader G MEMBER", 2, 2, readGroupLeader},
    {"owns", "owns G MEMBER T-P,T-P|-", 3, 3, readOwns},
    {"cause", "cause G KIND [MEMBER|any]", 2, 3, readCause},
    {"committed", "committed G T-P [=]OFFSET|none", 3, 3,
     readNumberIs<Which::Committed, About::GroupPartition>},
    {"position", "position G T-P [=]OFFSET", 3, 3,
     readNumberIs<Which::Position, About::GroupPartition>},
    {"lag", "lag G T-P [=]RECORDS", 3, 3, readNumberIs<Which::Lag, About::GroupPartition>},
    {"acked", "acked PRODUCER [=]RECORDS", 2, 2, readNumberIs<Which::Acked, About::Name>},
    {"failed", "failed PRODUCER [=]RECORDS", 2, 2, readNumberIs<Which::Failed, About::Name>},
    {"consumed", "consumed CONSUMER [=]RECORDS", 2, 2, readNumberIs<Which::Consumed, About::Name>},
    {"connections", "connections CLIENT [=]N", 2, 2, readNumberIs<Which::Connections, About::Name>},
    {"fetch-connections", "fetch-connections CLIENT [=]N", 2, 2,
     readNumberIs<Which::FetchConnections, About::Name>},
    {"measured", "measured MEASURE [=]NUMBER|none", 3, 6, readMeasuredIs},
    {"less", "less MEASURE than MEASURE", 5, 11, readMeasuredLess},
    {"lost", "lost T-P|all [=]RECORDS", 2, 2, readNumberIs<Which::Lost, About::PartitionOrAll>},
};

std::string allNames()
{
    std::string names;
    for (const Verb& verb : kVerbs)
        names += (names.empty() ? "" : ", ") + std::string(verb.name);
    return names;
}

Result<Condition> readWords(const Verb& verb, Words words)
{
    if (words.size() < verb.least)
        return fail(Failure::Invalid,
                    fmt::format("{}: {} is missing; allowed is: {}", verb.name,
                                wordsOf(verb.usage)[1 + words.size()], verb.usage));
    if (words.size() > verb.most)
        return fail(Failure::Invalid, fmt::format("{}: '{}' is too much; allowed is: {}", verb.name,
                                                  words[verb.most], verb.usage));
    Result<Condition> condition = verb.read(words);
    if (!condition)
        return fail(condition.error().kind,
                    fmt::format("{}: {}", verb.name, condition.error().message));
    return condition;
}

} // namespace

Result<TimedCondition> readTimedCondition(std::span<const std::string_view> words)
{
    if (words.empty())
        return fail(Failure::Invalid, "a condition is missing; allowed are " + allNames());
    const auto verb = std::ranges::find(kVerbs, words[0], &Verb::name);
    if (verb == std::end(kVerbs))
        return fail(Failure::Invalid,
                    fmt::format("'{}' is no condition; allowed are {}", words[0], allNames()));
    Words rest = words.subspan(1);
    TimedCondition timed;
    if (rest.size() == verb->most + 1) {
        const Result<Duration> seconds = readSeconds(rest.back(), kLongestAwait);
        if (!seconds)
            return tl::unexpected(seconds.error());
        timed.timeout = *seconds;
        rest = rest.first(verb->most);
    }
    Result<Condition> condition = readWords(*verb, rest);
    if (!condition)
        return tl::unexpected(condition.error());
    timed.condition = std::move(*condition);
    return timed;
}

Result<Condition> readCondition(std::string_view text)
{
    const std::vector<std::string_view> words = wordsOf(text);
    Result<TimedCondition> timed = readTimedCondition(words);
    if (!timed)
        return tl::unexpected(timed.error());
    return std::move(timed->condition);
}

std::string conditionHelp()
{
    std::string text;
    for (const Verb& verb : kVerbs)
        text += fmt::format("await {} [TIMEOUT_S]\n", verb.usage);
    return text + metricHelp();
}

} // namespace hw::app
