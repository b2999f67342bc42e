#include "app/scenario/command_line_of.h"

#include <ranges>
#include <type_traits>

#include <fmt/format.h>

namespace hw::app {

namespace {

using namespace observe;
using namespace observe::command;
using Log = std::vector<cluster::LoggedCommand>;

std::string nameOf(NodeId node)
{
    if (node.kind == NodeId::Kind::Broker)
        return std::to_string(node.number);
    if (node.kind == NodeId::Kind::Ensemble)
        return fmt::format("zookeeper{}", node.number);
    if (node.kind == NodeId::Kind::Client)
        return fmt::format("client{}", node.number);
    return node.number == 0 ? std::string("outside") : fmt::format("outside{}", node.number);
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ",") + word;
    return text;
}

std::string joined(const std::vector<TopicPartition>& partitions)
{
    std::string text;
    for (const TopicPartition& partition : partitions)
        text += (text.empty() ? "" : ",") + partition.text();
    return text;
}

std::string joined(const std::vector<BrokerId>& brokers, char between)
{
    std::string text;
    for (const BrokerId broker : brokers)
        text += (text.empty() ? "" : std::string(1, between)) + std::to_string(broker.value());
    return text;
}

std::string spaced(const std::string& word) { return word.empty() ? word : " " + word; }

std::string ms(Duration time) { return std::to_string(toMs(time)); }

/// Milliseconds, or `ok` for none.
std::string msOrOk(const std::optional<Duration>& time)
{
    if (!time)
        return {};
    return *time <= Duration::zero() ? " ok" : " " + ms(*time);
}

/// One function for each command.
struct Writer
{
    std::string operator()(const Kill& c) const { return "kill " + nameOf(c.node); }
    std::string operator()(const PowerOff& c) const { return "power-off " + nameOf(c.node); }
    std::string operator()(const Stop& c) const { return "stop " + nameOf(c.node); }
    std::string operator()(const Restart& c) const { return "restart " + nameOf(c.node); }
    std::string operator()(const Freeze& c) const { return "freeze " + nameOf(c.node); }
    std::string operator()(const Thaw& c) const { return "thaw " + nameOf(c.node); }
    std::string operator()(const CutLink& c) const
    {
        return fmt::format("cut {} {}{}", nameOf(c.from), nameOf(c.to),
                           c.bothWays ? "" : " oneway");
    }
    std::string operator()(const UncutLink& c) const
    {
        return fmt::format("uncut {} {}", nameOf(c.one), nameOf(c.two));
    }
    std::string operator()(const DelayLink& c) const
    {
        return fmt::format("delay {} {} {}", nameOf(c.one), nameOf(c.two), ms(c.longer));
    }
    std::string operator()(const ClogLink& c) const
    {
        return fmt::format("clog {} {} {}", nameOf(c.one), nameOf(c.two), c.bytesPerSecond);
    }
    std::string operator()(const ResetLink& c) const
    {
        return fmt::format("reset {} {}", nameOf(c.one), nameOf(c.two));
    }
    std::string operator()(const HoldMessage& c) const
    {
        return fmt::format("hold {} {}{}{}", nameOf(c.from), nameOf(c.to), spaced(c.api),
                           c.response ? " response" : "");
    }
    /// All that are held: their numbers are another run's.
    std::string operator()(const ReleaseMessage& c) const { return c.drop ? "drop" : "release"; }
    std::string operator()(const TroubleDisk& c) const
    {
        using enum DiskTrouble;
        const char* word = c.trouble == Slow         ? "slow"
                           : c.trouble == Full       ? "full"
                           : c.trouble == WriteError ? "write-error"
                           : c.trouble == FsyncError ? "fsync-error"
                           : c.trouble == TornWrite  ? "torn"
                                                     : "ok";
        return fmt::format("disk {} {}{}", nameOf(c.node), word,
                           c.trouble == Slow ? " " + ms(c.time) : std::string());
    }
    std::string operator()(const FlipByte& c) const
    {
        return fmt::format("flip {} {}{}", nameOf(c.node), c.file,
                           c.at ? " " + std::to_string(*c.at) : std::string());
    }
    std::string operator()(const JumpClock& c) const
    {
        if (c.by == Duration::zero())
            return fmt::format("clock {} ok", nameOf(c.node));
        return fmt::format("clock {} {:+}", nameOf(c.node), toMs(c.by));
    }
    std::string operator()(const ExpireSession& c) const { return "expire " + nameOf(c.node); }
    std::string operator()(const HealFault& c) const;
    std::string operator()(const HealAll&) const { return "heal"; }
    std::string operator()(const CreateTopic& c) const;
    std::string operator()(const DeleteTopic& c) const { return "delete-topic " + c.topic; }
    std::string operator()(const AddPartitions& c) const
    {
        return fmt::format("add-partitions {} {}", c.topic, c.total);
    }
    std::string operator()(const Elect& c) const
    {
        return "elect " + c.partition.text() + (c.type == ElectionType::Unclean ? " unclean" : "");
    }
    std::string operator()(const Reassign& c) const
    {
        return fmt::format("reassign {} {}", c.partition.text(), joined(c.replicas, ','));
    }
    std::string operator()(const CancelReassignment& c) const
    {
        return "cancel-reassign " + c.partition.text();
    }
    std::string operator()(const AddBroker&) const { return "add-broker"; }
    std::string operator()(const AddProducer& c) const;
    std::string operator()(const AddConsumer& c) const;
    std::string operator()(const SlowConsumer& c) const
    {
        return "slow " + nameOf(c.client) + msOrOk(c.perRecord);
    }
    std::string operator()(const StopPolling& c) const
    {
        return "stall " + nameOf(c.client) + msOrOk(c.time);
    }
    std::string operator()(const StopHeartbeats& c) const
    {
        return "mute " + nameOf(c.client) + msOrOk(c.time);
    }
    std::string operator()(const FlapConsumer& c) const
    {
        return "flap " + nameOf(c.client) + msOrOk(c.every);
    }
    std::string operator()(const Send& c) const
    {
        return fmt::format("send {} {}{}{}", nameOf(c.client), c.count,
                           c.partition ? fmt::format(" partition={}", *c.partition) : "",
                           c.key ? " key=" + *c.key : std::string());
    }
    std::string operator()(const PausePartitions& c) const
    {
        return fmt::format("{} {}{}", c.resume ? "resume" : "pause", nameOf(c.client),
                           spaced(joined(c.partitions)));
    }
    std::string operator()(const SeekConsumer& c) const
    {
        const std::string to = c.to == SeekTo::Beginning ? "beginning"
                               : c.to == SeekTo::End     ? "end"
                               : c.to == SeekTo::Time    ? fmt::format("time={}", c.value)
                                                         : std::to_string(c.value);
        return fmt::format("seek {}{} {}", nameOf(c.client), spaced(joined(c.partitions)), to);
    }
    std::string operator()(const CommitConsumer& c) const
    {
        return fmt::format("commit {} {}", nameOf(c.client), c.sync ? "sync" : "async");
    }
    std::string operator()(const StopClient& c) const
    {
        return fmt::format("{} {}", c.crash ? "crash" : "leave", nameOf(c.client));
    }

