#include <fmt/format.h>

#include "engine/observe/command.h"
#include "engine/observe/fault.h"
#include "engine/observe/text.h"

namespace hw::observe {

namespace {

using namespace command;

std::string joined(const std::vector<std::string>& topics)
{
    std::string text;
    for (const std::string& topic : topics)
        text += (text.empty() ? "" : ",") + topic;
    return text;
}

std::string wordsOf(const Kill& c) { return "kill " + c.node.text(); }
std::string wordsOf(const PowerOff& c) { return "power-off " + c.node.text(); }
std::string wordsOf(const Stop& c) { return "stop " + c.node.text(); }
std::string wordsOf(const Restart& c) { return "restart " + c.node.text(); }
std::string wordsOf(const Freeze& c) { return "freeze " + c.node.text(); }
std::string wordsOf(const Thaw& c) { return "thaw " + c.node.text(); }
std::string wordsOf(const CutLink& c)
{
    return fmt::format("cut {} {} {}", c.from.text(), c.bothWays ? "<->" : "->", c.to.text());
}
std::string wordsOf(const UncutLink& c)
{
    return fmt::format("uncut {} <-> {}", c.one.text(), c.two.text());
}
std::string wordsOf(const DelayLink& c)
{
    return fmt::format("delay {} <-> {} by {} ms", c.one.text(), c.two.text(), toMs(c.longer));
}
std::string wordsOf(const ClogLink& c)
{
    return fmt::format("clog {} <-> {} to {} bytes/s", c.one.text(), c.two.text(),
                       c.bytesPerSecond);
}
std::string wordsOf(const ResetLink& c)
{
    return fmt::format("reset {} <-> {}", c.one.text(), c.two.text());
}
std::string wordsOf(const HoldMessage& c)
{
    return fmt::format("hold the next {}{} of {} -> {}", c.api.empty() ? "message" : c.api,
                       c.response ? " response" : "", c.from.text(), c.to.text());
}
std::string wordsOf(const ReleaseMessage& c)
{
    const char* verb = c.drop ? "drop" : "release";
    return c.fault == kNoEvent ? fmt::format("{} what is held", verb)
                               : fmt::format("{} held message #{}", verb, c.fault);
}
std::string wordsOf(const TroubleDisk& c)
{
    using enum DiskTrouble;
    const auto of = [&](const char* what) {
        return fmt::format("disk of {}: {}", c.node.text(), what);
    };
    switch (c.trouble) {
    case None:
        return of("ok");
    case Slow:
        return fmt::format("disk of {}: slow by {} ms", c.node.text(), toMs(c.time));
    case Full:
        return of("full");
    case WriteError:
        return of("write errors");
    case FsyncError:
        return of("fsync errors");
    case TornWrite:
        return of("torn writes");
    }
    return {};
}
std::string wordsOf(const FlipByte& c)
{
    return fmt::format("flip a byte of {} on {}", c.file, c.node.text());
}
std::string wordsOf(const JumpClock& c)
{
    return c.by == Duration::zero()
               ? fmt::format("set the clock of {} right", c.node.text())
               : fmt::format("clock of {} jumps by {} ms", c.node.text(), toMs(c.by));
}
std::string wordsOf(const ExpireSession& c)
{
    return fmt::format("expire the session of {}", c.node.text());
}
std::string wordsOf(const HealFault& c) { return fmt::format("heal fault #{}", c.fault); }
std::string wordsOf(const HealAll&) { return "heal"; }
std::string wordsOf(const CreateTopic& c)
{
    return fmt::format("create-topic {} {} {}", c.topic, c.partitions, c.replicationFactor);
}
std::string wordsOf(const DeleteTopic& c) { return "delete-topic " + c.topic; }
std::string wordsOf(const AddPartitions& c)
{
    return fmt::format("add-partitions {} {}", c.topic, c.total);
}
std::string wordsOf(const Elect& c)
{
    return "elect " + c.partition.text() + (c.type == ElectionType::Unclean ? " unclean" : "");
}
std::string wordsOf(const Reassign& c)
{
    return fmt::format("reassign {} {}", c.partition.text(), textOf(c.replicas));
}
std::string wordsOf(const CancelReassignment& c) { return "cancel-reassign " + c.partition.text(); }
std::string wordsOf(const AddBroker&) { return "add-broker"; }
std::string wordsOf(const AddProducer& c)
{
    return fmt::format("add {}producer {} to {}, acks {}, {} records/s",
                       c.idempotent ? "idempotent " : "", c.name, joined(c.topics), c.acks, c.rate);
}
std::string wordsOf(const AddConsumer& c)
{
    return fmt::format("add consumer {} of {} on {}", c.name, c.group, joined(c.topics));
}
std::string trouble(const char* verb, NodeId client, const std::optional<Duration>& time)
{
    if (!time)
        return fmt::format("{} {}", verb, client.text());
    if (*time <= Duration::zero())
        return fmt::format("{} {} no more", verb, client.text());
    return fmt::format("{} {} {} ms", verb, client.text(), toMs(*time));
}
std::string wordsOf(const SlowConsumer& c) { return trouble("slow", c.client, c.perRecord); }
std::string wordsOf(const StopPolling& c) { return trouble("stall", c.client, c.time); }
std::string wordsOf(const StopHeartbeats& c) { return trouble("mute", c.client, c.time); }
std::string wordsOf(const FlapConsumer& c) { return trouble("flap", c.client, c.every); }

std::string listed(const std::vector<TopicPartition>& partitions)
{
    std::string text;
    for (const TopicPartition& partition : partitions)
        text += (text.empty() ? " " : ",") + partition.text();
    return text;
}
std::string wordsOf(const PausePartitions& c)
{
    return fmt::format("{} {}{}", c.resume ? "resume" : "pause", c.client.text(),
                       listed(c.partitions));
}
std::string wordsOf(const SeekConsumer& c)
{
    const std::string what = fmt::format("seek {}{}", c.client.text(), listed(c.partitions));
    switch (c.to) {
    case SeekTo::Offset:
        return fmt::format("{} to {}", what, c.value);
    case SeekTo::Time:
        return fmt::format("{} to time {}", what, c.value);
    case SeekTo::Beginning:
        return what + " to the beginning";
    case SeekTo::End:
        break;
    }
    return what + " to the end";
}
std::string wordsOf(const CommitConsumer& c)
{
    return fmt::format("commit {}{}", c.client.text(), c.sync ? "" : " async");
}
std::string wordsOf(const Send& c)
{
    return fmt::format("send {} {}", c.client.text(), c.count);
}
std::string wordsOf(const StopClient& c)
{
    return fmt::format("{} {}", c.crash ? "crash" : "stop", c.client.text());
}

} // namespace

std::string textOf(const Command& command)
{
    return std::visit([](const auto& c) { return wordsOf(c); }, command);
}

std::string undoLineOf(const Command& command)
{
    if (const auto* restart = std::get_if<Restart>(&command))
        return "restart " + wordOf(restart->node);
    if (const auto* thaw = std::get_if<Thaw>(&command))
        return "thaw " + wordOf(thaw->node);
    if (const auto* heal = std::get_if<HealFault>(&command))
        return fmt::format("heal {}", heal->fault);
    return {};
}

} // namespace hw::observe
