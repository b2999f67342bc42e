#include "engine/log/producer_state_manager.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/mutation.h"
#include "engine/log/log.h"
#include "engine/log/segment.h"

namespace hw::log {

using protocol::BatchHeader;
using protocol::ControlMarker;

/// Far more than a partition has producers; a larger file is none of ours.
static constexpr std::uint64_t kSnapshotBytesMax = 64 << 20;

ProducerStateManager::ProducerStateManager(world::Disk& disk, std::string directory)
    : m_disk(disk)
    , m_directory(std::move(directory))
{
}

// --- appending ---

static bool follows(std::int32_t last, std::int32_t next) { return next == sequenceAfter(last, 1); }

static tl::unexpected<Refusal> outOfOrder(const BatchHeader& batch, std::string_view allowed)
{
    return refuse(ErrorCode::OutOfOrderSequenceNumber,
                  fmt::format("producer {} with epoch {} sends sequence {}, allowed is {}",
                              batch.producerId, batch.producerEpoch, batch.baseSequence, allowed));
}

/// Kafka: ProducerAppendInfo.checkSequence. `known` has an epoch not above the batch's.
static Outcome<void> checkSequence(const BatchHeader& batch, const ProducerStateEntry& known)
{
    if (known.epoch < ProducerEpoch(0))
        return {};
    if (batch.producerEpoch != known.epoch) {
        if (batch.baseSequence != 0)
            return outOfOrder(batch, fmt::format("0 in an epoch after {}", known.epoch));
        return {};
    }
    const std::int32_t last = known.lastSequence();
    const bool inOrder = last < 0 ? batch.baseSequence == 0 : follows(last, batch.baseSequence);
    if (!inOrder)
        return outOfOrder(batch, fmt::format("{}, after {}", sequenceAfter(last, 1), last));
    return {};
}

Outcome<std::optional<ProducerBatch>>
ProducerStateManager::check(const BatchHeader& batch, const std::optional<ControlMarker>& marker,
                            AppendOrigin origin) const
{
    const ProducerStateEntry* known = batch.hasProducer() ? find(batch.producerId) : nullptr;
    if (!known)
        return std::nullopt;
    const bool isClient = origin == AppendOrigin::Client;
    if (isClient && !mutated(Rule::SequenceDeduplicated)) {
        if (const ProducerBatch* duplicate = known->findDuplicate(batch))
            return *duplicate;
    }
    if (batch.producerEpoch < known->epoch && !mutated(Rule::ProducerEpochFenced))
        return refuse(ErrorCode::InvalidProducerEpoch,
                      fmt::format("producer {} writes with epoch {}, allowed are {} and up",
                                  batch.producerId, batch.producerEpoch, known->epoch));
    if (marker && marker->coordinatorEpoch < known->coordinatorEpoch)
        return refuse(ErrorCode::TransactionCoordinatorFenced,
                      fmt::format("a marker of coordinator epoch {}, allowed are {} and up",
                                  marker->coordinatorEpoch, known->coordinatorEpoch));
    if (isClient && !mutated(Rule::SequenceGapsRefused)) {
        if (auto ordered = checkSequence(batch, *known); !ordered)
            return tl::unexpected(ordered.error());
    }
    if (!batch.isControl() && !batch.isTransactional() && known->currentTxnFirstOffset)
        return refuse(ErrorCode::InvalidTxnState,
                      fmt::format("producer {} writes outside of its transaction, which is open "
                                  "since offset {}",
                                  batch.producerId, *known->currentTxnFirstOffset));
    return std::nullopt;
}

bool ProducerStateManager::isOutOfOrder(const BatchHeader& batch) const
{
    const ProducerStateEntry* known =
        batch.hasProducer() && !batch.isControl() ? find(batch.producerId) : nullptr;
    return known && (batch.producerEpoch < known->epoch || !checkSequence(batch, *known));
}

void ProducerStateManager::record(const BatchHeader& batch,
                                  const std::optional<ControlMarker>& marker)
{
    m_mapEnd = batch.nextOffset();
    // A control batch without marker was emptied by compaction, or is of a kind unknown here.
    if (!batch.hasProducer() || (batch.isControl() && !marker))
        return;
    ProducerStateEntry& entry = m_producers[batch.producerId];
    entry.moveTo(batch.producerEpoch);
    if (marker) {
        entry.coordinatorEpoch = marker->coordinatorEpoch;
        entry.currentTxnFirstOffset.reset();
        entry.lastTimestampMs = batch.maxTimestamp.ms();
        return;
    }
    entry.add(
        {batch.lastSequence(), batch.lastOffset(), batch.lastOffsetDelta, batch.maxTimestamp.ms()});
    if (batch.isTransactional() && !entry.currentTxnFirstOffset)
        entry.currentTxnFirstOffset = batch.baseOffset;
}

void ProducerStateManager::noteRepeated(ProducerId id)
{
    ++m_producers[id].repeatedBatches;
    ++m_repeated;
}

// --- what is known ---

const ProducerStateEntry* ProducerStateManager::find(ProducerId id) const
{
    const auto found = m_producers.find(id);
    return found == m_producers.end() ? nullptr : &found->second;
}

bool ProducerStateManager::isLastOfItsProducer(const BatchHeader& batch) const
{
    const ProducerStateEntry* known = batch.hasProducer() ? find(batch.producerId) : nullptr;
    if (!known)
        return false;
    if (known->lastDataOffset() == kNoOffset)
        return batch.isControl() && batch.producerEpoch == known->epoch;
    return batch.lastOffset() == known->lastDataOffset();
}

static bool isExpired(const ProducerStateEntry& entry, WallTime now, Duration expiration)
{
    return !entry.currentTxnFirstOffset && now.ms() - entry.lastTimestampMs >= toMs(expiration);
}

std::size_t ProducerStateManager::expire(WallTime now, Duration expiration)
{
    return std::erase_if(m_producers, [&](const auto& producer) {
        return isExpired(producer.second, now, expiration);
    });
}

// --- snapshots ---

std::string ProducerStateManager::pathOf(Offset snapshot) const
{
    return m_directory + "/" + segmentFileName(snapshot, kSnapshotSuffix);
}

std::optional<Offset> ProducerStateManager::latestSnapshot() const
{
    return m_snapshots.empty() ? std::nullopt : std::optional(*m_snapshots.rbegin());
}

Result<void> ProducerStateManager::adoptSnapshots(std::set<Offset> found,
                                                  std::span<const Offset> segmentBases)
{
    m_snapshots = std::move(found);
    const Offset lastBase = segmentBases.empty() ? kNoOffset : segmentBases.back();
    const std::optional<Offset> newest = latestSnapshot();
    for (const Offset snapshot : std::set(m_snapshots)) {
        const bool isBase = std::ranges::binary_search(segmentBases, snapshot);
        if (isBase || (snapshot == newest && snapshot > lastBase))
            continue;
        if (auto removed = removeSnapshot(snapshot); !removed)
            return removed;
    }
    return {};
}

Result<void> ProducerStateManager::takeSnapshot()
{
    if (m_mapEnd <= m_lastSnapshot)
        return {};
    auto file = m_disk.open(pathOf(m_mapEnd), world::OpenMode::Truncate);
    if (!file)
        return tl::unexpected(file.error());
    const Bytes bytes = encodeProducerSnapshot(m_producers);
    if (auto written = (*file)->writeAt(0, bytes); !written)
        return written;
    // Nobody waits for it: one that a power loss tore is passed over for the one before.
    const std::shared_ptr<world::File> kept = std::move(*file);
    kept->sync([kept](Result<void>) {});
    m_snapshots.insert(m_mapEnd);
    m_lastSnapshot = m_mapEnd;
    return {};
}

Result<void> ProducerStateManager::removeSnapshot(Offset segmentBase)
{
    if (m_snapshots.erase(segmentBase) == 0)
        return {};
    const auto removed = m_disk.remove(pathOf(segmentBase));
    if (!removed && removed.error().kind != Failure::NotFound)
        return removed;
    return {};
}

Result<std::optional<std::string>> ProducerStateManager::markSnapshotDeleted(Offset segmentBase)
{
    if (m_snapshots.erase(segmentBase) == 0)
        return std::nullopt;
    const std::string path = pathOf(segmentBase) + kDeletedSuffix;
    const auto renamed = m_disk.rename(pathOf(segmentBase), path);
    if (!renamed && renamed.error().kind == Failure::NotFound)
        return std::nullopt;
    if (!renamed)
        return tl::unexpected(renamed.error());
    return path;
}

// --- moving its ends ---

Result<void> ProducerStateManager::truncateAndReload(Offset logStart, Offset logEnd,
                                                     std::optional<WallTime> now,
                                                     Duration expiration)
{
    for (const Offset snapshot : std::set(m_snapshots)) {
        if (snapshot > logStart && snapshot <= logEnd)
            continue;
        if (auto removed = removeSnapshot(snapshot); !removed)
            return removed;
    }
    if (logEnd == m_mapEnd) {
        logStartRaised(logStart);
        return {};
    }
    return loadNewestSnapshot(logStart, now, expiration);
}

/// One that cannot be read is removed, and the one before it is tried.
Result<void> ProducerStateManager::loadNewestSnapshot(Offset logStart, std::optional<WallTime> now,
                                                      Duration expiration)
{
    m_producers.clear();
    while (!m_snapshots.empty()) {
        const Offset newest = *m_snapshots.rbegin();
        const auto bytes = world::readAll(m_disk, pathOf(newest), kSnapshotBytesMax);
        auto read = bytes ? decodeProducerSnapshot(*bytes)
                          : Result<ProducerStates>(tl::unexpected(bytes.error()));
        if (read) {
            m_producers = std::move(*read);
            m_mapEnd = m_lastSnapshot = newest;
            if (now)
                expire(*now, expiration);
            return {};
        }
        if (auto removed = removeSnapshot(newest); !removed)
            return removed;
    }
    m_mapEnd = m_lastSnapshot = logStart;
    return {};
}

Result<void> ProducerStateManager::truncateFullyAndStartAt(Offset start)
{
    m_producers.clear();
    m_mapEnd = start;
    m_lastSnapshot = start;
    for (const Offset snapshot : std::set(m_snapshots)) {
        if (auto removed = removeSnapshot(snapshot); !removed)
            return removed;
    }
    return {};
}

void ProducerStateManager::logStartRaised(Offset logStart)
{
    m_mapEnd = std::max(m_mapEnd, logStart);
    m_lastSnapshot = latestSnapshot().value_or(logStart);
}

} // namespace hw::log
