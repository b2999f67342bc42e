#include <QTest>

#include "engine/coordination/messages.h"

using namespace hw;
using namespace hw::coordination;

static QString hexOf(const Pieces& pieces)
{
    return QString::fromStdString(toHex(pieces.flatten().value().view()));
}

class TestMessages : public QObject
{
    Q_OBJECT
private slots:
    void connectRequestHasTheOfficialLayout()
    {
        ConnectRequest request;
        request.lastZxidSeen = Zxid(5);
        request.timeoutMs = 3000;
        request.session = SessionId(1);
        request.password = Bytes(2, 7);
        request.readOnly = false;
        QCOMPARE(hexOf(encode(request)), QString("00000000"           // protocol version
                                                 "0000000000000005"   // last zxid
                                                 "00000bb8"           // timeout
                                                 "0000000000000001"   // session
                                                 "000000020707"       // password
                                                 "00"));              // read only
    }

    void createHasAnOpenAccessListAndFlags()
    {
        Request request;
        request.xid = 1;
        request.op = Op::create("/a", {0x78}, CreateMode::EphemeralSequential);
        request.type = request.op.type = OpCode::Create;
        QCOMPARE(hexOf(encode(request)), QString("0000000100000001"                 // xid, type
                                                 "000000022f61"                     // path
                                                 "0000000178"                       // data
                                                 "000000010000001f"                 // one, all
                                                 "00000005776f726c64"               // world
                                                 "00000006616e796f6e65"             // anyone
                                                 "00000003"));                      // flags
    }

    void getDataAnswersWithDataThenStat()
    {
        Response response;
        response.xid = 2;
        response.zxid = Zxid(9);
        response.data = {0x61};
        response.stat.czxid = Zxid(1);
        response.stat.mzxid = Zxid(2);
        response.stat.ctime = WallTime(3);
        response.stat.mtime = WallTime(4);
        response.stat.version = 5;
        response.stat.cversion = 6;
        response.stat.ephemeralOwner = SessionId(8);
        response.stat.dataLength = 1;
        response.stat.numChildren = 10;
        response.stat.pzxid = Zxid(11);
        QCOMPARE(hexOf(encode(response, OpCode::GetData)),
                 QString("00000002"
                         "0000000000000009"
                         "00000000"
                         "0000000161"
                         "0000000000000001"
                         "0000000000000002"
                         "0000000000000003"
                         "0000000000000004"
                         "00000005"
                         "00000006"
                         "00000000"
                         "0000000000000008"
                         "00000001"
                         "0000000a"
                         "000000000000000b"));
    }

    void watchEventComesUnasked()
    {
        QCOMPARE(hexOf(encode(WatchEvent{WatchType::NodeDeleted, "/a"})),
                 QString("ffffffffffffffffffffffff00000000"
                         "00000002"
                         "00000003"
                         "000000022f61"));
    }

    void failedMultiAnswersWithOneErrorPerOperation()
    {
        Response response;
        response.xid = 3;
        response.zxid = Zxid(1);
        response.results = {{OpCode::Check, ZkError::Ok, "", {}},
                            {OpCode::Delete, ZkError::NoNode, "", {}}};
        QCOMPARE(hexOf(encode(response, OpCode::Multi)), QString("00000003"
                                                                 "0000000000000001"
                                                                 "00000000"
                                                                 "ffffffff00"
                                                                 "00000000"
                                                                 "00000000"
                                                                 "ffffffff00"
                                                                 "ffffff9b"
                                                                 "ffffff9b"
                                                                 "ffffffff01"
                                                                 "ffffffff"));
    }

    void requestsReadBackAsWritten()
    {
        Request request;
        request.xid = 7;
        request.type = OpCode::Multi;
        request.ops = {Op::create("/a", {1, 2}), Op::setData("/b", {3}, 4), Op::check("/c", 5),
                       Op::remove("/d", 6)};
        const auto bytes = encode(request).flatten().value();
        const Request read = decodeRequest(bytes).value();
        QCOMPARE(read.ops.size(), std::size_t(4));
        QCOMPARE(hexOf(encode(read)), hexOf(encode(request)));
    }

    void everyTruncationIsRefused()
    {
        Request request;
        request.type = OpCode::Multi;
        request.ops = {Op::create("/a", {1, 2}), Op::setData("/b", {3}, 4)};
        const auto bytes = encode(request).flatten().value();
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY(!decodeRequest(bytes.sub(0, size)));
    }

    void vectorsThatLieAboutTheirLengthAreRefused()
    {
        // setWatches with 2^31 - 1 paths announced and none there.
        const Slice frame(fromHex("fffffff8 00000065 0000000000000000 7fffffff"));
        QVERIFY(!decodeRequest(frame));
    }

    void unknownOperationsAreToldApartFromGarbage()
    {
        const Slice frame(fromHex("00000001 00000070"));
        const auto request = decodeRequest(frame);
        QVERIFY(!request);
        QCOMPARE(request.error().kind, Failure::Unsupported);
    }
};

QTEST_APPLESS_MAIN(TestMessages)
#include "test_messages.moc"
