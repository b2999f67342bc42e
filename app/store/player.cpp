#include "app/store/player.h"

#include <algorithm>
#include <cmath>

namespace hw::store {

namespace {

constexpr Duration kMostReal = std::chrono::milliseconds(500); // what a stalled window missed
constexpr std::size_t kEventsLimit = 100'000;                  // of one answer

bool sameText(const std::string& a, const std::string& b)
{
    return QString::fromStdString(a).compare(QString::fromStdString(b), Qt::CaseInsensitive) == 0;
}

} // namespace

Player::Player(Recording& recording)
    : m_finished(&recording)
    , m_mode(Mode::Paused)
    , m_now(recording.first())
    , m_toldTo(m_now)
{
}

Player::Player(Present& present)
    : m_present(&present)
    , m_mode(Mode::Present)
    , m_tellsAnew(false)
{
}

Recording* Player::recording() const
{
    return m_finished ? m_finished : m_present->upToNearlyNow();
}

Recording* Player::recordingUpTo(Instant at) const
{
    Recording* recording = this->recording();
    const bool isWritten = !m_present || (recording && recording->last() >= at);
    return isWritten ? recording : m_present->upToNow();
}

Instant Player::last() const
{
    if (m_present)
        return m_present->now();
    return m_finished->last();
}

cluster::PlaybackState Player::state() const
{
    cluster::PlaybackState state;
    state.mode = m_mode;
    state.hasPresent = m_present != nullptr;
    state.last = last();
    Recording* recording = this->recording();
    state.first = recording && !recording->isEmpty() ? recording->first() : state.last;
    state.now = isPresent() ? state.last : m_now;
    state.speed = m_speed;
    state.jumps = m_jumps;
    state.lost = m_present ? m_present->lost() : m_finished->lost();
    state.damage = m_present ? m_present->trouble() : m_finished->damage();
    return state;
}

void Player::jumpTo(Instant at)
{
    m_now = at;
    m_owed = 0;
    m_tellsAnew = true;
    ++m_jumps;
}

bool Player::leavePresent()
{
    if (!isPresent())
        return true;
    const Recording* recording = m_present->upToNow();
    if (!recording || recording->isEmpty())
        return false;
    m_mode = Mode::Paused;
    m_now = recording->last();
    return true;
}

void Player::seek(Instant at)
{
    if (!leavePresent())
        return;
    m_mode = Mode::Paused;
    const Recording* recording = recordingUpTo(at);
    jumpTo(std::clamp(at, recording->first(), std::max(recording->first(), recording->last())));
}

void Player::toPresent()
{
    if (m_finished) {
        seek(m_finished->last());
        return;
    }
    if (isPresent())
        return;
    m_mode = Mode::Present;
    m_tellsAnew = true;
    ++m_jumps;
}

void Player::play()
{
    if (isPresent())
        return;
    if (m_finished && m_now >= m_finished->last())
        jumpTo(m_finished->first()); // as every player does
    m_mode = Mode::Playing;
}

void Player::pause()
{
    const bool wasPresent = isPresent();
    if (!leavePresent())
        return;
    m_mode = Mode::Paused;
    if (wasPresent)
        jumpTo(m_now);
}

void Player::setSpeed(double speed)
{
    if (!std::isfinite(speed))
        return;
    m_speed = std::clamp(speed, cluster::kLeastPlaybackSpeed, cluster::kMostPlaybackSpeed);
}

void Player::step(Direction direction)
{
    const bool wasPresent = isPresent();
    if (wasPresent && direction == Direction::Forward)
        return;
    if (!leavePresent())
        return;
    m_mode = Mode::Paused;
    Recording* recording = this->recording();
    if (direction == Direction::Back) {
        const Instant from = wasPresent ? recording->last() : m_now;
        jumpTo(std::max(recording->eventBefore(from).value_or(recording->first()),
                        recording->first()));
        return;
    }
    std::optional<Instant> next = recording->eventAfter(m_now);
    if (!next && m_present && (recording = m_present->upToNow()))
        next = recording->eventAfter(m_now);
    m_now = std::max(m_now, std::min(next.value_or(recording->last()), recording->last()));
    m_owed = 0;
}

void Player::advance(Duration real)
{
    if (m_mode != Mode::Playing || real <= Duration())
        return;
    const double ns = static_cast<double>(std::min(real, kMostReal).count()) * m_speed + m_owed;
    const auto whole = static_cast<std::int64_t>(ns);
    m_owed = ns - static_cast<double>(whole);
    const Instant goal = m_now + Duration(whole);
    if (m_present && goal >= m_present->now()) {
        toPresent();
        return;
    }
    const Recording* recording = recordingUpTo(goal);
    m_now = std::max(m_now, std::min(goal, recording->last()));
    if (m_finished && m_now >= recording->last())
        m_mode = Mode::Paused;
}

Recording::Moment Player::moment()
{
    Recording* recording = this->recording();
    if (!recording)
        return {};
    // The oldest may have gone meanwhile.
    m_now = std::max(m_now, recording->first());
    const bool isSame =
        m_shown.moment.snapshot && m_shown.now == m_now && m_shown.last == recording->last();
    if (!isSame)
        m_shown = {m_now, recording->last(), recording->withAllUpTo(m_now)};
    return m_shown.moment;
}

cluster::EventBatch Player::takeEvents(std::size_t limit)
{
    cluster::EventBatch batch;
    Recording* recording = this->recording();
    if (!recording)
        return batch;
    if (m_tellsAnew) {
        batch.events = recording->eventsUpTo(m_now, std::min(limit, kContextEvents));
        m_tellsAnew = false;
    } else if (m_now > m_toldTo) {
        batch.events = recording->events(m_toldTo + Duration(1), m_now, kEventsLimit);
        if (batch.events.size() > limit) {
            batch.lost = batch.events.size() - limit;
            batch.events.erase(batch.events.begin(),
                               batch.events.end() - static_cast<std::ptrdiff_t>(limit));
        }
    }
    m_toldTo = m_now;
    return batch;
}

std::vector<observe::Event> Player::takeContext()
{
    if (!m_present || !isPresent() || !m_tellsAnew)
        return {};
    m_tellsAnew = false;
    return m_present->lastEvents();
}

std::vector<cluster::Mark> Player::marks(Instant from, Instant to, std::size_t limit) const
{
    const Recording* recording = this->recording();
    limit = std::min(limit, kMarksLimit);
    if (!recording || from > to || limit == 0)
        return {};
    const auto& all = recording->marks();
    const auto first = std::ranges::lower_bound(all, from, {}, &cluster::Mark::at);
    const auto end = std::ranges::upper_bound(all, to, {}, &cluster::Mark::at);
    if (first >= end)
        return {};
    const auto count = static_cast<std::size_t>(end - first);
    if (count <= limit)
        return {first, end};
    std::vector<cluster::Mark> thinned;
    for (std::size_t i = 0; i < limit; ++i)
        thinned.push_back(first[static_cast<std::ptrdiff_t>(i * count / limit)]);
    return thinned;
}

std::optional<cluster::Mark> Player::find(const Search& search, Instant from,
                                          Direction direction) const
{
    const Recording* recording = this->recording();
    if (!recording)
        return std::nullopt;
    const auto fits = [&](const cluster::Mark& mark) {
        return (!search.kind || mark.kind == *search.kind) &&
               (search.subject.empty() || sameText(mark.subject, search.subject));
    };
    const auto& all = recording->marks();
    if (direction == Direction::Forward) {
        const auto start = std::ranges::upper_bound(all, from, {}, &cluster::Mark::at);
        const auto found = std::find_if(start, all.end(), fits);
        return found == all.end() ? std::nullopt : std::optional(*found);
    }
    const auto end = std::ranges::lower_bound(all, from, {}, &cluster::Mark::at);
    const auto found = std::find_if(std::make_reverse_iterator(end), all.rend(), fits);
    return found == all.rend() ? std::nullopt : std::optional(*found);
}

std::vector<observe::Event> Player::events(Instant from, Instant to, std::size_t limit) const
{
    Recording* recording = this->recording();
    if (!recording)
        return {};
    return recording->events(from, to, std::min(limit, kEventsLimit));
}

std::vector<std::shared_ptr<const observe::Gauges>> Player::gauges(Instant from, Instant to,
                                                                   std::size_t limit) const
{
    Recording* recording = this->recording();
    if (!recording)
        return {};
    return recording->gauges(from, to, limit);
}

std::vector<cluster::Note> Player::notes() const
{
    return m_present ? m_present->notes() : m_finished->notes();
}

bool Player::setNote(const cluster::Note& note)
{
    if (note.text.size() > kNoteLimit || note.at < Instant())
        return false;
    return m_present ? m_present->setNote(note) : m_finished->setNote(note);
}

std::string Player::saveTo(const std::string& path)
{
    Recording* recording = m_present ? m_present->upToNow() : m_finished;
    if (!recording)
        return "nothing was recorded so far";
    const auto saved = recording->saveTo(path, "saved");
    return saved ? std::string() : saved.error().message;
}

} // namespace hw::store
