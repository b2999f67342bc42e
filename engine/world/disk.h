#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/pieces.h"
#include "engine/base/result.h"

namespace hw::world {

using SyncDone = UniqueFunction<void(Result<void>)>;

/// An open file. Everything but `sync` acts at once, on the page cache. Owned by one loop;
/// `source()` may be read by any thread.
class File
{
public:
    virtual ~File() = default;

    virtual std::uint64_t size() const = 0;
    /// Adds at the end; all or, on failure, an unknown part of it (a torn write).
    virtual Result<void> append(const Pieces& pieces) = 0;
    /// Overwrites inside the file or extends it (indexes, meta files).
    virtual Result<void> writeAt(std::uint64_t position, ByteView bytes) = 0;
    virtual Result<std::size_t> readAt(std::uint64_t position,
                                       std::span<std::uint8_t> into) const = 0;
    virtual Result<void> truncate(std::uint64_t size) = 0;
    /// Makes what was written before the call survive a power loss; `done` runs as a later task.
    virtual void sync(SyncDone done) = 0;
    /// For handing out ranges; keeps the file readable after it was closed, renamed or removed.
    virtual std::shared_ptr<const RangeSource> source() const = 0;
};

enum class OpenMode
{
    MustExist,
    CreateOrOpen,
    CreateNew, ///< fails with Exists
    Truncate,  ///< created or emptied
    ReadOnly,
};

struct DirectoryEntry
{
    std::string name;
    bool isDirectory = false;
    std::uint64_t size = 0; ///< of a file
};

/// Held while alive; lets nobody else (also no other process) lock the same path.
class DirectoryLock
{
public:
    virtual ~DirectoryLock() = default;
};

/// One host's disk. Paths are relative to the host's root, with '/' and no ".."; others fail with
/// Invalid. "" is the root itself.
class Disk
{
public:
    virtual ~Disk() = default;

    virtual Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) = 0;
    virtual Result<void> rename(const std::string& from, const std::string& to) = 0;
    /// A file or an empty directory; Exists if it is not empty.
    virtual Result<void> remove(const std::string& path) = 0;
    /// A file, or a directory with all that is in it; NotFound if there is none.
    virtual Result<void> removeAll(const std::string& path) = 0;
    /// With its parents; fine if it is there.
    virtual Result<void> makeDirectory(const std::string& path) = 0;
    /// Sorted by name.
    virtual Result<std::vector<DirectoryEntry>> list(const std::string& path) const = 0;
    virtual bool exists(const std::string& path) const = 0;
    virtual Result<std::unique_ptr<DirectoryLock>> lock(const std::string& path) = 0;
    virtual std::uint64_t freeSpace() const = 0;
    /// Makes names created, renamed or removed in a directory survive a power loss.
    virtual void syncDirectory(const std::string& path, SyncDone done) = 0;
    /// For people: where `path` really is ("" in a simulated world gives "sim:…").
    virtual std::string absolute(const std::string& path) const = 0;
};

/// Reads a whole file, at most `limit` bytes.
Result<Bytes> readAll(Disk& disk, const std::string& path, std::uint64_t limit = 1 << 28);
/// Writes `<path>.tmp`, syncs it, renames it over `path`, syncs the directory: the way all
/// checkpoint files are replaced. The bytes are in place when this returns (a reader sees either
/// the old or the new ones); `done` tells when they survive a power loss, or that they do not.
Result<void> replaceFile(Disk& disk, const std::string& path, ByteView bytes,
                         SyncDone done = nullptr);

} // namespace hw::world
