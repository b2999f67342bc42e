#pragma once

#include "engine/protocol/record_batch.h"

namespace hw::protocol {

/// What a new batch says about itself. The defaults are those of a plain producer.
struct BatchSpec
{
    Offset baseOffset{0};
    LeaderEpoch leaderEpoch{kNoLeaderEpoch}; ///< the leader sets it
    ProducerId producerId = kNoProducer;
    ProducerEpoch producerEpoch{-1};
    std::int32_t baseSequence = -1;
    bool transactional = false;
    bool control = false;
};

/// Writes records one after the other into an uncompressed batch.
class BatchBuilder
{
public:
    explicit BatchBuilder(const BatchSpec& spec = {});

    /// Offsets follow one another from the base. Timestamps may go back.
    void add(WallTime timestamp, std::optional<ByteView> key, std::optional<ByteView> value,
             std::span<const HeaderView> headers = {});

    std::int32_t count() const { return m_count; }
    bool empty() const { return m_count == 0; }
    /// Bytes that `build` would give now.
    std::size_t size() const { return m_bytes.size(); }

    /// The finished batch with its CRC; the builder is spent. At least one record.
    Bytes build();

private:
    void varlong(std::int64_t value);
    void sized(std::optional<ByteView> bytes);

    BatchSpec m_spec;
    Bytes m_bytes;
    std::int32_t m_count = 0;
    WallTime m_baseTimestamp;
    WallTime m_maxTimestamp;
};

/// Most that one record can take in a batch beyond its key and value, headers left out.
inline constexpr std::size_t kRecordOverheadMax = 21;

/// The batch that ends a transaction in one partition.  Kafka:
/// MemoryRecords.withEndTransactionMarker.
Bytes buildControlMarker(const BatchSpec& spec, WallTime timestamp, const ControlMarker& marker);

} // namespace hw::protocol
