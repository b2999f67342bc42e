#include "engine/world/faults/faulty_disk.h"

#include <fmt/format.h>

namespace hw::world {

namespace {

tl::unexpected<Error> failure(const DiskFault& fault, const char* doing, const std::string& where)
{
    const bool full = fault.kind == Failure::NoSpace;
    return fail(fault.kind, fmt::format("cannot {} {}: {} (this fault was asked for)", doing, where,
                                        full ? "no space left on the disk" : "the disk failed"));
}

/// What refuses a write; a disk that only fails to sync takes it.
const DiskFault* refusing(const HostFaults& faults)
{
    return faults.disk && !faults.disk->onlySync ? &*faults.disk : nullptr;
}

/// A full disk syncs what it has; a broken one syncs nothing; a slow one begins so much later, so
/// that until then a power loss takes what was written.
void syncOn(Loop& loop, const HostFaults& faults, const std::string& where, SyncDone done,
            std::function<void(SyncDone)> sync)
{
    if (faults.disk && faults.disk->kind != Failure::NoSpace) {
        sync = [&loop, error = failure(*faults.disk, "sync", where).value()](SyncDone then) {
            loop.post([then = std::move(then), error]() mutable {
                if (then)
                    then(tl::unexpected(error));
            });
        };
    }
    if (faults.slowDisk <= Duration::zero())
        return sync(std::move(done));
    loop.after(faults.slowDisk, [sync = std::move(sync), done = std::move(done)]() mutable {
        sync(std::move(done));
    });
}

class FaultyFile final : public File
{
public:
    FaultyFile(std::unique_ptr<File> inner, Loop& loop, HostFaults& faults, std::string where)
        : m_inner(std::move(inner))
        , m_loop(loop)
        , m_faults(faults)
        , m_where(std::move(where))
    {
    }

    std::uint64_t size() const override { return m_inner->size(); }
    Result<void> append(const Pieces& pieces) override
    {
        m_faults.noteWrite(m_loop.now());
        const DiskFault* fault = refusing(m_faults);
        if (!fault)
            return m_inner->append(pieces);
        if (fault->torn) {
            if (const auto all = pieces.flatten())
                static_cast<void>(m_inner->append(Pieces(all->sub(0, all->size() / 2))));
        }
        return failure();
    }
    Result<void> writeAt(std::uint64_t position, ByteView bytes) override
    {
        const DiskFault* fault = refusing(m_faults);
        if (!fault)
            return m_inner->writeAt(position, bytes);
        if (fault->torn)
            static_cast<void>(m_inner->writeAt(position, bytes.first(bytes.size() / 2)));
        return failure();
    }
    Result<std::size_t> readAt(std::uint64_t position, std::span<std::uint8_t> into) const override
    {
        return m_inner->readAt(position, into);
    }
    Result<void> truncate(std::uint64_t size) override { return m_inner->truncate(size); }
    void sync(SyncDone done) override
    {
        syncOn(m_loop, m_faults, m_where, std::move(done),
               [inner = m_inner](SyncDone then) { inner->sync(std::move(then)); });
    }
    std::shared_ptr<const RangeSource> source() const override { return m_inner->source(); }

private:
    Result<void> failure() const { return world::failure(*m_faults.disk, "write to", m_where); }

    const std::shared_ptr<File> m_inner;
    Loop& m_loop;
    HostFaults& m_faults;
    const std::string m_where;
};

} // namespace

Result<std::unique_ptr<File>> FaultyDisk::open(const std::string& path, OpenMode mode)
{
    const bool creates = mode != OpenMode::MustExist && mode != OpenMode::ReadOnly;
    const DiskFault* fault = refusing(m_faults);
    if (fault && creates && !m_inner.exists(path))
        return failure(*fault, "create", m_inner.absolute(path));
    auto inner = m_inner.open(path, mode);
    if (!inner)
        return inner;
    return std::make_unique<FaultyFile>(std::move(*inner), m_loop, m_faults,
                                        m_inner.absolute(path));
}

Result<void> FaultyDisk::rename(const std::string& from, const std::string& to)
{
    const DiskFault* fault = refusing(m_faults);
    if (fault && fault->kind != Failure::NoSpace)
        return failure(*fault, "rename", m_inner.absolute(from));
    return m_inner.rename(from, to);
}

Result<void> FaultyDisk::makeDirectory(const std::string& path)
{
    const DiskFault* fault = refusing(m_faults);
    if (fault && !m_inner.exists(path))
        return failure(*fault, "make the directory", m_inner.absolute(path));
    return m_inner.makeDirectory(path);
}

void FaultyDisk::syncDirectory(const std::string& path, SyncDone done)
{
    syncOn(m_loop, m_faults, m_inner.absolute(path), std::move(done),
           [this, path](SyncDone then) { m_inner.syncDirectory(path, std::move(then)); });
}

std::uint64_t FaultyDisk::freeSpace() const
{
    const bool full = m_faults.disk && m_faults.disk->kind == Failure::NoSpace;
    return full ? 0 : m_inner.freeSpace();
}

} // namespace hw::world
