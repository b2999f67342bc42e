#include <iterator>

#include <fmt/args.h>
#include <fmt/format.h>

#include "engine/observe/outcome.h"
#include "engine/observe/text.h"

namespace hw::observe {

namespace {

struct Sentence
{
    OutcomeKind kind;
    const char* english;
};

using enum OutcomeKind;

/// In the order of `OutcomeKind`.
constexpr Sentence kSentences[] = {
    {Nothing, ""},
    {NoSuchNode, "there is no {}, allowed are broker 1 to {} and {}"},
    {NoSuchMachine, "there is no {}; allowed are {}"},
    {NoSuchEnd, "there is no {}; allowed are {}, clientN, outsideN and outside"},
    {NodeIs, "{} is {}"},
    {DownAlready, "{} is down already"},
    {Down, "{} is down"},
    {DownUnsynced, "{} is down; what its disk had not synced is gone"},
    {CannotStop, "{} is {}, it cannot be stopped"},
    {KilledStopping, "{} was killed while it stopped"},
    {KilledStarting, "{} was killed while it started"},
    {FailedStopping, "{} failed while it stopped: {}"},
    {FailedStarting, "{} cannot start: {}"},
    {Thawed, "{} thawed"},
    {Starts, "{} starts"},
    {StillStarting, "the cluster is still starting; a broker can join afterwards"},
    {BrokersLimit, "there are {} brokers, at most {} are allowed"},
    {PortsLimit, "{} would need port {}, at most 65535 is allowed"},
    {ServesNothing, "{} does not serve, it cannot end a session"},
    {NoSession, "{} has no session with ZooKeeper"},
    {SessionEnded, "the session of {} is ended"},
    {NoFaultActs, "no fault {} acts now; none does"},
    {NoSuchFault, "no fault {} acts now; allowed are {}"},
    {FaultsLimit, "{} faults act already, that is the limit; heal some"},
    {Acts, "{}"},
    {ActsNumbered, "#{}: {}"},
    {ActsAlready, "{} already"},
    {ActsNoMore, "no more: {}"},
    {NothingWasWrong, "nothing was wrong"},
    {HealedOne, "1 fault healed"},
    {Healed, "{} faults healed"},
    {NoLink, "there is no link between {} and {}; one end must be a broker or an ensemble server, "
             "and the other another node"},
    {LinkNotCut, "the link between {} and {} is not cut"},
    {LinkWhole, "the link is whole again"},
    {LinkHasNo, "the link between {} and {} has no {}"},
    {LinkFast, "the link is as fast as before"},
    {NoSuchApi,
     "there is no message '{}' there; allowed are Kafka's APIs, as Fetch or LeaderAndIsr; "
     "to and from ZooKeeper its operations, as SetData, Multi or WatchEvent; between "
     "its servers Proposal, Ack or Commit. WatchEvents and messages between servers "
     "have no response"},
    {NoneHeldToDrop, "no message is held that could be dropped"},
    {NoneHeld, "no message is held or waited for"},
    {Released, "{} released"},
    {Dropped, "{} dropped"},
    {DiskFine, "the disk of {} has no trouble"},
    {DiskWorks, "the disk of {} works"},
    {ClockTooWrong, "the clock of {} would be wrong by {} ms; {} either way is the most"},
    {ClockRight, "the clock of {} is right"},
    {NoRecords, "{} holds no records"},
    {NoSuchRecords, "{} holds no such records"},
    {FileTrouble, "{}"},
    {NoSuchFile, "{}; a partition (t-0) or a file of this node (t-0/00000000000000000000.log) is "
                 "allowed"},
    {NoSuchByte, "{} has no byte {}; it has {} bytes"},
    {Unreadable, "{} cannot be read at {}"},
    {ByteFlipped, "byte {} of {} was {}, is {}"},
    {OtherBytes, "{} holds other bytes by now"},
    {ProducerNeedsTopic, "a producer needs at least one topic"},
    {ConsumerNeedsTopic, "a consumer needs at least one topic"},
    {ConsumerNeedsGroup, "a consumer needs a group"},
    {BadAcks, "acks is {}, allowed are all (-1), 0 and 1"},
    {BadAcksIdempotent, "acks is {}, allowed with enable.idempotence is -1"},
    {BadRate, "the rate is {} records/s, allowed are 0 and {} to {}"},
    {BadRecordSize, "a record has {} bytes, allowed are 1 to {}"},
    {ClientsLimit, "at most {} embedded clients run at once"},
    {NameTaken, "there is a client named {} already"},
    {ClientRuns, "{} runs as {}"},
    {NoSuchClient, "there is no {}"},
    {ClientVanished, "{} vanished"},
    {ClientStopped, "{} stopped"},
    {ConsumerProtocolOff, "group.protocol is consumer (KIP-848), allowed is classic"},
    {OnlyFixedAssignor, "only the fixed assignor takes partitions"},
    {EmptyInstance, "group.instance.id is empty; a name is allowed, or none"},
    {BadSetting, "{} is {}, allowed are {} to {}"},
    {BadHeartbeat, "heartbeat.interval.ms is {}, allowed are values below the {} of "
                   "session.timeout.ms"},
    {NotAConsumer, "{} is a producer; consumers are allowed"},
    {NotSlow, "{} is not slow"},
    {Polls, "{} polls"},
    {SendsHeartbeats, "{} sends heartbeats"},
    {DoesNotFlap, "{} does not flap"},
    {BadTroubleTime, "the time is {} ms, allowed are 0 and {} to {}"},
    {Paused, "paused"},
    {Resumed, "resumed"},
    {Sought, "moved"},
    {Sent, "{} records taken"},
    {BadSendCount, "{} records to send, allowed are 1 to {}"},
    {SeekBelowZero, "{} is below 0; offsets and times from 0 on are allowed"},
    {ConsumerRefused, "{}"},
    {CommitNothing, "nothing new to commit"},
    {CommittedOne, "committed 1 partition"},
    {Committed, "committed {} partitions"},
    {CommitFailed, "{}"},
    {TopicThere, "topic {} is there"},
    {TopicGone, "topic {} is gone"},
    {NoSuchTopic, "{}: no topic is called '{}'; a topic that is there is allowed"},
    {TopicGrew, "topic {} has {} partitions"},
    {HasLeader, "{} has a leader"},
    {LedByPreferred, "{} is led by its preferred replica"},
    {Moving, "{} is moving"},
    {NotMoving, "{} does not move any more"},
    {Refused, "{}"},
    {RefusedSaying, "{}: {}"},
    {EmptyAnswer, "the controller answered for no topic"},
    {GaveUp, "gave up"},
    {ControllerNotFound, "the controller was not found"},
    {NoController, "the cluster has no controller"},
    {NoAnswer, "{}"},
    {NoAnswerInTime, "no answer came in time"},
    {ConnectionEnded, "the connection ended before the answer came"},
    {CommitRefused, "{}"},
    {NotOwned, "{} does not own {}; allowed are {}"},
    {OwnsNothing, "{} does not own {}; allowed are none now"},
    {RecordingFixed, "a recording cannot be changed"},
    {PastFixed, "the past cannot be changed; go back to the present first"},
};

constexpr bool inOrder()
{
    for (std::size_t i = 0; i < std::size(kSentences); ++i) {
        if (kSentences[i].kind != static_cast<OutcomeKind>(i))
            return false;
    }
    return std::size(kSentences) == kOutcomeKinds;
}
static_assert(inOrder());

struct Place
{
    std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(NodeId node) const { return node.text(); }
    std::string operator()(BrokerState state) const { return std::string(textOf(state)); }
    std::string operator()(const Fault& fault) const { return textOf(fault); }
    std::string operator()(FaultKind kind) const { return std::string(textOf(kind)); }
    std::string operator()(const KafkaError& error) const
    {
        return fmt::format("{} ({})", error.name, error.code);
    }
};

} // namespace

std::string textOf(const Outcome& outcome)
{
    fmt::dynamic_format_arg_store<fmt::format_context> places;
    for (const OutcomeArgument& place : outcome.places)
        places.push_back(std::visit(Place{}, place));
    std::string text =
        fmt::vformat(kSentences[static_cast<std::size_t>(outcome.kind)].english, places);
    const char* const between = outcome.kind == GaveUp ? ": " : "; ";
    for (const Outcome& part : outcome.parts)
        text += (text.empty() ? "" : between) + textOf(part);
    return text;
}

} // namespace hw::observe
