#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/pieces.h"
#include "engine/base/result.h"
#include "engine/world/disk.h"

namespace hw::world {

/// The failure that errno names, as a sentence: "cannot <doing> <path>: <what the system says>".
Error posixError(int error, const std::string& doing, const std::string& path);

/// What `sendFile` could do.
struct Sent
{
    std::size_t count = 0;
    bool wouldBlock = false;    ///< the socket takes nothing now
    bool isUnsupported = false; ///< not from such a file, or not on this system
};
/// Hands bytes of a file to a non-blocking socket inside the system. No count and no flag: the
/// file ends before `position`, or the connection is broken.
Sent sendFile(int socket, int file, std::uint64_t position, std::uint32_t size);

/// For `send`: more is sent at once, so that a header need not leave in a packet of its own.
extern const int kMoreFollows;

/// An open file descriptor, closed with the last who needs it; reads are safe from any thread.
class Descriptor final : public RangeSource
{
public:
    Descriptor(int fd, std::string path)
        : m_fd(fd)
        , m_path(std::move(path))
    {
    }
    ~Descriptor() override;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int fd() const { return m_fd; }
    int nativeHandle() const override { return m_fd; }
    /// The absolute path it was opened under.
    const std::string& path() const { return m_path; }
    Result<std::size_t> readAt(std::uint64_t position, std::span<std::uint8_t> into) const override;

private:
    const int m_fd;
    const std::string m_path;
};

/// A file that was opened, and what the system says of it.
struct OpenedFile
{
    std::shared_ptr<Descriptor> descriptor;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
};
/// `flags` as for `open`. Invalid if it is something else than a file.
Result<OpenedFile> openFile(const std::string& path, int flags);
/// Sorted by name. A file that is removed meanwhile is no failure; its size is 0.
Result<std::vector<DirectoryEntry>> listDirectory(const std::string& path);

} // namespace hw::world
