#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/base/uuid.h"
#include "engine/observe/facts.h"

/// What each node says of itself when asked. The cluster room joins these reports into one
/// `Snapshot`. Filled on the node's own loop, then handed over whole.
namespace hw::observe {

enum class ReplicaRole : std::uint8_t { Leader, Follower, Offline };

/// What a leader knows of one of its followers.
struct FollowerProgress
{
    BrokerId broker;
    std::optional<Offset> leo; ///< unknown until its first fetch
    Instant caughtUpAt;
};

/// Of one idempotent producer, on one replica.
struct RepeatedBatches
{
    ProducerId producer;
    std::uint64_t batches = 0;
};
inline constexpr std::size_t kRepeatedToldMax = 100;

struct ReplicaReport
{
    TopicPartition partition;
    ReplicaRole role = ReplicaRole::Follower;
    BrokerId leader = kNoBroker;
    LeaderEpoch leaderEpoch = kNoLeaderEpoch;
    PartitionEpoch partitionEpoch;
    Offset logStart, hw, leo, lso;
    std::vector<Offset> segments; ///< base offsets
    std::uint64_t bytes = 0;
    bool recovering = false;
    std::uint64_t outOfOrderBatches = 0; ///< of idempotent producers: 0, unless something is wrong
    /// Batches that came again and were not written again, by producer; since the broker started.
    /// At most `kRepeatedToldMax` producers.
    std::vector<RepeatedBatches> repeated;
    // Only if it leads:
    std::vector<BrokerId> isr;
    std::optional<std::vector<BrokerId>> pendingIsr; ///< proposed, not yet answered
    std::vector<FollowerProgress> followers;
    std::int32_t minIsr = 1; ///< effective
    Duration lagTimeMax{};   ///< replica.lag.time.max.ms
};

/// One partition as this broker's Metadata answers tell clients.
struct ToldPartition
{
    TopicPartition partition;
    BrokerId leader = kNoBroker;
    LeaderEpoch leaderEpoch = kNoLeaderEpoch;
    std::vector<BrokerId> isr;
    bool operator==(const ToldPartition&) const = default;
};

struct MemberReport
{
    std::string member;
    std::string clientId;
    std::string host;
    std::optional<std::string> instance;
    Duration sessionTimeout{};
    Duration sessionLeft{};
    std::vector<TopicPartition> assigned;
    std::vector<std::string> subscribed;
    bool pendingRejoin = false; ///< the group waits for its JoinGroup
    bool awaitsJoin = false;    ///< its JoinGroup is parked until the others have joined
    bool awaitsSync = false;    ///< its SyncGroup is parked until the leader has assigned
    Duration rebalanceTimeout{};        ///< of a Java client: its max.poll.interval.ms
    Instant heardAt;                    ///< its last request
    std::optional<Instant> expiresAt;   ///< when its session ends; none while it is parked
    std::vector<std::string> protocols; ///< it can, the one it likes best first
    /// What it said it still owned when it joined (KIP-429), and of which generation (-1: unsaid).
    std::vector<TopicPartition> claimed;
    Generation claimedIn{-1};
};

struct CommittedReport
{
    TopicPartition partition;
    Offset committed;
};

struct GroupReport
{
    std::string group;
    fact::GroupState state = fact::GroupState::Empty;
    Generation generation;
    std::string protocolType;
    std::string protocol;
    std::string leader;
    std::int32_t offsetsPartition = 0;
    std::vector<MemberReport> members;
    std::vector<CommittedReport> offsets;
    fact::RebalanceCause lastCause; ///< of the last rebalance, or the coordinator's move
    /// When the present round ends without those that are late (rebalance timeout, or the initial
    /// delay); none while none runs.
    std::optional<Instant> roundEndsAt;
    bool inInitialDelay = false; ///< group.initial.rebalance.delay.ms runs
};

/// Somebody connected to a broker: an embedded client, another broker, or an outside program.
struct ConnectionReport
{
    NodeId peer;
    std::string address;
    std::string clientId;
    std::string softwareName;
    std::string softwareVersion;
    bool produces = false; ///< a Produce came by it
    bool consumes = false; ///< a Fetch came by it
};

struct BrokerReport
{
    BrokerId broker;
    Instant at;
    std::optional<BrokerEpoch> epoch; ///< unregistered: none
    SessionId session;
    bool controller = false;
    std::optional<SessionId> waitingForSession; ///< the old session that blocks registration
    std::vector<ReplicaReport> replicas;        ///< sorted by partition
    std::vector<ToldPartition> told;            ///< sorted by partition
    std::vector<GroupReport> groups;            ///< those it coordinates, sorted by name
    std::vector<ConnectionReport> connections;
    std::uint64_t bytesIn = 0, bytesOut = 0;       ///< to and from clients, since start
    std::uint64_t recordsIn = 0, recordsOut = 0;
};

struct ZnodeStateReport ///< one partition's `state` znode
{
    TopicPartition partition;
    BrokerId leader = kNoBroker;
    LeaderEpoch leaderEpoch;
    PartitionEpoch partitionEpoch;
    std::vector<BrokerId> isr;
    bool recovering = false;
};

struct TopicReport ///< one `/brokers/topics/<t>` znode
{
    std::string topic;
    Uuid id;
    std::vector<std::vector<BrokerId>> replicas; ///< by partition number
    /// Of partitions that are being reassigned: which of their replicas come, and which go.
    std::map<std::int32_t, std::vector<BrokerId>> adding, removing;
    std::map<std::string, std::string> configs;  ///< from `/config/topics/<t>`
};

struct SessionReport
{
    SessionId id;
    NodeId owner;
    Duration timeout{};
    Duration left{};
};

/// The ensemble's znodes, as one server has applied them.
struct EnsembleReport
{
    std::int32_t server = 0; ///< zookeeper<n>
    Instant at;
    bool leads = true; ///< or stands alone: it knows how long sessions have left
    Zxid zxid;
    std::string clusterId;
    BrokerId controller = kNoBroker;
    ControllerEpoch controllerEpoch;
    std::map<BrokerId, BrokerEpoch> registered; ///< `/brokers/ids`
    std::vector<TopicReport> topics;            ///< sorted by name
    std::vector<ZnodeStateReport> states;       ///< sorted by partition
    std::vector<SessionReport> sessions;
};

/// How an idempotent producer's batches of one partition are numbered.
struct SequenceReport
{
    TopicPartition partition;
    ProducerEpoch epoch{0};
    std::int32_t next = 0;   ///< sequence of the next record that is sent for the first time
    std::int32_t acked = -1; ///< of the last record acknowledged in this epoch; -1: none
    std::int32_t inFlight = 0; ///< batches
};

struct ProducerReport
{
    NodeId client;
    std::string name;
    std::vector<std::string> topics;
    std::int32_t acks = -1;
    double targetRate = 0; ///< records per second
    std::uint64_t sent = 0, acked = 0, failed = 0, retried = 0, bytes = 0;
    std::uint64_t buffered = 0; ///< records waiting in the accumulator
    std::string lastError;
    bool running = true;
    bool idempotent = false;             ///< enable.idempotence
    ProducerId producerId = kNoProducer; ///< none yet, or not idempotent
    std::uint64_t inFlight = 0;          ///< batches that travel or wait for an answer
    std::vector<SequenceReport> sequences; ///< idempotent: of partitions sent to, sorted
};

struct ConsumerReport
{
    NodeId client;
    std::string name;
    std::string group;
    std::string member;
    std::vector<std::string> topics;
    std::vector<TopicPartition> assigned;
    std::vector<CommittedReport> positions; ///< next offset to read, per assigned partition
    std::uint64_t received = 0, bytes = 0;
    Generation generation;
    bool running = true;
    std::string assignor;                ///< `range`, `cooperative-sticky`, …
    std::optional<std::string> instance; ///< group.instance.id
    Duration sessionTimeout{}, heartbeatInterval{}, maxPollInterval{};
    Instant polledAt;                    ///< its application's last poll
    std::optional<Instant> pollEndsAt;   ///< when it leaves if it does not poll again
    std::optional<Instant> heartbeatAt;  ///< when its next heartbeat is due
    std::vector<TopicPartition> paused;
    std::string lastError;
};

struct ClientsReport
{
    Instant at;
    std::vector<ProducerReport> producers;
    std::vector<ConsumerReport> consumers;
};

} // namespace hw::observe
