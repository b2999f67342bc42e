#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/time.h"
#include "engine/world/disk.h"
#include "engine/world/sim/sim_file.h"

namespace hw::world {

class SimHost;

/// A disk in memory with a page cache in front: what programs see, and what would be left after a
/// power loss. For a file that is its content at the last completed sync; for a directory the
/// names at its last completed sync. So a file survives a power loss only if its directory was
/// synced after the name was made, as POSIX has it.
class SimDisk final : public Disk
{
public:
    SimDisk(SimHost& host, std::string label, Duration syncLatency);
    ~SimDisk() override;

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

    /// Since the world began, into all files: what a disk would have had to write.
    std::uint64_t bytesWritten() const { return m_bytesWritten; }
    void countWritten(std::uint64_t bytes) { m_bytesWritten += bytes; }

    void releaseLocks();
    void dropUnsynced();
    /// Runs `apply` and then `done` as a later task.
    void scheduleSync(Task apply, SyncDone done);

private:
    struct Directory;
    using DirectoryPtr = std::shared_ptr<Directory>;
    /// Exactly one of the two is set.
    struct Node
    {
        std::shared_ptr<SimContent> file;
        DirectoryPtr directory;
    };
    using Names = std::map<std::string, Node>;
    struct Directory
    {
        Names names;
        Names syncedNames;
    };
    /// A directory that is there, and the name of something in it that may not be.
    struct Place
    {
        DirectoryPtr directory;
        std::string name;
    };
    class Lock;

    Result<DirectoryPtr> directoryAt(const std::string& path) const;
    Result<Place> placeOf(const std::string& path) const;
    const Node* find(const std::string& path) const;
    static std::uint64_t bytesIn(const Directory& directory);
    static DirectoryPtr survivorOf(const Directory& directory, Random* chance);

    SimHost& m_host;
    const std::string m_label;
    const Duration m_syncLatency;
    std::uint64_t m_bytesWritten = 0;
    DirectoryPtr m_root;
    std::shared_ptr<std::set<std::string>> m_locks; ///< replaced by a crash
};

} // namespace hw::world
