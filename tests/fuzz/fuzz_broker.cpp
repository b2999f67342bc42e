#include "engine/protocol/header.h"
#include "engine/protocol/messages/all_messages.h"
#include "tests/fuzz/stranger.h"
#include "tests/support/random_message.h"
#include "tests/support/sim_cluster.h"

/// Any frames on a connection to a broker of a running cluster in simulated time: one after the
/// other, each with its length before it. Whatever they hold, the brokers go on, and nothing that
/// an invariant forbids is seen.
namespace hw::fuzz {

using namespace protocol;

namespace {

/// They leave topics and groups behind.
constexpr int kInputsPerCluster = 200;

class Target
{
public:
    Target()
        : m_cluster(spec())
        , m_stranger(m_cluster.world(), NodeId::outside(1))
    {
        HW_ASSERT(m_cluster.ready(), "a cluster starts");
        HW_ASSERT(m_cluster.createTopic("t", 2, 2).ok, "a topic is made");
        m_cluster.runFor(1s);
        Writer frame;
        RequestHeader{18, ApiVersion(0), CorrelationId(1), "c"}.encode(frame);
        Bytes question = {0};
        addPart(question, frame.takeBytes());
        send(question);
        HW_ASSERT(m_stranger.answers() == 1, "a good request is answered, so frames do arrive");
    }

    void send(ByteView bytes)
    {
        Input input(bytes);
        const std::size_t broker = input.byte() % 2;
        const std::string& text = m_cluster.snapshot()->brokers.at(broker)->endpoint;
        const auto colon = text.rfind(':');
        const world::Endpoint to{text.substr(0, colon),
                                 static_cast<std::uint16_t>(std::stoi(text.substr(colon + 1)))};
        m_stranger.say(to, world::Framing::Kafka, framesOf(input));
        const auto picture = m_cluster.snapshot();
        HW_ASSERT(picture->invariantsBroken.empty(), m_cluster.story().c_str());
        for (const auto& part : picture->brokers)
            HW_ASSERT(part->state == observe::BrokerState::Running, m_cluster.story().c_str());
    }

private:
    static cluster::ClusterSpec spec()
    {
        cluster::ClusterSpec spec;
        spec.brokers = 2;
        return spec;
    }

    test::SimCluster m_cluster;
    Stranger m_stranger;
};

} // namespace

void fuzzOne(ByteView bytes) { targetFor<Target>(kInputsPerCluster).send(bytes); }

std::vector<Bytes> seeds()
{
    std::vector<Bytes> list;
    world::Random random(2);
    forEachMessage([&]<class Message>() {
        if constexpr (requires { typename Message::Response; }) {
            for (auto v = Message::kVersions.min; v <= Message::kVersions.max; ++v) {
                Writer frame;
                RequestHeader{static_cast<std::int16_t>(Message::kApi), v, CorrelationId(1), "c"}
                    .encode(frame);
                test::randomMessage<Message>(random, v).encode(frame, v);
                Bytes seed = {0};
                addPart(seed, frame.takeBytes());
                list.push_back(std::move(seed));
            }
        }
    });
    return list;
}

} // namespace hw::fuzz
