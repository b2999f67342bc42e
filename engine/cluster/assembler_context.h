#pragma once

#include <algorithm>
#include <map>
#include <memory>

#include "engine/cluster/assembler.h"

namespace hw::cluster {

/// What one `assemble` works on: the reports by key, and the snapshot that grows.
struct Assembler::Context
{
    explicit Context(const Reports& from)
        : reports(from)
    {
    }

    const Reports& reports;
    std::shared_ptr<observe::Snapshot> snapshot = std::make_shared<observe::Snapshot>();
    std::shared_ptr<observe::Gauges> gauges = std::make_shared<observe::Gauges>();
    const observe::EnsembleReport* ensemble = nullptr;

    const BrokerStatus* broker(BrokerId id) const
    {
        for (const auto& status : reports.brokers) {
            if (status->id == id)
                return status.get();
        }
        return nullptr;
    }
    /// The broker's own word on a replica; null if it is down or does not hold it.
    const observe::ReplicaReport* replica(BrokerId id, const TopicPartition& partition) const
    {
        const BrokerStatus* status = broker(id);
        if (!status || !status->report)
            return nullptr;
        const auto& all = status->report->replicas;
        const auto it = std::lower_bound(all.begin(), all.end(), partition,
                                         [](const observe::ReplicaReport& r,
                                            const TopicPartition& p) { return r.partition < p; });
        return it != all.end() && it->partition == partition ? &*it : nullptr;
    }
    const observe::ToldPartition* told(const BrokerStatus& status,
                                       const TopicPartition& partition) const
    {
        if (!status.report)
            return nullptr;
        const auto& all = status.report->told;
        const auto it = std::lower_bound(all.begin(), all.end(), partition,
                                         [](const observe::ToldPartition& t,
                                            const TopicPartition& p) { return t.partition < p; });
        return it != all.end() && it->partition == partition ? &*it : nullptr;
    }
    const observe::ZnodeStateReport* state(const TopicPartition& partition) const
    {
        if (!ensemble)
            return nullptr;
        const auto& all = ensemble->states;
        const auto it = std::lower_bound(all.begin(), all.end(), partition,
                                         [](const observe::ZnodeStateReport& s,
                                            const TopicPartition& p) { return s.partition < p; });
        return it != all.end() && it->partition == partition ? &*it : nullptr;
    }
};

/// The part from the last snapshot if it says the same, else the new one.
template <class Part>
std::shared_ptr<const Part> sharedIfEqual(std::shared_ptr<const Part> before, Part now)
{
    if (before && *before == now)
        return before;
    return std::make_shared<const Part>(std::move(now));
}

/// Grows the array as needed and sets one gauge.
template <class T> void setGauge(std::vector<T>& gauge, observe::Slot slot, T value, T unknown)
{
    if (gauge.size() <= slot)
        gauge.resize(slot + 1, unknown);
    gauge[slot] = value;
}

} // namespace hw::cluster
