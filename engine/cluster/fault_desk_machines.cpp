#include <algorithm>

#include <fmt/format.h>

#include "engine/cluster/fault_desk.h"

namespace hw::cluster {

using namespace observe;

namespace {

std::int64_t count(std::uint64_t bytes) { return static_cast<std::int64_t>(bytes); }

/// A record batch's header: base offset (8), length of what follows the length (4), …
constexpr std::uint64_t kHeaderSize = 61;
constexpr std::uint64_t kLengthEnd = 12;
constexpr std::size_t kLastDeltaAt = 23;
/// How much around a flipped byte is kept, on each side.
constexpr std::uint64_t kAround = 32;
/// Batches looked at in one task.
constexpr int kBatchesAtOnce = 1000;
/// How wrong a clock may be: ten years.
constexpr Duration kMostClockOffset = std::chrono::hours(24 * 3653);

std::uint64_t number(const std::uint8_t* bytes, std::size_t count)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8 | bytes[i];
    return value;
}

/// The newest segment that holds something, or the one that holds `at`; empty if there is none.
std::string segmentOf(world::Disk& disk, const std::string& partition,
                      std::optional<std::int64_t> at)
{
    std::string found;
    const auto entries = disk.list(partition);
    if (!entries)
        return found;
    for (const world::DirectoryEntry& entry : *entries) {
        if (entry.isDirectory || entry.size == 0 || !entry.name.ends_with(".log"))
            continue;
        // Names are base offsets with leading zeros: their order is the offsets'.
        if (at && !found.empty() && entry.name > fmt::format("{:020}.log", *at))
            break;
        found = entry.name;
    }
    return found.empty() ? found : partition + "/" + found;
}

/// Four bytes at most; false if they are not there.
bool readExactly(const world::File& file, std::uint64_t position, std::span<std::uint8_t> into)
{
    const auto count = file.readAt(position, into);
    return count && *count == into.size();
}

} // namespace

world::Host* FaultDesk::machine(CommandId id, NodeId node)
{
    const auto found = m_hosts.find(node);
    if (found != m_hosts.end() && node.kind != NodeId::Kind::Client)
        return found->second;
    finish(id, false, {OutcomeKind::NoSuchMachine, {node, machines()}});
    return nullptr;
}

// --- disks ---

static FaultKind kindOf(command::DiskTrouble trouble)
{
    switch (trouble) {
    case command::DiskTrouble::Slow:
        return FaultKind::SlowDisk;
    case command::DiskTrouble::Full:
        return FaultKind::DiskFull;
    case command::DiskTrouble::FsyncError:
        return FaultKind::FsyncError;
    case command::DiskTrouble::TornWrite:
        return FaultKind::TornWrite;
    case command::DiskTrouble::None:
    case command::DiskTrouble::WriteError:
        break;
    }
    return FaultKind::WriteError;
}

void FaultDesk::setDisk(NodeId node, const std::optional<Fault>& fault, Task done)
{
    std::optional<world::DiskFault> refuses;
    if (fault && fault->kind != FaultKind::SlowDisk) {
        refuses.emplace();
        refuses->kind = fault->kind == FaultKind::DiskFull ? Failure::NoSpace : Failure::Io;
        refuses->torn = fault->kind == FaultKind::TornWrite;
        refuses->onlySync = fault->kind == FaultKind::FsyncError;
    }
    m_table.slowDisk(node, fault && fault->kind == FaultKind::SlowDisk ? fault->time : Duration{});
    m_table.failWrites(node, refuses, std::move(done));
}

void FaultDesk::submit(CommandId id, const command::TroubleDisk& disk)
{
    const bool off = disk.trouble == command::DiskTrouble::None ||
                     (disk.trouble == command::DiskTrouble::Slow && disk.time <= Duration::zero());
    if (!machine(id, disk.node) || (!off && isFull(id)))
        return;
    const auto gone = end(
        [&](const Active& a) {
            return a.part.fault.node == disk.node && isOfDisk(a.part.fault.kind) &&
                   a.part.fault.kind != FaultKind::FlippedByte;
        },
        off ? "healed" : "another takes its place");
    if (off && gone.empty())
        return finish(id, false, {OutcomeKind::DiskFine, {disk.node}});
    if (off)
        return setDisk(disk.node, std::nullopt,
                       finishing(id, {OutcomeKind::DiskWorks, {disk.node}}, gone.front().part.id));
    Fault fault;
    fault.kind = kindOf(disk.trouble);
    fault.node = disk.node;
    fault.time = disk.trouble == command::DiskTrouble::Slow ? disk.time : Duration{};
    const EventId event = begin(fault);
    setDisk(disk.node, fault, finishing(id, {OutcomeKind::Acts, {fault}}, event));
}

// --- one byte ---

/// Looks for a batch, some at a time; control tasks run on a frozen host, too.
struct FaultDesk::FlipSearch
{
    FaultDesk& desk;
    CommandId id;
    world::Host& host;
    std::string path;
    std::unique_ptr<world::File> file;
    std::optional<std::int64_t> at;
    std::uint64_t position = 0; ///< of the batch to look at
    std::uint64_t found = 0;    ///< the byte to flip in the newest batch so far; 0: none
};

