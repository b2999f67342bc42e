#pragma once

#include "engine/observe/snapshot.h"

namespace hw::test {

/// A picture of a small cluster, by hand: brokers 1–3 run, broker 2 controls; topic `t` with one
/// partition on 1,2,3, led by 2, ISR 2,3 because broker 1 is down; group `g` with one member.
/// Settled, but for what a test changes.
struct SmallCluster
{
    observe::Snapshot snapshot;
    observe::Gauges gauges;

    SmallCluster();

    observe::BrokerPart& broker(std::int32_t id);
    observe::PartitionPart& partition();
    observe::GroupPart& group();
    /// Brokers up: 1 runs again and is back in the ISR, everywhere told.
    void bringBack();
};

} // namespace hw::test
