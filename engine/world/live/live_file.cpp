#include "engine/world/live/live_file.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <sys/uio.h>
#include <unistd.h>

#include "engine/world/live/live_disk.h"

namespace hw::world {

/// Buffers in one gathering write; Linux takes 1024.
static constexpr std::size_t kBuffersPerWrite = 256;
static constexpr std::uint32_t kCopyChunk = 256 * 1024;

LiveFile::LiveFile(LiveDisk& disk, std::shared_ptr<Descriptor> descriptor, std::uint64_t inode,
                   std::uint64_t size)
    : m_disk(disk)
    , m_descriptor(std::move(descriptor))
    , m_inode(inode)
    , m_size(size)
{
}

Result<void> LiveFile::append(const Pieces& pieces)
{
    std::vector<Slice> slices;
    for (const Pieces::Piece& piece : pieces.list()) {
        if (const auto* slice = std::get_if<Slice>(&piece)) {
            slices.push_back(*slice);
            continue;
        }
        if (auto written = appendSlices(slices); !written)
            return written;
        slices.clear();
        if (auto written = appendRange(std::get<FileRange>(piece)); !written)
            return written;
    }
    return appendSlices(slices);
}

Result<void> LiveFile::writeAt(std::uint64_t position, ByteView bytes)
{
    std::size_t total = 0;
    while (total < bytes.size()) {
        const ssize_t count = ::pwrite(m_descriptor->fd(), bytes.data() + total,
                                       bytes.size() - total, static_cast<off_t>(position + total));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return tl::unexpected(posixError(errno, "write to", m_descriptor->path()));
        total += static_cast<std::size_t>(count);
        m_size = std::max(m_size, position + total);
    }
    return {};
}

Result<void> LiveFile::truncate(std::uint64_t size)
{
    while (::ftruncate(m_descriptor->fd(), static_cast<off_t>(size)) != 0) {
        if (errno == EINTR)
            continue;
        // For a file opened for reading only the system says EINVAL.
        const int error = errno == EINVAL ? EBADF : errno;
        return tl::unexpected(posixError(error, "truncate", m_descriptor->path()));
    }
    m_size = size;
    m_disk.noteTruncated(m_inode, size);
    return {};
}

void LiveFile::sync(SyncDone done) { m_disk.sync(m_descriptor, m_inode, m_size, std::move(done)); }

Result<void> LiveFile::appendSlices(std::span<const Slice> slices)
{
    std::size_t next = 0; // slice
    std::size_t skip = 0; // of its bytes
    while (next < slices.size()) {
        std::vector<iovec> buffers;
        std::size_t from = skip;
        for (std::size_t i = next; i < slices.size() && buffers.size() < kBuffersPerWrite; ++i) {
            auto* data = const_cast<std::uint8_t*>(slices[i].data()) + from;
            buffers.push_back({data, slices[i].size() - from});
            from = 0;
        }
        const ssize_t count =
            ::pwritev(m_descriptor->fd(), buffers.data(), static_cast<int>(buffers.size()),
                      static_cast<off_t>(m_size));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return tl::unexpected(posixError(errno, "append to", m_descriptor->path()));
        m_size += static_cast<std::uint64_t>(count);
        skip += static_cast<std::size_t>(count);
        while (next < slices.size() && skip >= slices[next].size()) {
            skip -= slices[next].size();
            ++next;
        }
    }
    return {};
}

Result<void> LiveFile::appendRange(const FileRange& range)
{
    for (std::uint32_t at = 0; at < range.size;) {
        Pieces chunk;
        const std::uint32_t size = std::min(kCopyChunk, range.size - at);
        chunk.add(FileRange{range.source, range.position + at, size});
        auto loaded = chunk.flatten();
        if (!loaded)
            return tl::unexpected(loaded.error());
        if (auto written = appendSlices(std::span(&*loaded, 1)); !written)
            return written;
        at += size;
    }
    return {};
}

} // namespace hw::world
