#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <set>
#include <string>
#include <vector>

#include "engine/log/log.h"

namespace hw::log {

/// Opens one partition's directory, in slices.
///
/// First it ends what a crash left half done: `.deleted`, `.cleaned` and `.tmp` files go, and with
/// a `.cleaned` those `.swap` files that begin at or above it; the remaining `.swap` files are
/// whole, so the segments in their range go and they take their place.
///
/// After a clean shutdown it trusts what is there. Otherwise it reads every batch of each segment
/// that holds the recovery point or lies above it, checks sizes and CRCs, builds the index again
/// and learns the leader epochs; at the first bad batch it cuts the log and deletes the segments
/// behind. It also cuts where a segment ends before the next one begins: only a power loss that
/// tore a file leaves such a gap above the recovery point.  Kafka: LogLoader, LogSegment.recover.
class LogLoader
{
public:
    LogLoader(const LogContext& context, std::string directory, const TopicPartition& partition,
              const LogConfig& config, const Log::LoadSpec& spec, WallTime now);
    ~LogLoader();

    /// Works on until the log is open (true) or about `byteBudget` bytes were checked (false), and
    /// takes from the budget what it used.
    Result<bool> step(std::uint64_t& byteBudget);
    Result<bool> step(std::uint64_t&& byteBudget) { return step(byteBudget); }
    /// So far.
    std::uint64_t bytesChecked() const;
    /// After `step` gave true.
    std::unique_ptr<Log> take() { return std::move(m_log); }

    /// After a truncation: goes on reading what `isReplayingProducers` says is not known again yet,
    /// about `byteBudget` bytes of it. An append to such a log reads all that is left first.
    static Result<void> replaySome(Log& log, std::uint64_t byteBudget);

private:
    struct Check;

    Result<void> begin();
    Result<void> listFiles();
    Result<void> removeTemporary();
    Result<void> finishSwaps();
    Result<void> removeStrayIndexes();
    Result<Offset> endOfSwap(Offset base);
    Result<void> removeFile(const std::string& name);
    Result<void> renameFile(const std::string& name, const std::string& to);
    Result<bool> openSegments(std::uint64_t& byteBudget);
    void chooseWhatToCheck();
    std::optional<std::uint64_t> sizeOf(Offset base, const char* suffix) const;
    Result<void> readEpochs();
    Result<void> readTopicId();
    Result<void> startCheck(std::size_t segment);
    std::span<std::uint8_t> blockOf(std::uint32_t bytes);
    Result<bool> checkOn(std::uint64_t& byteBudget);
    Result<void> endCheck();
    Result<bool> checkBatches(const Slice& bytes);
    Result<Offset> endOffset();
    Result<bool> checkSegments(std::uint64_t& byteBudget);
    Result<bool> finish();
    std::set<Offset> snapshotsFound() const;

    LogContext m_context;
    Log::LoadSpec m_spec;
    WallTime m_now;
    std::unique_ptr<Log> m_log;
    bool m_begun = false;
    bool m_finished = false; ///< all but the producers, whose batches may have to be read again
    bool m_areOpen = false;
    std::deque<Offset> m_toOpen; ///< bases of segments not opened yet
    std::optional<std::size_t> m_firstBadIndex;
    std::vector<EpochEntry> m_savedEpochs; ///< what the checkpoint file holds
    /// Sizes of the files of the directory.
    std::map<std::string, std::uint64_t> m_files;
    std::size_t m_nextToCheck = 0; ///< segments before it need no check, or were checked
    std::unique_ptr<Check> m_check;
    std::shared_ptr<std::uint8_t[]> m_block;
    std::uint32_t m_blockBytes = 0;
    std::optional<Offset> m_checkedEnd; ///< of the segment checked last
};

/// Whether a truncation left batches that have to be read again before all is known of producers.
bool isReplayingProducers(const Log& log);

} // namespace hw::log
