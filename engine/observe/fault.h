#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/base/time.h"

/// What can be made to go wrong, as plain data: told by events, listed in snapshots while it acts.
namespace hw::observe {

enum class FaultKind : std::uint8_t
{
    // of a node
    Crash,     ///< the process died; what it had written stays
    PowerLoss, ///< and what was not synced is gone
    Freeze,    ///< alive, but silent: neither runs nor reads
    ClockJump, ///< its wall clock is wrong by `time`; timeouts go by the monotonic clock
               // of a link
    Cut,   ///< nothing gets through; connections stay and wait, as TCP's do
    Delay, ///< every message takes `time` longer
    Clog,  ///< at most `bytesPerSecond` get through
    Hold,  ///< one message waits, and all behind it
          // of a disk
    SlowDisk,    ///< each write and each sync takes `time`
    DiskFull,    ///< nothing can be written
    WriteError,  ///< writes and syncs fail
    FsyncError,  ///< only syncs fail
    TornWrite,   ///< of each write the first half is written, then it fails
    FlippedByte, ///< one byte of a file is another
                 // of an embedded consumer
    SlowConsumer, ///< its application takes `time` for each record
    SilentPoll,   ///< its application does not poll; `time`: for so long, zero: until healed
    NoHeartbeats, ///< it polls, but its coordinator hears nothing; `time` as above
    Flapping,     ///< it leaves its group every `time`, and returns
                  // over at once: told by an event, never active
    Reset,          ///< all connections of a link ended
    SessionExpired, ///< ZooKeeper ended the node's session
};

/// One fault and where it acts.
struct Fault
{
    FaultKind kind = FaultKind::Crash;
    NodeId node;          ///< whose process, clock or disk; of a link: from where
    NodeId to;            ///< of a link; else None. `NodeId::outside(0)` is every outside program
    bool bothWays = true; ///< of a link
    Duration time{};      ///< Delay, SlowDisk, those of consumers, ClockJump (may be negative)
    std::uint64_t bytesPerSecond = 0; ///< Clog, each way
    std::string
        what; ///< Hold: `Fetch`, `Fetch response` or empty (any); FlippedByte: file and byte
    bool operator==(const Fault&) const = default;
};

constexpr bool isOfLink(FaultKind kind)
{
    return kind == FaultKind::Cut || kind == FaultKind::Delay || kind == FaultKind::Clog ||
           kind == FaultKind::Hold || kind == FaultKind::Reset;
}
constexpr bool isOfDisk(FaultKind kind)
{
    return kind == FaultKind::SlowDisk || kind == FaultKind::DiskFull ||
           kind == FaultKind::WriteError || kind == FaultKind::FsyncError ||
           kind == FaultKind::TornWrite || kind == FaultKind::FlippedByte;
}
constexpr bool isOfConsumer(FaultKind kind)
{
    return kind == FaultKind::SlowConsumer || kind == FaultKind::SilentPoll ||
           kind == FaultKind::NoHeartbeats || kind == FaultKind::Flapping;
}

/// One word: `crash`, `power-loss`, `freeze`, `clock-jump`, `cut`, `delay`, `clog`, `hold`,
/// `slow-disk`, `disk-full`, `write-error`, `fsync-error`, `torn-write`, `flipped-byte`, `reset`,
/// `session-expired`, `slow-consumer`, `silent-poll`, `no-heartbeats`, `flapping`.
std::string_view textOf(FaultKind kind);
/// What acts, in English: `the link broker 1 <-> broker 2 is cut`.
std::string textOf(const Fault& fault);
/// A node as the lines of `highwater serve` name it: `2`, `zookeeper0`, `client4`, `outside7`,
/// `outside` (all).
std::string wordOf(NodeId node);

} // namespace hw::observe
