#include "engine/client/consumer.h"

#include <algorithm>
#include <cmath>

#include "engine/client/fetcher.h"

namespace hw::client {

/// A commit before a rejoin or goodbye holds nobody up for longer.
static constexpr Duration kFinalCommitLimit = 2s;
static constexpr Duration kGoodbyeCommitLimit = 500ms;

class Consumer::Impl final : private MembershipOwner
{
public:
    Impl(const ClientContext& context, ConsumerConfig config, ConsumerListener* listener)
        : m_context(context)
        , m_config(std::move(config))
        , m_listener(listener)
        , m_connections(context, m_config.connection)
        , m_metadata(context, m_config.connection, m_connections, [this] { metadataCame(); })
        , m_membership(context, m_config, m_connections, m_metadata, *this, m_lastError)
        , m_positions(context, m_config, m_connections, m_metadata, m_membership, m_lastError,
                      [this] { m_fetcher.proceed(); })
        , m_fetcher(context, m_config, m_connections, m_metadata, m_positions, m_lastError,
                    [this] { pollSoon(); })
        , m_poll(context.host.loop())
        , m_commit(context.host.loop())
        , m_pollLimit(context.host.loop())
        , m_stallEnd(context.host.loop())
    {
        HW_ASSERT(!m_config.group.empty() || !m_config.fixed.empty(),
                  "a consumer has a group or fixed partitions");
    }

    void start();
    void stop(Task stopped);
    void stall(Duration time);
    MemberPhase phase() const { return m_membership.phase(); }
    const std::string& lastError() const
    {
        return m_lastError.empty() ? m_metadata.lastError() : m_lastError;
    }
    void report(observe::ConsumerReport& into) const;

private:
    void beforeJoin(Task join) override;
    void lostPartitions() override { giveUp(true); }
    void assigned(const std::vector<TopicPartition>& partitions) override;
    std::vector<TopicPartition> owned() const override { return m_positions.partitions(); }
    bool isCooperative() const
    {
        return m_config.assignor == observe::command::Assignor::CooperativeSticky;
    }
    void changeTo(const std::vector<TopicPartition>& partitions);
    void coordinatorFound() override { m_positions.proceed(); }

    void metadataCame();
    void pollSoon();
    void poll();
    void commitRegularly();
    void giveUp(bool lost);
    void sayGoodbye(Task stopped);
    void pollLimitPassed();
    void endStall();

