#pragma once

#include <string>

#include "engine/world/disk.h"

namespace hw::fuzz {

/// A file that is not there yet.
inline void writeNew(world::Disk& disk, const std::string& path, ByteView bytes)
{
    auto file = disk.open(path, world::OpenMode::CreateNew);
    HW_ASSERT(file.has_value(), path);
    HW_ASSERT((*file)->append(Pieces(Slice(Bytes(bytes.begin(), bytes.end())))).has_value(), path);
}

} // namespace hw::fuzz
