#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/client/consumer.h"
#include "engine/client/fetcher.h"
#include "engine/client/membership.h"
#include "engine/client/poll_rhythm.h"

namespace hw::client {

/// The parts of a consumer and what goes on between them. On its host's loop only.
/// `consumer_assignment.cpp` holds what changes the partitions it owns.
class Consumer::Impl final : private MembershipOwner
{
public:
    Impl(const ClientContext& context, ConsumerConfig config, ConsumerListener* listener,
         ConsumerInterceptor* interceptor)
        : m_context(context)
        , m_config(std::move(config))
        , m_listener(listener)
        , m_connections(context, m_config.connection)
        , m_metadata(context, m_config.connection, m_connections, [this] { metadataCame(); })
        , m_membership(makeMembership())
        , m_positions(context, m_config, m_connections, m_metadata, *m_membership, m_lastError,
                      interceptor, [this] { m_fetcher.proceed(); })
        , m_fetcher(context, m_config, m_connections, m_metadata, m_positions, m_lastError,
                    interceptor, [this] { m_rhythm.wake(); })
        , m_rhythm(
              context.host.loop(), m_config, [this] { poll(); }, [this] { pollLimitPassed(); })
        , m_commit(context.host.loop())
        , m_goodbye(context.host.loop())
        , m_flap(context.host.loop())
        , m_commitRetry(context.host.loop())
    {
        HW_ASSERT(!m_config.group.empty() || !m_config.fixed.empty(),
                  "a consumer has a group or fixed partitions");
    }

    void start();
    void stop(Task stopped);
    PollRhythm& rhythm() { return m_rhythm; }
    void muteHeartbeats(bool muted) { m_membership->mute(muted); }
    void flap(Duration every);
    Result<void> setPaused(const std::vector<TopicPartition>& partitions, bool paused);
    Result<void> seek(const std::vector<TopicPartition>& partitions, const SeekTarget& target);
    void commit(bool sync, OnCommitted done);
    MemberPhase phase() const { return m_membership->phase(); }
    const std::string& lastError() const
    {
        return m_lastError.empty() ? m_metadata.lastError() : m_lastError;
    }
    void report(observe::ConsumerReport& into) const;
    Counters counters() const { return {m_fetcher.requests(), m_polls}; }

private:
    void beforeJoin(Task join) override;
    void lostPartitions() override { giveUp(true); }
    void assigned(const std::vector<TopicPartition>& partitions) override;
    std::vector<TopicPartition> owned() const override { return m_positions.partitions(); }
    bool isConsumerProtocol() const
    {
        return m_config.protocol == GroupProtocol::Consumer && m_config.fixed.empty();
    }
    bool isCooperative() const
    {
        return isConsumerProtocol() ||
               m_config.assignor == observe::command::Assignor::CooperativeSticky;
    }
    std::unique_ptr<GroupMembership> makeMembership();
    void reconcile(const std::vector<TopicPartition>& partitions, Task done) override;
    std::vector<TopicPartition> missingIn(const std::vector<TopicPartition>& partitions) const;
    /// In a group, or on its way into one.
    bool isMember() const
    {
        const MemberPhase phase = m_membership->phase();
        return !m_config.group.empty() && m_config.fixed.empty() && phase != MemberPhase::Idle &&
               phase != MemberPhase::Leaving && phase != MemberPhase::Failed;
    }
    void changeTo(const std::vector<TopicPartition>& partitions);
    void coordinatorFound() override { m_positions.proceed(); }

    void metadataCame();
    void poll();
    void handOut();
    void commitRegularly();
    void commitThen(Duration limit, Task then);
    void commitUntil(Instant deadline, OnCommitted done);
    void giveUp(bool lost);
    void quitGroup(Task gone);
    void sayGoodbye(Task stopped);
    void pollLimitPassed();
    void goAway();
    void comeBack();
    Result<std::vector<TopicPartition>> meant(const std::vector<TopicPartition>& named) const;

    const ClientContext m_context;
    const ConsumerConfig m_config;
    ConsumerListener* m_listener;
    std::string m_lastError; ///< of whichever part had trouble last
    Connections m_connections;
    ClientMetadata m_metadata;
    const std::unique_ptr<GroupMembership> m_membership;
    Positions m_positions;
    Fetcher m_fetcher;
    std::uint64_t m_polls = 0;
    PollRhythm m_rhythm;
    bool m_running = false;
    bool m_leftByPollLimit = false;
    bool m_commitDue = false;   ///< at the next poll
    Task m_heldJoin;            ///< a rejoin that waits for the next poll
    std::uint64_t m_losses = 0; ///< how often all partitions were given up
    std::uint64_t m_received = 0;
    std::uint64_t m_bytes = 0;
    Duration m_flapEvery{};
    bool m_isOut = false;     ///< while it flaps: it has left
    bool m_comesBack = false; ///< as soon as it has left
    world::Timer m_commit;
    world::Timer m_goodbye;
    world::Timer m_flap;
    world::Timer m_commitRetry;
};

} // namespace hw::client
