#include "tests/support/raw_zookeeper.h"

#include <utility>

namespace hw::test {

static constexpr Duration kMoment = 50ms;

RawZookeeper::RawZookeeper(CoordinationBench& bench, int host)
    : m_bench(bench)
    , m_host(bench.world.addHost({NodeId::outside(host), "outside" + std::to_string(host)}))
{
    m_host.control([&] {
        m_channel = m_host.network().connect({"127.0.0.1", bench.config.listen.port},
                                             world::Framing::ZooKeeper);
        m_channel->setHandlers(
            [this](world::Frame frame) {
                m_frames.push_back(toHex(frame.pieces.flatten().value().view()));
            },
            [this](world::CloseReason) { m_closed = true; });
    });
    m_bench.world.runFor(Duration(0));
}

RawZookeeper::~RawZookeeper() { vanish(); }

void RawZookeeper::send(const std::string& hex)
{
    m_host.control([this, hex] { m_channel->send({Pieces(fromHex(hex)), kNoEvent}); });
}

void RawZookeeper::sendText(const std::string& text) { send(toHex(viewOf(text))); }

std::vector<std::string> RawZookeeper::ask(const std::string& hex)
{
    send(hex);
    return take();
}

std::vector<std::string> RawZookeeper::take()
{
    m_bench.world.runFor(kMoment);
    return std::exchange(m_frames, {});
}

std::string RawZookeeper::openSession()
{
    const auto answers = ask("00000000 0000000000000000 00000bb8 0000000000000000 00000000 00");
    HW_ASSERT(answers.size() == 1, "a session is opened");
    return answers[0];
}

void RawZookeeper::vanish()
{
    m_host.control([this] { m_channel.reset(); });
    m_bench.world.runFor(Duration(0));
}

} // namespace hw::test
