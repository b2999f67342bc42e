#include "engine/world/live/live_disk.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "engine/world/live/live_file.h"
#include "engine/world/path.h"

namespace hw::world {

namespace fs = std::filesystem;

/// An flock on a directory. Shared between the owner and the disk, which lets go in a crash.
class HeldLock
{
public:
    explicit HeldLock(int fd)
        : m_fd(fd)
    {
    }
    ~HeldLock() { release(); }
    void release()
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
    }

private:
    int m_fd;
};

namespace {

class LiveLock final : public DirectoryLock
{
public:
    explicit LiveLock(std::shared_ptr<HeldLock> held)
        : m_held(std::move(held))
    {
    }
    ~LiveLock() override { m_held->release(); }

private:
    const std::shared_ptr<HeldLock> m_held;
};

int flagsOf(OpenMode mode)
{
    switch (mode) {
    case OpenMode::MustExist:
        return O_RDWR;
    case OpenMode::CreateOrOpen:
        return O_RDWR | O_CREAT;
    case OpenMode::CreateNew:
        return O_RDWR | O_CREAT | O_EXCL;
    case OpenMode::Truncate:
        return O_RDWR | O_CREAT | O_TRUNC;
    case OpenMode::ReadOnly:
        return O_RDONLY;
    }
    HW_ASSERT(false, "every mode has its flags");
}

Result<void> failed(const std::error_code& error, const std::string& doing, const std::string& path)
{
    return tl::unexpected(posixError(error.value(), doing, path));
}

} // namespace

LiveDisk::LiveDisk(LiveLoop& loop, const std::string& root)
    : m_loop(loop)
    , m_root(fs::absolute(root).lexically_normal().string())
{
    std::error_code shownByTheFirstOpen;
    fs::create_directories(m_root, shownByTheFirstOpen);
}

LiveDisk::~LiveDisk() = default;

Result<std::unique_ptr<File>> LiveDisk::open(const std::string& path, OpenMode mode)
{
    if (auto good = check(path); !good)
        return tl::unexpected(good.error());
    const std::string where = absolute(path);
    const bool isNew = (flagsOf(mode) & O_CREAT) != 0 && ::access(where.c_str(), F_OK) != 0;
    auto opened = openFile(where, flagsOf(mode));
    if (!opened)
        return tl::unexpected(opened.error());
    if (isNew)
        m_newNames.try_emplace(path);
    noteOpened(opened->inode, opened->size);
    return std::make_unique<LiveFile>(*this, std::move(opened->descriptor), opened->inode,
                                      opened->size);
}

Result<void> LiveDisk::rename(const std::string& from, const std::string& to)
{
    if (auto good = check(from); !good)
        return good;
    if (auto good = check(to); !good)
        return good;
    const std::string source = absolute(from);
    const std::string target = absolute(to);
    struct stat old
    {
    };
    const bool replaces = ::lstat(target.c_str(), &old) == 0;
    if (::rename(source.c_str(), target.c_str()) != 0)
        return tl::unexpected(posixError(errno, "rename " + source + " to", target));
    if (replaces && from != to)
        m_synced.erase(old.st_ino);
    noteRenamed(from, to, replaces);
    return {};
}

Result<void> LiveDisk::remove(const std::string& path)
{
    if (auto good = check(path); !good)
        return good;
    const std::string where = absolute(path);
    noteRemoved(path);
    if (std::remove(where.c_str()) != 0)
        return tl::unexpected(posixError(errno, "remove", where));
    return {};
}

Result<void> LiveDisk::removeAll(const std::string& path)
{
    if (auto good = check(path); !good)
        return good;
    const std::string where = absolute(path);
    noteRemoved(path);
    std::error_code error;
    const auto count = fs::remove_all(where, error);
    if (error)
        return failed(error, "remove", where);
    if (count == 0)
        return fail(Failure::NotFound, fmt::format("{} is not there", where));
    return {};
}

