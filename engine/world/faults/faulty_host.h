#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "engine/world/faults/faulty_disk.h"
#include "engine/world/faults/faulty_loop.h"
#include "engine/world/faults/host_faults.h"
#include "engine/world/host.h"

namespace hw::world {

/// A network whose links can be cut, slowed and stopped.
class FaultyNetwork final : public Network
{
public:
    FaultyNetwork(Host& host, std::shared_ptr<HostFaults> faults)
        : m_host(host)
        , m_faults(std::move(faults))
    {
    }

    Result<std::unique_ptr<Listener>> listen(const Endpoint& at, Framing framing,
                                             OnAccept onAccept) override;
    std::unique_ptr<Channel> connect(const Endpoint& to, Framing framing) override;
    std::unique_ptr<Channel> connectAs(const NodeId& who, const Endpoint& to,
                                       Framing framing) override;

private:
    std::unique_ptr<Channel> wrap(const NodeId& self, std::unique_ptr<Channel> inner);

    Host& m_host; ///< the one below
    const std::shared_ptr<HostFaults> m_faults;
};

/// Stands in for a host, adds what the `FaultTable` says.
class FaultyHost final : public Host
{
public:
    explicit FaultyHost(Host& inner);
    ~FaultyHost() override;

    const NodeId& node() const override { return m_inner.node(); }
    Loop& loop() override { return m_loop; }
    Network& network() override { return m_network; }
    Disk& disk() override { return m_disk; }
    void control(Task task) override { m_inner.control(std::move(task)); }
    void setFrozen(bool frozen) override { m_inner.setFrozen(frozen); }
    void crash() override;
    void losePower() override;

    /// On the host's loop.
    HostFaults& faults() { return *m_faults; }

private:
    void busy();
    void forgetProcess();

    Host& m_inner;
    const std::shared_ptr<HostFaults> m_faults = std::make_shared<HostFaults>();
    FaultyLoop m_loop;
    FaultyNetwork m_network;
    FaultyDisk m_disk;
    Timer m_busyTimer; ///< ends the wait for a slow disk
};

} // namespace hw::world
