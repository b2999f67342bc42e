#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/world/disk.h"
#include "engine/world/live/live_loop.h"
#include "engine/world/live/posix.h"
#include "engine/world/live/sync_thread.h"

namespace hw::world {

/// A folder of the real file system. On its host's loop only.
///
/// For simulated power losses it remembers how long each file was at its last completed sync, and
/// which names were made since their directory was synced last. What was there when this disk was
/// made counts as synced. A power loss cuts files to their synced lengths and takes back new names:
/// the worst case for all that is appended, made or renamed. What it cannot take back, and leaves
/// as it is: bytes that were overwritten, removed files, and a file that was renamed over another.
class LiveDisk final : public Disk
{
public:
    LiveDisk(LiveLoop& loop, const std::string& root);
    ~LiveDisk() override;

    Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override;
    Result<void> rename(const std::string& from, const std::string& to) override;
    Result<void> remove(const std::string& path) override;
    Result<void> removeAll(const std::string& path) override;
    Result<void> makeDirectory(const std::string& path) override;
    Result<std::vector<DirectoryEntry>> list(const std::string& path) const override;
    bool exists(const std::string& path) const override;
    Result<std::unique_ptr<DirectoryLock>> lock(const std::string& path) override;
    std::uint64_t freeSpace() const override;
    void syncDirectory(const std::string& path, SyncDone done) override;
    std::string absolute(const std::string& path) const override;

    // --- for files ---
    void sync(std::shared_ptr<const Descriptor> what, std::uint64_t inode, std::uint64_t size,
              SyncDone done, std::set<std::string> names = {});
    void noteTruncated(std::uint64_t inode, std::uint64_t size);

    // --- for the host ---
    void releaseLocks();
    void dropUnsynced();
    /// Waits for syncs that are on their way; their callbacks are not run any more.
    void stop() { m_syncThread.stop(); }

private:
    Result<void> check(const std::string& path) const;
    void noteOpened(std::uint64_t inode, std::uint64_t size);
    void noteRemoved(const std::string& path);
    void noteRenamed(const std::string& from, const std::string& to, bool replaced);
    std::set<std::string> newNamesIn(const std::string& directory) const;
    void postDone(std::uint64_t incarnation, SyncDone done, Result<void> result);

    LiveLoop& m_loop;
    const std::string m_root;
    struct Synced
    {
        std::uint64_t length = 0;      ///< at the last completed sync
        std::uint64_t truncations = 0; ///< one during a sync makes that sync count for nothing
    };
    /// Of files and directories, relative to the root; each with the synced name that it had before
    /// (empty: it was made).
    std::map<std::string, std::string> m_newNames;
    std::map<std::uint64_t, Synced> m_synced; ///< by inode number, of the files that are there
    std::vector<std::weak_ptr<class HeldLock>> m_locks;
    SyncThread m_syncThread;
};

} // namespace hw::world
