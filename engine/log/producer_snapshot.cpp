#include "engine/log/producer_snapshot.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/crc32c.h"
#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/protocol/messages/producer_snapshot.h"

namespace hw::log {

namespace {

constexpr protocol::ApiVersion kVersion{1};
constexpr std::size_t kAtEntries = 6;

Bytes bytesOf(const protocol::ProducerSnapshot& snapshot)
{
    Writer to;
    to.i16(kVersion.value());
    snapshot.encode(to, kVersion);
    return to.takeBytes();
}

protocol::ProducerSnapshot::ProducerEntry entryFor(ProducerId id, const ProducerStateEntry& state)
{
    protocol::ProducerSnapshot::ProducerEntry entry;
    entry.producerId = id;
    entry.epoch = state.epoch;
    entry.lastSequence = state.lastSequence();
    entry.lastOffset = state.lastDataOffset();
    entry.offsetDelta = state.lastOffsetDelta();
    entry.timestamp = state.lastTimestampMs;
    entry.coordinatorEpoch = state.coordinatorEpoch;
    entry.currentTxnFirstOffset = state.currentTxnFirstOffset.value_or(kNoOffset);
    return entry;
}

ProducerStateEntry stateFrom(const protocol::ProducerSnapshot::ProducerEntry& entry)
{
    ProducerStateEntry state;
    state.epoch = entry.epoch;
    state.coordinatorEpoch = entry.coordinatorEpoch;
    if (entry.lastOffset >= Offset(0))
        state.add({entry.lastSequence, entry.lastOffset, entry.offsetDelta, entry.timestamp});
    state.lastTimestampMs = entry.timestamp;
    if (entry.currentTxnFirstOffset >= Offset(0))
        state.currentTxnFirstOffset = entry.currentTxnFirstOffset;
    return state;
}

} // namespace

Bytes encodeProducerSnapshot(const ProducerStates& producers)
{
    protocol::ProducerSnapshot snapshot;
    for (const auto& [id, state] : producers)
        snapshot.producerEntries.push_back(entryFor(id, state));
    const Bytes plain = bytesOf(snapshot);
    snapshot.crc = crc32c(ByteView(plain).subspan(kAtEntries));
    return bytesOf(snapshot);
}

Result<ProducerStates> decodeProducerSnapshot(ByteView bytes)
{
    Reader from(bytes);
    const std::int16_t version = from.i16();
    if (!from.ok() || version != kVersion.value())
        return fail(Failure::Corrupt, fmt::format("a producer snapshot of {} bytes has version {}, "
                                                  "known is {}",
                                                  bytes.size(), version, kVersion));
    const auto snapshot = protocol::ProducerSnapshot::decode(from, kVersion);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const std::uint32_t crc = crc32c(bytes.subspan(kAtEntries));
    if (snapshot->crc != crc)
        return fail(Failure::Corrupt,
                    fmt::format("a producer snapshot has CRC {:08x}, its bytes give {:08x}",
                                snapshot->crc, crc));
    ProducerStates producers;
    for (const auto& entry : snapshot->producerEntries)
        producers.insert_or_assign(entry.producerId, stateFrom(entry));
    return producers;
}

} // namespace hw::log
