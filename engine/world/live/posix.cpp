#include "engine/world/live/posix.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/sendfile.h>
#endif

namespace hw::world {

static Failure failureOf(int error)
{
    switch (error) {
    case ENOENT:
        return Failure::NotFound;
    case EEXIST:
    case ENOTEMPTY:
        return Failure::Exists;
    case EACCES:
    case EPERM:
    case EROFS:
    case EBADF: // written to, but opened for reading only
        return Failure::Denied;
    case ENOSPC:
    case EDQUOT:
        return Failure::NoSpace;
    case EISDIR:
    case ENOTDIR:
    case EINVAL:
    case ENAMETOOLONG:
        return Failure::Invalid;
    case EWOULDBLOCK:
    case EBUSY:
        return Failure::Busy;
    default:
        return Failure::Io;
    }
}

Error posixError(int error, const std::string& doing, const std::string& path)
{
    const std::string why = std::error_code(error, std::generic_category()).message();
    return {failureOf(error), fmt::format("cannot {} {}: {}", doing, path, why)};
}

#ifdef __linux__
const int kMoreFollows = MSG_MORE;

Sent sendFile(int socket, int file, std::uint64_t position, std::uint32_t size)
{
    Sent sent;
    auto at = static_cast<off_t>(position);
    ssize_t count = 0;
    do
        count = ::sendfile(socket, file, &at, size);
    while (count < 0 && errno == EINTR);
    if (count >= 0)
        sent.count = static_cast<std::size_t>(count);
    else if (errno == EAGAIN)
        sent.wouldBlock = true;
    else
        sent.isUnsupported = errno == EINVAL || errno == ENOSYS;
    return sent;
}
#else
const int kMoreFollows = 0;

Sent sendFile(int, int, std::uint64_t, std::uint32_t)
{
    Sent sent;
    sent.isUnsupported = true;
    return sent;
}
#endif

Descriptor::~Descriptor() { ::close(m_fd); }

Result<std::size_t> Descriptor::readAt(std::uint64_t position, std::span<std::uint8_t> into) const
{
    std::size_t total = 0;
    while (total < into.size()) {
        const ssize_t got = ::pread(m_fd, into.data() + total, into.size() - total,
                                    static_cast<off_t>(position + total));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return tl::unexpected(posixError(errno, "read", m_path));
        if (got == 0)
            break;
        total += static_cast<std::size_t>(got);
    }
    return total;
}

Result<OpenedFile> openFile(const std::string& path, int flags)
{
    constexpr mode_t kMode = 0644;
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC, kMode);
    if (fd < 0)
        return tl::unexpected(posixError(errno, "open", path));
    auto descriptor = std::make_shared<Descriptor>(fd, path);
    struct stat about
    {
    };
    if (::fstat(fd, &about) != 0)
        return tl::unexpected(posixError(errno, "look at", path));
    if (!S_ISREG(about.st_mode))
        return fail(Failure::Invalid, fmt::format("{} is not a file", path));
    return OpenedFile{std::move(descriptor), about.st_ino,
                      static_cast<std::uint64_t>(about.st_size)};
}

Result<std::vector<DirectoryEntry>> listDirectory(const std::string& path)
{
    namespace fs = std::filesystem;
    std::error_code error;
    std::vector<DirectoryEntry> entries;
    for (auto it = fs::directory_iterator(path, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
        DirectoryEntry entry{it->path().filename().string(), it->is_directory(error), 0};
        if (!entry.isDirectory) {
            entry.size = it->file_size(error);
            entry.size = error ? 0 : entry.size;
        }
        error.clear();
        entries.push_back(std::move(entry));
    }
    if (error)
        return tl::unexpected(posixError(error.value(), "list", path));
    std::ranges::sort(entries, {}, &DirectoryEntry::name);
    return entries;
}

} // namespace hw::world