    const ClientContext m_context;
    const ConsumerConfig m_config;
    ConsumerListener* m_listener;
    std::string m_lastError; ///< of whichever part had trouble last
    Connections m_connections;
    ClientMetadata m_metadata;
    Membership m_membership;
    Positions m_positions;
    Fetcher m_fetcher;
    bool m_running = false;
    bool m_stalled = false;
    Instant m_polledAt;
    bool m_leftByPollLimit = false;
    Task m_heldJoin; ///< a rejoin that waits for the next poll
    std::uint64_t m_received = 0;
    std::uint64_t m_bytes = 0;
    Instant m_nextPoll; ///< not before, at the application's rate
    world::Timer m_poll;
    world::Timer m_commit;
    world::Timer m_pollLimit;
    world::Timer m_stallEnd;
};

void Consumer::Impl::start()
{
    m_running = true;
    m_context.journal.report(
        observe::fact::ConsumerStarted{m_context.self, m_context.clientId, m_config.group});
    std::set<std::string> topics(m_config.topics.begin(), m_config.topics.end());
    for (const TopicPartition& partition : m_config.fixed)
        topics.insert(partition.topic);
    m_metadata.setTopics(topics);
    m_membership.start();
    if (m_config.autoCommit && !m_config.group.empty())
        m_commit.start(m_config.autoCommitInterval, [this] { commitRegularly(); });
}

void Consumer::Impl::stop(Task stopped)
{
    m_running = false;
    m_poll.cancel();
    m_commit.cancel();
    m_pollLimit.cancel();
    // In a later task: a listener in the middle of a poll may have asked for it.
    m_stallEnd.start(
        0ms, [this, stopped = std::move(stopped)]() mutable { sayGoodbye(std::move(stopped)); });
}

void Consumer::Impl::sayGoodbye(Task stopped)
{
    auto finish = [this, stopped = std::move(stopped)]() mutable {
        m_context.journal.report(observe::fact::ConsumerStopped{m_context.self, m_context.clientId,
                                                                m_config.group, false});
        m_context.host.loop().post(std::move(stopped)); // it may destroy this consumer
    };
    auto leave = [this, finish = std::move(finish)]() mutable {
        giveUp(false);
        m_membership.leave(std::move(finish), "the consumer is being closed");
    };
    if (m_config.autoCommit && !m_config.group.empty() && m_membership.isStable())
        m_positions.commit(kGoodbyeCommitLimit, std::move(leave));
    else
        leave();
}

void Consumer::Impl::beforeJoin(Task join)
{
    if (m_stalled) {
        m_heldJoin = std::move(join);
        return;
    }
    auto go = [this, join = std::move(join)]() mutable {
        if (!isCooperative())
            giveUp(false);
        join();
    };
    if (m_config.autoCommit)
        m_positions.commit(std::min(kFinalCommitLimit, m_config.maxPollInterval), std::move(go));
    else
        go();
}

void Consumer::Impl::giveUp(bool lost)
{
    const auto partitions = m_positions.partitions();
    m_positions.clear();
    m_fetcher.clear();
    if (m_listener && !partitions.empty())
        m_listener->onRevoked(partitions, lost);
}

/// Only what changed hands: the rest is read on without a pause.
void Consumer::Impl::changeTo(const std::vector<TopicPartition>& partitions)
{
    const auto before = m_positions.partitions(); // sorted, as is what was assigned
    std::vector<TopicPartition> added;
    std::vector<TopicPartition> revoked;
    std::ranges::set_difference(partitions, before, std::back_inserter(added));
    std::ranges::set_difference(before, partitions, std::back_inserter(revoked));
    if (m_config.autoCommit && !revoked.empty()) // goes out before the next JoinGroup
        m_positions.commit(kFinalCommitLimit, {});
    if (m_listener && !revoked.empty())
        m_listener->onRevoked(revoked, false);
    if (m_listener)
        m_listener->onAssigned(added);
    m_fetcher.drop(revoked);
    m_positions.change(added, revoked);
    m_fetcher.proceed();
    if (!revoked.empty())
        m_membership.rejoin("need to revoke partitions and re-join"); // so that others get them
}

void Consumer::Impl::assigned(const std::vector<TopicPartition>& partitions)
{
    if (isCooperative() && m_config.fixed.empty()) {
        changeTo(partitions);
        return;
    }
    if (m_listener)
        m_listener->onAssigned(partitions);
    m_positions.assign(partitions);
    m_fetcher.proceed();
}

void Consumer::Impl::metadataCame()
{
    m_membership.metadataChanged();
    m_positions.proceed();
    m_fetcher.proceed();
}

void Consumer::Impl::pollSoon()
{
    if (m_poll.armed() || m_stalled || !m_running)
        return;
    const Duration wait = m_nextPoll - m_context.host.loop().now();
    m_poll.start(std::max(wait, Duration(0)), [this] { poll(); });
}

void Consumer::Impl::poll()
{
    auto limit = static_cast<std::uint64_t>(m_config.maxPollRecords);
    if (m_config.maxRate > 0) // a tenth of a second's worth at once
        limit = std::min(limit, static_cast<std::uint64_t>(std::max(1.0, m_config.maxRate / 10)));
    m_polledAt = m_context.host.loop().now();
    const Polled polled = m_fetcher.poll(limit, m_listener);
    m_received += polled.records;
    m_bytes += polled.bytes;
    if (m_config.maxRate > 0) {
        const double seconds = static_cast<double>(polled.records) / m_config.maxRate;
        m_nextPoll = m_context.host.loop().now() +
                     Duration(static_cast<std::int64_t>(std::ceil(seconds * 1e9)));
    }
    if (m_fetcher.hasData())
        pollSoon();
}

void Consumer::Impl::commitRegularly()
{
    m_context.host.loop().setCause(kNoEvent); // by the clock
    m_commit.start(m_config.autoCommitInterval, [this] { commitRegularly(); });
    if (m_membership.isStable() && !m_stalled)
        m_positions.commit(m_config.connection.requestTimeout, {});
}

void Consumer::Impl::stall(Duration time)
{
    if (!m_stalled)
        m_polledAt = m_context.host.loop().now();
    m_stalled = true;
    m_poll.cancel();
    m_stallEnd.start(time, [this] { endStall(); });
    if (!m_pollLimit.armed())
        m_pollLimit.start(m_config.maxPollInterval, [this] { pollLimitPassed(); });
}

void Consumer::Impl::pollLimitPassed()
{
    m_heldJoin = nullptr;
    m_membership.leave(
        [this] {
            m_leftByPollLimit = true;
            if (!m_stalled)
                endStall();
        },
        "consumer poll timeout has expired.");
}

void Consumer::Impl::endStall()
{
    m_stalled = false;
    m_pollLimit.cancel();
    if (!m_running)
        return;
    if (m_leftByPollLimit) {
        m_leftByPollLimit = false;
        giveUp(true);
        m_membership.start();
        return;
    }
    if (m_heldJoin) {
        Task join = std::move(m_heldJoin);
        m_heldJoin = nullptr;
        beforeJoin(std::move(join));
        return;
    }
    pollSoon();
}

void Consumer::Impl::report(observe::ConsumerReport& into) const
{
    into.client = m_context.self;
    into.name = m_context.clientId;
    into.group = m_config.group;
    into.member = m_membership.memberId();
    into.topics = m_config.topics;
    into.assigned = m_positions.partitions();
    into.positions.clear();
    for (const TopicPartition& partition : into.assigned)
        if (const auto next = m_positions.next(partition))
            into.positions.push_back({partition, *next});
    into.received = m_received;
    into.bytes = m_bytes;
    into.generation = m_membership.generation();
    into.running = m_running;
    into.assignor = nameOf(m_config.assignor);
    into.instance = m_config.instance;
    into.sessionTimeout = m_config.sessionTimeout;
    into.heartbeatInterval = m_config.heartbeatInterval;
    into.maxPollInterval = m_config.maxPollInterval;
    into.heartbeatAt = m_membership.heartbeatDue();
    into.polledAt = m_polledAt;
    if (m_pollLimit.armed())
        into.pollEndsAt = m_pollLimit.due();
    into.lastError = m_lastError;
}

Consumer::Consumer(const ClientContext& context, ConsumerConfig config, ConsumerListener* listener)
    : m_impl(std::make_unique<Impl>(context, std::move(config), listener))
{
}

Consumer::~Consumer() = default;

void Consumer::start() { m_impl->start(); }
void Consumer::stop(Task stopped) { m_impl->stop(std::move(stopped)); }
void Consumer::stall(Duration time) { m_impl->stall(time); }
MemberPhase Consumer::phase() const { return m_impl->phase(); }
const std::string& Consumer::lastError() const { return m_impl->lastError(); }
void Consumer::report(observe::ConsumerReport& into) const { m_impl->report(into); }

} // namespace hw::client
