#include "engine/world/sim/sim_file.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "engine/world/sim/sim_disk.h"

namespace hw::world {

Result<void> SimContent::append(const Pieces& pieces)
{
    const std::size_t start = m_bytes.size();
    remember(start, 0);
    for (const Pieces::Piece& piece : pieces.list()) {
        if (const auto* slice = std::get_if<Slice>(&piece)) {
            m_bytes.insert(m_bytes.end(), slice->view().begin(), slice->view().end());
            continue;
        }
        const auto& range = std::get<FileRange>(piece);
        Bytes copy(range.size); // the range may be one of this very file
        const auto got = range.source->readAt(range.position, copy);
        if (!got)
            return tl::unexpected(got.error());
        if (*got != range.size)
            return fail(Failure::Corrupt, "a file ended inside a range that was handed out");
        m_bytes.insert(m_bytes.end(), copy.begin(), copy.end());
    }
    return {};
}

void SimContent::writeAt(std::uint64_t position, ByteView bytes)
{
    const std::uint64_t overwritten =
        position < size() ? std::min<std::uint64_t>(bytes.size(), size() - position) : 0;
    remember(position, overwritten);
    if (position + bytes.size() > size())
        m_bytes.resize(position + bytes.size());
    std::memcpy(m_bytes.data() + position, bytes.data(), bytes.size());
}

void SimContent::truncate(std::uint64_t size)
{
    const std::uint64_t now = m_bytes.size();
    remember(std::min(size, now), now > size ? now - size : 0);
    m_bytes.resize(size);
}

Result<std::size_t> SimContent::readAt(std::uint64_t position, std::span<std::uint8_t> into) const
{
    if (position >= size())
        return std::size_t(0);
    const std::size_t count = std::min<std::size_t>(into.size(), size() - position);
    std::memcpy(into.data(), m_bytes.data() + position, count);
    return count;
}

std::uint64_t SimContent::beginSync()
{
    m_mergeFloor = m_firstUndo + m_undo.size();
    return m_mergeFloor;
}

void SimContent::completeSync(std::uint64_t point)
{
    if (point <= m_firstUndo)
        return;
    const auto done = std::min<std::uint64_t>(point - m_firstUndo, m_undo.size());
    m_undo.erase(m_undo.begin(), m_undo.begin() + static_cast<std::ptrdiff_t>(done));
    m_firstUndo += done;
}

std::shared_ptr<SimContent> SimContent::survivor() const
{
    auto left = std::make_shared<SimContent>();
    left->m_bytes = m_bytes;
    for (auto undo = m_undo.rbegin(); undo != m_undo.rend(); ++undo) {
        left->m_bytes.resize(std::max<std::uint64_t>(undo->oldSize, left->m_bytes.size()));
        std::ranges::copy(undo->before,
                          left->m_bytes.begin() + static_cast<std::ptrdiff_t>(undo->position));
        left->m_bytes.resize(undo->oldSize);
    }
    return left;
}

void SimContent::remember(std::uint64_t position, std::uint64_t count)
{
    const bool mayMerge = m_firstUndo + m_undo.size() > m_mergeFloor && !m_undo.empty();
    if (mayMerge) {
        // What lies beyond the size to go back to, or was saved just before, is saved already.
        const Undo& last = m_undo.back();
        const std::uint64_t end = position + count;
        const bool beyond = position >= last.oldSize && size() >= last.oldSize;
        const bool savedThen = position >= last.position &&
                               end <= last.position + last.before.size() &&
                               size() >= last.oldSize;
        if (beyond || savedThen)
            return;
    }
    Undo undo{size(), position, {}};
    const auto from = m_bytes.begin() + static_cast<std::ptrdiff_t>(std::min(position, size()));
    undo.before.assign(from, from + static_cast<std::ptrdiff_t>(count));
    m_undo.push_back(std::move(undo));
}

SimFile::SimFile(SimDisk& disk, std::string path, std::shared_ptr<SimContent> content,
                 bool readOnly)
    : m_disk(disk)
    , m_path(std::move(path))
    , m_content(std::move(content))
    , m_readOnly(readOnly)
{
}

Result<void> SimFile::append(const Pieces& pieces)
{
    if (auto allowed = mayWrite(); !allowed)
        return allowed;
    return m_content->append(pieces);
}

Result<void> SimFile::writeAt(std::uint64_t position, ByteView bytes)
{
    if (auto allowed = mayWrite(); !allowed)
        return allowed;
    m_content->writeAt(position, bytes);
    return {};
}

Result<std::size_t> SimFile::readAt(std::uint64_t position, std::span<std::uint8_t> into) const
{
    return m_content->readAt(position, into);
}

Result<void> SimFile::truncate(std::uint64_t size)
{
    if (auto allowed = mayWrite(); !allowed)
        return allowed;
    m_content->truncate(size);
    return {};
}

void SimFile::sync(SyncDone done)
{
    const std::uint64_t point = m_content->beginSync();
    m_disk.scheduleSync([content = m_content, point] { content->completeSync(point); },
                        std::move(done));
}

Result<void> SimFile::mayWrite() const
{
    if (m_readOnly)
        return fail(Failure::Denied, fmt::format("{} was opened for reading only",
                                                 m_disk.absolute(m_path)));
    return {};
}

} // namespace hw::world
