#include <QTest>

#include "engine/base/writer.h"
#include "engine/coordination/messages.h"
#include "engine/frames/decode.h"
#include "engine/protocol/batch_builder.h"
#include "engine/protocol/consumer_protocol.h"
#include "engine/protocol/header.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/join_group.h"
#include "engine/protocol/messages/offset_commit_record.h"
#include "engine/protocol/messages/produce.h"

using namespace hw;
using namespace hw::protocol;
using observe::FieldNode;
using observe::FieldTree;
using observe::FrameFault;

template <class Request>
static Bytes requestFrame(const Request& request, std::int16_t version, const char* client = "me")
{
    Writer writer;
    RequestHeader{static_cast<std::int16_t>(Request::kApi), ApiVersion{version}, CorrelationId{7},
                  client}
        .encode(writer);
    request.encode(writer, ApiVersion{version});
    return writer.takeBytes();
}

template <class Response> static Bytes responseFrame(const Response& response, std::int16_t version)
{
    Writer writer;
    ResponseHeader{CorrelationId{7}}.encode(writer, Response::kApi, ApiVersion{version});
    response.encode(writer, ApiVersion{version});
    return writer.takeBytes();
}

static FieldTree decoded(const Bytes& frame, frames::FrameKind kind = {})
{
    return frames::decode(kind, Pieces(frame));
}

/// `ProduceRequest/TopicData/[0]/Name`; null if it is not there.
static const FieldNode* find(const FieldTree& tree, const QString& path)
{
    const FieldNode* node = &tree.root;
    for (const QString& step : path.split('/')) {
        const auto found = std::ranges::find(node->children, step.toStdString(), &FieldNode::name);
        if (found == node->children.end())
            return nullptr;
        node = &*found;
    }
    return node;
}

static QString valueAt(const FieldTree& tree, const QString& path)
{
    const FieldNode* node = find(tree, path);
    return node ? QString::fromStdString(node->value) : QStringLiteral("nothing at ") + path;
}
static QString meaningAt(const FieldTree& tree, const QString& path)
{
    const FieldNode* node = find(tree, path);
    return node ? QString::fromStdString(node->meaning) : QStringLiteral("nothing at ") + path;
}

static Bytes batchOf(const std::vector<std::pair<Bytes, Bytes>>& records)
{
    BatchBuilder builder({.baseOffset = Offset{500}});
    const HeaderView header{"origin", viewOf("lab")};
    for (const auto& [key, value] : records)
        builder.add(WallTime(1'700'000'000'123), ByteView(key), ByteView(value), {&header, 1});
    return builder.build();
}
static Bytes bytesOf(std::string_view text) { return {text.begin(), text.end()}; }

static ProduceRequest produceOf(Bytes batch, const char* topic = "TopicA")
{
    ProduceRequest request;
    request.acks = -1;
    auto& to = request.topicData.emplace_back();
    to.name = topic;
    to.partitionData.emplace_back().records = Pieces(std::move(batch));
    return request;
}

class TestFrames : public QObject
{
    Q_OBJECT
private slots:
    void aProduceRequestIsReadToTheLastRecord()
    {
        const auto request = produceOf(batchOf({{bytesOf("k"), bytesOf("v0")}, {{}, {1, 2}}}));
        const Bytes frame = requestFrame(request, 7);
        const FieldTree tree = decoded(frame);
        QVERIFY(!tree.fault && tree.isThere());
        QCOMPARE(valueAt(tree, "Header/ApiKey"), QString("0"));
        QCOMPARE(meaningAt(tree, "Header/ApiKey"), QString("Produce"));
        QCOMPARE(valueAt(tree, "Header/ClientId"), QString("me"));
        QCOMPARE(meaningAt(tree, "ProduceRequest/Acks"), QString("all"));
        const QString batch = "ProduceRequest/TopicData/[0]/PartitionData/[0]/Records/[0]/";
        QCOMPARE(valueAt(tree, batch + "baseOffset"), QString("500"));
        QCOMPARE(valueAt(tree, batch + "recordsCount"), QString("2"));
        QCOMPARE(meaningAt(tree, batch + "crc"), QString("✓"));
        QCOMPARE(meaningAt(tree, batch + "baseTimestamp"), QString("2023-11-14 22:13:20.123Z"));
        QCOMPARE(meaningAt(tree, batch + "records/[1]/offsetDelta"), QString("501"));
        QCOMPARE(valueAt(tree, batch + "records/[0]/value"), QString("v0"));
        QCOMPARE(valueAt(tree, batch + "records/[1]/value"), QString("0102"));
        QCOMPARE(valueAt(tree, batch + "records/[0]/headers/[0]/value"), QString("lab"));
        QCOMPARE(tree.root.size, static_cast<std::uint32_t>(frame.size()));
    }

