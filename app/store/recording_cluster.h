#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/store/player.h"
#include "engine/cluster/cluster.h"

namespace hw::store {

/// Refused commands of a source that only tells the past: each gets an outcome all the same.
class Refusals
{
public:
    static constexpr std::size_t kWaitingLimit = 1000; ///< the oldest go first

    explicit Refusals(observe::OutcomeKind why)
        : m_why(why)
    {
    }
    CommandId refuse(Instant at);
    std::vector<observe::Event> take() { return std::exchange(m_waiting, {}); }

private:
    /// Far above those that a cluster itself gives.
    static constexpr std::uint64_t kFirstNumber = 1ULL << 62;

    const observe::OutcomeKind m_why;
    std::uint64_t m_next = kFirstNumber;
    std::vector<observe::Event> m_waiting;
};

/// A recording as a picture's source: read-only, but for notes. Stands at its first moment.
class RecordingCluster final : public cluster::Cluster
{
public:
    /// Errors as those of `Recording::open`, and Invalid if it is empty.
    static Result<std::unique_ptr<RecordingCluster>>
    open(const std::string& path, const Recording::OnOpening& onOpening = {});

    Recording& recording() { return *m_recording; }

    cluster::Capabilities capabilities() const override;
    std::string bootstrap() const override { return {}; }
    CommandId submit(observe::Command command) override;
    void setInterest(cluster::Interest) override {}
    std::shared_ptr<const observe::Snapshot> snapshot() override;
    std::shared_ptr<const observe::Gauges> gauges() override;
    cluster::EventBatch takeEvents(std::size_t limit) override;
    cluster::FlightBatch takeFlights() override { return {}; }
    observe::FieldTree decode(FlightId id) const override;
    bool saturated() const override { return false; }
    cluster::Playback* playback() override { return &m_player; }

private:
    explicit RecordingCluster(std::unique_ptr<Recording> recording);

    std::unique_ptr<Recording> m_recording;
    Player m_player;
    Refusals m_refusals;
};

} // namespace hw::store
