#include "engine/world/faults/fault_table.h"

#include <atomic>

#include "engine/world/faults/faulty_host.h"

namespace hw::world {

FaultTable::FaultTable() = default;
FaultTable::~FaultTable()
{
    // Held frames go now, too; whoever listened may be half destroyed itself.
    for (const auto& host : m_hosts) {
        host->faults().onHoldNews = nullptr;
        host->faults().onBusy = nullptr;
    }
    // What is still queued may own timers of the wrappers' loops: it goes while they stand.
    for (const auto& host : m_hosts)
        host->crash();
}

Host& FaultTable::wrap(Host& host)
{
    m_hosts.push_back(std::make_unique<FaultyHost>(host));
    FaultyHost& wrapped = *m_hosts.back();
    // No control task for nothing: nothing uses the host before this returns.
    wrapped.faults().setLinks(m_links);
    wrapped.faults().onHoldNews = m_onHoldNews;
    return wrapped;
}

void FaultTable::cut(const NodeId& one, const NodeId& two)
{
    m_links.at(one, two).cut = true;
    m_links.at(two, one).cut = true;
    setLinks(m_links);
}

void FaultTable::cutOneWay(const NodeId& from, const NodeId& to)
{
    m_links.at(from, to).cut = true;
    setLinks(m_links);
}

void FaultTable::heal(const NodeId& one, const NodeId& two)
{
    m_links.at(one, two).cut = false;
    m_links.at(two, one).cut = false;
    setLinks(m_links);
}

void FaultTable::healAllLinks() { setLinks({}); }

void FaultTable::delay(const NodeId& one, const NodeId& two, Duration longer)
{
    m_links.at(one, two).delay = longer;
    m_links.at(two, one).delay = longer;
    setLinks(m_links);
}

void FaultTable::clog(const NodeId& one, const NodeId& two, std::uint64_t bytesPerSecond)
{
    m_links.at(one, two).bytesPerSecond = bytesPerSecond;
    m_links.at(two, one).bytesPerSecond = bytesPerSecond;
    setLinks(m_links);
}

void FaultTable::stopReading(const NodeId& reader, const NodeId& sender, bool on)
{
    m_links.at(sender, reader).readingStopped = on;
    setLinks(m_links);
}

void FaultTable::setLinks(LinkFaults links, EventId cause, Task done)
{
    m_links = std::move(links);
    change([links = m_links](HostFaults& faults) { faults.setLinks(links); }, cause,
           std::move(done));
}

void FaultTable::reset(const NodeId& one, const NodeId& two, EventId cause, Task done)
{
    change([one, two](HostFaults& faults) { faults.reset(one, two); }, cause, std::move(done));
}

void FaultTable::setHoldNews(std::function<void(const HoldNews&)> onNews)
{
    m_onHoldNews = std::move(onNews);
    change([onNews = m_onHoldNews](HostFaults& faults) { faults.onHoldNews = onNews; });
}

void FaultTable::hold(HoldRule rule, Task done)
{
    change([rule](HostFaults& faults) { faults.hold(rule); }, kNoEvent, std::move(done));
}

void FaultTable::release(EventId rule, bool drop, EventId cause, Task done)
{
    change([rule, drop](HostFaults& faults) { faults.release(rule, drop); }, cause,
           std::move(done));
}

void FaultTable::failWrites(const NodeId& host, std::optional<DiskFault> fault, Task done)
{
    changeAt(
        host, [fault](HostFaults& faults) { faults.disk = fault; }, std::move(done));
}

void FaultTable::slowDisk(const NodeId& host, Duration each, Task done)
{
    changeAt(
        host, [each](HostFaults& faults) { faults.slowDisk = each; }, std::move(done));
}

void FaultTable::setClock(const NodeId& host, Duration offset, Task done)
{
    changeAt(
        host, [offset](HostFaults& faults) { faults.clockOffset = offset; }, std::move(done));
}

void FaultTable::change(Change how, EventId cause, Task done)
{
    if (m_hosts.empty()) {
        if (done)
            done();
        return;
    }
    const auto left = std::make_shared<std::atomic<std::size_t>>(m_hosts.size());
    const auto last = std::make_shared<Task>(std::move(done));
    for (const auto& host : m_hosts) {
        host->control([faulty = host.get(), how, cause, left, last] {
            if (cause != kNoEvent)
                faulty->loop().setCause(cause);
            how(faulty->faults());
            if (left->fetch_sub(1) == 1 && *last)
                (*last)();
        });
    }
}

void FaultTable::changeAt(const NodeId& host, Change how, Task done)
{
    for (const auto& each : m_hosts) {
        if (each->node() != host)
            continue;
        each->control([faulty = each.get(), how = std::move(how), done = std::move(done)] {
            how(faulty->faults());
            if (done)
                done();
        });
        return;
    }
    if (done)
        done();
}

} // namespace hw::world
