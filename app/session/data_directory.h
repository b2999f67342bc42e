#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/base/result.h"

namespace hw::app {

/// The folder that a live cluster's files are in: the user's own, which is kept, or a throw-away
/// one, which goes with this object. Locked while it lives, so that no two programs share one; the
/// lock goes with the process, however that ends.
class DataDirectory
{
public:
    /// Makes the folder if it is missing. Errors: Busy (another program has it), Denied, or
    /// Invalid when it is no folder; the sentence begins with the path.
    static Result<DataDirectory> named(const std::string& path);
    /// A new one in the system's folder for temporary files. Removes first what programs that were
    /// killed have left behind there.
    static Result<DataDirectory> throwAway();

    DataDirectory(DataDirectory&& other) noexcept;
    DataDirectory& operator=(DataDirectory&&) = delete;
    ~DataDirectory();

    /// Absolute.
    const std::filesystem::path& path() const { return m_path; }

    /// How many brokers and ZooKeeper servers a folder has data of; 0 if none, as in a new one.
    struct Held
    {
        std::int32_t brokers = 0;
        std::int32_t servers = 0;
    };
    static Held heldIn(const std::filesystem::path& path);

    /// Invalid when it holds the data of an ensemble of another size: one server alone numbers its
    /// transactions otherwise than several do, and a server more or less may know another history.
    /// Invalid too when it holds more brokers than are to be: nobody could start those that have
    /// the other replicas. More brokers than it holds are fine, they join as new ones.
    Result<void> checkSizes(std::int32_t brokers, std::int32_t servers) const;

private:
    DataDirectory(std::filesystem::path path, int lock, bool thrownAway);

    std::filesystem::path m_path;
    int m_lock = -1; ///< file descriptor that holds the lock
    bool m_thrownAway = false;
};

} // namespace hw::app