void FaultDesk::flipSome(const std::shared_ptr<FlipSearch>& search)
{
    FlipSearch& s = *search;
    for (int i = 0; i < kBatchesAtOnce; ++i) {
        std::array<std::uint8_t, 27> head{};
        const bool whole = readExactly(*s.file, s.position, head);
        const std::uint64_t size = whole ? number(&head[8], 4) + kLengthEnd : 0;
        if (size <= kHeaderSize || s.position + size > s.file->size()) {
            if (s.found == 0)
                return s.desk.finish(s.id, false, {OutcomeKind::NoSuchRecords, {s.path}});
            return s.desk.flipAt(s.id, s.host, s.path, s.found);
        }
        s.found = s.position + kHeaderSize + (size - kHeaderSize) / 2;
        const auto last =
            static_cast<std::int64_t>(number(&head[0], 8) + number(&head[kLastDeltaAt], 4));
        if (s.at && last >= *s.at)
            return s.desk.flipAt(s.id, s.host, s.path, s.found);
        s.position += size;
    }
    s.host.control([search] { flipSome(search); });
}

void FaultDesk::submit(CommandId id, const command::FlipByte& flip)
{
    world::Host* host = machine(id, flip.node);
    if (!host || isFull(id))
        return;
    host->control([this, id, host, flip] {
        world::Disk& disk = host->disk();
        const bool isFolder = disk.list(flip.file).has_value();
        const std::string path = isFolder ? segmentOf(disk, flip.file, flip.at) : flip.file;
        if (path.empty())
            return finish(id, false, {OutcomeKind::NoRecords, {flip.file}});
        auto file = disk.open(path, world::OpenMode::ReadOnly);
        if (!file)
            return finish(id, false, {OutcomeKind::NoSuchFile, {file.error().message}});
        const std::uint64_t size = (*file)->size();
        if (isFolder) {
            auto search = std::make_shared<FlipSearch>(
                FlipSearch{*this, id, *host, path, std::move(*file), flip.at});
            return flipSome(search);
        }
        const std::uint64_t at = flip.at ? static_cast<std::uint64_t>(*flip.at) : size / 2;
        if (at >= size)
            return finish(id, false, {OutcomeKind::NoSuchByte, {path, count(at), count(size)}});
        flipAt(id, *host, path, at);
    });
}

/// On the host's loop.
void FaultDesk::flipAt(CommandId id, world::Host& host, const std::string& path,
                       std::uint64_t position)
{
    auto file = host.disk().open(path, world::OpenMode::MustExist);
    if (!file)
        return finish(id, false, {OutcomeKind::FileTrouble, {file.error().message}});
    FlippedByte flipped;
    flipped.path = path;
    flipped.position = position;
    flipped.from = position > kAround ? position - kAround : 0;
    const std::uint64_t until = std::min((*file)->size(), position + kAround);
    flipped.around.resize(until - flipped.from);
    if (!readExactly(**file, flipped.from, flipped.around))
        return finish(id, false, {OutcomeKind::Unreadable, {path, count(position)}});
    std::uint8_t& byte = flipped.around[position - flipped.from];
    flipped.was = byte;
    byte ^= 1;
    if (const auto written = (*file)->writeAt(position, ByteView(&byte, 1)); !written)
        return finish(id, false, {OutcomeKind::FileTrouble, {written.error().message}});
    Fault fault;
    fault.kind = FaultKind::FlippedByte;
    fault.node = host.node();
    Outcome outcome{OutcomeKind::ByteFlipped,
                    {count(position), path, fmt::format("0x{:02x}", flipped.was),
                     fmt::format("0x{:02x}", byte)}};
    fault.what = fmt::format("{} @{}: 0x{:02x} -> 0x{:02x}", path, position, flipped.was, byte);
    const EventId event = note(fault);
    add(event, std::move(fault), std::move(flipped));
    finish(id, true, std::move(outcome), event);
}

std::optional<Outcome> FaultDesk::putBack(world::Host& host, const FlippedByte& flipped)
{
    const auto file = host.disk().open(flipped.path, world::OpenMode::MustExist);
    Bytes now(flipped.around.size());
    if (!file || !readExactly(**file, flipped.from, now) || now != flipped.around)
        return Outcome{OutcomeKind::OtherBytes, {flipped.path}};
    const auto written = (*file)->writeAt(flipped.position, ByteView(&flipped.was, 1));
    return written ? std::nullopt
                   : std::optional(Outcome{OutcomeKind::FileTrouble, {written.error().message}});
}

// --- clocks ---

void FaultDesk::submit(CommandId id, const command::JumpClock& clock)
{
    const bool off = clock.by == Duration::zero();
    if (!machine(id, clock.node) || (!off && isFull(id)))
        return;
    const auto isMeant = [&](const Active& a) {
        return a.part.fault.node == clock.node && a.part.fault.kind == FaultKind::ClockJump;
    };
    const Duration now = m_active.with([&](const std::vector<Active>& all) {
        const auto found = std::ranges::find_if(all, isMeant);
        return found == all.end() ? Duration{} : found->part.fault.time;
    });
    if (now + clock.by > kMostClockOffset || now + clock.by < -kMostClockOffset)
        return finish(id, false,
                      {OutcomeKind::ClockTooWrong,
                       {clock.node, toMs(now + clock.by), toMs(kMostClockOffset)}});
    const auto gone = end(isMeant, off ? "healed" : "it jumped on");
    if (off && gone.empty())
        return finish(id, false, {OutcomeKind::ClockRight, {clock.node}});
    Fault fault;
    fault.kind = FaultKind::ClockJump;
    fault.node = clock.node;
    fault.time = off ? Duration{} : now + clock.by;
    if (fault.time == Duration{}) {
        const EventId cause = gone.empty() ? kNoEvent : gone.front().part.id;
        return m_table.setClock(clock.node, Duration{},
                                finishing(id, {OutcomeKind::ClockRight, {clock.node}}, cause));
    }
    const EventId event = begin(fault);
    m_table.setClock(clock.node, fault.time, finishing(id, {OutcomeKind::Acts, {fault}}, event));
}

} // namespace hw::cluster
