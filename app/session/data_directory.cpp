#include "app/session/data_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

namespace hw::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLockName = ".highwater-lock";
constexpr std::string_view kThrowAwayPrefix = "highwater-";
constexpr std::string_view kThrowAwayMark = ".highwater-throw-away";

Failure kindOf(int error)
{
    return error == EACCES || error == EPERM || error == EROFS ? Failure::Denied : Failure::Io;
}

/// The descriptor that holds the lock; Busy if somebody else holds it.
Result<int> lock(const fs::path& directory)
{
    const fs::path file = directory / kLockName;
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return fail(kindOf(errno), fmt::format("'{}' cannot be written to ({}); a folder of "
                                               "yours is allowed",
                                               directory.string(), std::strerror(errno)));
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return descriptor;
    ::close(descriptor);
    return fail(Failure::Busy, fmt::format("'{}' is in use by another Highwater; a folder that "
                                           "nobody uses is allowed",
                                           directory.string()));
}

/// Removes folders whose program was killed: marked as throw-away, and nobody holds the lock.
void sweep(const fs::path& temporary)
{
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(temporary, ignored)) {
        if (!entry.path().filename().string().starts_with(kThrowAwayPrefix) ||
            entry.is_symlink(ignored) || !fs::exists(entry.path() / kThrowAwayMark, ignored))
            continue;
        if (const Result<int> held = lock(entry.path())) {
            fs::remove_all(entry.path(), ignored);
            ::close(*held);
        }
    }
}

} // namespace

Result<DataDirectory> DataDirectory::named(const std::string& path)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error).lexically_normal();
    if (fs::exists(absolute, error) && !fs::is_directory(absolute, error))
        return fail(Failure::Invalid, fmt::format("'{}' is no folder; a folder is allowed, it is "
                                                  "made if missing",
                                                  path));
    fs::create_directories(absolute, error);
    if (error)
        return fail(kindOf(error.value()), fmt::format("'{}' cannot be made ({}); a folder of "
                                                       "yours is allowed",
                                                       path, error.message()));
    const Result<int> held = lock(absolute);
    if (!held)
        return tl::unexpected(held.error());
    return DataDirectory(absolute, *held, false);
}

Result<DataDirectory> DataDirectory::throwAway()
{
    std::error_code error;
    const fs::path temporary = fs::temp_directory_path(error);
    sweep(temporary);
    std::string name = (temporary / (std::string(kThrowAwayPrefix) + "XXXXXX")).string();
    if (error || !::mkdtemp(name.data()))
        return fail(kindOf(errno), fmt::format("'{}' takes no new folder ({}); set TMPDIR or name "
                                               "a folder with --data",
                                               temporary.string(), std::strerror(errno)));
    const Result<int> held = lock(name);
    if (!held)
        return tl::unexpected(held.error());
    const fs::path mark = fs::path(name) / kThrowAwayMark;
    ::close(::open(mark.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    return DataDirectory(name, *held, true);
}

DataDirectory::Held DataDirectory::heldIn(const fs::path& path)
{
    constexpr std::int32_t kMost = 100; // far more than are ever made of either
    std::error_code ignored;
    const auto holds = [&](const std::string& name) {
        const fs::path folder = path / name;
        return fs::is_directory(folder, ignored) && !fs::is_empty(folder, ignored);
    };
    Held held;
    for (std::int32_t number = 0; number < kMost; ++number) {
        if (holds(fmt::format("broker-{}", number)))
            held.brokers = number;
        if (holds(fmt::format("zookeeper{}", number)))
            held.servers = number + 1;
    }
    return held;
}

Result<void> DataDirectory::checkSizes(std::int32_t brokers, std::int32_t servers) const
{
    const Held held = heldIn(m_path);
    const auto serversOf = [](std::int32_t count) {
        return count == 1 ? std::string("one ZooKeeper server (zookeeper0)")
                          : fmt::format("{} ZooKeeper servers (zookeeper0 to zookeeper{})", count,
                                        count - 1);
    };
    const auto brokersOf = [](std::int32_t count) {
        return count == 1 ? std::string("one broker (broker 1)")
                          : fmt::format("{} brokers (broker 1 to {})", count, count);
    };
    const auto refused = [&](const std::string& holds, const std::string& wanted,
                             const std::string& allowed) {
        return fail(
            Failure::Invalid,
            fmt::format("'{}' holds the data of {}, this cluster is to have {}; allowed are "
                        "{}, or another folder",
                        m_path.string(), holds, wanted, allowed));
    };
    if (held.servers != 0 && held.servers != servers)
        return refused(serversOf(held.servers), serversOf(servers),
                       fmt::format("{}", held.servers));
    if (held.brokers > brokers)
        return refused(brokersOf(held.brokers), brokersOf(brokers),
                       fmt::format("{} and more", held.brokers));
    return {};
}

DataDirectory::DataDirectory(fs::path path, int lock, bool thrownAway)
    : m_path(std::move(path))
    , m_lock(lock)
    , m_thrownAway(thrownAway)
{
}

DataDirectory::DataDirectory(DataDirectory&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_lock(std::exchange(other.m_lock, -1))
    , m_thrownAway(std::exchange(other.m_thrownAway, false))
{
}

DataDirectory::~DataDirectory()
{
    std::error_code ignored;
    if (m_thrownAway)
        fs::remove_all(m_path, ignored);
    if (m_lock >= 0)
        ::close(m_lock);
}

} // namespace hw::app
