#pragma once

#include <list>
#include <memory>
#include <string>

#include "engine/world/disk.h"

namespace hw::log {

class PooledFile;

/// Bounds how many files one log directory holds open: opening one more closes the one that was
/// used longest ago. With thousands of partitions most logs rest and hold nothing.
class FilePool
{
public:
    /// At least kLeastOpen, so that a segment's pair of files never pushes itself out.
    FilePool(world::Disk& disk, std::size_t limit);

    world::Disk& disk() const { return m_disk; }
    std::size_t openCount() const { return m_open.size(); }

    static constexpr std::size_t kLeastOpen = 8;

private:
    friend class PooledFile;
    world::Disk& m_disk;
    std::size_t m_limit;
    std::list<PooledFile*> m_open; ///< used last comes first
};

/// A file that is opened when somebody needs it. The pool must outlive it.
class PooledFile
{
public:
    PooledFile(FilePool& pool, std::string path);
    ~PooledFile();
    PooledFile(const PooledFile&) = delete;
    PooledFile& operator=(const PooledFile&) = delete;

    /// The open file; hold the pointer for a call, not longer, or the pool's bound means nothing.
    Result<std::shared_ptr<world::File>> open(world::OpenMode mode = world::OpenMode::MustExist);
    void close();
    const std::string& path() const { return m_path; }
    /// The file was moved, with its directory.
    void setPath(std::string path);

private:
    FilePool& m_pool;
    std::string m_path;
    std::shared_ptr<world::File> m_file;
    std::list<PooledFile*>::iterator m_place;
};

} // namespace hw::log
