#include "engine/world/live/live_host.h"

namespace hw::world {

static constexpr std::size_t kScratchSize = 64 * 1024;

LiveHost::LiveHost(const LiveClock& clock, Switchboard& switchboard, std::uint64_t seed,
                   NodeId node, const std::string& directory)
    : m_node(node)
    , m_loop(clock, seed)
    , m_network(*this, switchboard)
    , m_disk(m_loop, directory)
{
    m_loop.start(node.text());
}

LiveHost::~LiveHost() { stop(); }

void LiveHost::crash()
{
    m_network.forgetListeners();
    m_connections.crashAll();
    m_disk.releaseLocks();
    m_loop.forgetAll();
}

void LiveHost::losePower()
{
    crash();
    m_disk.dropUnsynced();
}

std::span<std::uint8_t> LiveHost::scratch()
{
    m_scratch.resize(kScratchSize);
    return m_scratch;
}

void LiveHost::stop()
{
    m_loop.stop();
    m_disk.stop();
}

void LiveHost::forgetAll() { crash(); }

} // namespace hw::world
