#include "ui/models/outcome_sentences.h"

#include <QStringList>

#include <algorithm>
#include <iterator>

#include "ui/models/fault_words.h"
#include "ui/models/reason_words.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;

namespace {

struct OutcomeSentence
{
    OutcomeKind kind;
    const char* source;
};

/// In the order of `OutcomeKind`; what stands in the places is told there.
constexpr OutcomeSentence kOutcomes[] = {
    {OutcomeKind::Nothing, ""},
    {OutcomeKind::NoSuchNode,
     QT_TRANSLATE_NOOP("OutcomeSentences", "There is no %1; allowed are broker 1 to %2 and %3.")},
    {OutcomeKind::NoSuchMachine,
     QT_TRANSLATE_NOOP("OutcomeSentences", "There is no %1; allowed are %2.")},
    {OutcomeKind::NoSuchEnd,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "There is no %1; allowed are %2, embedded clients and outside programs.")},
    {OutcomeKind::NodeIs, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is %2.")},
    {OutcomeKind::DownAlready, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is down already.")},
    {OutcomeKind::Down, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is down.")},
    {OutcomeKind::DownUnsynced,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is down; what its disk had not synced is gone.")},
    {OutcomeKind::CannotStop,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is %2, it cannot be stopped.")},
    {OutcomeKind::KilledStopping,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 was killed while it stopped.")},
    {OutcomeKind::KilledStarting,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 was killed while it started.")},
    {OutcomeKind::FailedStopping,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 failed while it stopped: %2")},
    {OutcomeKind::FailedStarting, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 cannot start: %2")},
    {OutcomeKind::Thawed, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 runs again.")},
    {OutcomeKind::Starts, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 starts.")},
    {OutcomeKind::StillStarting,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "The cluster is still starting; a broker can join afterwards.")},
    {OutcomeKind::BrokersLimit,
     QT_TRANSLATE_NOOP("OutcomeSentences", "There are %1 brokers, at most %2 are allowed.")},
    {OutcomeKind::PortsLimit,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 would need port %2, at most 65535 is allowed.")},
    {OutcomeKind::ServesNothing,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 does not serve, it cannot end a session.")},
    {OutcomeKind::NoSession,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 has no session with ZooKeeper.")},
    {OutcomeKind::SessionEnded,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The ZooKeeper session of %1 is ended.")},
    {OutcomeKind::NoFaultActs,
     QT_TRANSLATE_NOOP("OutcomeSentences", "Fault %1 does not act now; none does.")},
    {OutcomeKind::NoSuchFault,
     QT_TRANSLATE_NOOP("OutcomeSentences", "Fault %1 does not act now; these do: %2.")},
    {OutcomeKind::FaultsLimit,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 faults act already, that is the limit; heal some.")},
    {OutcomeKind::Acts, "%1"},
    {OutcomeKind::ActsNumbered, QT_TRANSLATE_NOOP("OutcomeSentences", "#%1: %2")},
    {OutcomeKind::ActsAlready, QT_TRANSLATE_NOOP("OutcomeSentences", "It is so already: %1")},
    {OutcomeKind::ActsNoMore, QT_TRANSLATE_NOOP("OutcomeSentences", "No more: %1")},
    {OutcomeKind::NothingWasWrong, QT_TRANSLATE_NOOP("OutcomeSentences", "Nothing was wrong.")},
    {OutcomeKind::HealedOne, QT_TRANSLATE_NOOP("OutcomeSentences", "One fault was healed.")},
    {OutcomeKind::Healed, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 faults were healed.")},
    {OutcomeKind::NoLink,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "There is no link between %1 and %2; one end must be a broker or a "
                       "ZooKeeper server, and the other another node.")},
    {OutcomeKind::LinkNotCut,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The link between %1 and %2 is not cut.")},
    {OutcomeKind::LinkWhole, QT_TRANSLATE_NOOP("OutcomeSentences", "The link is whole again.")},
    {OutcomeKind::LinkHasNo,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The link between %1 and %2 is not %3.")},
    {OutcomeKind::LinkFast,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The link is as fast as before.")},
    {OutcomeKind::NoSuchApi,
     QT_TRANSLATE_NOOP(
         "OutcomeSentences",
         "There is no message '%1' there; allowed are Kafka's APIs, as Fetch or LeaderAndIsr; to "
         "and from ZooKeeper its operations, as SetData, Multi or WatchEvent; between its servers "
         "Proposal, Ack or Commit. WatchEvents and messages between servers have no response.")},
    {OutcomeKind::NoneHeldToDrop,
     QT_TRANSLATE_NOOP("OutcomeSentences", "No message is held that could be dropped.")},
    {OutcomeKind::NoneHeld,
     QT_TRANSLATE_NOOP("OutcomeSentences", "No message is held or waited for.")},
    {OutcomeKind::Released, QT_TRANSLATE_NOOP("OutcomeSentences", "Let go: %1.")},
    {OutcomeKind::Dropped,
     QT_TRANSLATE_NOOP("OutcomeSentences", "Dropped with its connection: %1.")},
    {OutcomeKind::DiskFine,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The disk of %1 has no trouble.")},
    {OutcomeKind::DiskWorks, QT_TRANSLATE_NOOP("OutcomeSentences", "The disk of %1 works again.")},
    {OutcomeKind::ClockTooWrong,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "The clock of %1 would be wrong by %2 ms; %3 ms either way is the most.")},
    {OutcomeKind::ClockRight, QT_TRANSLATE_NOOP("OutcomeSentences", "The clock of %1 is right.")},
    {OutcomeKind::NoRecords, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 holds no records.")},
    {OutcomeKind::NoSuchRecords,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 holds no such records.")},
    {OutcomeKind::FileTrouble, QT_TRANSLATE_NOOP("OutcomeSentences", "The disk refused: %1")},
    {OutcomeKind::NoSuchFile,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "No such file, a partition or a file of this node is allowed: %1")},
    {OutcomeKind::NoSuchByte,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 has no byte %2; it has %3 bytes.")},
    {OutcomeKind::Unreadable,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 cannot be read at byte %2.")},
    {OutcomeKind::ByteFlipped,
     QT_TRANSLATE_NOOP("OutcomeSentences", "Byte %1 of %2 was %3 and is %4.")},
    {OutcomeKind::OtherBytes,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "%1 holds other bytes by now, the wrong one was not put right.")},
    {OutcomeKind::ProducerNeedsTopic,
     QT_TRANSLATE_NOOP("OutcomeSentences", "A producer needs at least one topic.")},
    {OutcomeKind::ConsumerNeedsTopic,
     QT_TRANSLATE_NOOP("OutcomeSentences", "A consumer needs at least one topic.")},
    {OutcomeKind::ConsumerNeedsGroup,
     QT_TRANSLATE_NOOP("OutcomeSentences", "A consumer needs a group.")},
    {OutcomeKind::BadAcks,
     QT_TRANSLATE_NOOP("OutcomeSentences", "acks is %1, allowed are all (-1), 0 and 1.")},
    {OutcomeKind::BadAcksIdempotent,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "acks is %1, with enable.idempotence only all (-1) is allowed.")},
    {OutcomeKind::BadRate,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "The rate is %1 records/s, allowed are 0 and %2 to %3.")},
    {OutcomeKind::BadRecordSize,
     QT_TRANSLATE_NOOP("OutcomeSentences", "A record has %1 bytes, allowed are 1 to %2.")},
    {OutcomeKind::ClientsLimit,
     QT_TRANSLATE_NOOP("OutcomeSentences", "At most %1 embedded clients run at once.")},
    {OutcomeKind::NameTaken,
     QT_TRANSLATE_NOOP("OutcomeSentences", "There is a client named %1 already.")},
    {OutcomeKind::ClientRuns, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 runs as %2.")},
    {OutcomeKind::NoSuchClient, QT_TRANSLATE_NOOP("OutcomeSentences", "There is no %1.")},
    {OutcomeKind::ClientVanished, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 vanished.")},
    {OutcomeKind::ClientStopped, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 stopped.")},
    {OutcomeKind::ConsumerProtocolOff,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "group.protocol is consumer (KIP-848), allowed is classic.")},
    {OutcomeKind::OnlyFixedAssignor,
     QT_TRANSLATE_NOOP("OutcomeSentences", "Only the fixed assignor takes partitions.")},
    {OutcomeKind::EmptyInstance,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "group.instance.id is empty; a name is allowed, or none.")},
    {OutcomeKind::BadSetting,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is %2, allowed are %3 to %4.")},
    {OutcomeKind::BadHeartbeat,
     QT_TRANSLATE_NOOP(
         "OutcomeSentences",
         "heartbeat.interval.ms is %1, it must be below the %2 of session.timeout.ms.")},
    {OutcomeKind::NotAConsumer,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is a producer; consumers are allowed.")},
    {OutcomeKind::NotSlow, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is not slow.")},
    {OutcomeKind::Polls, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 polls.")},
    {OutcomeKind::SendsHeartbeats, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 sends heartbeats.")},
    {OutcomeKind::DoesNotFlap, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 does not come and go.")},
    {OutcomeKind::BadTroubleTime,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The time is %1 ms, allowed are 0 and %2 to %3 ms.")},
    {OutcomeKind::Paused, QT_TRANSLATE_NOOP("OutcomeSentences", "Paused.")},
    {OutcomeKind::Resumed, QT_TRANSLATE_NOOP("OutcomeSentences", "Resumed.")},
    {OutcomeKind::Sought, QT_TRANSLATE_NOOP("OutcomeSentences", "The positions were moved.")},
    {OutcomeKind::Sent, QT_TRANSLATE_NOOP("OutcomeSentences", "Records taken: %1.")},
    {OutcomeKind::BadSendCount,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 records to send, allowed are 1 to %2.")},
    {OutcomeKind::SeekBelowZero,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "%1 is below 0; offsets and times from 0 on are allowed.")},
    {OutcomeKind::ConsumerRefused,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The consumer refused: %1")},
    {OutcomeKind::CommitNothing,
     QT_TRANSLATE_NOOP("OutcomeSentences", "There is nothing new to commit.")},
    {OutcomeKind::CommittedOne,
     QT_TRANSLATE_NOOP("OutcomeSentences", "One partition was committed.")},
    {OutcomeKind::Committed,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 partitions were committed.")},
    {OutcomeKind::CommitFailed, QT_TRANSLATE_NOOP("OutcomeSentences", "The commit failed: %1")},
    {OutcomeKind::TopicThere, QT_TRANSLATE_NOOP("OutcomeSentences", "Topic %1 is there.")},
    {OutcomeKind::TopicGone, QT_TRANSLATE_NOOP("OutcomeSentences", "Topic %1 is gone.")},
    {OutcomeKind::NoSuchTopic,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1: no topic is called '%2'.")},
    {OutcomeKind::TopicGrew,
     QT_TRANSLATE_NOOP("OutcomeSentences", "Topic %1 has %2 partitions now.")},
    {OutcomeKind::HasLeader, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 has a leader.")},
    {OutcomeKind::LedByPreferred,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is led by its preferred replica.")},
    {OutcomeKind::Moving, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 is moving.")},
    {OutcomeKind::NotMoving, QT_TRANSLATE_NOOP("OutcomeSentences", "%1 does not move any more.")},
    {OutcomeKind::Refused, QT_TRANSLATE_NOOP("OutcomeSentences", "The broker says: %1.")},
    {OutcomeKind::RefusedSaying,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The broker says: %1. In its own words: %2")},
    {OutcomeKind::EmptyAnswer,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The controller answered for no topic.")},
    {OutcomeKind::GaveUp, QT_TRANSLATE_NOOP("OutcomeSentences", "Given up.")},
    {OutcomeKind::ControllerNotFound,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The controller was not found.")},
    {OutcomeKind::NoController,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The cluster has no controller.")},
    {OutcomeKind::NoAnswer, QT_TRANSLATE_NOOP("OutcomeSentences", "No answer came: %1")},
    {OutcomeKind::NoAnswerInTime, QT_TRANSLATE_NOOP("OutcomeSentences", "No answer came in time.")},
    {OutcomeKind::ConnectionEnded,
     QT_TRANSLATE_NOOP("OutcomeSentences", "The connection ended before the answer came.")},
    {OutcomeKind::CommitRefused, QT_TRANSLATE_NOOP("OutcomeSentences", "The commit failed: %1.")},
    {OutcomeKind::NotOwned,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 does not own %2; it owns %3.")},
    {OutcomeKind::OwnsNothing,
     QT_TRANSLATE_NOOP("OutcomeSentences", "%1 does not own %2; it owns nothing now.")},
    {OutcomeKind::RecordingFixed,
     QT_TRANSLATE_NOOP("OutcomeSentences", "A recording cannot be changed.")},
    {OutcomeKind::PastFixed,
     QT_TRANSLATE_NOOP("OutcomeSentences",
                       "The past cannot be changed; go back to the present first.")},
};

struct ErrorWords
{
    std::int16_t code;
    const char* source;
};

/// Those that a person's commands can meet.  Kafka: Errors.
constexpr ErrorWords kErrors[] = {
    {3, QT_TRANSLATE_NOOP("OutcomeSentences", "this topic or partition does not exist")},
    {5, QT_TRANSLATE_NOOP("OutcomeSentences", "the partition has no leader")},
    {7, QT_TRANSLATE_NOOP("OutcomeSentences", "it took too long")},
    {13, QT_TRANSLATE_NOOP("OutcomeSentences", "the connection broke")},
    {14, QT_TRANSLATE_NOOP("OutcomeSentences", "the coordinator is still loading")},
    {15, QT_TRANSLATE_NOOP("OutcomeSentences", "the coordinator is not known")},
    {16, QT_TRANSLATE_NOOP("OutcomeSentences", "this broker is not the coordinator")},
    {17, QT_TRANSLATE_NOOP("OutcomeSentences", "the name of the topic is not allowed")},
    {22, QT_TRANSLATE_NOOP("OutcomeSentences", "the group is in another generation")},
    {25, QT_TRANSLATE_NOOP("OutcomeSentences", "the group does not know this member")},
    {27, QT_TRANSLATE_NOOP("OutcomeSentences", "the group rebalances")},
    {36, QT_TRANSLATE_NOOP("OutcomeSentences", "a topic of this name exists")},
    {37, QT_TRANSLATE_NOOP("OutcomeSentences", "the number of partitions is not allowed")},
    {38, QT_TRANSLATE_NOOP("OutcomeSentences", "the replication factor is not allowed")},
    {39, QT_TRANSLATE_NOOP("OutcomeSentences", "the replicas cannot be placed like this")},
    {40, QT_TRANSLATE_NOOP("OutcomeSentences", "a setting is not allowed")},
    {41, QT_TRANSLATE_NOOP("OutcomeSentences", "this broker is not the controller")},
    {42, QT_TRANSLATE_NOOP("OutcomeSentences", "the request is not valid")},
    {60, QT_TRANSLATE_NOOP("OutcomeSentences", "the partition is being moved already")},
    {73, QT_TRANSLATE_NOOP("OutcomeSentences", "topics cannot be deleted here")},
    {80, QT_TRANSLATE_NOOP("OutcomeSentences", "the preferred replica is not alive and in sync")},
    {83, QT_TRANSLATE_NOOP("OutcomeSentences", "no replica is alive that could lead")},
    {84, QT_TRANSLATE_NOOP("OutcomeSentences", "an election is not needed")},
    {85, QT_TRANSLATE_NOOP("OutcomeSentences", "the partition is not being moved")},
};

constexpr bool inOrder()
{
    for (std::size_t i = 0; i < std::size(kOutcomes); ++i) {
        if (kOutcomes[i].kind != static_cast<OutcomeKind>(i))
            return false;
    }
    return std::size(kOutcomes) == kOutcomeKinds;
}
static_assert(inOrder());

struct Place
{
    const NodeNames& names;

    QString operator()(std::int64_t number) const { return QString::number(number); }
    QString operator()(double number) const { return QString::number(number); }
    QString operator()(const std::string& text) const { return qs(text); }
    QString operator()(NodeId node) const { return names.of(node); }
    QString operator()(BrokerState state) const { return Words::state(state); }
    QString operator()(const Fault& fault) const { return FaultWords::sentence(fault, names); }
    QString operator()(FaultKind kind) const { return OutcomeSentences::of(kind); }
    QString operator()(const KafkaError& error) const { return OutcomeSentences::of(error); }
};

/// In one pass: what stands in a place may hold a percent sign itself.
QString filled(const QString& sentence, const std::vector<OutcomeArgument>& places,
               const NodeNames& names)
{
    QString text;
    for (qsizetype i = 0; i < sentence.size(); ++i) {
        const bool isPlace = sentence[i] == u'%' && i + 1 < sentence.size();
        const int number = isPlace ? sentence[i + 1].digitValue() : 0;
        if (number < 1 || static_cast<std::size_t>(number) > places.size()) {
            text += sentence[i];
            continue;
        }
        text += std::visit(Place{names}, places[static_cast<std::size_t>(number - 1)]);
        ++i;
    }
    const bool isName = sentence.startsWith(u"%1") && !places.empty() &&
                        std::holds_alternative<std::string>(places.front());
    if (!text.isEmpty() && !isName) // a name keeps its case
        text[0] = text[0].toUpper();
    return text;
}

/// The texts in its places are what the engine found wrong.
bool tellsReason(OutcomeKind kind)
{
    return kind == OutcomeKind::FailedStopping || kind == OutcomeKind::FailedStarting ||
           kind == OutcomeKind::FileTrouble || kind == OutcomeKind::NoSuchFile;
}

std::vector<OutcomeArgument> placesOf(const Outcome& outcome)
{
    std::vector<OutcomeArgument> places = outcome.places;
    if (!tellsReason(outcome.kind))
        return places;
    for (OutcomeArgument& place : places) {
        if (auto* const reason = std::get_if<std::string>(&place))
            *reason = ReasonWords::of(*reason).toStdString();
    }
    return places;
}

} // namespace

/// Those that one link can be without.
QString OutcomeSentences::of(FaultKind kind)
{
    return kind == FaultKind::Clog ? tr("clogged") : tr("slow");
}

QString OutcomeSentences::of(const KafkaError& error)
{
    const auto* const known = std::ranges::find(kErrors, error.code, &ErrorWords::code);
    return known == std::end(kErrors) ? qs(error.name)
                                      : tr("%1 (%2)").arg(tr(known->source), qs(error.name));
}

QString OutcomeSentences::of(const Outcome& outcome, const NodeNames& names)
{
    const NodeNames numbers; // which number goes with a name is what some tell
    const NodeNames& said = outcome.kind == OutcomeKind::ClientRuns ? numbers : names;
    QStringList sentences;
    const char* const source = kOutcomes[static_cast<std::size_t>(outcome.kind)].source;
    if (*source)
        sentences << filled(tr(source), placesOf(outcome), said);
    for (const Outcome& part : outcome.parts)
        sentences << of(part, names);
    return sentences.join(u' ');
}

} // namespace hw::ui
