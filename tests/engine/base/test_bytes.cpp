#include <QTest>

#include "engine/base/crc32c.h"
#include "engine/base/reader.h"
#include "engine/base/uuid.h"
#include "engine/base/writer.h"

using namespace hw;

class TestBytes : public QObject
{
    Q_OBJECT
private slots:
    void crcMatchesKnownVector() { QCOMPARE(crc32c(viewOf("123456789")), 0xe3069283u); }

    void crcGoesOnOverParts()
    {
        QCOMPARE(crc32c(viewOf("6789"), crc32c(viewOf("12345"))), 0xe3069283u);
    }

    void zigZagVarintsMatchKnownBytes()
    {
        const std::pair<std::int32_t, const char*> cases[] = {
            {0, "00"},         {-1, "01"},    {1, "02"},
            {63, "7e"},        {64, "8001"},  {-65, "8101"},
            {300, "d804"},     {2147483647, "feffffff0f"},
            {-2147483647 - 1, "ffffffff0f"}};
        for (const auto& [value, hex] : cases) {
            Writer writer;
            writer.varint(value);
            const Bytes bytes = writer.takeBytes();
            QCOMPARE(QString::fromStdString(toHex(bytes)), QString(hex));
            Reader reader{ByteView(bytes)};
            QCOMPARE(reader.varint(), value);
            QVERIFY(reader.ok() && reader.atEnd());
        }
    }

    void readerFailsForGoodInsteadOfReadingOutside()
    {
        const Bytes bytes = fromHex("0000");
        Reader reader{ByteView(bytes)};
        QCOMPARE(reader.i32(), 0);
        QVERIFY(!reader.ok());
        QCOMPARE(reader.left(), std::size_t(0));
    }

    void sliceOfNegativeOrLyingLengthFails()
    {
        const Bytes bytes = fromHex("010203");
        Reader reader{ByteView(bytes)};
        QVERIFY(reader.slice(-1).empty());
        QVERIFY(!reader.ok());
        Reader second{ByteView(bytes)};
        second.slice(4);
        QVERIFY(!second.ok());
    }

    void splicedPiecesAreSharedNotCopied()
    {
        const Slice large(Bytes(1000, 7));
        Writer writer;
        writer.i32(1);
        writer.splice(Pieces(large));
        writer.i32(2);
        const Pieces pieces = writer.take();
        QCOMPARE(pieces.size(), std::size_t(1008));
        QCOMPARE(pieces.list().size(), std::size_t(3));
        QCOMPARE(std::get<Slice>(pieces.list()[1]).data(), large.data());
    }

    void uuidTextRoundTrips()
    {
        Uuid id;
        for (std::size_t i = 0; i < 16; ++i)
            id.bytes[i] = static_cast<std::uint8_t>(i * 17 + 3);
        QCOMPARE(id.text().size(), std::size_t(22));
        QVERIFY(Uuid::parse(id.text()).value() == id);
        QVERIFY(!Uuid::parse("too short"));
    }
};

QTEST_APPLESS_MAIN(TestBytes)
#include "test_bytes.moc"
