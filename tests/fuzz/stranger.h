#pragma once

#include <memory>
#include <vector>

#include "engine/world/sim/sim_world.h"
#include "tests/fuzz/fuzz.h"

namespace hw::fuzz {

/// Frames that one input may hold.
inline constexpr int kFramesPerInput = 16;

/// The parts of an input, one frame each, up to the first empty one.
inline std::vector<Pieces> framesOf(Input& input)
{
    std::vector<Pieces> frames;
    for (int i = 0; i < kFramesPerInput; ++i) {
        const ByteView part = input.part();
        if (part.empty())
            break;
        frames.emplace_back(Slice(Bytes(part.begin(), part.end())));
    }
    return frames;
}

/// Somebody who connects to a server in a simulated world, says something, and hangs up.
class Stranger
{
public:
    Stranger(world::SimWorld& world, const NodeId& node)
        : m_world(world)
        , m_host(world.addHost({node, "anybody"}))
    {
    }

    void say(const world::Endpoint& to, world::Framing framing, std::vector<Pieces> frames)
    {
        std::unique_ptr<world::Channel> channel;
        m_host.control([&] {
            channel = m_host.network().connect(to, framing);
            channel->setHandlers([this](world::Frame) { ++m_answers; }, [](world::CloseReason) {});
            for (Pieces& frame : frames)
                channel->send({std::move(frame), kNoEvent});
        });
        m_world.runFor(20ms);
        m_host.control([&] { channel.reset(); });
        m_world.runFor(5ms);
    }
    world::Host& host() { return m_host; }
    std::uint64_t answers() const { return m_answers; }

private:
    world::SimWorld& m_world;
    world::Host& m_host;
    std::uint64_t m_answers = 0;
};

/// Inputs leave things behind in a target; after so many a new one begins.
template <class Target> Target& targetFor(int inputs)
{
    static std::unique_ptr<Target> target;
    static int used = 0;
    if (!target || used == inputs) {
        target.reset();
        target = std::make_unique<Target>();
        used = 0;
    }
    ++used;
    return *target;
}

} // namespace hw::fuzz
