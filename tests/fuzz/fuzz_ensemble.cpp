#include "engine/coordination/messages.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/coordination_bench.h"

/// Any frames on a connection to a running server of the ensemble in simulated time, one after the
/// other, each with its length before it; the first byte chooses whether a session is opened
/// before. Whatever they hold, the server goes on and answers others.
namespace hw::fuzz {

using namespace coordination;

namespace {

/// Inputs leave znodes and sessions behind; after so many a new server begins.
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
        : m_host(m_bench.world.addHost({NodeId::outside(1), "anybody"}))
    {
        m_bench.startServer();
        m_bench.create(1, "/mine", "x");
        Bytes question = {1};
        Request ping;
        ping.xid = kXidPing;
        addPart(question, bytesOf(encode(ping)));
        send(question);
        HW_ASSERT(m_answers == 2, "good frames are answered, so frames do arrive");
    }

    void send(ByteView bytes)
    {
        Input input(bytes);
        const bool opened = input.byte() % 2 == 1;
        std::vector<Bytes> frames;
        for (int i = 0; i < 16; ++i) {
            const ByteView part = input.part();
            if (part.empty())
                break;
            frames.emplace_back(part.begin(), part.end());
        }
        m_host.control([&] {
            m_channel = m_host.network().connect({"127.0.0.1", m_bench.config.listen.port},
                                                 world::Framing::ZooKeeper);
            m_channel->setHandlers([this](world::Frame) { ++m_answers; },
                                   [](world::CloseReason) {});
            if (opened)
                m_channel->send({openSession(), kNoEvent});
            for (Bytes& frame : frames)
                m_channel->send({Pieces(std::move(frame)), kNoEvent});
        });
        m_bench.world.runFor(20ms);
        m_host.control([&] { m_channel.reset(); });
        m_bench.world.runFor(5ms);
        HW_ASSERT(m_bench.server->serving(), "the server goes on");
        HW_ASSERT(m_bench.setData(1, "/", "alive").ok(), "and others are answered");
    }

private:
    test::CoordinationBench m_bench;
    world::Host& m_host;
    std::unique_ptr<world::Channel> m_channel;
    std::uint64_t m_answers = 0;
};

void addRequest(std::vector<Bytes>& list, const Request& request)
{
    Bytes seed = {1};
    addPart(seed, bytesOf(encode(request)));
    list.push_back(std::move(seed));
}

} // namespace

void fuzzOne(ByteView bytes)
{
    static std::unique_ptr<Target> target;
    static int used = 0;
    if (!target || used == kInputsPerServer) {
        target.reset();
        target = std::make_unique<Target>();
        used = 0;
    }
    ++used;
    target->send(bytes);
}

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
