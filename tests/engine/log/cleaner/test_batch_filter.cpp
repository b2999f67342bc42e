#include <QTest>

#include "engine/base/crc32c.h"
#include "engine/log/cleaner/batch_filter.h"
#include "engine/log/cleaner/batch_rewrite.h"
#include "engine/log/cleaner/md5.h"
#include "engine/protocol/batch_builder.h"
#include "engine/protocol/compression.h"

using namespace hw;
using namespace hw::log;
using protocol::Batch;
using protocol::BatchHeader;
using protocol::BatchSpec;

namespace {

constexpr WallTime kNow{1700000000000};
constexpr ProducerId kProducer{4000};

struct Line
{
    const char* key;
    const char* value; ///< none: a tombstone
    std::int64_t time = kNow.ms();
};

Batch parsed(Bytes bytes)
{
    const auto header = BatchHeader::parse(bytes);
    HW_ASSERT(header.has_value(), "the test wrote a batch");
    return {*header, Slice(std::move(bytes))};
}

Batch dataBatch(std::int64_t base, const std::vector<Line>& lines, BatchSpec spec = {})
{
    spec.baseOffset = Offset(base);
    spec.leaderEpoch = LeaderEpoch(3);
    protocol::BatchBuilder builder(spec);
    const std::vector<protocol::HeaderView> headers{{"h", viewOf("x")}};
    for (const Line& line : lines)
        builder.add(WallTime(line.time), viewOf(line.key),
                    line.value ? std::optional(viewOf(line.value)) : std::nullopt, headers);
    return parsed(builder.build());
}

Batch dataOf(ProducerId producer, std::int64_t base, const std::vector<Line>& lines,
             bool transactional)
{
    BatchSpec spec;
    spec.producerId = producer;
    spec.producerEpoch = ProducerEpoch(2);
    spec.baseSequence = 7;
    spec.transactional = transactional;
    return dataBatch(base, lines, spec);
}

Batch marker(ProducerId producer, std::int64_t base, bool commit)
{
    BatchSpec spec;
    spec.baseOffset = Offset(base);
    spec.leaderEpoch = LeaderEpoch(3);
    spec.producerId = producer;
    spec.producerEpoch = ProducerEpoch(2);
    return parsed(protocol::buildControlMarker(spec, kNow, {commit, 7}));
}

/// `offset key=value@time` of each record, or `offset key` for a tombstone.
std::string textOf(const Batch& batch)
{
    auto reader = protocol::RecordReader::open(batch);
    HW_ASSERT(reader.has_value(), "the batch can be read");
    std::string text;
    for (;;) {
        const auto record = reader->next();
        HW_ASSERT(record.has_value(), "its records can be read");
        if (!*record)
            return text;
        if (!text.empty())
            text += ' ';
        text += std::to_string((*record)->offset.value()) + hw::textOf(*(*record)->key);
        if ((*record)->value)
            text += '=' + hw::textOf(*(*record)->value);
        text += '@' + std::to_string((*record)->timestamp.ms() - kNow.ms());
    }
}

/// A map, transactions and a filter over them.
struct Fixture
{
    KeyOffsetMap map{1 << 20, 1000};
    CleanedTransactions transactions;
    FilterTerms terms{kNow, 100ms, Offset(1000), [](const BatchHeader&) { return false; }};
    std::unique_ptr<BatchFilter> filter;

    std::optional<Batch> run(const Batch& batch)
    {
        if (!filter)
            filter = std::make_unique<BatchFilter>(map, transactions, terms);
        auto left = filter->filter(batch);
        HW_ASSERT(left.has_value(), left.error().message);
        if (*left)
            HW_ASSERT(protocol::hasValidCrc((*left)->bytes.view()), "the CRC fits");
        return *left;
    }
    /// A later cleaning, over the same map.
    void laterBy(Duration time)
    {
        terms.now = WallTime(terms.now.ms() + toMs(time));
        transactions = {};
        filter.reset();
    }
};

} // namespace

