#include "engine/world/live/posix.h"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

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

} // namespace hw::world
