#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "engine/log/hot_tail.h"
#include "engine/log/log_manager_state.h"
#include "engine/log/segment.h"
#include "engine/world/path.h"

namespace hw::log {

namespace {

/// At most so much is read in one task, all logs together; to open one counts as some of it.
constexpr std::uint64_t kBytesPerTask = 2 << 20;
constexpr std::uint64_t kSmallFileBytes = 4096;

/// `TopicA-0` and the like; nullopt for other directories.
std::optional<TopicPartition> partitionOf(const std::string& directory)
{
    const std::size_t dash = directory.rfind('-');
    if (dash == std::string::npos || dash == 0)
        return std::nullopt;
    TopicPartition partition{directory.substr(0, dash), 0};
    const char* from = directory.data() + dash + 1;
    const char* end = directory.data() + directory.size();
    const auto [at, error] = std::from_chars(from, end, partition.partition);
    if (error != std::errc() || at != end || partition.text() != directory)
        return std::nullopt;
    return partition;
}

std::map<std::string, std::string> parseProperties(const std::string& text)
{
    std::map<std::string, std::string> properties;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        const std::size_t equals = line.find('=');
        if (equals != std::string::npos && !line.starts_with('#'))
            properties[line.substr(0, equals)] = line.substr(equals + 1);
        at = end + 1;
    }
    return properties;
}

bool holdsLogs(const world::Disk& disk, const std::string& root)
{
    const auto entries = disk.list(root);
    return entries && std::ranges::any_of(*entries, [](const world::DirectoryEntry& entry) {
               return entry.isDirectory && partitionOf(entry.name);
           });
}

} // namespace

void LogManager::load(LoadDone done)
{
    HW_ASSERT(!m_loading && !m_loaded, "a log directory is loaded once");
    m_loading = std::make_unique<Loading>();
    m_loading->done = std::move(done);
    m_loop.post([this, alive = m_alive] {
        if (!*alive)
            return;
        if (auto begun = beginLoading(); !begun)
            finishLoading(begun);
    });
}

Result<void> LogManager::beginLoading()
{
    if (!m_config.root.empty()) {
        if (auto made = m_disk.makeDirectory(m_config.root); !made)
            return made;
        m_disk.syncDirectory(world::parentOf(m_config.root), [](Result<void>) {});
    }
    auto lock = m_disk.lock(m_config.root);
    if (!lock)
        return tl::unexpected(lock.error());
    m_lock = std::move(*lock);
    if (auto read = readIdentity(); !read)
        return read;
    return takeCleanMarker();
}

void LogManager::goOnLoading(const Result<void>& markerIsGone)
{
    if (!markerIsGone)
        return finishLoading(markerIsGone);
    m_loading->recoveryPoints = readCheckpoint(kRecoveryPointFile);
    m_loading->logStarts = readCheckpoint(kLogStartFile);
    m_highWatermarks = readCheckpoint(kHighWatermarkFile);
    if (auto listed = listLogs(); !listed)
        return finishLoading(listed);
    loadSome();
}

