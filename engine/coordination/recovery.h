#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/coordination/state_bytes.h"
#include "engine/coordination/storage.h"

namespace hw::coordination {

/// Reads a server's files back: the newest readable snapshot, then all later transactions, a slice
/// a step, as far as `upTo`. What a crash has torn off the last log's end is cut off.
/// ZooKeeper: FileTxnSnapLog.restore.
class Recovery
{
public:
    /// The storage outlives it and is not used for anything else meanwhile.
    explicit Recovery(Storage& storage, Zxid upTo = Zxid(std::numeric_limits<std::int64_t>::max()))
        : m_storage(storage)
        , m_upTo(upTo)
    {
    }

    /// Reads on, about `kStateSlice` bytes. True once all is read. Corrupt: damage that a crash
    /// cannot explain; the message names file and position.
    Result<bool> step();
    /// Once all is read.
    Storage::Recovered take() { return std::move(m_found); }

private:
    enum class Part
    {
        Begin,
        Snapshot,
        Logs,
        Done,
    };
    Result<void> stepOn();
    Result<void> begin();
    Result<void> open(const std::string& path);
    Result<Bytes> chunk();
    Result<void> beginSnapshot();
    Result<void> readSnapshot();
    Result<void> tryOlder(const Error& error);
    Result<void> beginLog();
    Result<void> readLog();
    /// Whether the next entry is all in `m_rest`; none: the log ends before it does.
    std::optional<bool> isWhole(std::size_t at) const;
    Result<void> endLog(bool intact);
    void takeTxn(Txn txn);
    void finish();

    Storage& m_storage;
    const Zxid m_upTo;
    Storage::Recovered m_found;
    Part m_part = Part::Begin;
    std::size_t m_worked = 0;                        ///< bytes in this step
    std::vector<Storage::Named> m_snapshots, m_logs; ///< to be read; the newest last
    std::size_t m_log = 0;                           ///< which is next or being read
    // The file that is being read.
    std::unique_ptr<world::File> m_file;
    std::uint64_t m_size = 0;
    std::uint64_t m_at = 0; ///< read so far
    std::optional<StateReader> m_reader;
    std::uint32_t m_crc = 0, m_crcWanted = 0;
    Bytes m_rest;             ///< of a log: read, not taken
    std::uint64_t m_good = 0; ///< of a log: where the last intact entry ends
    Zxid m_before;            ///< newest transaction of this log, or before it
};

} // namespace hw::coordination
