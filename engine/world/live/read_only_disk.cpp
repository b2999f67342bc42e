#include "engine/world/live/read_only_disk.h"

#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>

#include "engine/world/live/posix.h"
#include "engine/world/path.h"

namespace hw::world {

namespace fs = std::filesystem;

namespace {

tl::unexpected<Error> refuse(const std::string& path)
{
    return fail(Failure::Denied, fmt::format("{} is open for reading only", path));
}

/// Its size is that at the moment of opening, so that a reader sees one state of a growing file.
class ReadOnlyFile final : public File
{
public:
    ReadOnlyFile(std::shared_ptr<Descriptor> descriptor, std::uint64_t size)
        : m_descriptor(std::move(descriptor))
        , m_size(size)
    {
    }
    std::uint64_t size() const override { return m_size; }
    Result<void> append(const Pieces&) override { return refuse(m_descriptor->path()); }
    Result<void> writeAt(std::uint64_t, ByteView) override { return refuse(m_descriptor->path()); }
    Result<std::size_t> readAt(std::uint64_t position, std::span<std::uint8_t> into) const override
    {
        return m_descriptor->readAt(position, into);
    }
    Result<void> truncate(std::uint64_t) override { return refuse(m_descriptor->path()); }
    void sync(SyncDone done) override
    {
        if (done)
            done(refuse(m_descriptor->path()));
    }
    std::shared_ptr<const RangeSource> source() const override { return m_descriptor; }

private:
    const std::shared_ptr<Descriptor> m_descriptor;
    const std::uint64_t m_size;
};

} // namespace

ReadOnlyDisk::ReadOnlyDisk(std::string root)
    : m_root(std::move(root))
{
}

Result<std::unique_ptr<File>> ReadOnlyDisk::open(const std::string& path, OpenMode mode)
{
    if (mode != OpenMode::ReadOnly && mode != OpenMode::MustExist)
        return refuse(absolute(path));
    if (auto parts = splitPath(path); !parts)
        return tl::unexpected(parts.error());
    // Not blocking: a pipe in the place of a file must not hang whoever looks.
    auto opened = openFile(absolute(path), O_RDONLY | O_NONBLOCK);
    if (!opened)
        return tl::unexpected(opened.error());
    return std::make_unique<ReadOnlyFile>(std::move(opened->descriptor), opened->size);
}

Result<std::vector<DirectoryEntry>> ReadOnlyDisk::list(const std::string& path) const
{
    if (auto parts = splitPath(path); !parts)
        return tl::unexpected(parts.error());
    return listDirectory(absolute(path));
}

bool ReadOnlyDisk::exists(const std::string& path) const
{
    std::error_code error;
    return splitPath(path) && fs::exists(absolute(path), error);
}

Result<void> ReadOnlyDisk::denied(const std::string& path) const { return refuse(absolute(path)); }

Result<void> ReadOnlyDisk::rename(const std::string& from, const std::string&)
{
    return denied(from);
}
Result<void> ReadOnlyDisk::remove(const std::string& path) { return denied(path); }
Result<void> ReadOnlyDisk::removeAll(const std::string& path) { return denied(path); }
Result<void> ReadOnlyDisk::makeDirectory(const std::string& path) { return denied(path); }

Result<std::unique_ptr<DirectoryLock>> ReadOnlyDisk::lock(const std::string& path)
{
    return refuse(absolute(path));
}

void ReadOnlyDisk::syncDirectory(const std::string& path, SyncDone done)
{
    if (done)
        done(denied(path));
}

std::string ReadOnlyDisk::absolute(const std::string& path) const
{
    return path.empty() ? m_root : m_root + (m_root.ends_with('/') ? "" : "/") + path;
}

} // namespace hw::world
