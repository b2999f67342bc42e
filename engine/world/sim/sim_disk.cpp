#include "engine/world/sim/sim_disk.h"

#include <fmt/format.h>

#include "engine/world/path.h"
#include "engine/world/sim/sim_host.h"
#include "engine/world/sim/sim_world.h"

namespace hw::world {

static constexpr std::uint64_t kDiskSize = 1ULL << 40;

class SimDisk::Lock final : public DirectoryLock
{
public:
    Lock(std::weak_ptr<std::set<std::string>> locks, std::string path)
        : m_locks(std::move(locks))
        , m_path(std::move(path))
    {
    }
    ~Lock() override
    {
        if (const auto locks = m_locks.lock())
            locks->erase(m_path);
    }

private:
    const std::weak_ptr<std::set<std::string>> m_locks;
    const std::string m_path;
};

SimDisk::SimDisk(SimHost& host, std::string label, Duration syncLatency)
    : m_host(host)
    , m_label(std::move(label))
    , m_syncLatency(syncLatency)
    , m_root(std::make_shared<Directory>())
    , m_locks(std::make_shared<std::set<std::string>>())
{
}

SimDisk::~SimDisk() = default;

Result<std::unique_ptr<File>> SimDisk::open(const std::string& path, OpenMode mode)
{
    const auto place = placeOf(path);
    if (!place)
        return tl::unexpected(place.error());
    Names& names = place->directory->names;
    const auto found = names.find(place->name);
    if (found != names.end() && found->second.directory)
        return fail(Failure::Invalid, fmt::format("{} is a directory", absolute(path)));
    if (found != names.end()) {
        if (mode == OpenMode::CreateNew)
            return fail(Failure::Exists, fmt::format("{} is already there", absolute(path)));
        if (mode == OpenMode::Truncate)
            found->second.file->truncate(0);
        return std::make_unique<SimFile>(*this, path, found->second.file,
                                         mode == OpenMode::ReadOnly);
    }
    if (mode == OpenMode::MustExist || mode == OpenMode::ReadOnly)
        return fail(Failure::NotFound, fmt::format("{} is not there", absolute(path)));
    auto content = std::make_shared<SimContent>();
    names[place->name] = Node{content, nullptr};
    return std::make_unique<SimFile>(*this, path, std::move(content), false);
}

Result<void> SimDisk::rename(const std::string& from, const std::string& to)
{
    const auto source = placeOf(from);
    if (!source)
        return tl::unexpected(source.error());
    const auto target = placeOf(to);
    if (!target)
        return tl::unexpected(target.error());
    const auto found = source->directory->names.find(source->name);
    if (found == source->directory->names.end())
        return fail(Failure::NotFound, fmt::format("{} is not there", absolute(from)));
    if (from == to)
        return {};
    const Node moved = found->second;
    if (const Node* old = find(to)) {
        if (bool(old->directory) != bool(moved.directory))
            return fail(Failure::Invalid, fmt::format("{} and {} are not both files or both "
                                                      "directories",
                                                      absolute(from), absolute(to)));
        if (old->directory && !old->directory->names.empty())
            return fail(Failure::Exists, fmt::format("{} is not empty", absolute(to)));
    }
    if (to.starts_with(from + "/"))
        return fail(Failure::Invalid, fmt::format("{} cannot be moved into itself, to {}",
                                                  absolute(from), absolute(to)));
    source->directory->names.erase(found);
    target->directory->names[target->name] = moved;
    return {};
}

Result<void> SimDisk::remove(const std::string& path)
{
    const auto place = placeOf(path);
    if (!place)
        return tl::unexpected(place.error());
    const auto found = place->directory->names.find(place->name);
    if (found == place->directory->names.end())
        return fail(Failure::NotFound, fmt::format("{} is not there", absolute(path)));
    if (found->second.directory && !found->second.directory->names.empty())
        return fail(Failure::Exists, fmt::format("{} is not empty", absolute(path)));
    place->directory->names.erase(found);
    return {};
}

Result<void> SimDisk::removeAll(const std::string& path)
{
    const auto place = placeOf(path);
    if (!place)
        return tl::unexpected(place.error());
    if (place->directory->names.erase(place->name) == 0)
        return fail(Failure::NotFound, fmt::format("{} is not there", absolute(path)));
    return {};
}

Result<void> SimDisk::makeDirectory(const std::string& path)
{
    const auto parts = splitPath(path);
    if (!parts)
        return tl::unexpected(parts.error());
    DirectoryPtr at = m_root;
    for (const std::string& part : *parts) {
        Node& node = at->names[part];
        if (node.file)
            return fail(Failure::Exists, fmt::format("{} cannot be made a directory: '{}' is a "
                                                     "file",
                                                     absolute(path), part));
        if (!node.directory)
            node.directory = std::make_shared<Directory>();
        at = node.directory;
    }
    return {};
}

Result<std::vector<DirectoryEntry>> SimDisk::list(const std::string& path) const
{
    const auto directory = directoryAt(path);
    if (!directory)
        return tl::unexpected(directory.error());
    std::vector<DirectoryEntry> entries;
    for (const auto& [name, node] : (*directory)->names)
        entries.push_back({name, node.directory != nullptr, node.file ? node.file->size() : 0});
    return entries;
}

bool SimDisk::exists(const std::string& path) const
{
    return path.empty() || find(path) != nullptr;
}

Result<std::unique_ptr<DirectoryLock>> SimDisk::lock(const std::string& path)
{
    if (const auto directory = directoryAt(path); !directory)
        return tl::unexpected(directory.error());
    if (!m_locks->insert(path).second)
        return fail(Failure::Busy,
                    fmt::format("{} is locked by somebody else: only one program may use it",
                                absolute(path)));
    return std::make_unique<Lock>(m_locks, path);
}

std::uint64_t SimDisk::freeSpace() const
{
    const std::uint64_t used = bytesIn(*m_root);
    return used < kDiskSize ? kDiskSize - used : 0;
}

void SimDisk::syncDirectory(const std::string& path, SyncDone done)
{
    const auto directory = directoryAt(path);
    if (!directory) {
        scheduleSync(nullptr, [done = std::move(done), error = directory.error()](Result<void>) {
            if (done)
                done(tl::unexpected(error));
        });
        return;
    }
    scheduleSync(
        [directory = *directory, names = (*directory)->names] { directory->syncedNames = names; },
        std::move(done));
}

std::string SimDisk::absolute(const std::string& path) const
{
    return path.empty() ? m_label : m_label + "/" + path;
}

void SimDisk::releaseLocks() { m_locks = std::make_shared<std::set<std::string>>(); }

void SimDisk::dropUnsynced()
{
    const bool tears = m_host.world().options().powerLoss == PowerLoss::Tears;
    m_root = survivorOf(*m_root, tears ? &m_host.loop().random() : nullptr);
}

void SimDisk::scheduleSync(Task apply, SyncDone done)
{
    m_host.schedule(m_host.world().now() + m_syncLatency, TaskKind::Sync,
                    [apply = std::move(apply), done = std::move(done)] {
                        if (apply)
                            apply();
                        if (done)
                            done({});
                    });
}

Result<SimDisk::DirectoryPtr> SimDisk::directoryAt(const std::string& path) const
{
    const auto parts = splitPath(path);
    if (!parts)
        return tl::unexpected(parts.error());
    DirectoryPtr at = m_root;
    for (const std::string& part : *parts) {
        const auto found = at->names.find(part);
        if (found == at->names.end())
            return fail(Failure::NotFound, fmt::format("{} is not there", absolute(path)));
        if (!found->second.directory)
            return fail(Failure::Invalid, fmt::format("{} is not a directory", absolute(path)));
        at = found->second.directory;
    }
    return at;
}

Result<SimDisk::Place> SimDisk::placeOf(const std::string& path) const
{
    if (path.empty())
        return fail(Failure::Invalid, "the root of a host's disk cannot be used as a file");
    if (const auto parts = splitPath(path); !parts)
        return tl::unexpected(parts.error());
    auto directory = directoryAt(parentOf(path));
    if (!directory)
        return tl::unexpected(directory.error());
    const auto slash = path.rfind('/');
    return Place{std::move(*directory), slash == std::string::npos ? path : path.substr(slash + 1)};
}

const SimDisk::Node* SimDisk::find(const std::string& path) const
{
    const auto place = placeOf(path);
    if (!place)
        return nullptr;
    const auto found = place->directory->names.find(place->name);
    return found == place->directory->names.end() ? nullptr : &found->second;
}

std::uint64_t SimDisk::bytesIn(const Directory& directory)
{
    std::uint64_t bytes = 0;
    for (const auto& [name, node] : directory.names)
        bytes += node.file ? node.file->size() : bytesIn(*node.directory);
    return bytes;
}

SimDisk::DirectoryPtr SimDisk::survivorOf(const Directory& directory, Random* chance)
{
    auto left = std::make_shared<Directory>();
    for (const auto& [name, node] : directory.syncedNames) {
        left->names[name] = node.file ? Node{node.file->survivor(chance), nullptr}
                                      : Node{nullptr, survivorOf(*node.directory, chance)};
    }
    left->syncedNames = left->names;
    return left;
}

} // namespace hw::world
