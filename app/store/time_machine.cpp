#include "app/store/time_machine.h"

#include <QFile>

namespace hw::store {

TimeMachine::TimeMachine(cluster::Cluster& inner, std::string file, RecordingOrigin origin,
                         JournalLimits limits)
    : m_inner(inner)
    , m_journal(std::make_unique<Journal>(std::move(file), std::move(origin), limits))
    , m_player(static_cast<Present&>(*this))
    , m_refusals(observe::OutcomeKind::PastFixed)
{
}

TimeMachine::~TimeMachine()
{
    const QString file = QString::fromStdString(m_journal->path());
    m_recording.reset();
    m_journal.reset();
    for (const char* beside : {"", "-wal", "-shm"})
        QFile::remove(file + QString::fromLatin1(beside));
}

cluster::Capabilities TimeMachine::capabilities() const
{
    return m_player.isPresent() ? m_inner.capabilities() : cluster::Capabilities();
}

CommandId TimeMachine::submit(observe::Command command)
{
    if (m_player.isPresent())
        return m_inner.submit(std::move(command));
    return m_refusals.refuse(m_player.state().now);
}

std::shared_ptr<const observe::Snapshot> TimeMachine::snapshot()
{
    m_snapshot = m_inner.snapshot();
    if (m_snapshot->at < m_now) { // time was turned back
        m_lastEvents.clear();
        if (m_recording)
            m_recording->forgetFrom(m_snapshot->at);
    }
    m_now = m_snapshot->at;
    if (m_player.isPresent())
        return m_snapshot;
    const auto shown = m_player.moment().snapshot;
    return shown ? shown : m_snapshot;
}

std::shared_ptr<const observe::Gauges> TimeMachine::gauges()
{
    m_gauges = m_inner.gauges();
    if (m_player.isPresent())
        return m_gauges;
    const auto shown = m_player.moment().gauges;
    return shown ? shown : m_gauges;
}

void TimeMachine::record(const cluster::EventBatch& batch)
{
    for (const observe::Event& event : batch.events)
        m_lastEvents.push_back(event);
    while (m_lastEvents.size() > Player::kContextEvents)
        m_lastEvents.pop_front();
    if (m_snapshot)
        m_journal->take({m_snapshot, m_gauges, batch.events, batch.lost});
}

cluster::EventBatch TimeMachine::takeEvents(std::size_t limit)
{
    std::vector<observe::Event> context = m_player.takeContext();
    const bool isPresent = m_player.isPresent();
    cluster::EventBatch batch = m_inner.takeEvents(isPresent ? limit : kEventsPerFrame);
    record(batch);
    if (!isPresent)
        batch = m_player.takeEvents(limit);
    batch.events.insert(batch.events.begin(), std::make_move_iterator(context.begin()),
                        std::make_move_iterator(context.end()));
    for (observe::Event& refused : m_refusals.take())
        batch.events.push_back(std::move(refused));
    return batch;
}

cluster::FlightBatch TimeMachine::takeFlights()
{
    cluster::FlightBatch batch = m_inner.takeFlights();
    if (!m_player.isPresent()) { // messages are of the present only
        batch.flights.clear();
        batch.lost = 0;
    }
    return batch;
}

Recording* TimeMachine::upToNow()
{
    m_journal->flush(kFlushLimit);
    m_refreshed = {};
    return upToNearlyNow();
}

Recording* TimeMachine::upToNearlyNow() const
{
    const auto now = std::chrono::steady_clock::now();
    if (now - m_refreshed < kRefreshEvery)
        return m_recording.get();
    m_refreshed = now;
    if (!m_recording) {
        if (auto opened = Recording::open(m_journal->path()))
            m_recording = std::move(*opened);
    } else
        m_recording->refresh();
    return m_recording.get();
}

bool TimeMachine::setNote(const cluster::Note& note)
{
    if (note.text.empty())
        m_notes.erase(note.at);
    else if (m_notes.size() < Recording::kNotesLimit || m_notes.contains(note.at))
        m_notes[note.at] = note.text;
    else
        return false;
    m_journal->setNote(note);
    return m_journal->failure().empty();
}

std::vector<cluster::Note> TimeMachine::notes() const
{
    std::vector<cluster::Note> notes;
    for (const auto& [at, text] : m_notes)
        notes.push_back({at, text});
    return notes;
}

std::vector<observe::Event> TimeMachine::lastEvents() const
{
    return {m_lastEvents.begin(), m_lastEvents.end()};
}

} // namespace hw::store
