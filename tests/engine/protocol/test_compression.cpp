#include <QTest>

#include <snappy.h>

#include "engine/protocol/compression.h"

using namespace hw;
using namespace hw::protocol;

namespace {

Bytes text(std::size_t size)
{
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<std::uint8_t>("highwater"[i % 9] + (i / 1000) % 7);
    return bytes;
}

bool same(const Result<Slice>& got, const Bytes& expected)
{
    return got && std::ranges::equal(got->view(), expected);
}

} // namespace

class TestCompression : public QObject
{
    Q_OBJECT

    static void addCodecs()
    {
        QTest::addColumn<int>("codec");
        for (int codec = 1; codec <= 4; ++codec)
            QTest::newRow(nameOf(static_cast<Compression>(codec))) << codec;
    }

private slots:
    void whatIsCompressedComesBack_data() { addCodecs(); }
    void whatIsCompressedComesBack()
    {
        QFETCH(int, codec);
        const auto compression = static_cast<Compression>(codec);
        for (const std::size_t size : {0, 1, 100, 4096, 100000, 3000000}) {
            const Bytes plain = text(size);
            QVERIFY(same(decompress(compression, compress(compression, plain)), plain));
        }
    }

    void bombsStopAtTheLimit_data() { addCodecs(); }
    void bombsStopAtTheLimit()
    {
        QFETCH(int, codec);
        const auto compression = static_cast<Compression>(codec);
        const Bytes bomb = compress(compression, Bytes(1000000));
        QVERIFY(decompress(compression, bomb, 1000000).has_value());
        const auto refused = decompress(compression, bomb, 999999);
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, Failure::NoSpace);
        QCOMPARE(decompress(compression, bomb, 5000).error().kind, Failure::NoSpace);
    }

    void cutOrDamagedBytesAreRefused_data() { addCodecs(); }
    void cutOrDamagedBytesAreRefused()
    {
        QFETCH(int, codec);
        const auto compression = static_cast<Compression>(codec);
        const Bytes whole = compress(compression, text(500));
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto cut = decompress(compression, ByteView(whole).first(size));
            // A snappy frame without blocks is an empty one.
            QVERIFY2(!cut || (compression == Compression::Snappy && size == 16),
                     qPrintable(QString::number(size)));
        }
        for (std::size_t i = 0; i < whole.size(); ++i) {
            Bytes damaged = whole;
            damaged[i] ^= 0x55;
            // Not every codec has a checksum: what matters is that nothing bad happens.
            (void)decompress(compression, damaged);
        }
    }

    void snappyIsReadPlainAndFramed()
    {
        const Bytes plain = text(50000);
        std::string raw;
        snappy::Compress(reinterpret_cast<const char*>(plain.data()), plain.size(), &raw);
        QVERIFY(same(decompress(Compression::Snappy, viewOf(raw)), plain));
        const Bytes framed = compress(Compression::Snappy, plain);
        QCOMPARE(toHex(ByteView(framed).first(16)), std::string("82534e415050590000000001"
                                                                "00000001"));
        QVERIFY(same(decompress(Compression::Snappy, framed), plain));
    }

    void aSnappyBlockThatClaimsTooMuchAllocatesNothing()
    {
        const Bytes lie{0xff, 0xff, 0xff, 0xff, 0x0f, 0x00};
        QCOMPARE(decompress(Compression::Snappy, lie).error().kind, Failure::Corrupt);
    }

    void gzipMembersMayFollowOneAnother()
    {
        Bytes twice = compress(Compression::Gzip, text(100));
        const Bytes second = compress(Compression::Gzip, text(100));
        twice.insert(twice.end(), second.begin(), second.end());
        QCOMPARE(decompress(Compression::Gzip, twice)->size(), std::size_t(200));
    }

    void lz4FramesAreWhatOldJavaClientsRead()
    {
        // Magic, version 1 with independent blocks and no checksums, blocks of 64 KiB.
        const Bytes frame = compress(Compression::Lz4, text(100));
        QCOMPARE(toHex(ByteView(frame).first(6)), std::string("04224d186040"));
    }
};

QTEST_APPLESS_MAIN(TestCompression)
#include "test_compression.moc"
