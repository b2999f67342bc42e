#include <QTest>

#include <algorithm>

#include "engine/protocol/batch_builder.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/produce.h"
#include "engine/rpc/flight_facts.h"

using namespace hw;
using namespace hw::protocol;

/// A file in memory.
class MemoryFile final : public RangeSource
{
public:
    explicit MemoryFile(Bytes bytes)
        : m_bytes(std::move(bytes))
    {
    }
    Result<std::size_t> readAt(std::uint64_t at, std::span<std::uint8_t> into) const override
    {
        const std::size_t size = std::min<std::size_t>(into.size(), m_bytes.size() - at);
        std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(at), size, into.begin());
        return size;
    }

private:
    Bytes m_bytes;
};

static Bytes batchOf(int records)
{
    BatchBuilder builder;
    for (int i = 0; i < records; ++i)
        builder.add(WallTime(1), std::nullopt, viewOf("value"));
    return builder.build();
}

class TestFlightFacts : public QObject
{
    Q_OBJECT
private slots:
    void recordsAreCountedInMemoryAndInFiles()
    {
        Bytes two = batchOf(3);
        const Bytes more = batchOf(4);
        two.insert(two.end(), more.begin(), more.end());
        const auto size = static_cast<std::uint32_t>(two.size());
        QCOMPARE(rpc::countRecords(Pieces(two)), 7u);
        Pieces ranged;
        ranged.add(FileRange{std::make_shared<MemoryFile>(two), 0, size});
        QCOMPARE(rpc::countRecords(ranged), 7u);
        Pieces cut; // the second batch is not whole
        cut.add(FileRange{std::make_shared<MemoryFile>(two), 0, size - 1});
        QCOMPARE(rpc::countRecords(cut), 3u);
    }

    void theFirstErrorOfAnAnswerIsNamed()
    {
        FetchResponse response;
        auto& topic = response.responses.emplace_back();
        topic.topic = "TopicA";
        topic.partitions.emplace_back().partitionIndex = 2;
        topic.partitions.emplace_back().errorCode = ErrorCode::OffsetOutOfRange;
        observe::Flight flight;
        flight.apiVersion = 11;
        rpc::describeAnswer(flight, response);
        QCOMPARE(flight.error, std::string("OFFSET_OUT_OF_RANGE"));
        QCOMPARE(flight.partition, (TopicPartition{"TopicA", 2}));
        observe::Flight good;
        good.apiVersion = 9;
        rpc::describeAnswer(good, ProduceResponse{});
        QVERIFY(good.error.empty());
    }
};

QTEST_APPLESS_MAIN(TestFlightFacts)
#include "test_flight_facts.moc"
