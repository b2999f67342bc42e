#include <QTest>

#include "engine/protocol/errors.h"
#include "engine/protocol/header.h"

using namespace hw;
using namespace hw::protocol;

static RequestHeader headerOf(ApiKey key, int version)
{
    return {static_cast<std::int16_t>(key), ApiVersion(static_cast<std::int16_t>(version)),
            CorrelationId{7}, "me"};
}

static QString encoded(const RequestHeader& header)
{
    Writer writer;
    header.encode(writer);
    return QString::fromStdString(toHex(writer.takeBytes()));
}

class TestHeader : public QObject
{
    Q_OBJECT
private slots:
    void versionsFollowFlexibility()
    {
        const auto request = [](ApiKey key, std::int16_t v) {
            return requestHeaderVersion(key, ApiVersion{v});
        };
        const auto response = [](ApiKey key, std::int16_t v) {
            return responseHeaderVersion(key, ApiVersion{v});
        };
        QCOMPARE(request(ApiKey::Metadata, 8), 1);
        QCOMPARE(request(ApiKey::Metadata, 9), 2);
        QCOMPARE(response(ApiKey::Metadata, 8), 0);
        QCOMPARE(response(ApiKey::Metadata, 9), 1);
        QCOMPARE(request(ApiKey::ApiVersions, 3), 2);
        QCOMPARE(response(ApiKey::ApiVersions, 3), 0);
        QCOMPARE(request(ApiKey::ControlledShutdown, 0), 0);
        QCOMPARE(request(ApiKey::ControlledShutdown, 1), 1);
        QCOMPARE(request(ApiKey::SaslHandshake, 1), 1);
    }

    void bytesAreKafkas()
    {
        QCOMPARE(encoded(headerOf(ApiKey::Metadata, 8)), QString("00030008000000070002") + "6d65");
        QCOMPARE(encoded(headerOf(ApiKey::Metadata, 9)),
                 QString("000300090000000700026d65") + "00");
        QCOMPARE(encoded(headerOf(ApiKey::ControlledShutdown, 0)), QString("0007000000000007"));
    }

    void headersRoundTrip()
    {
        for (const ApiInfo& api : allApis())
            for (auto v = api.versions.min; v <= api.versions.max; ++v) {
                RequestHeader header = headerOf(api.key, v.value());
                if (requestHeaderVersion(api.key, v) == 0)
                    header.clientId.reset();
                Writer writer;
                header.encode(writer);
                const Bytes bytes = writer.takeBytes();
                Reader reader{ByteView(bytes)};
                QVERIFY(RequestHeader::decode(reader).value() == header);
                QVERIFY(reader.atEnd());
            }
    }

    void unknownVersionIsReadUpToTheClientId()
    {
        const Bytes bytes = fromHex("0012 0063 00000007 0002 6d65 ffffffff");
        Reader reader{ByteView(bytes)};
        const auto header = RequestHeader::decode(reader);
        QVERIFY(header && header->apiVersion == ApiVersion{99});
        QVERIFY(header->clientId == "me");
    }

    void cutShortIsInvalid()
    {
        const Bytes bytes = fromHex("0003 0008 00000007 0005 6d65");
        Reader reader{ByteView(bytes)};
        QVERIFY(!RequestHeader::decode(reader).has_value());
    }

    void errorsKnowWhetherToTryAgain()
    {
        QCOMPARE(textOf(ErrorCode::NotLeaderOrFollower), std::string("NOT_LEADER_OR_FOLLOWER (6)"));
        QVERIFY(isRetriable(ErrorCode::NotLeaderOrFollower));
        QVERIFY(refreshesMetadata(ErrorCode::NotLeaderOrFollower));
        QVERIFY(!isRetriable(ErrorCode::IllegalGeneration));
        QVERIFY(!refreshesMetadata(ErrorCode::NotCoordinator));
        QCOMPARE(std::string(infoOf(static_cast<ErrorCode>(9999)).name),
                 std::string("UNKNOWN_SERVER_ERROR"));
    }
};

QTEST_APPLESS_MAIN(TestHeader)
#include "test_header.moc"
