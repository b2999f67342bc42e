#include "engine/world/path.h"

#include <fmt/format.h>

namespace hw::world {

Result<std::vector<std::string>> splitPath(const std::string& path)
{
    std::vector<std::string> parts;
    if (path.empty())
        return parts;
    std::size_t from = 0;
    while (from <= path.size()) {
        const std::size_t slash = std::min(path.find('/', from), path.size());
        std::string part = path.substr(from, slash - from);
        const bool plain = !part.empty() && part != "." && part != "..";
        if (!plain || part.find('\0') != std::string::npos)
            return fail(Failure::Invalid,
                        fmt::format("'{}' is not a path on a host's disk: it must be relative, "
                                    "with no empty part, '.' or '..'",
                                    path));
        parts.push_back(std::move(part));
        from = slash + 1;
    }
    return parts;
}

std::string parentOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

} // namespace hw::world
