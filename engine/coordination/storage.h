#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "engine/coordination/state.h"
#include "engine/world/disk.h"

namespace hw::coordination {

/// A server's files: transactions as they were proposed, and snapshots of the state.
///
///     version-2/snapshot.<zxid>   "HWZS" int32 1, uint32 crc32c of the rest, State::encode
///     version-2/log.<zxid>        "HWZL" int32 1, int64 zxid of the last transaction before it,
///                                 then entries: int32 size, uint32 crc32c, Txn
///     version-2/currentEpoch      decimal, as ZooKeeper's: high half of the zxids given now
///     version-2/acceptedEpoch     only in an ensemble: the newest epoch promised to a leader
///
/// <zxid> is 16 hex digits: of a snapshot the last transaction inside, of a log the first. The
/// state is the newest readable snapshot plus all later transactions. A crash can only tear the end
/// of the last log; what is torn was never acknowledged and is cut off.
class Storage
{
public:
    struct Recovered
    {
        State state;
        std::deque<Txn> recent;         ///< the newest that were read from logs, in order
        Zxid before;                    ///< newest transaction before those
        std::uint64_t transactions = 0; ///< read from logs
        std::uint64_t bytesCut = 0;     ///< of a torn end
    };

    /// `disk` outlives it.
    Storage(world::Disk& disk, std::string directory, std::uint32_t keepSnapshots);

    /// Makes the directory, if needed, so that it survives a power loss as soon as a later sync is
    /// done.
    Result<void> makeDirectory();
    /// Reads everything at once; a `Recovery` reads it in slices.
    Result<Recovered> recover();

    static constexpr const char* kCurrentEpoch = "currentEpoch";
    static constexpr const char* kAcceptedEpoch = "acceptedEpoch";
    /// 0 before the first.
    Result<std::uint32_t> readEpoch(const char* file = kCurrentEpoch);
    Result<void> writeEpoch(std::uint32_t epoch, world::SyncDone done,
                            const char* file = kCurrentEpoch);

    /// Adds entries to the log, starting a new file if there is none or `roll` was called.
    Result<void> append(const std::vector<Txn>& txns);
    /// Makes all that was appended survive a power loss. Only after an append.
    void sync(world::SyncDone done);
    /// The next append starts a new file. Its name is synced after the present file is, since syncs
    /// complete in the order in which they were asked for: no log outlives the one before it.
    void roll();
    /// Bytes in the present log file.
    std::uint64_t logSize() const { return m_log ? m_log->size() : 0; }

    /// Removes every transaction after `last`, and snapshots that hold any; the next append starts
    /// a new file. Survives a power loss as soon as a later sync is done.
    Result<void> cutAfter(Zxid last);
    /// What is appended next comes after `last`, the newest snapshot's end, whatever the logs hold.
    void startAfter(Zxid last);
    /// Of the newest snapshot file; 0 if there is none.
    Result<Zxid> newestSnapshot() const;

    /// A snapshot on its way: written beside the log, synced, then put in its place as a whole. A
    /// name that is in its place always stands for bytes that survive a power loss: a process that
    /// died before its sync was done would otherwise leave one that a later power loss spoils.
    /// Recovery removes what a crash has left of one.
    class NewSnapshot
    {
    public:
        Result<void> add(const Bytes& bytes);
        /// All was added. `done`: its bytes survive a power loss.
        Result<void> sync(world::SyncDone done);
        /// `done`: so does its name.
        Result<void> putInPlace(world::SyncDone done);
        /// It is not wanted any more.
        void giveUp();

    private:
        friend class Storage;
        NewSnapshot(Storage& storage, std::string path);

        Storage& m_storage;
        std::string m_path;
        std::unique_ptr<world::File> m_file;
        std::uint32_t m_crc = 0;
    };
    /// Of a state that ends with `zxid`. The storage outlives it; one at a time.
    Result<std::unique_ptr<NewSnapshot>> beginSnapshot(Zxid zxid);
    /// Removes all but the newest snapshots and the logs that only older ones need. Call when the
    /// newest snapshot is synced.
    void purge();

private:
    friend class Recovery;
    struct Named
    {
        std::string path;
        Zxid zxid;
    };
    Result<std::vector<Named>> listed(const std::string& prefix) const;
    void removeUnfinished();
    /// What the header of a log says of the one before it; the largest number if it is unreadable.
    Zxid endOfLogBefore(const Named& file) const;
    /// What was read from a log is served from now on, so it must not be lost by a later power
    /// loss though a crash had left it unsynced. Done before any sync asked for later.
    Result<void> syncLater(const std::string& path);
    Result<void> cutLog(const Named& file, Zxid last);
    std::string pathOf(const std::string& name) const { return m_directory + "/" + name; }

    world::Disk& m_disk;
    std::string m_directory;
    std::uint32_t m_keepSnapshots;
    std::unique_ptr<world::File> m_log;
    Zxid m_last; ///< newest transaction in any log
};

} // namespace hw::coordination
