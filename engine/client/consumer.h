#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/result.h"
#include "engine/client/context.h"
#include "engine/observe/command.h"
#include "engine/observe/report.h"
#include "engine/protocol/errors.h"
#include "engine/protocol/record_batch.h"

namespace hw::client {

using observe::command::GroupProtocol;
using observe::command::OffsetReset;

/// Java's names and defaults.
struct ConsumerConfig
{
    ConnectionConfig connection{};
    std::string group;                   ///< group.id; empty only with fixed partitions
    std::optional<std::string> instance; ///< group.instance.id
    std::vector<std::string> topics;     ///< subscription
    std::vector<TopicPartition> fixed;   ///< assign(): no membership, these partitions
    std::vector<TopicPartition> wished;  ///< what it asks Assignor::Fixed for
    /// group.protocol; Consumer (KIP-848) needs brokers that serve it.
    GroupProtocol protocol = GroupProtocol::Classic;
    observe::command::Assignor assignor = observe::command::Assignor::Range; ///< classic only
    /// group.remote.assignor, `uniform` or `range`; unset: as the coordinator likes.
    std::optional<std::string> serverAssignor{};
    Duration sessionTimeout = 45s;           ///< session.timeout.ms
    Duration heartbeatInterval = 3s;         ///< heartbeat.interval.ms; classic only
    Duration maxPollInterval = 300s;         ///< max.poll.interval.ms, also the rebalance timeout
    bool autoCommit = true;                  ///< enable.auto.commit
    Duration autoCommitInterval = 5s;        ///< auto.commit.interval.ms
    OffsetReset reset = OffsetReset::Latest; ///< auto.offset.reset
    std::int32_t fetchMinBytes = 1;          ///< fetch.min.bytes
    Duration fetchMaxWait = 500ms;           ///< fetch.max.wait.ms
    std::int32_t fetchMaxBytes = 52428800;   ///< fetch.max.bytes
    std::int32_t maxPartitionFetchBytes = 1048576; ///< max.partition.fetch.bytes
    std::int32_t maxPollRecords = 500;             ///< max.poll.records
    /// The application takes at most so many records a second; 0: as many as come.
    double maxRate = 0;
};

/// What the application sees.
class ConsumerListener
{
public:
    virtual ~ConsumerListener() = default;
    virtual void onRecord(const TopicPartition&, const protocol::RecordView&) {}
    virtual void onAssigned(const std::vector<TopicPartition>&) {}
    /// `lost`: somebody else may own them already (the member was thrown out).
    virtual void onRevoked(const std::vector<TopicPartition>&, bool lost)
    {
        static_cast<void>(lost);
    }
};

/// Sees what the application is given before it is, and what was committed.
/// Kafka: ConsumerInterceptor.
class ConsumerInterceptor
{
public:
    virtual ~ConsumerInterceptor() = default;
    /// Whether the application gets the record; one that is kept from it counts as read.
    virtual bool onConsume(const TopicPartition&, const protocol::RecordView&) { return true; }
    /// The coordinator has stored these.
    virtual void onCommit(const std::map<TopicPartition, Offset>&) {}
};

/// How a commit ended.
struct Committed
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    std::string message; ///< for people; empty on success
    std::size_t partitions = 0;
};
using OnCommitted = UniqueFunction<void(const Committed&)>;

/// Where a position is moved to.
struct SeekTarget
{
    observe::command::SeekTo to = observe::command::SeekTo::Beginning;
    Offset offset{};
    WallTime time{};
};

/// Where a member is on its way.
enum class MemberPhase : std::uint8_t
{
    Idle,
    FindingCoordinator,
    Joining, ///< JoinGroup is parked at the coordinator
    Syncing,
    Stable,
    Leaving,
    Failed, ///< an error that trying again does not cure; see the report
};

/// The consumer as the documents draw it:
///
///     FindCoordinator -> JoinGroup -> (leader: assignor) -> SyncGroup -> committed offsets
///           ^               ^                                               |
///           |               `- rebalance, unknown member, wrong generation  v
///           `- coordinator moved or gone                  Fetch from leaders, long poll
///     heartbeats and commits of the next offset go on meanwhile
///
/// Eager: partitions are given up before every rejoin, after committing. Cooperative: only what
/// the new assignment leaves out, after which the member joins once more (KIP-429). With the
/// consumer protocol (KIP-848) one heartbeat stands for join, sync and heartbeat. Control batches
/// are skipped; batches whose codec this build lacks are counted by their headers.
/// Reports ConsumerStarted and ConsumerStopped.
/// Kafka: KafkaConsumer, ConsumerCoordinator, AbstractCoordinator, Fetcher.
///
/// Lives on its host's loop. Listeners may stop it, but not destroy it. Destroying it is a crash:
/// the coordinator notices when the session times out.
class Consumer
{
public:
    /// `listener` and `interceptor` may be null; they outlive the consumer.
    Consumer(const ClientContext& context, ConsumerConfig config,
             ConsumerListener* listener = nullptr, ConsumerInterceptor* interceptor = nullptr);
    ~Consumer();
    Consumer(const Consumer&) = delete;
    Consumer& operator=(const Consumer&) = delete;

    void start();
    /// Commits, leaves the group and stops; `stopped` runs once, in a later task, also when the
    /// coordinator does not answer within a second.
    void stop(Task stopped);

    // What can be wrong with it or its application.

    /// The application does not poll for so long. Beyond max.poll.interval.ms the member leaves its
    /// group (a static one only goes silent) and rejoins at the next poll.
    void stall(Duration time);
    /// The same until `pollAgain`.
    void stopPolling();
    void pollAgain();
    /// The application works so long on each record before it polls again; zero: no time.
    void setTimePerRecord(Duration time);
    /// Sends neither heartbeats nor automatic commits.
    void muteHeartbeats(bool muted);
    /// Leaves every `every` and returns after half of it; zero: no more, and returns if it is away.
    void flap(Duration every);

    // What the application can do. Without partitions all that it owns are meant. Errors name a
    // partition that it does not own.

    Result<void> pause(const std::vector<TopicPartition>& partitions);
    Result<void> resume(const std::vector<TopicPartition>& partitions);
    Result<void> seek(const std::vector<TopicPartition>& partitions, const SeekTarget& target);
    /// Commits what moved since the last commit. `sync` tries again while that can help, for
    /// default.api.timeout.ms at most. `done` runs once, at once or in a later task.
    void commit(bool sync, OnCommitted done);

    MemberPhase phase() const;
    /// Nothing yet, or what the last failed request was about.
    const std::string& lastError() const;
    void report(observe::ConsumerReport& into) const;
    /// Since the start: Fetch requests, and polls that gave records.
    struct Counters
    {
        std::uint64_t fetches = 0, polls = 0;
    };
    Counters counters() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hw::client
