#include "engine/coordination/quorum_messages.h"
#include "engine/coordination/server.h"
#include "tests/fuzz/stranger.h"

/// Any messages from another server of the ensemble: a follower's to a server that leads, or a
/// leader's to one that follows (the first byte says which). Whatever they hold, the server stays
/// or looks for a leader again; and what the decoder accepts it writes again as it was.
namespace hw::fuzz {

using namespace coordination;
using namespace coordination::quorum;

namespace {

constexpr std::uint16_t kPort = 2888;

Bytes bytesOf(const Pieces& pieces)
{
    const Slice whole = *pieces.flatten();
    return Bytes(whole.view().begin(), whole.view().end());
}

/// zookeeper0 of three is real; zookeeper1 is whoever sends the input; zookeeper2 is down.
class Target
{
public:
    explicit Target(bool leads)
        : m_host(m_world.addHost({NodeId::ensemble(0), "zookeeper0"}))
        , m_other(m_world, NodeId::ensemble(1))
    {
        ServerConfig config;
        config.listen = {"127.0.0.1", 2181};
        config.tickTime = 500ms;
        for (std::uint16_t n = 0; n < 3; ++n)
            config.ensemble.push_back({"127.0.0.1", static_cast<std::uint16_t>(kPort + n)});
        m_host.control([&] {
            m_server = std::make_unique<Server>(m_host, config, m_journal);
            m_server->setFailureHandler([this](const Error&) { m_failed = true; });
            m_server->start([](const Result<void>& started) {
                HW_ASSERT(started.has_value(), "the server starts");
            });
        });
        if (!leads)
            listen(config.ensemble[1]);
        m_world.runFor(20ms);
        const Vote vote = leads ? Vote{0, Zxid(0), 0} : Vote{1, Zxid(std::int64_t(1) << 32), 1};
        m_other.say(config.ensemble[0], world::Framing::Kafka,
                    {encode(Message(Notification{Role::Looking, vote, 1}))});
    }
    ~Target()
    {
        m_channel.reset();
        m_listener.reset();
        m_server.reset();
    }

    void hear(std::vector<Pieces> frames, bool leads)
    {
        if (leads) {
            m_world.runFor(kElection);
            m_other.say({"127.0.0.1", kPort}, world::Framing::Kafka, std::move(frames));
        } else {
            m_frames = std::move(frames);
            m_world.runFor(kElection);
            HW_ASSERT(m_came, "it comes to whom the votes made its leader");
            m_other.host().control([this] { m_channel.reset(); });
        }
        // It goes on, looks for a leader again, or has failed; what it must not do is break.
        m_world.runFor(50ms);
    }

private:
    static constexpr Duration kElection = 400ms;

    void listen(const world::Endpoint& at)
    {
        m_other.host().control([this, at] {
            auto listener = m_other.host().network().listen(
                at, world::Framing::Kafka, [this](std::unique_ptr<world::Channel> channel) {
                    channel->setHandlers([this](world::Frame frame) { onFrame(frame); },
                                         [](world::CloseReason) {});
                    m_channel = std::move(channel);
                });
            HW_ASSERT(listener.has_value(), "nobody has that port");
            m_listener = std::move(*listener);
        });
    }
    void onFrame(const world::Frame& frame)
    {
        const auto message = decodeMessage(*frame.pieces.flatten());
        HW_ASSERT(message.has_value(), "a real server speaks properly");
        if (!std::holds_alternative<FollowerInfo>(*message))
            return;
        m_came = true;
        for (Pieces& piece : m_frames)
            m_channel->send({std::move(piece), kNoEvent});
        m_frames.clear();
    }

    world::SimWorld m_world;
    observe::NullJournal m_journal;
    world::Host& m_host;
    Stranger m_other;
    std::unique_ptr<Server> m_server;
    std::unique_ptr<world::Listener> m_listener;
    std::unique_ptr<world::Channel> m_channel;
    std::vector<Pieces> m_frames;
    bool m_failed = false;
    bool m_came = false;
};

void checkDecoder(const Pieces& frame)
{
    const auto message = decodeMessage(*frame.flatten());
    if (!message)
        return;
    const Bytes once = bytesOf(encode(*message));
    const auto again = decodeMessage(Slice(Bytes(once)));
    HW_ASSERT(again && bytesOf(encode(*again)) == once, "what was accepted stays the same");
}

Txn someTxn(std::int64_t zxid, OpCode type)
{
    Txn txn;
    txn.zxid = Zxid(zxid);
    txn.session = SessionId(7);
    txn.type = type;
    if (type == OpCode::Create)
        txn.ops = {Op::create("/a", {1}, CreateMode::Persistent)};
    if (type == OpCode::Multi)
        txn.ops = {Op::create("/b", {}, CreateMode::Ephemeral), Op::check("/b", 0)};
    return txn;
}

void add(std::vector<Bytes>& list, bool leads, const std::vector<Message>& messages)
{
    Bytes seed = {static_cast<std::uint8_t>(leads ? 1 : 0)};
    for (const Message& message : messages)
        addPart(seed, bytesOf(encode(message)));
    list.push_back(std::move(seed));
}

} // namespace

void fuzzOne(ByteView bytes)
{
    Input input(bytes);
    const bool leads = input.byte() % 2 == 1;
    std::vector<Pieces> frames = framesOf(input);
    for (const Pieces& frame : frames)
        checkDecoder(frame);
    Target(leads).hear(std::move(frames), leads);
}

std::vector<Bytes> seeds()
{
    constexpr std::int64_t kEpochTwo = std::int64_t(2) << 32;
    std::vector<Bytes> list;
    for (std::size_t kind = 0; emptyMessage(kind); ++kind) {
        add(list, false, {*emptyMessage(kind)});
        add(list, true, {*emptyMessage(kind)});
    }
    const Txn create = someTxn(kEpochTwo + 1, OpCode::Create);
    const Txn multi = someTxn(kEpochTwo + 2, OpCode::Multi);
    const RequestTag tag{1, 5};
    // A leader that brings a follower up to date, and goes on.
    add(list, false,
        {LeaderInfo{2}, History{create}, NewLeader{2}, UpToDate{}, Proposal{tag, multi},
         Commit{Zxid(kEpochTwo + 2)}, Ping{}});
    const auto whole = State().encode().flatten();
    add(list, false,
        {LeaderInfo{2}, SnapshotPart{whole->size(), *whole}, NewLeader{2}, UpToDate{}});
    add(list, false, {LeaderInfo{2}, Truncate{Zxid(0)}, NewLeader{2}});
    // A follower that writes, asks and answers.
    add(list, true,
        {FollowerInfo{0}, AckEpoch{true, 0, Zxid(0), false}, AckNewLeader{1}, Submit{5, create},
         Sync{6}, Revalidate{7, SessionId(7), {1, 2}}, Ack{Zxid((std::int64_t(1) << 32) + 1)},
         Pong{{SessionId(7)}}});
    add(list, true, {FollowerInfo{9}, AckEpoch{true, 9, Zxid(kEpochTwo), false}});
    return list;
}

} // namespace hw::fuzz
