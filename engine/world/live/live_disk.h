#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/world/disk.h"
#include "engine/world/live/live_loop.h"
#include "engine/world/live/posix.h"
#include "engine/world/live/sync_thread.h"

namespace hw::world {

/// A folder of the real file system. On its host's loop only.
///
/// For simulated power losses it remembers how long each file was at its last completed sync. A
/// file that was there before counts as synced; a power loss cuts files to that length and leaves
/// names and overwritten bytes as they are.
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
              SyncDone done);
    void noteTruncated(std::uint64_t inode, std::uint64_t size);

    // --- for the host ---
    void releaseLocks();
    void dropUnsynced();
    /// Waits for syncs that are on their way; their callbacks are not run any more.
    void stop() { m_syncThread.stop(); }

private:
    Result<void> check(const std::string& path) const;
    void noteOpened(std::uint64_t inode, std::uint64_t size);
    void noteRemoved(const std::string& where);
    void postDone(std::uint64_t incarnation, SyncDone done, Result<void> result);

    LiveLoop& m_loop;
    const std::string m_root;
    struct Synced
    {
        std::uint64_t length = 0;      ///< at the last completed sync
        std::uint64_t truncations = 0; ///< one during a sync makes that sync count for nothing
    };
    std::map<std::uint64_t, Synced> m_synced; ///< by inode number, of the files that are there
    std::vector<std::weak_ptr<class HeldLock>> m_locks;
    SyncThread m_syncThread;
};

} // namespace hw::world
