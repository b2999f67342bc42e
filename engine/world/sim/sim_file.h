#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/base/pieces.h"
#include "engine/world/disk.h"

namespace hw::world {

class Random;
class SimDisk;

/// A file's bytes, and how to get back to those that a power loss would leave. Shared by all that
/// have it open, by ranges handed out, and by the directories that name it.
class SimContent final : public RangeSource
{
public:
    std::uint64_t size() const { return m_size; }
    Result<void> append(const Pieces& pieces);
    void writeAt(std::uint64_t position, ByteView bytes);
    void truncate(std::uint64_t size);
    Result<std::size_t> readAt(std::uint64_t position, std::span<std::uint8_t> into) const override;

    /// A point in the history of changes; `completeSync` makes all before it survive.
    std::uint64_t beginSync();
    void completeSync(std::uint64_t point);
    /// What a power loss leaves, as a file of its own: what was synced, or (with chance to draw
    /// from) more, see `PowerLoss::Tears`.
    std::shared_ptr<SimContent> survivor(Random* chance) const;

private:
    /// Undoes one change: first cuts or extends to `oldStored`, then puts `before` back at
    /// `position`, then sets the size.
    struct Undo
    {
        std::uint64_t oldSize = 0;
        std::uint64_t oldStored = 0;
        std::uint64_t position = 0;
        Bytes before;
    };
    void takeBack(const Undo& undo);
    void tear(std::uint64_t from, Random& chance);
    void remember(std::uint64_t position, std::uint64_t count);
    void write(std::uint64_t position, ByteView bytes);

    /// Behind these come zeros up to `m_size`: an extended file (an index) costs nothing.
    Bytes m_bytes;
    std::uint64_t m_size = 0;
    std::vector<Undo> m_undo;       ///< changes since the last completed sync, oldest first
    std::uint64_t m_firstUndo = 0;  ///< number of m_undo's first entry, counted from creation
    std::uint64_t m_mergeFloor = 0; ///< undo entries below it belong to a sync that was begun
};

class SimFile final : public File
{
public:
    SimFile(SimDisk& disk, std::string path, std::shared_ptr<SimContent> content, bool readOnly);

    std::uint64_t size() const override { return m_content->size(); }
    Result<void> append(const Pieces& pieces) override;
    Result<void> writeAt(std::uint64_t position, ByteView bytes) override;
    Result<std::size_t> readAt(std::uint64_t position, std::span<std::uint8_t> into) const override;
    Result<void> truncate(std::uint64_t size) override;
    void sync(SyncDone done) override;
    std::shared_ptr<const RangeSource> source() const override { return m_content; }

private:
    Result<void> mayWrite() const;

    SimDisk& m_disk;
    const std::string m_path;
    const std::shared_ptr<SimContent> m_content;
    const bool m_readOnly;
};

} // namespace hw::world
