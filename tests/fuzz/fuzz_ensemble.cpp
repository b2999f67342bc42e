#include "engine/coordination/messages.h"
#include "tests/fuzz/stranger.h"
#include "tests/support/coordination_bench.h"

/// Any frames on a connection to a running server of the ensemble in simulated time, one after the
/// other, each with its length before it; the first byte chooses whether a session is opened
/// before. Whatever they hold, the server goes on and answers others.
namespace hw::fuzz {

using namespace coordination;

namespace {

/// They leave znodes and sessions behind.
constexpr int kInputsPerServer = 500;

Slice flat(const Pieces& pieces) { return *pieces.flatten(); }

Bytes bytesOf(const Pieces& pieces)
{
    const ByteView view = flat(pieces).view();
    return Bytes(view.begin(), view.end());
}

Pieces openSession()
{
    ConnectRequest request;
    request.timeoutMs = 3000;
    request.readOnly = false;
    return encode(request);
}

class Target
{
public:
    Target()
        : m_stranger(m_bench.world, NodeId::outside(1))
    {
        m_bench.startServer();
        m_bench.create(1, "/mine", "x");
        Bytes question = {1};
        Request ping;
        ping.xid = kXidPing;
        addPart(question, bytesOf(encode(ping)));
        send(question);
        HW_ASSERT(m_stranger.answers() == 2, "good frames are answered, so frames do arrive");
    }

    void send(ByteView bytes)
    {
        Input input(bytes);
        std::vector<Pieces> frames;
        if (input.byte() % 2 == 1)
            frames.push_back(openSession());
        for (Pieces& frame : framesOf(input))
            frames.push_back(std::move(frame));
        m_stranger.say({"127.0.0.1", m_bench.config.listen.port}, world::Framing::ZooKeeper,
                       std::move(frames));
        HW_ASSERT(m_bench.server->serving(), "the server goes on");
        HW_ASSERT(m_bench.setData(1, "/", "alive").ok(), "and others are answered");
    }

private:
    test::CoordinationBench m_bench;
    Stranger m_stranger;
};

void addRequest(std::vector<Bytes>& list, const Request& request)
{
    Bytes seed = {1};
    addPart(seed, bytesOf(encode(request)));
    list.push_back(std::move(seed));
}

} // namespace

void fuzzOne(ByteView bytes) { targetFor<Target>(kInputsPerServer).send(bytes); }

std::vector<Bytes> seeds()
{
    std::vector<Bytes> list;
    for (const std::string_view first : {"ruok", "stat", "mntr", "dump"}) {
        Bytes seed = {0};
        addPart(seed, viewOf(first));
        list.push_back(std::move(seed));
    }
    Bytes session = {0};
    addPart(session, bytesOf(openSession()));
    list.push_back(std::move(session));
    for (const OpCode type : {OpCode::Create,
                              OpCode::Create2,
                              OpCode::CreateContainer,
                              OpCode::CreateTtl,
                              OpCode::Delete,
                              OpCode::SetData,
                              OpCode::Exists,
                              OpCode::GetData,
                              OpCode::GetAcl,
                              OpCode::SetAcl,
                              OpCode::GetChildren,
                              OpCode::GetChildren2,
                              OpCode::Sync,
                              OpCode::Ping,
                              OpCode::Check,
                              OpCode::AddWatch,
                              OpCode::CheckWatches,
                              OpCode::RemoveWatches,
                              OpCode::GetEphemerals,
                              OpCode::GetAllChildrenNumber,
                              OpCode::WhoAmI,
                              OpCode::SetWatches,
                              OpCode::SetWatches2,
                              OpCode::Auth,
                              OpCode::Multi,
                              OpCode::MultiRead,
                              OpCode::CloseSession}) {
        Request request;
        request.type = request.op.type = type;
        request.op.path = "/a";
        request.op.data = Bytes{7};
        request.watch = true;
        request.watchKind = 1;
        request.dataWatches = request.existWatches = request.persistentWatches = {"/a", "/b"};
        request.identity = {"digest", "user:word"};
        if (type == OpCode::Multi)
            request.ops = {Op::create("/a", {}, CreateMode::Ephemeral), Op::check("/a", 0),
                           Op::setData("/a", {1}), Op::remove("/a")};
        if (type == OpCode::MultiRead) {
            request.ops = {Op::check("/mine", 0), Op::check("/a", 0)};
            request.ops[0].type = OpCode::GetData;
            request.ops[1].type = OpCode::GetChildren;
        }
        addRequest(list, request);
    }
    return list;
}

} // namespace hw::fuzz
