#include "engine/world/sim/sim_file.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "engine/world/random.h"
#include "engine/world/sim/sim_disk.h"

namespace hw::world {

Result<void> SimContent::append(const Pieces& pieces)
{
    remember(m_size, 0);
    for (const Pieces::Piece& piece : pieces.list()) {
        if (const auto* slice = std::get_if<Slice>(&piece)) {
            write(m_size, slice->view());
            continue;
        }
        const auto& range = std::get<FileRange>(piece);
        Bytes copy(range.size); // the range may be one of this very file
        const auto got = range.source->readAt(range.position, copy);
        if (!got)
            return tl::unexpected(got.error());
        if (*got != range.size)
            return fail(Failure::Corrupt, "a file ended inside a range that was handed out");
        write(m_size, copy);
    }
    return {};
}

void SimContent::writeAt(std::uint64_t position, ByteView bytes)
{
    remember(position, bytes.size());
    write(position, bytes);
}

void SimContent::write(std::uint64_t position, ByteView bytes)
{
    const std::uint64_t end = position + bytes.size();
    if (position == m_bytes.size()) {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    } else {
        m_bytes.resize(std::max<std::uint64_t>(end, m_bytes.size()));
        std::memcpy(m_bytes.data() + position, bytes.data(), bytes.size());
    }
    m_size = std::max(m_size, end);
}

void SimContent::truncate(std::uint64_t size)
{
    remember(std::min(size, m_size), m_size > size ? m_size - size : 0);
    if (size < m_bytes.size())
        m_bytes.resize(size);
    m_size = size;
}

Result<std::size_t> SimContent::readAt(std::uint64_t position, std::span<std::uint8_t> into) const
{
    if (position >= m_size)
        return std::size_t(0);
    const std::size_t count = std::min<std::size_t>(into.size(), m_size - position);
    const std::size_t stored =
        position < m_bytes.size() ? std::min<std::size_t>(count, m_bytes.size() - position) : 0;
    std::copy_n(m_bytes.data() + position, stored, into.data());
    std::fill_n(into.data() + stored, count - stored, std::uint8_t(0));
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

void SimContent::takeBack(const Undo& undo)
{
    m_bytes.resize(undo.oldStored);
    std::ranges::copy(undo.before, m_bytes.begin() + static_cast<std::ptrdiff_t>(undo.position));
    m_size = undo.oldSize;
}

/// Of what was added behind `from` a part is there; behind it nothing, or zeros.
void SimContent::tear(std::uint64_t from, Random& chance)
{
    const std::uint64_t kept = from + chance.below(m_size - from + 1);
    m_bytes.resize(std::min<std::uint64_t>(kept, m_bytes.size()));
    if (chance.chance(2, 3))
        m_size = kept;
}

std::shared_ptr<SimContent> SimContent::survivor(Random* chance) const
{
    auto left = std::make_shared<SimContent>();
    left->m_bytes = m_bytes;
    left->m_size = m_size;
    std::size_t keep = 0;
    if (chance && !m_undo.empty() && chance->chance(2, 3))
        keep = chance->chance(1, 2) ? m_undo.size() : chance->below(m_undo.size());
    for (std::size_t i = m_undo.size(); i > keep; --i) {
        const bool isTorn =
            chance && i == keep + 1 && left->m_size > m_undo[keep].oldSize && chance->chance(1, 2);
        if (isTorn)
            left->tear(m_undo[keep].oldSize, *chance);
        else
            left->takeBack(m_undo[i - 1]);
    }
    return left;
}

/// Keeps what the next change of `count` bytes from `position` on overwrites or cuts off. Zeros
/// that are not stored need no keeping.
void SimContent::remember(std::uint64_t position, std::uint64_t count)
{
    const std::uint64_t stored = m_bytes.size();
    const std::uint64_t from = std::min(position, stored);
    const std::uint64_t end = std::min(position + count, stored);
    const bool mayMerge = m_firstUndo + m_undo.size() > m_mergeFloor && !m_undo.empty();
    if (mayMerge) {
        // What lies beyond the bytes to go back to, or was saved just before, is saved already.
        const Undo& last = m_undo.back();
        const bool beyond = position >= last.oldStored && stored >= last.oldStored;
        const bool savedThen = from >= last.position && end <= last.position + last.before.size() &&
                               stored >= last.oldStored;
        if (beyond || savedThen)
            return;
    }
    Undo undo{m_size, stored, from, {}};
    undo.before.assign(m_bytes.begin() + static_cast<std::ptrdiff_t>(from),
                       m_bytes.begin() + static_cast<std::ptrdiff_t>(end));
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
    m_disk.countWritten(pieces.size());
    return m_content->append(pieces);
}

Result<void> SimFile::writeAt(std::uint64_t position, ByteView bytes)
{
    if (auto allowed = mayWrite(); !allowed)
        return allowed;
    m_disk.countWritten(bytes.size());
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
        return fail(Failure::Denied,
                    fmt::format("{} was opened for reading only", m_disk.absolute(m_path)));
    return {};
}

} // namespace hw::world
