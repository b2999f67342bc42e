#include "engine/world/faults/faulty_disk.h"

#include <fmt/format.h>

namespace hw::world {

namespace {

class FaultyFile final : public File
{
public:
    FaultyFile(std::unique_ptr<File> inner, const HostFaults& faults, std::string where)
        : m_inner(std::move(inner))
        , m_faults(faults)
        , m_where(std::move(where))
    {
    }

    std::uint64_t size() const override { return m_inner->size(); }
    Result<void> append(const Pieces& pieces) override
    {
        if (!m_faults.disk)
            return m_inner->append(pieces);
        if (m_faults.disk->torn) {
            if (const auto all = pieces.flatten())
                static_cast<void>(m_inner->append(Pieces(all->sub(0, all->size() / 2))));
        }
        return failure();
    }
    Result<void> writeAt(std::uint64_t position, ByteView bytes) override
    {
        if (!m_faults.disk)
            return m_inner->writeAt(position, bytes);
        if (m_faults.disk->torn)
            static_cast<void>(m_inner->writeAt(position, bytes.first(bytes.size() / 2)));
        return failure();
    }
    Result<std::size_t> readAt(std::uint64_t position, std::span<std::uint8_t> into) const override
    {
        return m_inner->readAt(position, into);
    }
    Result<void> truncate(std::uint64_t size) override { return m_inner->truncate(size); }
    void sync(SyncDone done) override { m_inner->sync(std::move(done)); }
    std::shared_ptr<const RangeSource> source() const override { return m_inner->source(); }

private:
    Result<void> failure() const
    {
        const bool full = m_faults.disk->kind == Failure::NoSpace;
        return fail(m_faults.disk->kind,
                    fmt::format("cannot write to {}: {} (this fault was asked for)", m_where,
                                full ? "no space left on the disk" : "the disk failed"));
    }

    const std::unique_ptr<File> m_inner;
    const HostFaults& m_faults;
    const std::string m_where;
};

} // namespace

Result<std::unique_ptr<File>> FaultyDisk::open(const std::string& path, OpenMode mode)
{
    auto inner = m_inner.open(path, mode);
    if (!inner)
        return inner;
    return std::make_unique<FaultyFile>(std::move(*inner), m_faults, m_inner.absolute(path));
}

std::uint64_t FaultyDisk::freeSpace() const
{
    const bool full = m_faults.disk && m_faults.disk->kind == Failure::NoSpace;
    return full ? 0 : m_inner.freeSpace();
}

} // namespace hw::world
