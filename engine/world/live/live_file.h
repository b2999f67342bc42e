#pragma once

#include <memory>

#include "engine/world/disk.h"
#include "engine/world/live/posix.h"

namespace hw::world {

class LiveDisk;

/// A real file. Its size is kept here, since nobody else writes to a locked directory.
class LiveFile final : public File
{
public:
    LiveFile(LiveDisk& disk, std::shared_ptr<Descriptor> descriptor, std::uint64_t inode,
             std::uint64_t size);

    std::uint64_t size() const override { return m_size; }
    Result<void> append(const Pieces& pieces) override;
    Result<void> writeAt(std::uint64_t position, ByteView bytes) override;
    Result<std::size_t> readAt(std::uint64_t position, std::span<std::uint8_t> into) const override
    {
        return m_descriptor->readAt(position, into);
    }
    Result<void> truncate(std::uint64_t size) override;
    void sync(SyncDone done) override;
    std::shared_ptr<const RangeSource> source() const override { return m_descriptor; }

private:
    Result<void> appendSlices(std::span<const Slice> slices);
    Result<void> appendRange(const FileRange& range);

    LiveDisk& m_disk;
    const std::shared_ptr<Descriptor> m_descriptor;
    const std::uint64_t m_inode;
    std::uint64_t m_size;
};

} // namespace hw::world
