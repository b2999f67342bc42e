#include "engine/broker/replica/replica_fetcher.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/mutation.h"
#include "engine/log/loader.h"
#include "engine/world/cause_scope.h"

namespace hw::replica {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kFetchVersion{12};
/// The last one that says nothing of the epoch fetched last, before KIP-595.
static constexpr protocol::ApiVersion kOldFetchVersion{11};

ReplicaFetcher::ReplicaFetcher(PartitionContext& context, world::Host& host, BrokerId leader,
                               const world::Endpoint& where, OnDiskFailure onDiskFailure)
    : m_context(context)
    , m_leader(leader)
    , m_onDiskFailure(std::move(onDiskFailure))
    , m_peer(host, context.journal,
             rpc::PeerConfig{.self = NodeId::broker(context.self),
                             .node = NodeId::broker(leader),
                             .where = where,
                             .clientId = fmt::format("broker-{}-fetcher-0", context.self),
                             .maxInFlight = 1})
    , m_timer(context.loop)
{
}

void ReplicaFetcher::add(Partition& partition)
{
    Followed& followed = m_partitions[partition.id()];
    followed = {&partition, partition.leaderEpoch(), m_context.loop.now(), false,
                m_context.loop.cause()};
    const log::Log& log = partition.log();
    // Without epochs there is no better place to begin than what is surely committed (KIP-101).
    if (log.epochs().latestEpoch() == kNoLeaderEpoch || mutated(Rule::TruncateByEpoch)) {
        if (const auto cut = partition.truncate(
                partition.highWatermark(), "no leader epoch is known: cut to the high watermark");
            !cut)
            return diskFailed(partition, cut.error().message);
    } else if (!m_context.config.truncationOnFetch) {
        askEpochEnd(partition.id(), followed);
    }
    fetchSoon();
}

void ReplicaFetcher::remove(const TopicPartition& partition)
{
    m_partitions.erase(partition);
    fetchSoon(); // the rest may have waited for its sync
}

/// Partitions that are added in one task travel in one request.
void ReplicaFetcher::fetchSoon(Duration delay)
{
    if (!m_asked.empty() || (m_timer.armed() && m_timer.due() <= m_context.loop.now() + delay))
        return;
    m_timer.start(delay, [this] { fetchNow(); });
}

/// Asking for what comes next says that we have all before: not unless it is synced.
static bool waitsForSync(log::Log& log)
{
    if (!log.mustSyncFirst() || mutated(Rule::FollowerAsksOnlyForSynced))
        return false;
    log.syncForced();
    return true;
}

void ReplicaFetcher::fetchNow()
{
    if (!m_asked.empty())
        return;
    // Nor is the rest fetched meanwhile: where there is no news, the answer would come long after
    // the sync, and the next request after it.  Kafka: the fetcher's thread itself syncs.
    bool waits = false;
    for (const auto& [id, followed] : m_partitions)
        waits = (!followed.held && waitsForSync(followed.partition->log())) || waits;
    if (waits)
        return;
    protocol::FetchRequest request = makeRequest();
    if (std::exchange(m_isReplaying, false))
        replaySoon();
    if (m_asked.empty()) {
        Instant earliest = m_context.loop.now() + m_context.config.replicaFetchBackoff;
        bool any = false;
        for (const auto& [id, followed] : m_partitions)
            if (!followed.held &&
                !(m_replaysSoon && log::isReplayingProducers(followed.partition->log()))) {
                earliest = std::min(earliest, followed.notBefore);
                any = true;
            }
        if (any)
            fetchSoon(earliest - m_context.loop.now());
        return;
    }
    m_peer.send(std::move(request),
                m_context.config.truncationOnFetch ? kFetchVersion : kOldFetchVersion,
                m_context.config.replicaSocketTimeout,
                m_life.guard([this](Result<protocol::FetchResponse> response) {
                    onResponse(std::move(response));
                }));
}

/// None: not now.
std::optional<FetchSessionHandler::Partition> ReplicaFetcher::askFor(Followed& followed)
{
    if (followed.held || followed.notBefore > m_context.loop.now())
        return std::nullopt;
    log::Log& log = followed.partition->log();
    if (log::isReplayingProducers(log)) {
        m_isReplaying = true;
        return std::nullopt;
    }
    FetchSessionHandler::Partition asked;
    asked.partition = followed.partition->id().partition;
    asked.currentLeaderEpoch = followed.epoch;
    asked.fetchOffset = log.leo();
    if (m_context.config.truncationOnFetch)
        asked.lastFetchedEpoch = log.epochs().latestEpoch();
    asked.logStartOffset = log.logStart();
    asked.partitionMaxBytes = m_context.config.replicaFetchMaxBytes;
    return asked;
}

/// Without any partition there is nothing to send, and the session stays as it is.
protocol::FetchRequest ReplicaFetcher::makeRequest()
{
    const auto& config = m_context.config;
    protocol::FetchRequest request;
    request.replicaId = m_context.self;
    request.maxWaitMs = static_cast<std::int32_t>(toMs(config.replicaFetchWaitMax));
    request.minBytes = config.replicaFetchMinBytes;
    request.maxBytes = config.replicaFetchResponseMaxBytes;
    FetchSessionHandler::Wanted wanted;
    const auto addIfReady = [&](auto& entry) {
        if (auto asked = askFor(entry.second)) {
            m_asked[entry.first] = {entry.first, entry.second.epoch, asked->fetchOffset};
            wanted.emplace_back(entry.first, std::move(*asked));
        }
    };
    m_firstNext = m_partitions.empty() ? 0 : (m_firstNext + 1) % m_partitions.size();
    const auto first = std::next(m_partitions.begin(), static_cast<std::ptrdiff_t>(m_firstNext));
    for (auto it = first; it != m_partitions.end(); ++it)
        addIfReady(*it);
    for (auto it = m_partitions.begin(); it != first; ++it)
        addIfReady(*it);
    if (!wanted.empty())
        m_session.build(wanted, request);
    return request;
}

/// After a truncation, some of what is known of producers has to be read again from the log: in
/// slices, one partition after the other; each is fetched again once it is done.
void ReplicaFetcher::replaySoon()
{
    constexpr std::uint64_t kBytesPerTask = 2 << 20;
    if (std::exchange(m_replaysSoon, true))
        return;
    m_context.loop.post(m_life.guard([this] {
        m_replaysSoon = false;
        const auto first = std::ranges::find_if(m_partitions, [](const auto& followed) {
            return !followed.second.held &&
                   log::isReplayingProducers(followed.second.partition->log());
        });
        if (first == m_partitions.end())
            return;
        Partition& partition = *first->second.partition;
        log::Log& log = partition.log();
        const auto read = log::LogLoader::replaySome(log, kBytesPerTask);
        replaySoon();
        if (!read)
            diskFailed(partition, read.error().message);
        else if (!log::isReplayingProducers(log))
            fetchSoon();
    }));
}

void ReplicaFetcher::onResponse(Result<protocol::FetchResponse> response)
{
    const AskedFor asked = std::exchange(m_asked, {});
    const bool isTaken = response && m_session.take(*response);
    if (isTaken)
        takeAll(asked, *response);
    if (!response)
        m_session.failed();
    // A session that the leader does not know is begun anew at once; other trouble needs time.
    if (!isTaken && (!response || !m_session.wasIncremental()))
        for (const auto& [id, at] : asked)
            if (Followed* followed = stillFollowed(at))
                setAside(*followed);
    m_context.loop.setCause(kNoEvent); // the next is a fetch like any other
    fetchSoon();
}

void ReplicaFetcher::takeAll(const AskedFor& asked, const protocol::FetchResponse& response)
{
    bool isStale = false;
    for (const auto& topic : response.responses)
        for (const Answer& answer : topic.partitions) {
            const auto found = asked.find({topic.topic, answer.partitionIndex});
            Followed* followed = found == asked.end() ? nullptr : stillFollowed(found->second);
            if (followed)
                take(found->second, *followed, answer);
            else
                isStale = isStale || m_partitions.contains({topic.topic, answer.partitionIndex});
        }
    // The leader takes for told what came too late; in a new session it tells it again.
    if (isStale)
        m_session.failed();
}

ReplicaFetcher::Followed* ReplicaFetcher::stillFollowed(const Asked& asked)
{
    const auto found = m_partitions.find(asked.id);
    if (found == m_partitions.end() || found->second.epoch != asked.epoch ||
        found->second.partition->log().leo() != asked.at)
        return nullptr;
    return &found->second;
}

void ReplicaFetcher::take(const Asked& asked, Followed& followed, const Answer& answer)
{
    switch (answer.errorCode) {
    case ErrorCode::None:
        // Its mark, too, is taken only once our log is a beginning of the leader's (KAFKA-14704).
        if (answer.divergingEpoch.endOffset != kNoOffset) {
            const world::CauseScope because(m_context.loop, followed.why);
            cutAtEpochEnd(followed, {answer.divergingEpoch.epoch, answer.divergingEpoch.endOffset});
        } else {
            append(followed, answer);
        }
        return;
    case ErrorCode::OffsetOutOfRange:
        askRange(asked.id, followed);
        return;
    case ErrorCode::FencedLeaderEpoch:
        fenced(followed);
        return;
    default: // the leader does not know yet that it leads, or not any more
        setAside(followed);
    }
}

void ReplicaFetcher::append(Followed& followed, const Answer& answer)
{
    Slice records;
    if (answer.records && !answer.records->empty()) {
        auto flat = answer.records->flatten();
        if (!flat)
            return setAside(followed);
        records = std::move(*flat);
    }
    Partition& partition = *followed.partition;
    const auto taken =
        partition.appendFromLeader(records, answer.highWatermark, answer.logStartOffset);
    if (taken)
        return;
    if (taken.error().code == ErrorCode::KafkaStorageError) // the log may have told: none followed
        return diskFailed(partition, taken.error().message);
    // A corrupt or misplaced batch: asked for again, later.
    m_context.journal.report(
        observe::fact::LogFailed{followed.partition->id(), taken.error().message});
    setAside(followed);
}

/// Our log may hold batches that the leader's epochs do not: cut where they part, by our own
/// epochs.  KIP-279; Kafka: AbstractFetcherThread.getOffsetTruncationState.
bool ReplicaFetcher::cutAtEpochEnd(Followed& followed, log::EpochEnd theirs)
{
    Partition& partition = *followed.partition;
    const Offset leo = partition.log().leo();
    const log::EpochEnd ours = partition.log().endOffsetFor(theirs.epoch);
    const bool lacking = ours.isKnown() && ours.epoch != theirs.epoch;
    Offset to = std::min(theirs.end, leo);
    if (lacking) // the leader has an epoch that we lack: cut, and ask again
        to = std::min(ours.end, leo);
    else if (ours.isKnown())
        to = std::min(to, ours.end);
    const auto cut = partition.truncate(
        to, fmt::format("epoch {} ends at {} on leader {}", theirs.epoch, theirs.end, m_leader));
    if (!cut)
        diskFailed(partition, cut.error().message);
    return !lacking;
}

/// Somebody leads in a newer epoch. If ours is the newest that we were told, the controller's next
/// LeaderAndIsr will say so; asking again before would be in vain.
void ReplicaFetcher::fenced(Followed& followed) { followed.held = true; }

void ReplicaFetcher::setAside(Followed& followed)
{
    followed.notBefore = m_context.loop.now() + m_context.config.replicaFetchBackoff;
}

/// The log itself may have told of it already; then nothing is followed any more.
void ReplicaFetcher::diskFailed(Partition& partition, const std::string& why)
{
    if (const auto found = m_partitions.find(partition.id()); found != m_partitions.end())
        found->second.held = true;
    m_onDiskFailure(partition, why);
}

} // namespace hw::replica
