#include "engine/coordination/recovery.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/base/crc32c.h"
#include "engine/coordination/storage_format.h"

namespace hw::coordination {

/// Transactions that recovery hands out besides the state: what an ensemble's leader sends to
/// followers that lack little.
static constexpr std::size_t kRecentLimit = 500;

Result<bool> Recovery::step()
{
    m_worked = 0;
    while (m_worked < kStateSlice && m_part != Part::Done) {
        if (auto done = stepOn(); !done)
            return tl::unexpected(done.error());
    }
    return m_part == Part::Done;
}

Result<void> Recovery::stepOn()
{
    switch (m_part) {
    case Part::Begin:
        return begin();
    case Part::Snapshot:
        return m_file ? readSnapshot() : beginSnapshot();
    case Part::Logs:
        return m_file ? readLog() : beginLog();
    case Part::Done:
        break;
    }
    return {};
}

Result<void> Recovery::begin()
{
    if (auto made = m_storage.makeDirectory(); !made)
        return made;
    m_storage.removeUnfinished();
    auto snapshots = m_storage.listed(kSnapshotPrefix);
    auto logs = m_storage.listed(kLogPrefix);
    if (!snapshots)
        return tl::unexpected(snapshots.error());
    if (!logs)
        return tl::unexpected(logs.error());
    m_snapshots = std::move(*snapshots);
    std::erase_if(m_snapshots, [this](const Storage::Named& file) { return file.zxid > m_upTo; });
    m_logs = std::move(*logs);
    m_part = m_snapshots.empty() ? Part::Logs : Part::Snapshot;
    return {};
}

Result<void> Recovery::open(const std::string& path)
{
    auto opened = m_storage.m_disk.open(path, world::OpenMode::ReadOnly);
    if (!opened)
        return tl::unexpected(opened.error());
    m_size = (*opened)->size();
    m_at = 0;
    if (m_size > kReadLimit)
        return fail(Failure::Invalid,
                    fmt::format("{} has {} bytes, at most {} are read",
                                m_storage.m_disk.absolute(path), m_size, kReadLimit));
    m_file = std::move(*opened);
    return {};
}

Result<Bytes> Recovery::chunk()
{
    Bytes bytes(std::min<std::uint64_t>(kStateSlice, m_size - m_at));
    const auto got = m_file->readAt(m_at, bytes);
    if (!got)
        return tl::unexpected(got.error());
    if (*got == 0)
        return fail(Failure::Io, "a file became shorter while it was read");
    bytes.resize(*got);
    m_at += *got;
    m_worked += *got;
    return bytes;
}

Result<void> Recovery::beginSnapshot()
{
    const std::string& path = m_snapshots.back().path;
    if (auto opened = open(path); !opened)
        return tryOlder(opened.error());
    Bytes header(kSnapshotHeaderSize);
    header.resize(m_file->readAt(0, header).value_or(0));
    Reader from{ByteView(header)};
    const bool matches = headerMatches(from, kSnapshotMagic);
    m_crcWanted = from.u32();
    if (!matches || !from.ok())
        return tryOlder({Failure::Corrupt, fmt::format("{} is damaged: its header is wrong",
                                                       m_storage.m_disk.absolute(path))});
    m_at = kSnapshotHeaderSize;
    m_crc = 0;
    m_reader.emplace();
    return {};
}

Result<void> Recovery::readSnapshot()
{
    const auto damaged = [this] {
        return Error{Failure::Corrupt,
                     fmt::format("{} is damaged: its checksum or its content is wrong",
                                 m_storage.m_disk.absolute(m_snapshots.back().path))};
    };
    if (m_at < m_size) {
        const auto bytes = chunk();
        if (!bytes)
            return tryOlder(bytes.error());
        m_crc = crc32c(*bytes, m_crc);
        return m_reader->take(*bytes) ? Result<void>() : tryOlder(damaged());
    }
    auto state = m_reader->finish();
    if (!state || m_crc != m_crcWanted)
        return tryOlder(damaged());
    m_found.state = std::move(*state);
    m_reader.reset();
    m_file.reset();
    m_part = Part::Logs;
    return {};
}

Result<void> Recovery::tryOlder(const Error& error)
{
    m_file.reset();
    m_snapshots.pop_back();
    return m_snapshots.empty() ? tl::unexpected(error) : Result<void>();
}

Result<void> Recovery::beginLog()
{
    if (m_log == m_logs.size() || m_logs[m_log].zxid > m_upTo) {
        finish();
        return {};
    }
    const Storage::Named& file = m_logs[m_log];
    const bool last = m_log + 1 == m_logs.size();
    // The snapshot holds all of a log that ends before it; its condition does not matter.
    if (!last && m_storage.endOfLogBefore(m_logs[m_log + 1]) <= m_found.state.zxid()) {
        ++m_log;
        return {};
    }
    if (auto opened = open(file.path); !opened)
        return opened;
    Bytes header(kLogHeaderSize);
    header.resize(m_file->readAt(0, header).value_or(0));
    Reader from{ByteView(header)};
    const bool matches = headerMatches(from, kLogMagic);
    m_before = Zxid(from.i64());
    m_good = 0;
    if (!matches || !from.ok())
        return endLog(false);
    if (m_before > m_found.state.zxid())
        return fail(Failure::Corrupt,
                    fmt::format("{} goes on after transaction {:#x}, but what is there before it "
                                "ends with {:#x}",
                                m_storage.m_disk.absolute(file.path), m_before.value(),
                                m_found.state.zxid().value()));
    // A log may start behind what another server's snapshot brought: the ones before it are then
    // not its beginning.
    if (m_found.recent.empty() || m_found.recent.back().zxid != m_before) {
        m_found.recent.clear();
        m_found.before = m_before;
    }
    m_good = m_at = kLogHeaderSize;
    return {};
}

std::optional<bool> Recovery::isWhole(std::size_t at) const
{
    const std::size_t left = m_rest.size() - at;
    const std::uint64_t all = left + (m_size - m_at);
    if (left < kEntryHeaderSize)
        return all < kEntryHeaderSize ? std::nullopt : std::optional(false);
    Reader from{ByteView(m_rest).subspan(at)};
    const std::int32_t size = from.i32();
    if (size < 0 || kEntryHeaderSize + static_cast<std::uint64_t>(size) > all)
        return std::nullopt;
    return kEntryHeaderSize + static_cast<std::size_t>(size) <= left;
}

Result<void> Recovery::readLog()
{
    Reader from{ByteView(m_rest)};
    while (!from.atEnd() || m_at == m_size) {
        if (from.atEnd())
            return endLog(true);
        const std::size_t at = from.position();
        const auto whole = isWhole(at);
        if (whole && !*whole)
            break;
        auto txn = whole ? nextEntry(from) : std::nullopt;
        if (!txn || txn->zxid <= m_before)
            return endLog(false);
        m_good += from.position() - at;
        takeTxn(std::move(*txn));
    }
    m_rest.erase(m_rest.begin(), m_rest.begin() + static_cast<std::ptrdiff_t>(from.position()));
    const auto bytes = chunk();
    if (!bytes)
        return tl::unexpected(bytes.error());
    m_rest.insert(m_rest.end(), bytes->begin(), bytes->end());
    return {};
}

void Recovery::takeTxn(Txn txn)
{
    m_before = txn.zxid;
    if (txn.zxid > m_upTo)
        return;
    if (txn.zxid > m_found.state.zxid()) {
        m_found.state.apply(txn);
        ++m_found.transactions;
    }
    m_found.recent.push_back(std::move(txn));
    if (m_found.recent.size() > kRecentLimit) {
        m_found.before = m_found.recent.front().zxid;
        m_found.recent.pop_front();
    }
}

Result<void> Recovery::endLog(bool intact)
{
    world::Disk& disk = m_storage.m_disk;
    const std::string& path = m_logs[m_log].path;
    ++m_log;
    m_file.reset();
    m_rest.clear();
    if (intact)
        return m_storage.syncLater(path);
    if (m_log < m_logs.size())
        return fail(Failure::Corrupt, fmt::format("{} is damaged at byte {}, and later logs exist",
                                                  disk.absolute(path), m_good));
    m_found.bytesCut = m_size - m_good;
    if (m_good < kLogHeaderSize)
        return disk.remove(path);
    auto opened = disk.open(path, world::OpenMode::MustExist);
    if (!opened)
        return tl::unexpected(opened.error());
    if (auto cut = (*opened)->truncate(m_good); !cut)
        return cut;
    return m_storage.syncLater(path);
}

void Recovery::finish()
{
    m_part = Part::Done;
    m_storage.m_last = m_found.state.zxid();
    if (!m_found.recent.empty() && m_found.recent.back().zxid == m_storage.m_last)
        return;
    m_found.recent.clear();
    m_found.before = m_storage.m_last;
}

} // namespace hw::coordination
