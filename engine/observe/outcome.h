#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/ids.h"
#include "engine/observe/fault.h"

/// What came of a command, as plain data: a sentence of a closed list and what stands in its
/// places. English is made of it here (`textOf`), other languages by the window.
namespace hw::observe {

enum class BrokerState : std::uint8_t; // snapshot.h

/// Which sentence. The comments name what stands in its places, in order.
enum class OutcomeKind : std::uint8_t
{
    Nothing, ///< no words
    // nodes
    NoSuchNode,     ///< node, number of brokers, name of the last ensemble server
    NoSuchMachine,  ///< node, those that are there
    NoSuchEnd,      ///< of a link: node, those that are there
    NodeIs,         ///< node, state
    DownAlready,    ///< node
    Down,           ///< node
    DownUnsynced,   ///< node: it lost power
    CannotStop,     ///< node, state
    KilledStopping, ///< node
    KilledStarting, ///< node
    FailedStopping, ///< node, why
    FailedStarting, ///< node, why
    Thawed,         ///< node
    Starts,         ///< node
    StillStarting,  ///< no broker can join yet
    BrokersLimit,   ///< how many there are, how many are allowed
    PortsLimit,     ///< node, the port it would need
    // sessions
    ServesNothing, ///< node
    NoSession,     ///< node
    SessionEnded,  ///< node
    // faults
    NoFaultActs,  ///< number of the fault asked for
    NoSuchFault,  ///< its number, those that act
    FaultsLimit,  ///< how many
    Acts,         ///< fault
    ActsNumbered, ///< its number, fault
    ActsAlready,  ///< fault
    ActsNoMore,   ///< fault
    NothingWasWrong,
    HealedOne,  ///< one part if it could not be put right
    Healed,     ///< how many faults; one part for each that could not be put right
    NoLink,     ///< node, node
    LinkNotCut, ///< node, node
    LinkWhole,
    LinkHasNo, ///< node, node, kind of fault
    LinkFast,
    NoSuchApi, ///< its name
    NoneHeldToDrop,
    NoneHeld,
    Released,      ///< numbers of the faults
    Dropped,       ///< numbers of the faults
    DiskFine,      ///< node: it had no trouble
    DiskWorks,     ///< node: it has none any more
    ClockTooWrong, ///< node, by how many ms, how many are allowed
    ClockRight,    ///< node
    // a byte of a file
    NoRecords,     ///< partition
    NoSuchRecords, ///< file
    FileTrouble,   ///< why
    NoSuchFile,    ///< why
    NoSuchByte,    ///< file, position, size
    Unreadable,    ///< file, position
    ByteFlipped,   ///< position, file, byte before, byte now
    OtherBytes,    ///< file: it was written meanwhile
    // clients
    ProducerNeedsTopic,
    ConsumerNeedsTopic,
    ConsumerNeedsGroup,
    BadAcks,           ///< acks
    BadAcksIdempotent, ///< acks
    BadRate,           ///< rate, least, most
    BadRecordSize,     ///< bytes, most
    ClientsLimit,      ///< how many
    NameTaken,         ///< name
    ClientRuns,        ///< name, node
    NoSuchClient,      ///< node
    ClientVanished,    ///< name
    ClientStopped,     ///< name
    // consumers
    ConsumerProtocolOff,
    OnlyFixedAssignor,
    EmptyInstance,
    BadSetting,      ///< name, value, least, most
    BadHeartbeat,    ///< its interval, the session timeout
    NotAConsumer,    ///< a producer's name
    NotSlow,         ///< node
    Polls,           ///< node
    SendsHeartbeats, ///< node
    DoesNotFlap,     ///< node
    BadTroubleTime,  ///< ms, least, most
    Paused,
    Resumed,
    Sought,
    Sent,            ///< how many records were taken
    BadSendCount,    ///< records, most
    SeekBelowZero,   ///< value
    ConsumerRefused, ///< why
    CommitNothing,
    CommittedOne,
    Committed,    ///< how many partitions
    CommitFailed, ///< why
    // topics and partitions
    TopicThere,     ///< topic
    TopicGone,      ///< topic
    NoSuchTopic,    ///< error, topic
    TopicGrew,      ///< topic, partitions
    HasLeader,      ///< partition
    LedByPreferred, ///< partition
    Moving,         ///< partition
    NotMoving,      ///< partition
    Refused,        ///< error
    RefusedSaying,  ///< error, the broker's own words
    EmptyAnswer,
    GaveUp, ///< one part: what the last try met
    ControllerNotFound,
    NoController,
    NoAnswer, ///< why
    NoAnswerInTime,
    ConnectionEnded, ///< before the answer came
    CommitRefused,   ///< error
    NotOwned,        ///< consumer, partition, what it owns
    OwnsNothing,     ///< consumer, partition
    // the past
    RecordingFixed, ///< what is shown was recorded
    PastFixed,      ///< the past of a cluster that is still there is shown
};
inline constexpr std::size_t kOutcomeKinds = static_cast<std::size_t>(OutcomeKind::PastFixed) + 1;

/// Kafka's error, by its number and name.
struct KafkaError
{
    std::int16_t code = 0;
    std::string name{}; ///< `TOPIC_ALREADY_EXISTS`
    bool operator==(const KafkaError&) const = default;
};

using OutcomeArgument = std::variant<std::int64_t, double, std::string, NodeId, BrokerState, Fault,
                                     FaultKind, KafkaError>;

struct Outcome
{
    OutcomeKind kind = OutcomeKind::Nothing;
    std::vector<OutcomeArgument> places{}; ///< as many as `kind` names
    std::vector<Outcome> parts{};          ///< each a sentence of its own, told after this one
    bool operator==(const Outcome&) const = default;
};

/// In English, without a full stop; parts are set off by semicolons (`gave up: ` by a colon).
std::string textOf(const Outcome& outcome);

} // namespace hw::observe
