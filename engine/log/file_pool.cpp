#include "engine/log/file_pool.h"

#include <algorithm>

namespace hw::log {

FilePool::FilePool(world::Disk& disk, std::size_t limit)
    : m_disk(disk)
    , m_limit(std::max(limit, kLeastOpen))
{
}

PooledFile::PooledFile(FilePool& pool, std::string path)
    : m_pool(pool)
    , m_path(std::move(path))
{
}

PooledFile::~PooledFile() { close(); }

Result<std::shared_ptr<world::File>> PooledFile::open(world::OpenMode mode)
{
    if (m_file) {
        m_pool.m_open.splice(m_pool.m_open.begin(), m_pool.m_open, m_place);
        return m_file;
    }
    if (m_pool.m_open.size() >= m_pool.m_limit)
        m_pool.m_open.back()->close();
    auto opened = m_pool.m_disk.open(m_path, mode);
    if (!opened)
        return tl::unexpected(opened.error());
    m_file = std::move(*opened);
    m_place = m_pool.m_open.insert(m_pool.m_open.begin(), this);
    return m_file;
}

void PooledFile::close()
{
    if (!m_file)
        return;
    m_pool.m_open.erase(m_place);
    m_file.reset();
}

void PooledFile::setPath(std::string path)
{
    close();
    m_path = std::move(path);
}

} // namespace hw::log
