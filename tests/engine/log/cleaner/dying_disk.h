#pragma once

#include <memory>
#include <utility>

#include "engine/world/disk.h"

namespace hw::log::test {

/// A disk that does so many more changes and then none: what a process that dies there leaves.
/// Everything fails from then on, so that nobody can tidy up.
class DyingDisk final : public world::Disk
{
public:
    explicit DyingDisk(world::Disk& inner)
        : m_inner(inner)
    {
    }

    /// Changes from now on: the first `count` are done.
    void dieAfter(std::uint64_t count) { m_left = count; }
    bool isDead() const { return m_left == 0; }
    std::uint64_t changes() const { return m_changes; }

    Result<std::unique_ptr<world::File>> open(const std::string& path,
                                              world::OpenMode mode) override
    {
        const bool mayChange = (mode == world::OpenMode::CreateOrOpen && !m_inner.exists(path)) ||
                               mode == world::OpenMode::CreateNew ||
                               mode == world::OpenMode::Truncate;
        if (mayChange && !change())
            return dead();
        auto opened = m_inner.open(path, mode);
        if (!opened)
            return tl::unexpected(opened.error());
        return std::make_unique<DyingFile>(*this, std::move(*opened));
    }
    Result<void> rename(const std::string& from, const std::string& to) override
    {
        return change() ? m_inner.rename(from, to) : dead();
    }
    Result<void> remove(const std::string& path) override
    {
        return change() ? m_inner.remove(path) : dead();
    }
    Result<void> removeAll(const std::string& path) override
    {
        return change() ? m_inner.removeAll(path) : dead();
    }
    Result<void> makeDirectory(const std::string& path) override
    {
        return change() ? m_inner.makeDirectory(path) : dead();
    }
    Result<std::vector<world::DirectoryEntry>> list(const std::string& path) const override
    {
        return m_inner.list(path);
    }
    bool exists(const std::string& path) const override { return m_inner.exists(path); }
    Result<std::unique_ptr<world::DirectoryLock>> lock(const std::string& path) override
    {
        return m_inner.lock(path);
    }
    std::uint64_t freeSpace() const override { return m_inner.freeSpace(); }
    void syncDirectory(const std::string& path, world::SyncDone done) override
    {
        if (!isDead())
            m_inner.syncDirectory(path, std::move(done));
    }
    std::string absolute(const std::string& path) const override { return m_inner.absolute(path); }

private:
    class DyingFile final : public world::File
    {
    public:
        DyingFile(DyingDisk& disk, std::unique_ptr<world::File> inner)
            : m_disk(disk)
            , m_inner(std::move(inner))
        {
        }
        std::uint64_t size() const override { return m_inner->size(); }
        Result<void> append(const Pieces& pieces) override
        {
            return m_disk.change() ? m_inner->append(pieces) : m_disk.dead();
        }
        Result<void> writeAt(std::uint64_t position, ByteView bytes) override
        {
            return m_disk.change() ? m_inner->writeAt(position, bytes) : m_disk.dead();
        }
        Result<std::size_t> readAt(std::uint64_t position,
                                   std::span<std::uint8_t> into) const override
        {
            return m_inner->readAt(position, into);
        }
        Result<void> truncate(std::uint64_t size) override
        {
            return m_disk.change() ? m_inner->truncate(size) : m_disk.dead();
        }
        void sync(world::SyncDone done) override
        {
            if (!m_disk.isDead())
                m_inner->sync(std::move(done));
        }
        std::shared_ptr<const RangeSource> source() const override { return m_inner->source(); }

    private:
        DyingDisk& m_disk;
        std::unique_ptr<world::File> m_inner;
    };

    bool change()
    {
        if (m_left == 0)
            return false;
        --m_left;
        ++m_changes;
        return true;
    }
    static tl::unexpected<Error> dead() { return fail(Failure::Io, "the process is dead"); }

    world::Disk& m_inner;
    std::uint64_t m_left = UINT64_MAX;
    std::uint64_t m_changes = 0;
};

} // namespace hw::log::test
