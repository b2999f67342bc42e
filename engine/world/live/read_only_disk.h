#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/world/disk.h"

namespace hw::world {

/// A folder of the real file system that is only looked at: whatever would change it fails with
/// Denied, and nothing is created, locked or synced. For files that belong to somebody else. Needs
/// no loop; each object on one thread.
class ReadOnlyDisk final : public Disk
{
public:
    /// `root` is absolute.
    explicit ReadOnlyDisk(std::string root);

    /// MustExist opens for reading, too.
    Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override;
    Result<void> rename(const std::string& from, const std::string& to) override;
    Result<void> remove(const std::string& path) override;
    Result<void> removeAll(const std::string& path) override;
    Result<void> makeDirectory(const std::string& path) override;
    Result<std::vector<DirectoryEntry>> list(const std::string& path) const override;
    bool exists(const std::string& path) const override;
    Result<std::unique_ptr<DirectoryLock>> lock(const std::string& path) override;
    std::uint64_t freeSpace() const override { return 0; }
    void syncDirectory(const std::string& path, SyncDone done) override;
    std::string absolute(const std::string& path) const override;

private:
    Result<void> denied(const std::string& path) const;

    const std::string m_root;
};

} // namespace hw::world
