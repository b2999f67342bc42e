#include "engine/inspect/snapshot_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/crc32c.h"
#include "engine/base/reader.h"

namespace hw::inspect {

namespace {

constexpr std::uint64_t kAtCount = 6; // int16 version, uint32 CRC before it
constexpr std::uint64_t kFrontBytes = 10;
constexpr std::uint64_t kEntryBytes = 46;
constexpr std::uint64_t kEntriesPerBlock = 4096;

ProducerLine entryOf(ByteView bytes)
{
    Reader from(bytes);
    ProducerLine line;
    line.producerId = ProducerId(from.i64());
    line.epoch = ProducerEpoch(from.i16());
    line.lastSequence = from.i32();
    line.lastOffset = Offset(from.i64());
    line.offsetDelta = from.i32();
    line.timestampMs = from.i64();
    line.coordinatorEpoch = from.i32();
    line.transactionStart = Offset(from.i64());
    return line;
}

void checkEntry(const ProducerLine& line, Offset snapshot, const std::string& file,
                std::uint64_t position, Findings& findings)
{
    const auto wrong = [&](std::string found, std::string expected) {
        findings.problem(FindingKind::SnapshotEntry, file, position, std::move(found),
                         std::move(expected));
    };
    if (line.producerId < ProducerId(0))
        wrong(fmt::format("producerId {}", line.producerId), "0 or more");
    if (line.lastOffset >= snapshot)
        wrong(fmt::format("lastOffset {}", line.lastOffset),
              fmt::format("below the snapshot's offset {}", snapshot));
    if (line.lastSequence < -1)
        wrong(fmt::format("lastSequence {}", line.lastSequence), "-1 or more");
    if (line.offsetDelta < 0)
        wrong(fmt::format("offsetDelta {}", line.offsetDelta), "0 or more");
    if (line.transactionStart >= snapshot)
        wrong(fmt::format("currentTxnFirstOffset {}", line.transactionStart),
              fmt::format("below the snapshot's offset {}", snapshot));
}

/// Version and count; false when there is no use in reading on.
bool checkFront(ByteView front, std::uint64_t fileBytes, const std::string& name,
                Findings& findings)
{
    if (front.size() < kFrontBytes) {
        findings.problem(FindingKind::WrongSize, name, std::nullopt, std::to_string(front.size()),
                         fmt::format("at least {}", kFrontBytes));
        return false;
    }
    Reader from(front);
    const std::int16_t version = from.i16();
    from.skip(4);
    const std::int32_t count = from.i32();
    if (version != 1) {
        findings.problem(FindingKind::SnapshotVersion, name, 0, std::to_string(version), "1");
        return false;
    }
    const std::uint64_t rest = fileBytes - kFrontBytes;
    if (count < 0 || static_cast<std::uint64_t>(count) * kEntryBytes != rest)
        findings.problem(
            FindingKind::SnapshotCount, name, kAtCount,
            rest % kEntryBytes == 0
                ? std::to_string(rest / kEntryBytes)
                : fmt::format("{} and {} bytes of another", rest / kEntryBytes, rest % kEntryBytes),
            std::to_string(count));
    return true;
}

} // namespace

Result<void> readSnapshot(const world::File& file, const std::string& name, Offset offset,
                          Findings& findings, const std::function<void(const ProducerLine&)>& take)
{
    Bytes block(kFrontBytes);
    const auto front = file.readAt(0, block);
    if (!front)
        return tl::unexpected(front.error());
    block.resize(*front);
    if (!checkFront(block, file.size(), name, findings))
        return {};
    Reader stored{ByteView(block)};
    stored.skip(2);
    const std::uint32_t storedCrc = stored.u32();
    std::uint32_t crc = crc32c(ByteView(block).subspan(kAtCount));
    for (std::uint64_t at = kFrontBytes; at < file.size();) {
        block.resize(std::min(kEntriesPerBlock * kEntryBytes, file.size() - at));
        const auto got = file.readAt(at, block);
        if (!got)
            return tl::unexpected(got.error());
        if (*got == 0)
            break;
        const ByteView bytes = ByteView(block).first(*got);
        crc = crc32c(bytes, crc);
        for (std::uint64_t i = 0; i + kEntryBytes <= bytes.size(); i += kEntryBytes) {
            const ProducerLine line = entryOf(bytes.subspan(i, kEntryBytes));
            checkEntry(line, offset, name, at + i, findings);
            take(line);
        }
        at += bytes.size();
        if (!findings.report().goOn(bytes.size()))
            return {};
    }
    if (crc != storedCrc)
        findings.problem(FindingKind::SnapshotCrc, name, 2, fmt::format("{:08x}", crc),
                         fmt::format("{:08x}", storedCrc));
    return {};
}

} // namespace hw::inspect
