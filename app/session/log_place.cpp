#include "app/session/log_place.h"

#include <filesystem>

namespace hw::app {

std::string absolutePath(const std::string& path)
{
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal();
    return whole.has_filename() ? whole.string() : whole.parent_path().string();
}

DiskPlace placeOf(const std::string& path)
{
    const std::filesystem::path whole = absolutePath(path);
    const std::filesystem::path root = whole.parent_path().parent_path();
    const std::string relative = whole.lexically_relative(root).generic_string();
    return {root.string(), relative == "." ? std::string() : relative};
}

} // namespace hw::app
