#include "app/session/log_place.h"

#include <filesystem>

namespace hw::app {

DiskPlace placeOf(const std::string& path)
{
    std::error_code error;
    std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal();
    if (!whole.has_filename()) // a slash at the end
        whole = whole.parent_path();
    const std::filesystem::path root = whole.parent_path().parent_path();
    const std::string relative = whole.lexically_relative(root).generic_string();
    return {root.string(), relative == "." ? std::string() : relative};
}

} // namespace hw::app
