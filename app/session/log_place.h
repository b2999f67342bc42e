#pragma once

#include <string>

namespace hw::app {

/// A path as a disk sees it that is rooted two levels above, so that a file's neighbours and the
/// checkpoints of the log directory around it can be read as well.
struct DiskPlace
{
    std::string root; ///< absolute
    std::string path; ///< relative to it; empty: the root itself
};
DiskPlace placeOf(const std::string& path);
/// Without a slash at the end.
std::string absolutePath(const std::string& path);

} // namespace hw::app
