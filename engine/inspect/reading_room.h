#pragma once

#include <functional>
#include <string>

#include "engine/observe/log_source.h"
#include "engine/world/disk.h"

namespace hw::inspect {

/// What a request may need of whoever runs it.
struct Desk
{
    /// Progress; false: stop.
    std::function<bool(std::uint64_t done, std::uint64_t total)> progress;
    /// Takes the text of an export.
    std::function<Result<void>(std::string_view)> write;
};

/// Answers one request about the place at `path` of a disk (see `check` about its root). Blocks
/// until it is done.
decltype(observe::LogAnswer::what) answerTo(world::Disk& disk, const std::string& path,
                                            const observe::LogRequest& request, const Desk& desk);

} // namespace hw::inspect