Result<void> LiveDisk::makeDirectory(const std::string& path)
{
    const auto parts = splitPath(path);
    if (!parts)
        return tl::unexpected(parts.error());
    const std::string where = absolute(path);
    std::set<std::string> made;
    std::string upTo;
    for (const std::string& part : *parts) {
        upTo += (upTo.empty() ? "" : "/") + part;
        if (::access(absolute(upTo).c_str(), F_OK) != 0)
            made.insert(upTo);
    }
    std::error_code error;
    fs::create_directories(where, error);
    if (error == std::errc::not_a_directory)
        return fail(Failure::Exists,
                    fmt::format("{} cannot be made a directory: a file is in the way", where));
    if (error)
        return failed(error, "make directory", where);
    for (const std::string& name : made)
        m_newNames.try_emplace(name);
    return {};
}

Result<std::vector<DirectoryEntry>> LiveDisk::list(const std::string& path) const
{
    if (auto parts = splitPath(path); !parts)
        return tl::unexpected(parts.error());
    return listDirectory(absolute(path));
}

bool LiveDisk::exists(const std::string& path) const
{
    std::error_code error;
    return splitPath(path) && fs::exists(absolute(path), error);
}

Result<std::unique_ptr<DirectoryLock>> LiveDisk::lock(const std::string& path)
{
    if (auto parts = splitPath(path); !parts)
        return tl::unexpected(parts.error());
    const std::string where = absolute(path);
    const int fd = ::open(where.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return tl::unexpected(posixError(errno, "lock", where));
    auto held = std::make_shared<HeldLock>(fd);
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return tl::unexpected(posixError(errno, "lock", where));
        return fail(
            Failure::Busy,
            fmt::format("{} is locked by somebody else: only one program may use it", where));
    }
    std::erase_if(m_locks, [](const auto& lock) { return lock.expired(); });
    m_locks.push_back(held);
    return std::make_unique<LiveLock>(std::move(held));
}

std::uint64_t LiveDisk::freeSpace() const
{
    struct statvfs about
    {
    };
    if (::statvfs(m_root.c_str(), &about) != 0)
        return 0;
    return static_cast<std::uint64_t>(about.f_bavail) * about.f_frsize;
}

void LiveDisk::syncDirectory(const std::string& path, SyncDone done)
{
    const std::uint64_t incarnation = m_loop.incarnation();
    const std::string where = absolute(path);
    if (auto parts = splitPath(path); !parts) {
        postDone(incarnation, std::move(done), tl::unexpected(parts.error()));
        return;
    }
    const int fd = ::open(where.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        postDone(incarnation, std::move(done), tl::unexpected(posixError(errno, "sync", where)));
        return;
    }
    sync(std::make_shared<Descriptor>(fd, where), 0, 0, std::move(done), newNamesIn(path));
}

std::string LiveDisk::absolute(const std::string& path) const
{
    return path.empty() ? m_root : m_root + "/" + path;
}

void LiveDisk::sync(std::shared_ptr<const Descriptor> what, std::uint64_t inode, std::uint64_t size,
                    SyncDone done, std::set<std::string> names)
{
    const auto known = m_synced.find(inode);
    const std::uint64_t truncations = known == m_synced.end() ? 0 : known->second.truncations;
    // What it tells of the disk holds whatever has become of who asked for it.
    auto completed = [this, inode, size, truncations, incarnation = m_loop.incarnation(),
                      names = std::move(names),
                      done = std::move(done)](Result<void> result) mutable {
        for (const std::string& name : names) {
            if (result)
                m_newNames.erase(name);
        }
        const auto found = m_synced.find(inode);
        if (result && found != m_synced.end() && found->second.truncations == truncations)
            found->second.length = size;
        if (done && incarnation == m_loop.incarnation())
            done(std::move(result));
    };
    // What the callback owns belongs to the loop: the helper thread carries it there unopened.
    m_syncThread.sync(
        std::move(what), [this, cause = m_loop.cause(),
                          completed = std::move(completed)](Result<void> result) mutable {
            m_loop.inject(
                {cause, [completed = std::move(completed), result = std::move(result)]() mutable {
                     completed(std::move(result));
                 }});
        });
}

void LiveDisk::noteTruncated(std::uint64_t inode, std::uint64_t size)
{
    Synced& synced = m_synced[inode];
    synced.length = std::min(synced.length, size);
    ++synced.truncations;
}

