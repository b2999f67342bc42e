#include "app/store/recording_cluster.h"

namespace hw::store {

CommandId Refusals::refuse(Instant at)
{
    const CommandId id(m_next++);
    if (m_waiting.size() >= kWaitingLimit)
        m_waiting.erase(m_waiting.begin());
    observe::Event event;
    event.at = at;
    event.fact = observe::fact::CommandDone{id, false, {m_why}};
    m_waiting.push_back(std::move(event));
    return id;
}

/// Its last picture says whether it can be read, its first is what will be shown.
Result<std::unique_ptr<RecordingCluster>>
RecordingCluster::open(const std::string& path, const Recording::OnOpening& onOpening)
{
    Recording::OnOpening firstHalf, secondHalf;
    if (onOpening) {
        firstHalf = [&](double share) { return onOpening(share / 2); };
        secondHalf = [&](double share) { return onOpening(0.5 + share / 2); };
    }
    auto recording = Recording::open(path, firstHalf);
    if (!recording)
        return tl::unexpected(recording.error());
    if ((*recording)->isEmpty())
        return fail(Failure::Invalid, "'" + path + "' is empty: nothing was recorded");
    if (!(*recording)->showFirst(secondHalf))
        return fail(Failure::Closed, "'" + path + "' cannot be opened: opening it was cancelled");
    return std::unique_ptr<RecordingCluster>(new RecordingCluster(std::move(*recording)));
}

RecordingCluster::RecordingCluster(std::unique_ptr<Recording> recording)
    : m_recording(std::move(recording))
    , m_player(*m_recording)
    , m_refusals(observe::OutcomeKind::RecordingFixed)
{
}

cluster::Capabilities RecordingCluster::capabilities() const { return {}; }

CommandId RecordingCluster::submit(observe::Command)
{
    return m_refusals.refuse(m_player.state().now);
}

std::shared_ptr<const observe::Snapshot> RecordingCluster::snapshot()
{
    return m_player.moment().snapshot;
}

std::shared_ptr<const observe::Gauges> RecordingCluster::gauges()
{
    return m_player.moment().gauges;
}

cluster::EventBatch RecordingCluster::takeEvents(std::size_t limit)
{
    cluster::EventBatch batch = m_player.takeEvents(limit);
    for (observe::Event& refused : m_refusals.take())
        batch.events.push_back(std::move(refused));
    return batch;
}

observe::FieldTree RecordingCluster::decode(FlightId) const
{
    observe::FieldTree nothing;
    nothing.gap = observe::FrameGap::NotKept;
    return nothing;
}

} // namespace hw::store