class TestBatchFilter : public QObject
{
    Q_OBJECT
private slots:
    void md5OfRfc1321()
    {
        const auto hex = [](const char* text) { return toHex(md5(viewOf(text))); };
        QCOMPARE(hex(""), std::string("d41d8cd98f00b204e9800998ecf8427e"));
        QCOMPARE(hex("abc"), std::string("900150983cd24fb0d6963f7d28e17f72"));
        QCOMPARE(hex("12345678901234567890123456789012345678901234567890123456789012345678901234567"
                     "890"),
                 std::string("57edf4a22be3c955ac49da2e2107b67a"));
        QCOMPARE(hex("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
                 std::string("d174ab98d277d9f5a5611c2c9f419d9f"));
    }

    void theMapIsFullAtNineTenths()
    {
        KeyOffsetMap map(100 * KeyOffsetMap::kSlotBytes, 1'000'000);
        QCOMPARE(map.slotCount(), 100u);
        for (int i = 0; i < 90; ++i) {
            QVERIFY(!map.isFull());
            map.put(viewOf("key-" + std::to_string(i)), Offset(i));
        }
        QVERIFY(map.isFull());
        QCOMPARE(map.find(viewOf("key-0")).value(), 0);
        QCOMPARE(map.find(viewOf("key-89")).value(), 89);
        QCOMPARE(map.find(viewOf("key-90")), kNoOffset);
        QCOMPARE(map.latest().value(), 89);
    }

    void aMapForFewOffsetsIsSmallAndNeverFull()
    {
        KeyOffsetMap map(128ULL << 20, 5000);
        QVERIFY(map.slotCount() < 6000);
        for (int i = 0; i < 5000; ++i) {
            QVERIFY(!map.isFull());
            map.put(viewOf("key-" + std::to_string(i)), Offset(i));
        }
        map.put(viewOf("key-7"), Offset(5000));
        QCOMPARE(map.size(), 5000u);
        QCOMPARE(map.find(viewOf("key-7")).value(), 5000);
    }

    void onlyTheNewestOfAKeyStays()
    {
        Fixture f;
        f.map.put(viewOf("a"), Offset(12));
        f.map.put(viewOf("b"), Offset(11));
        const auto left = f.run(dataBatch(10, {{"a", "1"}, {"b", "2"}, {"a", "3", kNow.ms() + 5}}));
        QCOMPARE(textOf(*left), std::string("11b=2@0 12a=3@5"));
        QCOMPARE(left->header.baseOffset.value(), 10);
        QCOMPARE(left->header.lastOffsetDelta, 2);
        QCOMPARE(left->header.recordCount, 2);
        QCOMPARE(left->header.leaderEpoch.value(), 3);
        QCOMPARE(left->header.maxTimestamp.ms(), kNow.ms() + 5);
        QVERIFY(!left->header.hasDeleteHorizon());
        QVERIFY(!f.run(dataBatch(5, {{"a", "0"}, {"b", "0"}})));
    }

    void aWholeBatchIsTheSameBytes()
    {
        Fixture f;
        f.map.put(viewOf("a"), Offset(10));
        const Batch batch = dataBatch(10, {{"a", "1"}});
        const auto left = f.run(batch);
        QVERIFY(std::ranges::equal(left->bytes.view(), batch.bytes.view()));
        // Keys that the map does not know are newer than what it was made of, or older and alone.
        const Batch other = dataBatch(11, {{"z", "1"}, {"z", "2"}});
        QCOMPARE(textOf(*f.run(other)), textOf(other));
    }

    void aRecordsHeadersAreKept()
    {
        Fixture f;
        f.map.put(viewOf("a"), Offset(11));
        const auto left = f.run(dataBatch(10, {{"a", "1"}, {"a", "2"}}));
        auto reader = protocol::RecordReader::open(*left);
        const auto record = *reader->next();
        protocol::HeaderReader headers(*record);
        const auto header = headers.next();
        QCOMPARE(header->key, std::string_view("h"));
        QCOMPARE(hw::textOf(*header->value), std::string("x"));
    }

    void aTombstoneIsStampedFirstAndDroppedAfterItsTime()
    {
        Fixture f;
        f.map.put(viewOf("b"), Offset(11));
        f.map.put(viewOf("a"), Offset(12));
        const Batch batch =
            dataBatch(10, {{"a", "1"}, {"b", "2", kNow.ms() - 7}, {"a", nullptr, kNow.ms() + 9}});
        const Batch stamped = *f.run(batch);
        QCOMPARE(textOf(stamped), std::string("11b=2@-7 12a@9"));
        QVERIFY(stamped.header.hasDeleteHorizon());
        QCOMPARE(stamped.header.baseTimestamp.ms(), kNow.ms() + 100);
        QCOMPARE(stamped.header.maxTimestamp.ms(), kNow.ms() + 9);
        QCOMPARE(f.filter->counts().tombstonesKept, 1u);
        f.laterBy(99ms);
        const auto again = f.run(stamped);
        QVERIFY(std::ranges::equal(again->bytes.view(), stamped.bytes.view()));
        f.laterBy(1ms);
        const Batch dropped = *f.run(stamped);
        QCOMPARE(textOf(dropped), std::string("11b=2@-7"));
        // Whoever reads the batch next still knows by when its tombstones were due.
        QCOMPARE(dropped.header.baseTimestamp.ms(), kNow.ms() + 100);
        QCOMPARE(f.filter->counts().tombstonesDropped, 1u);
    }

    void recordsWithoutKeyGo()
    {
        Fixture f;
        protocol::BatchBuilder builder({.baseOffset = Offset(3)});
        builder.add(kNow, std::nullopt, viewOf("v"));
        const Batch batch = parsed(builder.build());
        QVERIFY(f.run(batch)); // beyond what is mapped
        f.map.setLatest(Offset(3));
        QVERIFY(!f.run(batch));
        QCOMPARE(f.filter->counts().withoutKey, 1u);
    }

    void whatIsBeyondTheMapStays()
    {
        Fixture f;
        f.map.put(viewOf("a"), Offset(11));
        // The map was full in the middle of a batch.
        const auto left = f.run(dataBatch(10, {{"a", "1"}, {"a", "2"}, {"a", "3"}}));
        QCOMPARE(textOf(*left), std::string("11a=2@0 12a=3@0"));
    }

    void theLastBatchOfTheRoundStaysAsAShell()
    {
        Fixture f;
        f.terms.roundEnd = Offset(12);
        f.map.put(viewOf("a"), Offset(20));
        const auto shell = f.run(dataBatch(10, {{"a", "1"}, {"a", "2"}}));
        QCOMPARE(shell->bytes.size(), protocol::kBatchHeaderSize);
        QCOMPARE(shell->header.recordCount, 0);
        QCOMPARE(shell->header.nextOffset().value(), 12);
        QCOMPARE(shell->header.leaderEpoch.value(), 3);
        QCOMPARE(shell->header.baseTimestamp.ms(), -1);
        QCOMPARE(shell->header.maxTimestamp.ms(), kNow.ms());
        QVERIFY(f.run(*shell)); // once more the last
        f.terms.roundEnd = Offset(30);
        f.laterBy(0ms);
        QVERIFY(!f.run(*shell));
    }

    void anActiveProducersLastBatchKeepsItsSequence()
    {
        Fixture f;
        f.terms.isLastOfItsProducer = [](const BatchHeader& batch) {
            return batch.lastOffset() == Offset(11);
        };
        f.map.put(viewOf("a"), Offset(20));
        const auto shell = f.run(dataOf(kProducer, 10, {{"a", "1"}, {"a", "2"}}, false));
        QCOMPARE(shell->header.recordCount, 0);
        QCOMPARE(shell->header.producerId, kProducer);
        QCOMPARE(shell->header.producerEpoch.value(), 2);
        QCOMPARE(shell->header.baseSequence, 7);
        QCOMPARE(shell->header.lastSequence(), 8);
        QVERIFY(!f.run(dataOf(kProducer, 12, {{"a", "1"}}, false)));
        QVERIFY(!f.run(dataBatch(11, {{"a", "1"}}))); // nobody's
    }

    void abortedDataGoesAtOnceAndItsMarkerLater()
    {
        Fixture f;
        const std::vector<AbortedTransaction> aborted{
            {kProducer, Offset(10), Offset(12), Offset(10)}};
        f.transactions.addAborted(aborted);
        f.map.put(viewOf("other"), Offset(20));
        QVERIFY(!f.run(dataOf(kProducer, 10, {{"a", "1"}}, true)));
        QVERIFY(f.run(dataOf(ProducerId(5), 11, {{"a", "1"}}, true))); // somebody else's
        const Batch abort = marker(kProducer, 12, false);
        const auto kept = f.run(abort);
        QVERIFY(std::ranges::equal(kept->bytes.view(), abort.bytes.view()));
        QVERIFY(f.transactions.takeKept() == aborted);
        // The next cleaning meets no data of it: it is given a time.
        f.laterBy(0ms);
        f.transactions.addAborted(aborted);
        const Batch stamped = *f.run(abort);
        QVERIFY(stamped.header.hasDeleteHorizon());
        QVERIFY(stamped.header.isControl());
        QCOMPARE(stamped.header.baseTimestamp.ms(), kNow.ms() + 100);
        QVERIFY(f.transactions.takeKept().empty());
        QCOMPARE((*protocol::parseControlMarker(stamped))->coordinatorEpoch, 7);
        f.laterBy(99ms);
        QVERIFY(f.run(stamped));
        f.laterBy(1ms);
        QVERIFY(!f.run(stamped));
    }

    void aCommitMarkerStaysWhileDataOfItIsLeft()
    {
        Fixture f;
        f.map.put(viewOf("a"), Offset(10));
        const Batch data = dataOf(kProducer, 10, {{"a", "1"}}, true);
        const Batch commit = marker(kProducer, 11, true);
        QVERIFY(f.run(data));
        QVERIFY(!f.run(commit)->header.hasDeleteHorizon());
        f.laterBy(1000ms);
        QVERIFY(f.run(commit)->header.hasDeleteHorizon()); // alone: it is given a time
    }

    void compressedBatchesKeepTheirCodec_data()
    {
        QTest::addColumn<int>("codec");
        for (int codec = 1; codec <= 4; ++codec)
            QTest::newRow(protocol::nameOf(static_cast<protocol::Compression>(codec))) << codec;
    }
    void compressedBatchesKeepTheirCodec()
    {
        QFETCH(int, codec);
        const std::string large(1000, 'v');
        const Batch plain =
            dataBatch(10, {{"a", "1"}, {"b", large.c_str(), kNow.ms() + 3}, {"c", nullptr}});
        Bytes bytes(plain.bytes.view().begin(), plain.bytes.view().begin() + 61);
        const Bytes packed = protocol::compress(static_cast<protocol::Compression>(codec),
                                                plain.bytes.view().subspan(61));
        bytes.insert(bytes.end(), packed.begin(), packed.end());
        bytes[22] = static_cast<std::uint8_t>(codec);
        const std::size_t length = bytes.size() - 12;
        bytes[10] = static_cast<std::uint8_t>(length >> 8);
        bytes[11] = static_cast<std::uint8_t>(length);
        protocol::setCrc(bytes, crc32c(ByteView(bytes).subspan(21)));
        Fixture f;
        f.map.put(viewOf("a"), Offset(20));
        const auto left = f.run(parsed(std::move(bytes)));
        QCOMPARE(static_cast<int>(left->header.compression()), codec);
        QVERIFY(left->bytes.size() < 400);
        QVERIFY(left->header.hasDeleteHorizon());
        QCOMPARE(textOf(*left), "11b=" + large + "@3 12c@0");
    }

    void otherControlRecordsAreKept()
    {
        Fixture f;
        BatchSpec spec;
        spec.baseOffset = Offset(4);
        spec.control = true;
        protocol::BatchBuilder builder(spec);
        builder.add(kNow, ByteView(Bytes{0, 0, 0, 2}), viewOf("x"));
        const Batch leaderChange = parsed(builder.build());
        f.map.setLatest(Offset(9));
        f.laterBy(1000ms);
        QVERIFY(!f.run(leaderChange)->header.hasDeleteHorizon());
    }

    void theFactsBatchLosesARecord()
    {
        // Two records, k1=v1 and null=v2 with a header; what stays of it is written by hand.
        const Bytes original = fromHex(
            "00000000000000000000004900000000026a8990a30000000000010000018bcfe568000000018bcfe56805"
            "ffffffffffffffffffffffffffff0000000214000000046b310476310018000a02010476320202680278");
        Fixture f;
        f.map.put(viewOf("k1"), Offset(0));
        f.map.setLatest(Offset(1));
        const auto left = f.run(parsed(original));
        QCOMPARE(toHex(left->bytes.view().subspan(21)),
                 std::string("0000000000010000018bcfe568000000018bcfe56800ffffffffffffffffffffffff"
                             "ffff0000000114000000046b3104763100"));
        QCOMPARE(left->header.batchLength, 0x49 - 13);
    }
};

QTEST_APPLESS_MAIN(TestBatchFilter)
#include "test_batch_filter.moc"
