#include "engine/world/disk.h"

#include <fmt/format.h>

#include "engine/world/path.h"

namespace hw::world {

Result<Bytes> readAll(Disk& disk, const std::string& path, std::uint64_t limit)
{
    auto file = disk.open(path, OpenMode::ReadOnly);
    if (!file)
        return tl::unexpected(file.error());
    const std::uint64_t size = (*file)->size();
    if (size > limit)
        return fail(Failure::Invalid, fmt::format("{} has {} bytes, at most {} are read",
                                                  disk.absolute(path), size, limit));
    Bytes bytes(size);
    const auto got = (*file)->readAt(0, bytes);
    if (!got)
        return tl::unexpected(got.error());
    bytes.resize(*got);
    return bytes;
}

Result<void> replaceFile(Disk& disk, const std::string& path, ByteView bytes, SyncDone done)
{
    const std::string temporary = path + ".tmp";
    auto file = disk.open(temporary, OpenMode::Truncate);
    if (!file)
        return tl::unexpected(file.error());
    if (auto written = (*file)->writeAt(0, bytes); !written)
        return written;
    // The sync is asked for before the rename, so the order on disk is: content, then name.
    struct Syncs
    {
        SyncDone done;
        Result<void> result;
        int left = 2;
    };
    const auto syncs = std::make_shared<Syncs>();
    syncs->done = std::move(done);
    const auto ended = [syncs](Result<void> synced) {
        if (syncs->result && !synced)
            syncs->result = std::move(synced);
        if (--syncs->left == 0 && syncs->done)
            syncs->done(std::move(syncs->result));
    };
    std::shared_ptr<File> kept = std::move(*file);
    kept->sync([kept, ended](Result<void> synced) { ended(std::move(synced)); });
    if (auto renamed = disk.rename(temporary, path); !renamed)
        return renamed;
    disk.syncDirectory(parentOf(path), ended);
    return {};
}

} // namespace hw::world
