#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/cluster/playback.h"
#include "tests/support/synthetic_cluster.h"

namespace hw::test {

/// A synthetic cluster with a past, kept in memory as it was looked at: what the window needs to be
/// tested with, without an engine and without a file.
class SyntheticPast : public cluster::Cluster, public cluster::Playback
{
public:
    explicit SyntheticPast(SyntheticSpec spec = {});

    // Cluster
    cluster::Capabilities capabilities() const override;
    std::string bootstrap() const override { return m_cluster.bootstrap(); }
    CommandId submit(observe::Command command) override;
    void setInterest(cluster::Interest interest) override { m_cluster.setInterest(interest); }
    std::shared_ptr<const observe::Snapshot> snapshot() override { return look().snapshot; }
    std::shared_ptr<const observe::Gauges> gauges() override { return look().gauges; }
    cluster::EventBatch takeEvents(std::size_t limit) override;
    cluster::FlightBatch takeFlights() override { return {}; }
    observe::FieldTree decode(FlightId id) const override { return m_cluster.decode(id); }
    bool saturated() const override { return false; }
    cluster::Playback* playback() override { return this; }

    // Playback
    cluster::PlaybackState state() const override { return m_state; }
    void seek(Instant at) override;
    void toPresent() override;
    void play() override;
    void pause() override;
    void setSpeed(double speed) override { m_state.speed = speed; }
    void step(Direction direction) override;
    void advance(Duration real) override;
    std::vector<cluster::Mark> marks(Instant from, Instant to, std::size_t limit) const override;
    std::optional<cluster::Mark> find(const Search& search, Instant from,
                                      Direction direction) const override;
    std::vector<observe::Event> events(Instant from, Instant to, std::size_t limit) const override;
    std::vector<std::shared_ptr<const observe::Gauges>> gauges(Instant from, Instant to,
                                                               std::size_t limit) const override;
    std::vector<cluster::Note> notes() const override { return m_notes; }
    bool setNote(const cluster::Note& note) override;
    std::string saveTo(const std::string& path) override;

    /// The cluster lives on, whatever is shown, and is recorded.
    void live(Duration step);
    SyntheticCluster& cluster() { return m_cluster; }
    void report(observe::Fact fact) { m_cluster.report(std::move(fact)); }
    /// It is a recording: nothing lives any more.
    void finish();
    void setReadOnly() { m_isReadOnly = true; }
    int seeks() const { return m_seeks; }

private:
    struct Look
    {
        Instant at;
        std::shared_ptr<const observe::Snapshot> snapshot;
        std::shared_ptr<const observe::Gauges> gauges;
    };
    const Look& look() const;
    void jumpTo(Instant at);

    SyntheticCluster m_cluster;
    cluster::PlaybackState m_state;
    std::vector<Look> m_looks;
    std::vector<observe::Event> m_events;
    std::vector<cluster::Mark> m_marks;
    std::vector<cluster::Note> m_notes;
    std::size_t m_told = 0; ///< events that were taken
    bool m_isReadOnly = false;
    int m_seeks = 0;
};

} // namespace hw::test
