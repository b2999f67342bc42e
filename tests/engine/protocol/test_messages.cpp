#include <QTest>

#include <cstdlib>

#include "engine/base/reader.h"
#include "engine/protocol/messages/all_messages.h"
#include "tests/support/random_message.h"

using namespace hw;
using namespace hw::protocol;
using namespace hw::test;
using world::Random;

static constexpr std::uint64_t kSeed = 20240611;

// Counts what decoders ask for, to catch one that believes a lying length.
static std::size_t s_largestAllocation = 0;
void* operator new(std::size_t size)
{
    s_largestAllocation = std::max(s_largestAllocation, size);
    if (void* memory = std::malloc(size))
        return memory;
    std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

template <class Function> static void forEachVersion(Function&& function)
{
    forEachMessage([&]<class Message>() {
        for (auto v = Message::kVersions.min; v <= Message::kVersions.max; ++v)
            function.template operator()<Message>(v);
    });
}

template <class Message> static bool decodes(const Bytes& bytes, ApiVersion version)
{
    Reader reader{ByteView(bytes)};
    return Message::decode(reader, version).has_value();
}

static QByteArray nameOf(const char* message, ApiVersion version)
{
    return QByteArray(message) + " v" + QByteArray::number(version.value()) + ", seed " +
           QByteArray::number(qulonglong(kSeed));
}

class TestMessages : public QObject
{
    Q_OBJECT
private slots:
    void everyMessageRoundTripsAtEveryVersion()
    {
        Random random(kSeed);
        int count = 0;
        forEachVersion([&]<class Message>(ApiVersion version) {
            for (int i = 0; i < 5; ++i) {
                const auto message = randomMessage<Message>(random, version);
                const Bytes bytes = encoded(message, version);
                Reader reader{ByteView(bytes)};
                const auto back = Message::decode(reader, version);
                QVERIFY2(back.has_value() && reader.atEnd() && *back == message,
                         nameOf(Message::kName, version).constData());
            }
            ++count;
        });
        QVERIFY(count > 400);
    }

    void cutShortNeverDecodesIntoFewerBytes()
    {
        Random random(kSeed + 1);
        forEachVersion([&]<class Message>(ApiVersion version) {
            const Bytes whole = encoded(randomMessage<Message>(random, version), version);
            for (std::size_t size = 0; size < whole.size(); ++size) {
                const Bytes part(whole.begin(), whole.begin() + static_cast<long>(size));
                QVERIFY2(!decodes<Message>(part, version),
                         nameOf(Message::kName, version).constData());
            }
        });
    }

    void garbageNeitherCrashesNorAllocatesMuch()
    {
        Random random(kSeed + 2);
        forEachVersion([&]<class Message>(ApiVersion version) {
            for (int i = 0; i < 20; ++i) {
                Bytes bytes = encoded(randomMessage<Message>(random, version), version);
                for (std::uint64_t flips = random.below(8) + 1; flips > 0 && !bytes.empty();
                     --flips) {
                    const std::uint64_t at = random.below(bytes.size());
                    bytes[at] =
                        random.chance(1, 2) ? 0xff : static_cast<std::uint8_t>(random.next());
                }
                s_largestAllocation = 0;
                decodes<Message>(bytes, version);
                QVERIFY2(s_largestAllocation < 1024 * 1024,
                         nameOf(Message::kName, version).constData());
            }
        });
    }

    void versionsOutsideTheRangeAreUnsupported()
    {
        const Bytes bytes(100);
        Reader reader{ByteView(bytes)};
        const auto decoded = FetchRequest::decode(reader, ApiVersion{99});
        QVERIFY(!decoded && decoded.error().kind == Failure::Unsupported);
        QCOMPARE(decoded.error().message,
                 std::string("FetchRequest has no version 99: 0 to 17 are known"));
    }

    void unknownTaggedFieldsAreSkipped()
    {
        // Heartbeat 4: group "g", generation 1, member "m", no instance, tag 5 with two bytes.
        const Bytes bytes = fromHex("0267 00000001 026d 00 01 05 02 abcd");
        Reader reader{ByteView(bytes)};
        const auto heartbeat = HeartbeatRequest::decode(reader, ApiVersion{4});
        QVERIFY(heartbeat && reader.atEnd());
        QCOMPARE(heartbeat->groupId, std::string("g"));
        QVERIFY(!heartbeat->groupInstanceId);
    }

    void taggedFieldMustFillItsSize()
    {
        // Fetch 12 response, DivergingEpoch claims 14 bytes (epoch, offset, no tags = 13).
        FetchResponse response;
        auto& partition = response.responses.emplace_back().partitions.emplace_back();
        partition.divergingEpoch = {LeaderEpoch{1}, Offset{2}};
        Bytes bytes = encoded(response, ApiVersion{12});
        QVERIFY(decodes<FetchResponse>(bytes, ApiVersion{12}));
        const auto at = std::ranges::find(bytes, std::uint8_t(13));
        QVERIFY(at != bytes.end());
        *at = 14;
        bytes.insert(at + 14, 0);
        QVERIFY(!decodes<FetchResponse>(bytes, ApiVersion{12}));
    }

    void ignorableFieldsAreDroppedWhereAVersionLacksThem()
    {
        MetadataResponse response;
        response.clusterId = "abc";
        response.controllerId = BrokerId{3};
        Reader reader{Slice(encoded(response, ApiVersion{0}))};
        const auto back = MetadataResponse::decode(reader, ApiVersion{0});
        QVERIFY(back && !back->clusterId && back->controllerId == kNoBroker);
    }

    void nullWhereItIsNotAllowedIsInvalid()
    {
        const Bytes nullArray = fromHex("ffffffff");
        QVERIFY(!decodes<MetadataRequest>(nullArray, ApiVersion{0}));
        const Bytes nullTopics = fromHex("ffffffff");
        Reader reader{ByteView(nullTopics)};
        const auto all = MetadataRequest::decode(reader, ApiVersion{1});
        QVERIFY(all && !all->topics);
    }

    void recordsShareTheFramesBuffer()
    {
        FetchResponse response;
        auto& partition = response.responses.emplace_back().partitions.emplace_back();
        partition.records = Pieces(Bytes(1000, 7));
        const Slice frame(encoded(response, ApiVersion{11}));
        Reader reader{frame};
        const auto back = FetchResponse::decode(reader, ApiVersion{11}).value();
        const auto& piece =
            std::get<Slice>(back.responses[0].partitions[0].records->list().front());
        QVERIFY(piece.data() > frame.data() && piece.data() < frame.data() + frame.size());
    }
};

QTEST_APPLESS_MAIN(TestMessages)
#include "test_messages.moc"
