#include "engine/coordination/storage.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/base/crc32c.h"
#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/coordination/recovery.h"
#include "engine/coordination/storage_format.h"

namespace hw::coordination {

namespace {

constexpr std::int32_t kFormatVersion = 1;

std::string nameFor(const char* prefix, Zxid zxid)
{
    return fmt::format("{}{:016x}", prefix, static_cast<std::uint64_t>(zxid.value()));
}

} // namespace

bool headerMatches(Reader& from, std::string_view magic)
{
    const std::string found = from.text(4);
    const std::int32_t version = from.i32();
    return from.ok() && found == magic && version == kFormatVersion;
}

void putHeader(Writer& to, std::string_view magic)
{
    to.text(magic);
    to.i32(kFormatVersion);
}

std::optional<Txn> nextEntry(Reader& from)
{
    const std::int32_t size = from.i32();
    const std::uint32_t crc = from.u32();
    const Slice body = from.slice(size);
    if (!from.ok() || crc32c(body.view()) != crc)
        return std::nullopt;
    auto txn = decodeTxn(body);
    return txn ? std::optional<Txn>(std::move(*txn)) : std::nullopt;
}

Storage::Storage(world::Disk& disk, std::string directory, std::uint32_t keepSnapshots)
    : m_disk(disk)
    , m_directory(std::move(directory))
    , m_keepSnapshots(std::max<std::uint32_t>(keepSnapshots, 1))
{
}

Result<std::vector<Storage::Named>> Storage::listed(const std::string& prefix) const
{
    const auto entries = m_disk.list(m_directory);
    if (!entries)
        return tl::unexpected(entries.error());
    std::vector<Named> files;
    for (const world::DirectoryEntry& entry : *entries) {
        if (entry.isDirectory || !entry.name.starts_with(prefix) ||
            entry.name.size() != prefix.size() + 16)
            continue;
        std::uint64_t zxid = 0;
        const char* first = entry.name.data() + prefix.size();
        const auto parsed = std::from_chars(first, first + 16, zxid, 16);
        if (parsed.ec == std::errc() && parsed.ptr == first + 16)
            files.push_back({pathOf(entry.name), Zxid(static_cast<std::int64_t>(zxid))});
    }
    return files;
}

Result<void> Storage::makeDirectory()
{
    if (m_disk.exists(m_directory))
        return {};
    auto made = m_disk.makeDirectory(m_directory);
    // Its name must outlive a power loss as well as what will be inside, so sync all above it.
    for (auto slash = m_directory.rfind('/'); made; slash = m_directory.rfind('/', slash - 1)) {
        const bool top = slash == std::string::npos;
        m_disk.syncDirectory(top ? std::string() : m_directory.substr(0, slash),
                             [](Result<void>) {});
        if (top || slash == 0)
            break;
    }
    return made;
}

Result<Storage::Recovered> Storage::recover()
{
    Recovery recovery(*this);
    auto done = recovery.step();
    while (done && !*done)
        done = recovery.step();
    if (!done)
        return tl::unexpected(done.error());
    return recovery.take();
}

void Storage::removeUnfinished()
{
    const auto entries = m_disk.list(m_directory);
    if (!entries)
        return;
    for (const world::DirectoryEntry& entry : *entries) {
        if (entry.name.starts_with(kSnapshotPrefix) && entry.name.ends_with(kUnfinished))
            (void)m_disk.remove(pathOf(entry.name));
    }
}

Zxid Storage::endOfLogBefore(const Named& file) const
{
    const auto opened = m_disk.open(file.path, world::OpenMode::ReadOnly);
    Bytes header(kLogHeaderSize);
    if (!opened || (*opened)->readAt(0, header).value_or(0) != kLogHeaderSize)
        return Zxid(std::numeric_limits<std::int64_t>::max());
    Reader from{ByteView(header)};
    if (!headerMatches(from, kLogMagic))
        return Zxid(std::numeric_limits<std::int64_t>::max());
    return Zxid(from.i64());
}

Result<void> Storage::syncLater(const std::string& path)
{
    auto opened = m_disk.open(path, world::OpenMode::MustExist);
    if (!opened)
        return tl::unexpected(opened.error());
    const std::shared_ptr<world::File> kept = std::move(*opened);
    kept->sync([kept](Result<void>) {});
    return {};
}

void Storage::roll()
{
    if (!m_log)
        return;
    const std::shared_ptr<world::File> kept = std::move(m_log);
    kept->sync([kept](Result<void>) {});
}

Result<std::uint32_t> Storage::readEpoch(const char* file)
{
    const std::string path = pathOf(file);
    if (!m_disk.exists(path))
        return 0;
    const auto bytes = world::readAll(m_disk, path, 64);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (auto kept = syncLater(path); !kept)
        return tl::unexpected(kept.error());
    const std::string text = textOf(*bytes);
    std::uint32_t epoch = 0;
    const char* end = text.data() + text.size() - (text.ends_with('\n') ? 1 : 0);
    const auto parsed = std::from_chars(text.data(), end, epoch);
    if (parsed.ec != std::errc() || parsed.ptr != end)
        return fail(Failure::Corrupt,
                    fmt::format("{} holds \"{}\"; allowed is one number, the epoch, of 0 to {}",
                                m_disk.absolute(path), text, UINT32_MAX));
    return epoch;
}

Result<void> Storage::writeEpoch(std::uint32_t epoch, world::SyncDone done, const char* file)
{
    const std::string text = std::to_string(epoch);
    return world::replaceFile(m_disk, pathOf(file), viewOf(text), std::move(done));
}

Result<void> Storage::append(const std::vector<Txn>& txns)
{
    HW_ASSERT(!txns.empty(), "an append holds transactions");
    Writer to;
    if (!m_log) {
        const std::string path = pathOf(nameFor(kLogPrefix, txns.front().zxid));
        auto opened = m_disk.open(path, world::OpenMode::Truncate);
        if (!opened)
            return tl::unexpected(opened.error());
        m_log = std::move(*opened);
        // The name must be there when the entries are: without it they cannot be found.
        m_disk.syncDirectory(m_directory, [](Result<void>) {});
        putHeader(to, kLogMagic);
        to.i64(m_last.value());
    }
    m_last = txns.back().zxid;
    for (const Txn& txn : txns) {
        const Bytes body = encode(txn);
        to.i32(static_cast<std::int32_t>(body.size()));
        to.u32(crc32c(body));
        to.bytes(body);
    }
    return m_log->append(to.take());
}

void Storage::sync(world::SyncDone done)
{
    HW_ASSERT(m_log, "there is a log to sync after an append");
    m_log->sync(std::move(done));
}

Result<Zxid> Storage::newestSnapshot() const
{
    const auto snapshots = listed(kSnapshotPrefix);
    if (!snapshots)
        return tl::unexpected(snapshots.error());
    return snapshots->empty() ? Zxid() : snapshots->back().zxid;
}

Result<void> Storage::cutAfter(Zxid last)
{
    roll();
    const auto snapshots = listed(kSnapshotPrefix);
    const auto logs = listed(kLogPrefix);
    if (!snapshots)
        return tl::unexpected(snapshots.error());
    if (!logs)
        return tl::unexpected(logs.error());
    std::vector<std::string> gone;
    const Named* kept = nullptr;
    for (const Named& file : *snapshots) {
        if (file.zxid > last)
            gone.push_back(file.path);
    }
    for (const Named& file : *logs) {
        if (file.zxid > last)
            gone.push_back(file.path);
        else
            kept = &file;
    }
    // All that comes before `last` lies in the logs before the newest that stays.
    if (kept) {
        if (auto cut = cutLog(*kept, last); !cut)
            return cut;
    }
    for (const std::string& path : gone) {
        if (auto removed = m_disk.remove(path); !removed)
            return removed;
    }
    if (!gone.empty())
        m_disk.syncDirectory(m_directory, [](Result<void>) {});
    m_last = std::min(m_last, last);
    return {};
}

void Storage::startAfter(Zxid last)
{
    roll();
    m_last = last;
}

Result<void> Storage::cutLog(const Named& file, Zxid last)
{
    auto bytes = world::readAll(m_disk, file.path, kReadLimit);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const Slice whole(std::move(*bytes));
    Reader from(whole);
    from.skip(kLogHeaderSize);
    std::size_t end = from.position();
    for (auto txn = nextEntry(from); txn && txn->zxid <= last; txn = nextEntry(from))
        end = from.position();
    if (end >= whole.size())
        return {};
    auto opened = m_disk.open(file.path, world::OpenMode::MustExist);
    if (!opened)
        return tl::unexpected(opened.error());
    const std::shared_ptr<world::File> kept = std::move(*opened);
    if (auto cut = kept->truncate(end); !cut)
        return cut;
    kept->sync([kept](Result<void>) {});
    return {};
}

Storage::NewSnapshot::NewSnapshot(Storage& storage, std::string path)
    : m_storage(storage)
    , m_path(std::move(path))
{
}

Result<std::unique_ptr<Storage::NewSnapshot>> Storage::beginSnapshot(Zxid zxid)
{
    std::unique_ptr<NewSnapshot> snapshot(
        new NewSnapshot(*this, pathOf(nameFor(kSnapshotPrefix, zxid))));
    auto opened = m_disk.open(snapshot->m_path + kUnfinished, world::OpenMode::Truncate);
    if (!opened)
        return tl::unexpected(opened.error());
    snapshot->m_file = std::move(*opened);
    Writer to;
    putHeader(to, kSnapshotMagic);
    to.u32(0);
    if (auto written = snapshot->m_file->append(to.take()); !written)
        return tl::unexpected(written.error());
    return snapshot;
}

Result<void> Storage::NewSnapshot::add(const Bytes& bytes)
{
    m_crc = crc32c(bytes, m_crc);
    return m_file->append(Pieces(bytes));
}

Result<void> Storage::NewSnapshot::sync(world::SyncDone done)
{
    Writer crc;
    crc.u32(m_crc);
    if (auto written = m_file->writeAt(kSnapshotCrcAt, crc.takeBytes()); !written)
        return written;
    m_file->sync(std::move(done));
    return {};
}

Result<void> Storage::NewSnapshot::putInPlace(world::SyncDone done)
{
    m_file.reset();
    if (auto renamed = m_storage.m_disk.rename(m_path + kUnfinished, m_path); !renamed)
        return renamed;
    m_storage.m_disk.syncDirectory(m_storage.m_directory, std::move(done));
    return {};
}

void Storage::NewSnapshot::giveUp()
{
    m_file.reset();
    (void)m_storage.m_disk.remove(m_path + kUnfinished);
}

void Storage::purge()
{
    const auto snapshots = listed(kSnapshotPrefix);
    const auto logs = listed(kLogPrefix);
    if (!snapshots || !logs || snapshots->size() <= m_keepSnapshots)
        return;
    const std::size_t old = snapshots->size() - m_keepSnapshots;
    for (std::size_t i = 0; i < old; ++i)
        (void)m_disk.remove((*snapshots)[i].path);
    const Zxid needed = (*snapshots)[old].zxid + 1;
    for (std::size_t i = 0; i + 1 < logs->size(); ++i) {
        if ((*logs)[i + 1].zxid <= needed)
            (void)m_disk.remove((*logs)[i].path);
    }
}

} // namespace hw::coordination