    void everyFieldCoversItsBytes()
    {
        const Bytes frame = requestFrame(produceOf(batchOf({{bytesOf("k"), bytesOf("v")}})), 9);
        const FieldTree tree = decoded(frame);
        QVERIFY(!tree.fault);
        // Children follow one another inside their parent.
        const auto check = [](const auto& self, const FieldNode& node) -> void {
            std::uint32_t at = node.position;
            for (const FieldNode& child : node.children) {
                QVERIFY2(child.position >= at, child.name.c_str());
                QVERIFY2(child.position + child.size <= node.position + node.size,
                         child.name.c_str());
                at = child.position + child.size;
                self(self, child);
            }
        };
        check(check, tree.root);
        const FieldNode* name = find(tree, "ProduceRequest/TopicData/[0]/Name");
        QVERIFY(name);
        QCOMPARE(toHex(ByteView(frame).subspan(name->position, name->size)),
                 std::string("07546f70696341"));
    }

    void aBadChecksumIsMarkedAndReadOn()
    {
        Bytes batch = batchOf({{bytesOf("k"), bytesOf("v")}});
        batch[17] ^= 1;
        const FieldTree tree = decoded(requestFrame(produceOf(batch), 7));
        const FieldNode* crc =
            find(tree, "ProduceRequest/TopicData/[0]/PartitionData/[0]/Records/[0]/crc");
        QVERIFY(crc && crc->isError && crc->meaning.starts_with("✗"));
        QVERIFY(!tree.fault);
    }

    void aFetchResponseMayEndInsideABatch()
    {
        Bytes batches = batchOf({{bytesOf("k"), bytesOf("v")}});
        const std::size_t one = batches.size();
        batches.insert(batches.end(), batches.begin(), batches.begin() + 20);
        FetchResponse response;
        auto& topic = response.responses.emplace_back();
        topic.topic = "TopicA";
        auto& partition = topic.partitions.emplace_back();
        partition.errorCode = ErrorCode::NotLeaderOrFollower;
        partition.records = Pieces(batches);
        const FieldTree tree = decoded(responseFrame(response, 11), {1, 11, 0, true});
        QVERIFY(!tree.fault);
        const QString at = "FetchResponse/Responses/[0]/Partitions/[0]/";
        QCOMPARE(meaningAt(tree, at + "ErrorCode"), QString("NOT_LEADER_OR_FOLLOWER"));
        QVERIFY(find(tree, at + "ErrorCode")->isError);
        QCOMPARE(find(tree, at + "Records")->children.size(), std::size_t(2));
        QCOMPARE(meaningAt(tree, at + "Records/[1]"), QString("20 / %1").arg(one));
        // In a produce request it is a fault.
        const FieldTree cut = decoded(requestFrame(produceOf(batches), 7));
        QVERIFY(cut.fault && cut.fault->what == FrameFault::CutShort);
    }

    void recordsOfAnyLengthAreNoCrash()
    {
        const Bytes whole = batchOf({{bytesOf("k"), bytesOf("v")}});
        for (std::size_t size = 1; size < whole.size(); ++size) {
            const Bytes part(whole.begin(), whole.begin() + static_cast<long>(size));
            const FieldTree tree = decoded(requestFrame(produceOf(part), 7));
            QVERIFY(tree.fault && tree.fault->what == FrameFault::CutShort);
        }
    }

    void whatConsumersTellEachOtherIsRead()
    {
        JoinGroupRequest request;
        request.groupId = "group-1";
        request.protocolType = "consumer";
        request.protocols.push_back({"range", encodeSubscription({"TopicA", "TopicB"})});
        const FieldTree tree = decoded(requestFrame(request, 5));
        QCOMPARE(valueAt(tree, "JoinGroupRequest/Protocols/[0]/Metadata/"
                               "ConsumerProtocolSubscription/Topics/[1]"),
                 QString("TopicB"));
        request.protocolType = "connect"; // other groups have bytes of their own
        const FieldTree other = decoded(requestFrame(request, 5));
        QVERIFY(find(other, "JoinGroupRequest/Protocols/[0]/Metadata")->children.empty());
    }

    void recordsOfTheOffsetsTopicAreRead()
    {
        Writer key;
        key.i16(1);
        OffsetCommitKey{"group-1", "TopicA", 2}.encode(key, ApiVersion{1});
        Writer value;
        value.i16(3);
        OffsetCommitValue committed;
        committed.offset = Offset{42};
        committed.encode(value, ApiVersion{3});
        const Bytes batch = batchOf({{key.takeBytes(), value.takeBytes()}});
        const FieldTree tree = decoded(requestFrame(produceOf(batch, "__consumer_offsets"), 7));
        const QString record = "ProduceRequest/TopicData/[0]/PartitionData/[0]/Records/[0]/"
                               "records/[0]/";
        QCOMPARE(valueAt(tree, record + "key/OffsetCommitKey/topic"), QString("TopicA"));
        QCOMPARE(valueAt(tree, record + "value/OffsetCommitValue/offset"), QString("42"));
    }