/// Kafka in ZooKeeper mode takes a file without ids for a new one and fills it in; here what is
/// there must say whose directory it is.  Kafka: MetaProperties, MetaPropertiesEnsemble.verify.
Result<void> LogManager::readIdentity()
{
    const std::string path = pathOf(kIdentityFile);
    if (!m_disk.exists(path))
        return {};
    const auto bytes = world::readAll(m_disk, path, kSmallFileBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const std::string text = textOf(*bytes);
    // Made just before a power loss: nothing was stored here yet.
    if (text.empty() && !holdsLogs(m_disk, m_config.root))
        return {};
    const auto properties = parseProperties(text);
    const auto check = [&](const char* key, const std::string& allowed) -> Result<void> {
        const auto found = properties.find(key);
        if (found != properties.end() && found->second == allowed)
            return {};
        const std::string says = found == properties.end()
                                     ? fmt::format("has no line {}=", key)
                                     : fmt::format("says {}={}", key, found->second);
        return fail(text.empty() ? Failure::Corrupt : Failure::Invalid,
                    fmt::format("{} {}; allowed is {}={}", m_disk.absolute(path),
                                text.empty() ? "is empty beside logs" : says, key, allowed));
    };
    if (auto good = check("version", "0"); !good)
        return good;
    if (auto good = check("broker.id", std::to_string(m_config.broker.value())); !good)
        return good;
    if (const auto id = properties.find("cluster.id"); id != properties.end())
        m_clusterId = id->second;
    return {};
}

/// The marker speaks for one start only: it is gone, a power loss or not, before a log is touched.
Result<void> LogManager::takeCleanMarker()
{
    const std::string path = pathOf(kCleanMarkerFile);
    m_loading->summary.wasClean = m_disk.exists(path);
    if (!m_loading->summary.wasClean) {
        goOnLoading({});
        return {};
    }
    const auto bytes = world::readAll(m_disk, path, kSmallFileBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const std::string text = textOf(*bytes);
    constexpr std::string_view kKey = "\"brokerEpoch\":";
    const std::size_t at = text.find(kKey);
    std::int64_t epoch = -1;
    if (at != std::string::npos)
        std::from_chars(text.data() + at + kKey.size(), text.data() + text.size(), epoch);
    if (epoch >= 0)
        m_previousBrokerEpoch = BrokerEpoch(epoch);
    if (auto removed = m_disk.remove(path); !removed)
        return removed;
    m_disk.syncDirectory(m_config.root, [this, alive = m_alive](const Result<void>& synced) {
        if (*alive)
            goOnLoading(synced);
    });
    return {};
}

/// One that cannot be read means that nothing is known: every log is checked from its start.
OffsetMap LogManager::readCheckpoint(const char* name)
{
    const std::string path = pathOf(name);
    if (!m_disk.exists(path))
        return {};
    const auto bytes = world::readAll(m_disk, path);
    auto offsets = bytes ? parseOffsetCheckpoint(textOf(*bytes))
                         : Result<OffsetMap>(tl::unexpected(bytes.error()));
    if (offsets)
        return std::move(*offsets);
    m_loading->summary.warnings.push_back(
        {offsets.error().kind, m_disk.absolute(path) + ": " + offsets.error().message});
    m_loading->summary.wasClean = false;
    return {};
}

Result<void> LogManager::listLogs()
{
    const auto entries = m_disk.list(m_config.root);
    if (!entries)
        return tl::unexpected(entries.error());
    for (const world::DirectoryEntry& entry : *entries) {
        if (!entry.isDirectory)
            continue;
        if (entry.name.ends_with(kDeleteSuffix)) {
            if (auto removed = m_disk.removeAll(pathOf(entry.name)); !removed)
                return removed;
        } else if (const auto partition = partitionOf(entry.name)) {
            m_loading->waiting.push_back(*partition);
        }
    }
    const bool isNew = m_loading->waiting.empty() && m_clusterId.empty();
    if (isNew && m_loading->summary.warnings.empty())
        m_loading->summary.wasClean = true;
    return {};
}

void LogManager::startLoader(const TopicPartition& partition)
{
    const auto offsetIn = [&](const OffsetMap& map) {
        const auto found = map.find(partition);
        return found == map.end() ? Offset(0) : found->second;
    };
    Log::LoadSpec spec;
    spec.clean = m_loading->summary.wasClean;
    spec.recoveryPoint = offsetIn(m_loading->recoveryPoints);
    spec.logStart = offsetIn(m_loading->logStarts);
    m_loading->current = partition;
    m_loading->loader = std::make_unique<LogLoader>(context(), pathOf(partition.text()), partition,
                                                    m_config.defaults, spec, m_loop.wallTime());
}

void LogManager::loadSome()
{
    Loading& loading = *m_loading;
    std::uint64_t left = kBytesPerTask;
    while ((loading.loader || !loading.waiting.empty()) && left > 0) {
        if (!loading.loader) {
            startLoader(loading.waiting.front());
            loading.waiting.pop_front();
        }
        const auto opened = loading.loader->step(left);
        if (opened && !*opened)
            break;
        if (!opened) {
            loading.summary.failed.emplace_back(loading.current, opened.error());
            if (m_listener)
                m_listener->storageFailed(loading.current, opened.error());
        } else {
            auto log = loading.loader->take();
            ++loading.summary.logs;
            loading.summary.bytesChecked += log->recovery().bytesChecked;
            loading.summary.bytesCut += log->recovery().bytesCut;
            m_logs[loading.current] = std::move(log);
        }
        loading.loader.reset();
    }
    if (!loading.loader && loading.waiting.empty()) {
        finishLoading({});
        return;
    }
    m_loop.post([this, alive = m_alive] {
        if (*alive)
            loadSome();
    });
}

LogManager::LoadProgress LogManager::loadProgress() const
{
    if (!m_loading)
        return {};
    const LoadSummary& sofar = m_loading->summary;
    LoadProgress progress;
    progress.opened = sofar.logs + static_cast<std::uint32_t>(sofar.failed.size());
    progress.logs = progress.opened + static_cast<std::uint32_t>(m_loading->waiting.size());
    progress.bytesChecked = sofar.bytesChecked;
    if (m_loading->loader) {
        ++progress.logs;
        progress.bytesChecked += m_loading->loader->bytesChecked();
    }
    return progress;
}

void LogManager::finishLoading(Result<void> result)
{
    const std::unique_ptr<Loading> loading = std::move(m_loading);
    if (!result) {
        m_lock.reset();
        loading->done(tl::unexpected(result.error()));
        return;
    }
    m_loaded = true;
    std::erase_if(m_highWatermarks,
                  [this](const auto& mark) { return !m_logs.contains(mark.first); });
    startRecoveryPointTimer();
    startHighWatermarkTimer();
    startProducerTimer();
    startRetentionTimer(std::min(m_config.initialTaskDelay, m_config.retentionCheckInterval));
    loading->done(std::move(loading->summary));
}

} // namespace hw::log
