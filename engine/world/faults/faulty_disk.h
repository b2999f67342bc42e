#pragma once

#include <memory>
#include <string>

#include "engine/world/disk.h"
#include "engine/world/faults/host_faults.h"
#include "engine/world/loop.h"

namespace hw::world {

/// A disk whose writes can be made to fail: full (nothing can be written, made or extended; what
/// is there can be synced, renamed and removed), broken (syncs and renames fail, too), or broken
/// only when it syncs. A slow one does all, later: a sync takes that much longer, and a host that
/// appends to a file waits for it, as a thread in `write` does when the page cache is full.
class FaultyDisk final : public Disk
{
public:
    FaultyDisk(Disk& inner, Loop& loop, HostFaults& faults)
        : m_inner(inner)
        , m_loop(loop)
        , m_faults(faults)
    {
    }

    Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override;
    Result<void> rename(const std::string& from, const std::string& to) override;
    Result<void> remove(const std::string& path) override { return m_inner.remove(path); }
    Result<void> removeAll(const std::string& path) override { return m_inner.removeAll(path); }
    Result<void> makeDirectory(const std::string& path) override;
    Result<std::vector<DirectoryEntry>> list(const std::string& path) const override
    {
        return m_inner.list(path);
    }
    bool exists(const std::string& path) const override { return m_inner.exists(path); }
    Result<std::unique_ptr<DirectoryLock>> lock(const std::string& path) override
    {
        return m_inner.lock(path);
    }
    /// None while the fault is that there is none.
    std::uint64_t freeSpace() const override;
    void syncDirectory(const std::string& path, SyncDone done) override;
    std::string absolute(const std::string& path) const override { return m_inner.absolute(path); }

private:
    Disk& m_inner;
    Loop& m_loop;
    HostFaults& m_faults;
};

} // namespace hw::world