void LiveDisk::releaseLocks()
{
    for (const auto& weak : std::exchange(m_locks, {})) {
        if (const auto held = weak.lock())
            held->release();
    }
}

void LiveDisk::dropUnsynced()
{
    std::error_code error;
    for (const auto& [name, before] : std::exchange(m_newNames, {})) {
        if (before.empty() || fs::exists(absolute(before), error))
            fs::remove_all(absolute(name), error);
        else
            fs::rename(absolute(name), absolute(before), error);
        error.clear(); // what cannot be taken back stays as it is
    }
    for (auto it = fs::recursive_directory_iterator(m_root, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
        const std::string where = it->path().string();
        struct stat about
        {
        };
        if (::stat(where.c_str(), &about) != 0 || !S_ISREG(about.st_mode))
            continue;
        const auto found = m_synced.find(about.st_ino);
        if (found == m_synced.end() ||
            static_cast<std::uint64_t>(about.st_size) <= found->second.length)
            continue;
        fs::resize_file(where, found->second.length, error);
        error.clear(); // what cannot be cut stays as it is
    }
}

Result<void> LiveDisk::check(const std::string& path) const
{
    if (auto parts = splitPath(path); !parts)
        return tl::unexpected(parts.error());
    if (path.empty())
        return fail(Failure::Invalid,
                    fmt::format("the root {} of a host's disk cannot be used as a file", m_root));
    return {};
}

void LiveDisk::noteOpened(std::uint64_t inode, std::uint64_t size)
{
    // An empty file has nothing to lose; its number may have been another's before.
    if (size == 0)
        m_synced[inode].length = 0;
    else
        m_synced.try_emplace(inode, Synced{size, 0});
}

/// Files and directories directly in it.
std::set<std::string> LiveDisk::newNamesIn(const std::string& directory) const
{
    std::set<std::string> names;
    const std::string prefix = directory.empty() ? "" : directory + "/";
    auto at = m_newNames.lower_bound(prefix);
    while (at != m_newNames.end() && at->first.starts_with(prefix)) {
        const std::size_t slash = at->first.find('/', prefix.size());
        if (slash == std::string::npos)
            names.insert(names.end(), (at++)->first);
        else // past all that lies deeper in there
            at = m_newNames.lower_bound(at->first.substr(0, slash) + char('/' + 1));
    }
    return names;
}

/// The new name is new, unless it took the place of one that was synced.
void LiveDisk::noteRenamed(const std::string& from, const std::string& to, bool replaced)
{
    const bool keepsPlace = replaced && !m_newNames.contains(to);
    const auto known = m_newNames.extract(from);
    if (!keepsPlace)
        m_newNames[to] = known.empty() ? from : known.mapped();
    std::map<std::string, std::string> moved;
    for (auto name = m_newNames.lower_bound(from + "/");
         name != m_newNames.end() && name->first.starts_with(from + "/");) {
        moved[to + name->first.substr(from.size())] = name->second;
        name = m_newNames.erase(name);
    }
    m_newNames.merge(moved);
}

void LiveDisk::noteRemoved(const std::string& path)
{
    m_newNames.erase(path);
    const auto inside = m_newNames.lower_bound(path + "/");
    auto behind = inside;
    while (behind != m_newNames.end() && behind->first.starts_with(path + "/"))
        ++behind;
    m_newNames.erase(inside, behind);
    const std::string where = absolute(path);
    struct stat about
    {
    };
    if (::lstat(where.c_str(), &about) != 0)
        return;
    m_synced.erase(about.st_ino);
    if (!S_ISDIR(about.st_mode))
        return;
    std::error_code error;
    for (auto it = fs::recursive_directory_iterator(where, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
        if (::lstat(it->path().c_str(), &about) == 0)
            m_synced.erase(about.st_ino);
    }
}

void LiveDisk::postDone(std::uint64_t incarnation, SyncDone done, Result<void> result)
{
    m_loop.post([this, incarnation, done = std::move(done), result = std::move(result)]() mutable {
        if (done && incarnation == m_loop.incarnation())
            done(std::move(result));
    });
}

} // namespace hw::world
