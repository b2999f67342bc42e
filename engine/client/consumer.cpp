#include <set>

#include <fmt/format.h>

#include "engine/client/consumer_impl.h"
#include "engine/world/cause_scope.h"

namespace hw::client {

/// A commit before a goodbye holds nobody up for longer.
static constexpr Duration kGoodbyeCommitLimit = 500ms;
/// default.api.timeout.ms
static constexpr Duration kApiTimeout = 60s;

void Consumer::Impl::start()
{
    m_running = true;
    const world::CauseScope because( // its group's first step is because of this
        m_context.host.loop(), m_context.journal.report(observe::fact::ConsumerStarted{
                                   m_context.self, m_context.clientId, m_config.group}));
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
