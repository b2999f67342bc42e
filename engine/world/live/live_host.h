#pragma once

#include "engine/world/host.h"
#include "engine/world/live/connection.h"
#include "engine/world/live/live_disk.h"
#include "engine/world/live/live_loop.h"
#include "engine/world/live/live_network.h"

namespace hw::world {

/// A host of a live world: a thread, its sockets and its folder.
class LiveHost final : public Host
{
public:
    LiveHost(const LiveClock& clock, Switchboard& switchboard, std::uint64_t seed, NodeId node,
             const std::string& directory);
    ~LiveHost() override;

    const NodeId& node() const override { return m_node; }
    Loop& loop() override { return m_loop; }
    Network& network() override { return m_network; }
    Disk& disk() override { return m_disk; }
    void control(Task task) override { m_loop.injectControl(std::move(task)); }
    void setFrozen(bool frozen) override { m_loop.setFrozen(frozen); }
    void crash() override;
    void losePower() override;

    LiveLoop& liveLoop() { return m_loop; }
    LiveNetwork& liveNetwork() { return m_network; }
    Connections& connections() { return m_connections; }
    /// For reading from sockets: valid until the loop's next read.
    std::span<std::uint8_t> scratch();
    /// Ends the thread. What is left is destroyed by `forgetAll`, when all threads have ended.
    void stop();
    void forgetAll();

private:
    const NodeId m_node;
    LiveLoop m_loop;
    Connections m_connections;
    LiveNetwork m_network;
    LiveDisk m_disk;
    Bytes m_scratch; ///< made when the first socket is read
};

} // namespace hw::world
