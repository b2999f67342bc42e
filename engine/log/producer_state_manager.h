#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>

#include "engine/base/time.h"
#include "engine/log/deleted_files.h"
#include "engine/log/producer_snapshot.h"
#include "engine/log/refusal.h"
#include "engine/world/disk.h"

namespace hw::log {

enum class AppendOrigin : std::uint8_t;

inline constexpr const char* kSnapshotSuffix = ".snapshot";

/// One partition's memory of its producers, and the `.snapshot` files that keep it.
///
///     log start     snapshot 300        snapshot 500 (= base of the active segment)     LEO
///         |              |                   |  <- replayed when the log is opened ->    |
///
/// It describes all batches below `mapEnd()`. Bounded by `producer.id.expiration.ms`, as in Kafka.
/// On the log's loop, owned by the log.  Kafka: ProducerStateManager, ProducerAppendInfo.
class ProducerStateManager
{
public:
    ProducerStateManager(world::Disk& disk, std::string directory);

    // --- appending ---

    /// What a leader has to say to a batch before it writes it: nothing (it may be appended), the
    /// batch that it repeats (nothing is written, the old offsets are the answer), or why not:
    ///
    ///     InvalidProducerEpoch         the epoch is below the one known
    ///     OutOfOrderSequenceNumber     clients only: not the sequence after the last one (2^31-1
    ///     is
    ///                                  followed by 0), or not 0 in a new epoch; a producer that is
    ///                                  not known here may begin anywhere
    ///     TransactionCoordinatorFenced a marker of an older coordinator than the newest seen
    ///
    /// Batches without producer id are always fine. `marker` is what a control batch says.
    Outcome<std::optional<ProducerBatch>>
    check(const protocol::BatchHeader& batch, const std::optional<protocol::ControlMarker>& marker,
          AppendOrigin origin) const;
    /// Notes a batch that was written (by a leader after `check`, or as a leader sent it): `mapEnd`
    /// is then its next offset.
    void record(const protocol::BatchHeader& batch,
                const std::optional<protocol::ControlMarker>& marker);

    /// A batch of this producer came again, and `check` said so: counts it.
    void noteRepeated(ProducerId id);
    /// How many did in all, of producers that are known.
    std::uint64_t repeatedBatches() const { return m_repeated; }

    /// A client's batch that does not follow what its producer wrote before: what `check` refuses.
    bool isOutOfOrder(const protocol::BatchHeader& batch) const;

    // --- what is known ---

    const ProducerStates& producers() const { return m_producers; }
    const ProducerStateEntry* find(ProducerId id) const;
    /// Whether compaction must keep this batch, if only as an empty shell, because the producer's
    /// sequence or epoch hangs on it.  Kafka: LogCleaner, isBatchLastRecordOfProducer.
    bool isLastOfItsProducer(const protocol::BatchHeader& batch) const;
    /// The first offset that nothing is known of.
    Offset mapEnd() const { return m_mapEnd; }

    /// Forgets producers without open transaction whose last batch is older than `expiration`.
    /// Returns how many.  Kafka: removeExpiredProducers.
    std::size_t expire(WallTime now, Duration expiration);

    // --- snapshots ---

    /// Names that were found in the directory. Only those at a segment's base are kept, and the
    /// newest beyond the last segment's base.  Kafka: removeStraySnapshots.
    Result<void> adoptSnapshots(std::set<Offset> found, std::span<const Offset> segmentBases);
    /// Writes `<mapEnd>.snapshot` unless that is where the newest one stands. The bytes are in the
    /// page cache; a torn one is found out by its CRC.
    Result<void> takeSnapshot();
    const std::set<Offset>& snapshots() const { return m_snapshots; }
    std::optional<Offset> latestSnapshot() const;
    /// A segment is deleted: its snapshot goes with it, either at once or renamed to `.deleted` for
    /// somebody to remove later (the path is returned). None if there is no such snapshot.
    Result<void> removeSnapshot(Offset segmentBase);
    Result<std::optional<std::string>> markSnapshotDeleted(Offset segmentBase);
    /// The log's directory has another name.
    void moveTo(std::string directory) { m_directory = std::move(directory); }

    // --- moving its ends ---

    /// The next batch will not begin below `offset`.
    void setMapEnd(Offset offset) { m_mapEnd = offset; }
    /// The log now is [logStart, logEnd): drops snapshots outside and, unless the map ends exactly
    /// there, starts again from the newest one that can be read. Batches from `mapEnd()` on have to
    /// be recorded again. Given `now`, producers that expired are not loaded.
    /// Kafka: truncateAndReload.
    Result<void> truncateAndReload(Offset logStart, Offset logEnd, std::optional<WallTime> now,
                                   Duration expiration);
    /// The log is empty and begins at `start`.
    Result<void> truncateFullyAndStartAt(Offset start);
    /// Kafka: onLogStartOffsetIncremented. Producers stay known.
    void logStartRaised(Offset logStart);

private:
    std::string pathOf(Offset snapshot) const;
    Result<void> loadNewestSnapshot(Offset logStart, std::optional<WallTime> now,
                                    Duration expiration);

    world::Disk& m_disk;
    std::string m_directory;
    ProducerStates m_producers;
    std::set<Offset> m_snapshots; ///< of the files that are there
    Offset m_mapEnd{0};
    Offset m_lastSnapshot{0};
    std::uint64_t m_repeated = 0;
};

} // namespace hw::log