    void whatCannotBeReadNamesTheByte()
    {
        const Bytes unknown = fromHex("03e7 0000 00000001 ffff");
        QCOMPARE(decoded(unknown).fault->what, FrameFault::UnknownApi);
        const Bytes version = fromHex("0000 0063 00000001 ffff");
        QCOMPARE(decoded(version).fault->what, FrameFault::UnknownVersion);
        QCOMPARE(decoded(fromHex("0000")).fault->position, 2u);
        QCOMPARE(decoded({}).fault->what, FrameFault::CutShort);
        Bytes more = requestFrame(produceOf(batchOf({{{}, {}}})), 7);
        const auto end = static_cast<std::uint32_t>(more.size());
        more.push_back(0);
        QCOMPARE(decoded(more).fault->what, FrameFault::LeftOver);
        QCOMPARE(decoded(more).fault->position, end);
    }

    void garbageNeverCrashes()
    {
        const Bytes good = requestFrame(produceOf(batchOf({{bytesOf("k"), bytesOf("v")}})), 9);
        for (std::size_t at = 0; at < good.size(); ++at) {
            for (const int value : {0x00, 0x7f, 0x80, 0xff}) {
                Bytes bad = good;
                bad[at] = static_cast<std::uint8_t>(value);
                QVERIFY(decoded(bad).isThere());
            }
        }
    }

    void aZnodesDataIsRead()
    {
        coordination::Response response;
        response.xid = 4;
        response.zxid = Zxid(9);
        response.data = bytesOf("{\"version\":1}");
        response.stat.version = 3;
        const auto type = coordination::OpCode::GetData;
        const Pieces frame = coordination::encode(response, type);
        const FieldTree tree = frames::decode({-1, 0, static_cast<int>(type), true}, frame);
        QVERIFY(!tree.fault);
        QCOMPARE(valueAt(tree, "data"), QString("{\"version\":1}"));
        QCOMPARE(valueAt(tree, "stat/version"), QString("3"));
    }

    void everyEnsembleFrameIsReadToItsEnd()
    {
        using namespace coordination;
        const auto whole = [](const Pieces& frame, OpCode type, bool response) {
            const auto tree =
                frames::decode({-1, 0, static_cast<std::int32_t>(type), response}, frame);
            return tree.fault ? tree.fault->field + " of " + std::string(nameOf(type))
                              : std::string();
        };
        const auto ops = {Op::create("/a", {1}), Op::remove("/b", 2), Op::setData("/c", {}, 3),
                          Op::check("/d", 4)};
        for (const Op& op : ops) {
            Request request;
            request.type = op.type;
            request.op = op;
            QCOMPARE(whole(encode(request), op.type, false), std::string());
        }
        Request multi;
        multi.type = OpCode::Multi;
        multi.ops = ops;
        QCOMPARE(whole(encode(multi), multi.type, false), std::string());
        for (const OpCode type : {OpCode::Exists, OpCode::GetData, OpCode::GetChildren,
                                  OpCode::GetChildren2, OpCode::GetAcl, OpCode::Sync,
                                  OpCode::SetWatches, OpCode::Ping, OpCode::CloseSession,
                                  OpCode::SetAcl, OpCode::SetWatches2, OpCode::AddWatch,
                                  OpCode::CheckWatches, OpCode::RemoveWatches, OpCode::Auth,
                                  OpCode::GetEphemerals, OpCode::GetAllChildrenNumber,
                                  OpCode::WhoAmI, OpCode::CreateContainer, OpCode::CreateTtl}) {
            Request request;
            request.type = request.op.type = type;
            request.op.path = "/brokers/ids/1";
            request.dataWatches = {"/controller"};
            QCOMPARE(whole(encode(request), type, false), std::string());
            Response response;
            response.children = {"1", "2"};
            response.identities = {{"ip", "127.0.0.1"}};
            QCOMPARE(whole(encode(response, type), type, true), std::string());
        }
        Response results;
        results.results = {{OpCode::Create, ZkError::Ok, "/a", {}},
                           {OpCode::SetData, ZkError::Ok, {}, {}}};
        QCOMPARE(whole(encode(results, OpCode::Multi), OpCode::Multi, true), std::string());
        results.results = {{OpCode::Create, ZkError::NodeExists, {}, {}}};
        QCOMPARE(whole(encode(results, OpCode::Multi), OpCode::Multi, true), std::string());
        QCOMPARE(whole(encode(ConnectRequest{}), OpCode::CreateSession, false), std::string());
        QCOMPARE(whole(encode(ConnectResponse{}), OpCode::CreateSession, true), std::string());
        QCOMPARE(whole(encode(WatchEvent{}), OpCode::Notification, false), std::string());
    }

    void aBrokenFileIsNoCrash()
    {
        class Gone final : public RangeSource
        {
        public:
            Result<std::size_t> readAt(std::uint64_t, std::span<std::uint8_t>) const override
            {
                return fail(Failure::Io, "the file is gone");
            }
        };
        Pieces frame(fromHex("00000001"));
        frame.add(FileRange{std::make_shared<Gone>(), 0, 100});
        QCOMPARE(frames::decode({1, 11, 0, true}, frame).gap, observe::FrameGap::FileGone);
    }
};

QTEST_APPLESS_MAIN(TestFrames)
#include "test_frames.moc"
