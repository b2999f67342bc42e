#include "engine/client/consumer.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/client/consumer_membership.h"
#include "engine/client/fetcher.h"
#include "engine/client/poll_rhythm.h"
#include "engine/world/cause_scope.h"

namespace hw::client {

/// A commit before a rejoin or goodbye holds nobody up for longer.
static constexpr Duration kFinalCommitLimit = 2s;
static constexpr Duration kGoodbyeCommitLimit = 500ms;
/// default.api.timeout.ms
static constexpr Duration kApiTimeout = 60s;

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

void Consumer::Impl::start()
{
    m_running = true;
    const world::CauseScope because( // its group's first step is because of this
        m_context.host.loop(),
        m_context.journal.report(
            observe::fact::ConsumerStarted{m_context.self, m_context.clientId, m_config.group}));
    std::set<std::string> topics(m_config.topics.begin(), m_config.topics.end());
    for (const TopicPartition& partition : m_config.fixed)
        topics.insert(partition.topic);
    m_metadata.setTopics(topics);
    m_rhythm.start();
    m_membership->start();
    if (m_config.autoCommit && !m_config.group.empty())
        m_commit.start(m_config.autoCommitInterval, [this] { commitRegularly(); });
}

void Consumer::Impl::stop(Task stopped)
{
    m_running = false;
    m_rhythm.stop();
    m_commit.cancel();
    m_flap.cancel();
    // In a later task: a listener in the middle of a poll may have asked for it.
    m_goodbye.start(
        0ms, [this, stopped = std::move(stopped)]() mutable { sayGoodbye(std::move(stopped)); });
}

void Consumer::Impl::sayGoodbye(Task stopped)
{
    auto finish = [this, stopped = std::move(stopped)]() mutable {
        m_context.journal.report(observe::fact::ConsumerStopped{m_context.self, m_context.clientId,
                                                                m_config.group, false});
        m_context.host.loop().post(std::move(stopped)); // it may destroy this consumer
    };
    quitGroup(std::move(finish));
}

/// Commits, gives up and leaves.
void Consumer::Impl::quitGroup(Task gone)
{
    auto leave = [this, gone = std::move(gone)]() mutable {
        giveUp(false);
        m_membership->leave(std::move(gone), "the consumer is being closed");
    };
    if (m_config.autoCommit && !m_config.group.empty() && m_membership->isStable())
        commitThen(kGoodbyeCommitLimit, std::move(leave));
    else
        leave();
}

void Consumer::Impl::commitThen(Duration limit, Task then)
{
    m_positions.commit(limit, [then = std::move(then)](const Committed&) { then(); });
}

/// Rejoining is part of a poll: who is away does it at the next one.
void Consumer::Impl::beforeJoin(Task join)
{
    if (m_rhythm.isAway()) {
        m_heldJoin = std::move(join);
        return;
    }
    auto go = [this, join = std::move(join)]() mutable {
        if (!isCooperative())
            giveUp(false);
        join();
    };
    if (m_config.autoCommit && !m_membership->isMuted())
        commitThen(std::min(kFinalCommitLimit, m_config.maxPollInterval), std::move(go));
    else
        go();
}

void Consumer::Impl::giveUp(bool lost)
{
    const auto partitions = m_positions.partitions();
    ++m_losses;
    m_positions.clear();
    m_fetcher.clear();
    if (m_listener && !partitions.empty())
        m_listener->onRevoked(partitions, lost);
}

std::unique_ptr<GroupMembership> Consumer::Impl::makeMembership()
{
    MembershipOwner& owner = *this;
    if (isConsumerProtocol())
        return std::make_unique<ConsumerMembership>(m_context, m_config, m_connections, m_metadata,
                                                    owner, m_lastError);
    return std::make_unique<Membership>(m_context, m_config, m_connections, m_metadata, owner,
                                        m_lastError);
}

/// What is owned and not among these, which are sorted.
std::vector<TopicPartition>
Consumer::Impl::missingIn(const std::vector<TopicPartition>& partitions) const
{
    const auto before = m_positions.partitions(); // sorted
    std::vector<TopicPartition> missing;
    std::ranges::set_difference(before, partitions, std::back_inserter(missing));
    return missing;
}

/// Callbacks are part of a poll, as for a rejoin. What is to be given up is not read on while its
/// last commit is under way.
void Consumer::Impl::reconcile(const std::vector<TopicPartition>& partitions, Task done)
{
    if (m_rhythm.isAway()) {
        m_heldJoin = [this, partitions, done = std::move(done)]() mutable {
            reconcile(partitions, std::move(done));
        };
        return;
    }
    auto go = [this, partitions, since = m_losses, done = std::move(done)]() mutable {
        if (since != m_losses)
            return; // all was given up meanwhile
        changeTo(partitions);
        done();
    };
    const auto revoked = missingIn(partitions);
    for (const TopicPartition& partition : revoked)
        m_positions.setPaused(partition, true);
    m_fetcher.drop(revoked);
    if (m_config.autoCommit && !revoked.empty())
        commitThen(std::min(kFinalCommitLimit, m_config.maxPollInterval), std::move(go));
    else
        go();
}

/// Only what changed hands: the rest is read on without a pause.
void Consumer::Impl::changeTo(const std::vector<TopicPartition>& partitions)
{
    const auto before = m_positions.partitions(); // sorted, as is what was assigned
    const std::vector<TopicPartition> revoked = missingIn(partitions);
    std::vector<TopicPartition> added;
    std::ranges::set_difference(partitions, before, std::back_inserter(added));
    if (m_config.autoCommit && !revoked.empty() && !isConsumerProtocol()) // before the next join
        m_positions.commit(kFinalCommitLimit, {});
    if (m_listener && !revoked.empty())
        m_listener->onRevoked(revoked, false);
    if (m_listener)
        m_listener->onAssigned(added);
    m_fetcher.drop(revoked);
    m_positions.change(added, revoked);
    m_fetcher.proceed();
    if (!revoked.empty())
        m_membership->rejoin("need to revoke partitions and re-join"); // so that others get them
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
    m_membership->metadataChanged();
    m_positions.proceed();
    m_fetcher.proceed();
}

/// What had to wait for a poll, then records.
void Consumer::Impl::poll()
{
    m_rhythm.begin();
    if (m_leftByPollLimit) {
        m_leftByPollLimit = false;
        giveUp(true);
        m_membership->start();
        return;
    }
    if (m_heldJoin) {
        Task join = std::move(m_heldJoin);
        m_heldJoin = nullptr;
        beforeJoin(std::move(join));
        // Who keeps its partitions meanwhile reads on, above all what was fetched already.
        if (!isCooperative())
            return;
    }
    if (std::exchange(m_commitDue, false) && m_membership->isStable())
        m_positions.commit(m_config.connection.requestTimeout, {});
    handOut();
}

void Consumer::Impl::handOut()
{
    const Polled polled = m_fetcher.poll(m_rhythm.most(), m_listener);
    m_received += polled.records;
    m_polls += polled.records > 0 ? 1 : 0;
    m_bytes += polled.bytes;
    m_rhythm.end(polled.records);
    if (m_fetcher.hasData())
        m_rhythm.wake();
}

/// Only a poll commits; one that finds no records does it at once.
void Consumer::Impl::commitRegularly()
{
    m_context.host.loop().setCause(kNoEvent); // by the clock
    m_commit.start(m_config.autoCommitInterval, [this] { commitRegularly(); });
    if (m_membership->isMuted())
        return;
    if (m_rhythm.isAway())
        m_commitDue = true;
    else if (m_membership->isStable())
        m_positions.commit(m_config.connection.requestTimeout, {});
}

void Consumer::Impl::pollLimitPassed()
{
    if (!isMember())
        return;
    m_heldJoin = nullptr;
    m_membership->leave(
        [this] {
            m_leftByPollLimit = true;
            m_rhythm.wake();
        },
        "consumer poll timeout has expired.");
}

// --- coming and going ---

void Consumer::Impl::flap(Duration every)
{
    m_flapEvery = every;
    m_flap.cancel();
    if (every > Duration(0))
        m_flap.start(every / 2, [this] { m_isOut ? comeBack() : goAway(); });
    else
        comeBack();
}

void Consumer::Impl::goAway()
{
    if (m_membership->phase() == MemberPhase::Leaving || m_leftByPollLimit)
        return m_flap.start(m_flapEvery, [this] { goAway(); });
    m_heldJoin = nullptr;
    m_comesBack = false;
    m_flap.start(m_flapEvery / 2, [this] { comeBack(); });
    quitGroup([this] {
        m_isOut = true;
        if (m_comesBack)
            comeBack();
    });
}

void Consumer::Impl::comeBack()
{
    if (m_flapEvery > Duration(0))
        m_flap.start(m_flapEvery / 2, [this] { goAway(); });
    m_comesBack = !m_isOut;
    if (!std::exchange(m_isOut, false) || !m_running)
        return;
    m_comesBack = false;
    m_membership->start();
}

// --- what the application asks ---

Result<std::vector<TopicPartition>>
Consumer::Impl::meant(const std::vector<TopicPartition>& named) const
{
    if (named.empty())
        return m_positions.partitions();
    std::string owned;
    for (const TopicPartition& partition : m_positions.partitions())
        owned += (owned.empty() ? "" : ", ") + partition.text();
    for (const TopicPartition& partition : named)
        if (!m_positions.owns(partition))
            return fail(Failure::NotFound,
                        fmt::format("{} does not own {}; allowed are {}", m_context.clientId,
                                    partition.text(), owned.empty() ? "none now" : owned));
    return named;
}

Result<void> Consumer::Impl::setPaused(const std::vector<TopicPartition>& partitions, bool paused)
{
    const auto which = meant(partitions);
    if (!which)
        return tl::unexpected(which.error());
    for (const TopicPartition& partition : *which)
        m_positions.setPaused(partition, paused);
    m_fetcher.proceed();
    if (m_fetcher.hasData())
        m_rhythm.wake();
    return {};
}

Result<void> Consumer::Impl::seek(const std::vector<TopicPartition>& partitions,
                                  const SeekTarget& target)
{
    const auto which = meant(partitions);
    if (!which)
        return tl::unexpected(which.error());
    for (const TopicPartition& partition : *which)
        m_positions.seek(partition, target);
    m_fetcher.drop(*which);
    m_positions.proceed();
    m_fetcher.proceed();
    return {};
}

void Consumer::Impl::commit(bool sync, OnCommitted done)
{
    const Instant now = m_context.host.loop().now();
    commitUntil(sync ? now + kApiTimeout : now, std::move(done));
}

void Consumer::Impl::commitUntil(Instant deadline, OnCommitted done)
{
    m_positions.commit(m_config.connection.requestTimeout,
                       [this, deadline, done = std::move(done)](const Committed& outcome) mutable {
                           const bool again = protocol::isRetriable(outcome.error) && m_running &&
                                              m_context.host.loop().now() < deadline &&
                                              !m_commitRetry.armed();
                           if (!again)
                               return done(outcome);
                           m_commitRetry.start(m_config.connection.retryBackoff,
                                               [this, deadline, done = std::move(done)]() mutable {
                                                   commitUntil(deadline, std::move(done));
                                               });
                       });
}

void Consumer::Impl::report(observe::ConsumerReport& into) const
{
    into.client = m_context.self;
    into.name = m_context.clientId;
    into.group = m_config.group;
    into.member = m_membership->memberId();
    into.topics = m_config.topics;
    into.assigned = m_positions.partitions();
    into.positions.clear();
    for (const TopicPartition& partition : into.assigned)
        if (const auto next = m_positions.next(partition))
            into.positions.push_back({partition, *next});
    into.received = m_received;
    into.bytes = m_bytes;
    into.generation = m_membership->generation();
    into.running = m_running;
    into.assignor = isConsumerProtocol() ? m_config.serverAssignor.value_or("uniform")
                                         : nameOf(m_config.assignor);
    into.instance = m_config.instance;
    into.sessionTimeout = m_config.sessionTimeout;
    into.heartbeatInterval = m_config.heartbeatInterval;
    into.maxPollInterval = m_config.maxPollInterval;
    into.heartbeatAt = m_membership->heartbeatDue();
    into.polledAt = m_rhythm.polledAt();
    into.pollEndsAt.reset();
    if (m_running && isMember())
        into.pollEndsAt = m_rhythm.limitAt();
    into.paused = m_positions.paused();
    into.lastError = m_lastError;
}

Consumer::Consumer(const ClientContext& context, ConsumerConfig config, ConsumerListener* listener,
                   ConsumerInterceptor* interceptor)
    : m_impl(std::make_unique<Impl>(context, std::move(config), listener, interceptor))
{
}

Consumer::~Consumer() = default;

void Consumer::start() { m_impl->start(); }
void Consumer::stop(Task stopped) { m_impl->stop(std::move(stopped)); }
void Consumer::stall(Duration time) { m_impl->rhythm().stall(time); }
void Consumer::stopPolling() { m_impl->rhythm().stall(); }
void Consumer::pollAgain() { m_impl->rhythm().endStall(); }
void Consumer::setTimePerRecord(Duration time) { m_impl->rhythm().setTimePerRecord(time); }
void Consumer::muteHeartbeats(bool muted) { m_impl->muteHeartbeats(muted); }
void Consumer::flap(Duration every) { m_impl->flap(every); }
Result<void> Consumer::pause(const std::vector<TopicPartition>& partitions)
{
    return m_impl->setPaused(partitions, true);
}
Result<void> Consumer::resume(const std::vector<TopicPartition>& partitions)
{
    return m_impl->setPaused(partitions, false);
}
Result<void> Consumer::seek(const std::vector<TopicPartition>& partitions, const SeekTarget& target)
{
    return m_impl->seek(partitions, target);
}
void Consumer::commit(bool sync, OnCommitted done) { m_impl->commit(sync, std::move(done)); }
MemberPhase Consumer::phase() const { return m_impl->phase(); }
const std::string& Consumer::lastError() const { return m_impl->lastError(); }
void Consumer::report(observe::ConsumerReport& into) const { m_impl->report(into); }
Consumer::Counters Consumer::counters() const { return m_impl->counters(); }

} // namespace hw::client
