#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "engine/world/disk.h"
#include "engine/world/loop.h"

namespace hw::log {

inline constexpr const char* kDeletedSuffix = ".deleted";

/// Files that were renamed to `<name>.deleted` and wait file.delete.delay.ms for their removal, so
/// that a read that has just found them may end. Whatever still waits when the broker ends is
/// removed when its directory is opened again.  Kafka: LocalLog.deleteSegmentFiles.
class DeletedFiles
{
public:
    /// More than that waiting: the oldest go at once.
    static constexpr std::size_t kWaitingLimit = 100000;

    DeletedFiles(world::Loop& loop, world::Disk& disk);

    /// Paths relative to the disk's root. A path that is gone by then is no failure.
    void removeLater(std::vector<std::string> paths, Duration delay);
    std::size_t waiting() const { return m_waiting.size(); }

private:
    /// Removed in one task.
    static constexpr int kRemovalsPerTask = 64;

    void startTimer();
    void removeSome();

    world::Loop& m_loop;
    world::Disk& m_disk;
    std::multimap<Instant, std::string> m_waiting; ///< by when they go
    world::Timer m_timer;
};

} // namespace hw::log
