#include "engine/world/faults/fault_table.h"

#include "engine/world/faults/faulty_host.h"

namespace hw::world {

FaultTable::FaultTable() = default;
FaultTable::~FaultTable() = default;

Host& FaultTable::wrap(Host& host)
{
    m_hosts.push_back(std::make_unique<FaultyHost>(host));
    return *m_hosts.back();
}

void FaultTable::cut(const NodeId& one, const NodeId& two)
{
    change([one, two](HostFaults& faults) { faults.setCut(one, two, true); });
}

void FaultTable::heal(const NodeId& one, const NodeId& two)
{
    change([one, two](HostFaults& faults) { faults.setCut(one, two, false); });
}

void FaultTable::healAllLinks()
{
    change([](HostFaults& faults) { faults.healLinks(); });
}

void FaultTable::delay(const NodeId& one, const NodeId& two, Duration longer)
{
    change([one, two, longer](HostFaults& faults) { faults.setDelay(one, two, longer); });
}

void FaultTable::stopReading(const NodeId& reader, const NodeId& sender, bool on)
{
    change(
        [reader, sender, on](HostFaults& faults) { faults.setReadingStopped(reader, sender, on); });
}

void FaultTable::failWrites(const NodeId& host, std::optional<DiskFault> fault)
{
    for (const auto& each : m_hosts) {
        if (each->node() == host)
            each->control([faulty = each.get(), fault] { faulty->faults().disk = fault; });
    }
}

void FaultTable::change(const std::function<void(HostFaults&)>& how)
{
    for (const auto& host : m_hosts)
        host->control([faulty = host.get(), how] { how(faulty->faults()); });
}

} // namespace hw::world
