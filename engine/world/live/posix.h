#pragma once

#include <memory>
#include <string>

#include "engine/base/pieces.h"
#include "engine/base/result.h"

namespace hw::world {

/// The failure that errno names, as a sentence: "cannot <doing> <path>: <what the system says>".
Error posixError(int error, const std::string& doing, const std::string& path);

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

} // namespace hw::world
