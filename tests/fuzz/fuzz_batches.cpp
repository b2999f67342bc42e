#include "engine/base/crc32c.h"
#include "engine/protocol/batch_builder.h"
#include "tests/engine/log/log_fixture.h"
#include "tests/fuzz/fuzz.h"

/// Record batches: read one by one, and appended to a log as a producer and as a leader send them.
/// Bit 0 of the first byte mends the first batch's length and CRC, so that changes reach what lies
/// behind those checks.
namespace hw::fuzz {

using namespace protocol;

namespace {

void readRecords(const Batch& batch)
{
    static_cast<void>(hasValidCrc(batch.bytes.view()));
    static_cast<void>(parseControlMarker(batch));
    auto records = RecordReader::open(batch);
    if (!records)
        return;
    std::int64_t count = 0;
    while (true) {
        const auto record = records->next();
        if (!record || !*record)
            break;
        ++count;
        HeaderReader headers(**record);
        while (headers.next())
            ++count;
    }
    HW_ASSERT(count >= 0, "records were counted");
}

void readAll(const Slice& bytes)
{
    BatchWalker walker(bytes);
    std::size_t seen = 0;
    while (true) {
        const auto batch = walker.next();
        if (!batch || !*batch)
            break;
        HW_ASSERT(walker.position() > seen && walker.position() <= bytes.size(), "it moves on");
        seen = walker.position();
        readRecords(**batch);
    }
}

void append(const Slice& bytes, bool asFollower)
{
    log::test::LogFixture fixture;
    log::Log& log = fixture.create();
    fixture.lead(log::test::batchOf(3));
    const Offset before = log.leo();
    const auto info = asFollower ? log.appendAsFollower(bytes, log::test::kNow)
                                 : log.appendAsLeader(bytes, LeaderEpoch(1), log::test::kNow);
    HW_ASSERT(log.leo() >= before, "the end never goes back");
    if (!info)
        HW_ASSERT(log.leo() == before, "what is refused leaves nothing behind");
    const Bytes stored = fixture.readAll(Offset(0), log.leo(), 1 << 20);
    BatchWalker walker{Slice(stored)};
    Offset next(0);
    while (true) {
        const auto batch = walker.next();
        HW_ASSERT(batch.has_value(), "what a log holds can be read");
        if (!*batch)
            break;
        HW_ASSERT(hasValidCrc((*batch)->bytes.view()), "and is whole");
        HW_ASSERT((*batch)->header.baseOffset >= next, "offsets rise");
        next = (*batch)->header.nextOffset();
    }
    HW_ASSERT(next == log.leo(), "everything is read");
}

} // namespace

void fuzzOne(ByteView bytes)
{
    Input input(bytes);
    const std::uint8_t flags = input.byte();
    const ByteView rest = input.rest();
    Bytes batch(rest.begin(), rest.end());
    if ((flags & 1) != 0 && batch.size() >= kBatchHeaderSize) {
        const auto length = static_cast<std::uint32_t>(batch.size() - kBatchPrefixSize);
        for (int i = 0; i < 4; ++i)
            batch[static_cast<std::size_t>(8 + i)] =
                static_cast<std::uint8_t>(length >> (24 - 8 * i));
        batch[16] = 2;
        setCrc(batch, crc32c(ByteView(batch).subspan(21)));
    }
    const Slice slice(std::move(batch));
    readAll(slice);
    append(slice, (flags & 2) != 0);
}

std::vector<Bytes> seeds()
{
    std::vector<Bytes> list;
    for (const std::uint8_t flags : {0, 1, 2, 3}) {
        for (const int count : {1, 2, 5}) {
            Bytes seed = {flags};
            const Slice batch =
                (flags & 2) != 0 ? log::test::storedBatch(3, 1, count) : log::test::batchOf(count);
            seed.insert(seed.end(), batch.view().begin(), batch.view().end());
            list.push_back(std::move(seed));
        }
    }
    BatchBuilder builder;
    const HeaderView headers[] = {{"h", viewOf("x")}, {"null", std::nullopt}};
    builder.add(WallTime(1700000000000), viewOf("k1"), viewOf("v1"));
    builder.add(WallTime(1700000000005), std::nullopt, viewOf("v2"), headers);
    builder.add(WallTime(1), viewOf("tombstone"), std::nullopt);
    Bytes seed = {1};
    const Bytes batch = builder.build();
    seed.insert(seed.end(), batch.begin(), batch.end());
    list.push_back(std::move(seed));
    return list;
}

} // namespace hw::fuzz