    const Log& log;
};

/// What ends what that command began; empty: it lasts not, or ends with everything.
std::string undoing(const Command& command)
{
    const auto visit = []<class C>(const C& c) -> std::string {
        if constexpr (std::is_same_v<C, Kill> || std::is_same_v<C, PowerOff> ||
                      std::is_same_v<C, Stop>)
            return "restart " + nameOf(c.node);
        else if constexpr (std::is_same_v<C, Freeze>)
            return "thaw " + nameOf(c.node);
        else if constexpr (std::is_same_v<C, CutLink>)
            return fmt::format("uncut {} {}", nameOf(c.from), nameOf(c.to));
        else if constexpr (std::is_same_v<C, DelayLink>)
            return fmt::format("delay {} {} 0", nameOf(c.one), nameOf(c.two));
        else if constexpr (std::is_same_v<C, ClogLink>)
            return fmt::format("clog {} {} 0", nameOf(c.one), nameOf(c.two));
        else if constexpr (std::is_same_v<C, HoldMessage>)
            return "release";
        else if constexpr (std::is_same_v<C, TroubleDisk>)
            return fmt::format("disk {} ok", nameOf(c.node));
        else if constexpr (std::is_same_v<C, JumpClock>)
            return fmt::format("clock {} ok", nameOf(c.node));
        else if constexpr (std::is_same_v<C, SlowConsumer>)
            return fmt::format("slow {} ok", nameOf(c.client));
        else if constexpr (std::is_same_v<C, StopPolling>)
            return fmt::format("stall {} ok", nameOf(c.client));
        else if constexpr (std::is_same_v<C, StopHeartbeats>)
            return fmt::format("mute {} ok", nameOf(c.client));
        else if constexpr (std::is_same_v<C, FlapConsumer>)
            return fmt::format("flap {} ok", nameOf(c.client));
        else
            return {};
    };
    return std::visit(visit, command);
}

/// The fault's number is that of an event behind the command that began it.
std::string Writer::operator()(const HealFault& c) const
{
    for (const cluster::LoggedCommand& one : std::views::reverse(log))
        if (one.before < c.fault)
            if (std::string line = undoing(one.command); !line.empty())
                return line;
    return {};
}

std::string Writer::operator()(const CreateTopic& c) const
{
    std::string line = "create-topic " + c.topic;
    if (c.assignment.empty() && (c.partitions > 0 || c.replicationFactor > 0)) {
        line += fmt::format(" {}", c.partitions > 0 ? c.partitions : 1);
        if (c.replicationFactor > 0)
            line += fmt::format(" {}", c.replicationFactor);
    }
    std::string assignment;
    for (const std::vector<BrokerId>& replicas : c.assignment)
        assignment += (assignment.empty() ? "" : ",") + joined(replicas, ':');
    if (!assignment.empty())
        line += " assignment=" + assignment;
    for (const auto& [name, value] : c.configs)
        line += fmt::format(" {}={}", name, value);
    return line;
}

std::string Writer::operator()(const AddProducer& c) const
{
    std::string line = "producer add " + joined(c.topics);
    if (!c.name.empty())
        line += " client.id=" + c.name;
    line += fmt::format(" acks={} rate={} bytes={}",
                        c.acks == -1 ? std::string("all") : std::to_string(c.acks), c.rate,
                        c.recordBytes);
    if (c.keys != Keys::None)
        line += c.keys == Keys::Random ? " keys=random" : " keys=round-robin";
    if (c.partition)
        line += fmt::format(" partition={}", *c.partition);
    return line + (c.idempotent ? " enable.idempotence=true" : "");
}

std::string Writer::operator()(const AddConsumer& c) const
{
    std::string line = fmt::format("consumer add {} {}", c.group, joined(c.topics));
    if (!c.name.empty())
        line += " client.id=" + c.name;
    if (!c.fixed.empty())
        line += " fixed=" + joined(c.fixed);
    else if (c.assignor != Assignor::Range)
        line += fmt::format(" partition.assignment.strategy={}",
                            c.assignor == Assignor::RoundRobin ? "roundrobin"
                            : c.assignor == Assignor::Sticky   ? "sticky"
                            : c.assignor == Assignor::Fixed    ? "fixed"
                                                               : "cooperative-sticky");
    if (c.reset != OffsetReset::Earliest)
        line += c.reset == OffsetReset::Latest ? " auto.offset.reset=latest"
                                               : " auto.offset.reset=none";
    if (c.protocol == GroupProtocol::Consumer)
        line += " group.protocol=consumer";
    if (c.instance)
        line += " group.instance.id=" + *c.instance;
    const auto time = [&](const char* name, const std::optional<Duration>& value) {
        if (value)
            line += fmt::format(" {}={}", name, toMs(*value));
    };
    time("session.timeout.ms", c.sessionTimeout);
    time("heartbeat.interval.ms", c.heartbeatInterval);
    time("max.poll.interval.ms", c.maxPollInterval);
    time("metadata.max.age.ms", c.metadataMaxAge);
    time("auto.commit.interval.ms", c.autoCommitInterval);
    if (!c.autoCommit)
        line += " enable.auto.commit=false";
    if (c.maxPollRecords)
        line += fmt::format(" max.poll.records={}", *c.maxPollRecords);
    return line;
}

} // namespace

std::string lineOf(const Command& command, const Log& log)
{
    return std::visit(Writer{log}, command);
}

} // namespace hw::app
