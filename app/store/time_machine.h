#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/store/journal.h"
#include "app/store/player.h"
#include "app/store/recording_cluster.h"
#include "engine/cluster/cluster.h"

namespace hw::store {

/// A running cluster with a past.
///
///     engine -> cluster -> time machine -> window        in the present: all passes through
///                             |    ^
///                             v    |                     in the past: told from the journal, while
///                          journal (a file)              the engine runs on and is recorded
///
/// Whoever looks takes `snapshot`, `gauges` and `takeEvents` once a frame, in this order; that is
/// when a frame is recorded. While nobody looks, nothing is. Lives on the window's thread.
class TimeMachine final : public cluster::Cluster, private Present
{
public:
    /// How long a jump into the past may wait for the last second to be written: some milliseconds,
    /// but on a machine that has too much to do.
    static constexpr Duration kFlushLimit = std::chrono::seconds(3);
    static constexpr Duration kRefreshEvery = std::chrono::milliseconds(500);
    static constexpr std::size_t kEventsPerFrame = 2000; ///< taken while the past is shown

    /// `inner` outlives it. The file is removed at the end; `saveTo` makes copies.
    TimeMachine(cluster::Cluster& inner, std::string file, RecordingOrigin origin,
                JournalLimits limits = {});
    ~TimeMachine() override;

    const Journal& journal() const { return *m_journal; }

    // --- Cluster ---
    cluster::Capabilities capabilities() const override;
    std::string bootstrap() const override { return m_inner.bootstrap(); }
    CommandId submit(observe::Command command) override;
    void setInterest(cluster::Interest interest) override { m_inner.setInterest(interest); }
    std::shared_ptr<const observe::Snapshot> snapshot() override;
    std::shared_ptr<const observe::Gauges> gauges() override;
    cluster::EventBatch takeEvents(std::size_t limit) override;
    cluster::FlightBatch takeFlights() override;
    observe::FieldTree decode(FlightId id) const override { return m_inner.decode(id); }
    std::shared_ptr<const observe::ZnodeTree> znodes() override { return m_inner.znodes(); }
    bool saturated() const override { return m_inner.saturated(); }
    cluster::TimeControl* timeControl() override { return m_inner.timeControl(); }
    cluster::RunControl* runControl() override { return m_inner.runControl(); }
    cluster::Playback* playback() override { return &m_player; }

private:
    // --- Present ---
    Instant now() const override { return m_now; }
    Recording* upToNow() override;
    Recording* upToNearlyNow() const override;
    std::uint64_t lost() const override { return m_journal->lost(); }
    std::string trouble() const override { return m_journal->failure(); }
    bool setNote(const cluster::Note& note) override;
    std::vector<cluster::Note> notes() const override;
    std::vector<observe::Event> lastEvents() const override;

    void record(const cluster::EventBatch& batch);

    cluster::Cluster& m_inner;
    std::unique_ptr<Journal> m_journal;
    /// The same file, to look into; made when the past is asked for.
    mutable std::unique_ptr<Recording> m_recording;
    mutable std::chrono::steady_clock::time_point m_refreshed;
    Player m_player;
    Refusals m_refusals;
    std::map<Instant, std::string> m_notes;
    std::deque<observe::Event> m_lastEvents;             ///< at most Player::kContextEvents
    std::shared_ptr<const observe::Snapshot> m_snapshot; ///< of this frame, of the present
    std::shared_ptr<const observe::Gauges> m_gauges;
    Instant m_now;
};

} // namespace hw::store
