#pragma once

#include <QCoreApplication>
#include <QString>

#include <optional>
#include <string>
#include <vector>

#include "engine/observe/snapshot.h"

namespace hw::ui {

inline QString qs(const std::string& text) { return QString::fromStdString(text); }

struct HeldMark;

/// What a replica is, as the picture tells it by outline and word.
enum class ReplicaLook : std::uint8_t
{
    Leader,
    Follower,
    OutOfIsr,
    Offline,
    FormerLeader, ///< believes it leads, in an epoch that is over
};
ReplicaLook lookOf(const observe::PartitionPart& part, const observe::ReplicaPart& replica);
/// It has not heard yet that another was elected: frozen, or cut off.
bool isFormerLeader(const observe::PartitionPart& part, const observe::ReplicaPart& replica);

/// It runs, and ZooKeeper has no session of it any more: the controller counts it as dead.
bool hasLostSession(const observe::BrokerPart& part, const observe::Gauges& g);

/// What a reassignment does with a replica.
enum class ReplicaMove : std::uint8_t
{
    None,
    Arriving, ///< copies, and stays
    Leaving,  ///< stays until all that arrive are in sync
};
ReplicaMove moveOf(const observe::PartitionPart& partition, BrokerId on);
/// A reassignment of it is under way.
bool isMoving(const observe::PartitionPart& partition);

/// Lag of a group on a partition. `None`: nothing committed, which is not 0. `BeyondEnd`: the log
/// was cut below what was committed.
struct Lag
{
    enum class Kind : std::uint8_t
    {
        None,
        Known,
        BeyondEnd
    } kind = Kind::None;
    std::int64_t records = 0; ///< never negative
};
/// Both numbers of one moment. -1: unknown or none.
Lag lagOf(std::int64_t committed, std::int64_t end);
/// The lag of all partitions of a group; those without a commit count as absent.
Lag lagOf(const observe::GroupPart& group, const observe::Snapshot& s, const observe::Gauges& g);
/// What a consumer can read up to: the high watermark of the partition's leader, -1 unknown.
std::int64_t endOf(const observe::PartitionPart& partition, const observe::Gauges& g);

/// The states of the world in the words of the person's language. Kafka's own terms stay.
class Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
public:
    static QString broker(BrokerId id);
    static QString node(NodeId id);
    static QString state(observe::BrokerState state);
    /// The state with how long it lasts: `down 4.2 s`, `waiting for old session, 2.1 s`; of one
    /// that has lost its session, that.
    static QString state(const observe::BrokerPart& part, const observe::Gauges& g);
    static QString look(ReplicaLook look);
    /// `+ arriving`, `− leaving`; empty for None.
    static QString move(ReplicaMove move);
    static QString groupState(observe::fact::GroupState state);
    static QString groupStateMeaning(observe::fact::GroupState state);
    /// What made a group rebalance: `Member consumer-1 joined.`
    static QString rebalance(observe::fact::RebalanceKind kind, const std::string& member);
    /// Whether an outside client writes, reads, both or neither.
    static QString doing(const observe::OutsidePart& client);
    static QString lag(const Lag& lag);
    static QString acks(std::int32_t acks);
    static QString rate(double perSecond);
    static QString seconds(std::int64_t ms);
    static QString brokers(const std::vector<BrokerId>& ids);
    static QString partitions(const std::vector<TopicPartition>& ids);
    static QString offset(std::int64_t value);
    /// Which replica holds the high watermark back, in a sentence. `seen`: what the leader itself
    /// said about the mark as it is now; else it is concluded from the numbers.
    static QString holdsBack(const observe::PartitionPart& part, const observe::Gauges& g,
                             const HeldMark* seen = nullptr);
    /// `A-0` for `TopicA-0`, else the name, shortened in its middle so that the number stays.
    static QString tag(const TopicPartition& id, int most = 10);
};

} // namespace hw::ui
