#include "app/store/recording.h"

#include <QFile>
#include <QSqlError>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/store/journal_file.h"
#include "app/store/squeeze.h"

namespace hw::store {

static constexpr std::size_t kChunksTried = 20; // of damaged ones, until a picture is found
static constexpr std::size_t kFramesTried = 12; // until one has all reports

Recording::Recording(std::string path, std::unique_ptr<Database> database, KindTable kinds)
    : m_path(std::move(path))
    , m_database(std::move(database))
    , m_kinds(std::move(kinds))
{
}

// --- contents ---

std::optional<Bytes> Recording::content(PageEntry& page, const char* column)
{
    page.wasLookedAt = true;
    // A damaged length must not make anybody allocate for it.
    const auto blob =
        m_database->value(QStringLiteral("SELECT %1 FROM content WHERE page=? AND (length(%1)<=?)")
                              .arg(QString::fromLatin1(column)),
                          {static_cast<qint64>(page.id), static_cast<qint64>(kBlobLimit)});
    if (blob && blob->isValid()) {
        const QByteArray bytes = blob->toByteArray();
        auto content = unsqueeze({reinterpret_cast<const std::uint8_t*>(bytes.constData()),
                                  static_cast<std::size_t>(bytes.size())});
        if (content)
            return std::move(*content);
    }
    page.isBad = true;
    return std::nullopt;
}

Recording::Chunk& Recording::chunk(std::int64_t id)
{
    const auto kept = std::ranges::find(m_chunks, id, &Chunk::id);
    if (kept == m_chunks.end())
        m_chunks.push_front({id, 0, true, PictureReader(m_kinds), GaugeReader(m_kinds)});
    else
        m_chunks.splice(m_chunks.begin(), m_chunks, kept);
    if (m_chunks.size() > kChunksKept)
        m_chunks.pop_back();
    Chunk& chunk = m_chunks.front();
    auto page =
        std::ranges::lower_bound(m_pages, std::max(id, chunk.lastPage + 1), {}, &PageEntry::id);
    for (; page != m_pages.end() && page->chunk == id; ++page) {
        const bool isNext = page->id == (chunk.lastPage == 0 ? id : chunk.lastPage + 1);
        chunk.lastPage = page->id;
        if (!isNext || !chunk.goesOn) {
            chunk.goesOn = false; // the page before is missing
            page->isBad = true;
            continue;
        }
        auto pictures = content(*page, "pictures");
        auto gauges = content(*page, "gauges");
        chunk.goesOn = pictures && gauges && chunk.pictures.addPage(std::move(*pictures)) &&
                       chunk.gauges.addPage(std::move(*gauges));
        page->isBad = page->isBad || !chunk.goesOn;
    }
    return chunk;
}

std::size_t Recording::pageAt(Instant moment) const
{
    const auto after = std::ranges::upper_bound(m_pages, moment, {}, &PageEntry::first);
    return after == m_pages.begin() ? 0 : static_cast<std::size_t>(after - m_pages.begin()) - 1;
}

bool Recording::findReadable() { return at(last()).snapshot != nullptr; }

std::shared_ptr<const observe::Gauges> Recording::gaugesAt(Chunk& chunk, Instant moment,
                                                           const observe::Snapshot& snapshot)
{
    std::shared_ptr<observe::Gauges> gauges;
    if (chunk.gauges.rowCount() > 0)
        gauges = chunk.gauges.gauges(chunk.gauges.rowAt(moment).value_or(0));
    if (!gauges) {
        gauges = std::make_shared<observe::Gauges>();
        gauges->at = snapshot.at;
    }
    fitTo(snapshot, *gauges);
    return gauges;
}

bool Recording::showFirst(const OnOpening& onOpening)
{
    m_onOpening = onOpening;
    at(first());
    m_onOpening = {};
    return !m_isUnwanted;
}

Recording::Moment Recording::at(Instant moment)
{
    if (m_pages.empty())
        return {};
    // Backwards until something can be read, else forwards from the beginning.
    std::vector<std::int64_t> chunks;
    for (std::size_t page = pageAt(moment) + 1; page-- > 0 && chunks.size() < kChunksTried;)
        if (chunks.empty() || chunks.back() != m_pages[page].chunk)
            chunks.push_back(m_pages[page].chunk);
    for (std::size_t page = pageAt(moment);
         page < m_pages.size() && chunks.size() < 2 * kChunksTried; ++page)
        if (chunks.back() != m_pages[page].chunk)
            chunks.push_back(m_pages[page].chunk);
    for (const std::int64_t id : chunks) {
        Chunk& found = chunk(id);
        if (found.pictures.frameCount() == 0)
            continue;
        const std::size_t frame = found.pictures.frameAt(moment).value_or(0);
        const auto row = found.gauges.rowAt(moment);
        if (m_shown.moment.snapshot && m_shown.chunk == id && m_shown.frame == frame &&
            m_shown.row == row)
            return m_shown.moment;
        if (m_onOpening)
            found.pictures.setGoOn([this](std::size_t read, std::size_t all) {
                m_isUnwanted = !m_onOpening(static_cast<double>(read) / static_cast<double>(all));
                return !m_isUnwanted;
            });
        auto snapshot = m_shown.chunk == id && m_shown.frame == frame && m_shown.moment.snapshot
                            ? m_shown.moment.snapshot
                            : found.pictures.snapshot(frame);
        found.pictures.setGoOn({});
        auto gauges = gaugesAt(found, moment, *snapshot);
        m_shown = {id, frame, row, {std::move(snapshot), std::move(gauges)}};
        return m_shown.moment;
    }
    return {};
}

std::optional<Instant> Recording::frameAfter(Instant moment)
{
    if (m_pages.empty())
        return std::nullopt;
    std::size_t page = pageAt(moment);
    const PictureReader& pictures = chunk(m_pages[page].chunk).pictures;
    const auto frame = pictures.frameAt(moment);
    if (frame && *frame + 1 < pictures.frameCount())
        return pictures.at(*frame + 1);
    while (page < m_pages.size() && m_pages[page].first <= moment)
        ++page;
    return page < m_pages.size() ? std::optional(m_pages[page].first) : std::nullopt;
}

Recording::Moment Recording::withAllUpTo(Instant moment, Duration most)
{
    const Moment newest = at(moment);
    const auto happened = eventBefore(moment + Duration(1));
    if (!newest.snapshot || !happened || newest.snapshot->complete >= *happened)
        return newest;
    Instant frame = newest.snapshot->at;
    for (std::size_t tried = 0; tried < kFramesTried; ++tried) {
        const auto next = frameAfter(frame);
        if (!next || *next > moment + most)
            break;
        frame = *next;
        const Moment later = at(frame);
        if (later.snapshot && later.snapshot->complete >= *happened)
            return later;
    }
    // Somebody's reports are long overdue: the next frame has those of the others.
    if (newest.snapshot->at >= *happened)
        return newest;
    const auto next = frameAfter(newest.snapshot->at);
    return next && *next <= moment + most ? at(*next) : newest;
}

std::vector<std::shared_ptr<const observe::Gauges>> Recording::gauges(Instant from, Instant to,
                                                                      std::size_t limit)
{
    std::vector<std::shared_ptr<const observe::Gauges>> found;
    const auto last = at(to).snapshot;
    if (!last || limit == 0 || to < from)
        return found;
    const Duration gap = (to - from) / static_cast<std::int64_t>(limit);
    std::size_t page = pageAt(from);
    while (page > 0 && m_pages[page - 1].chunk == m_pages[page].chunk)
        --page; // a chunk is read from its beginning
    while (page < m_pages.size() && m_pages[page].first <= to) {
        const std::int64_t id = m_pages[page].chunk;
        const bool isKept = std::ranges::find(m_chunks, id, &Chunk::id) != m_chunks.end();
        GaugeReader own(m_kinds);
        GaugeReader& reader = isKept ? chunk(id).gauges : own;
        for (bool goesOn = !isKept; page < m_pages.size() && m_pages[page].chunk == id; ++page) {
            auto bytes = goesOn ? content(m_pages[page], "gauges") : std::nullopt;
            goesOn = bytes && reader.addPage(std::move(*bytes));
        }
        for (std::size_t row = 0; row < reader.rowCount() && found.size() < limit; ++row) {
            const Instant at = reader.at(row);
            if (at < from || at > to || (!found.empty() && at - found.back()->at < gap))
                continue;
            if (auto gauges = reader.gauges(row)) {
                fitTo(*last, *gauges);
                found.push_back(std::move(gauges));
            }
        }
    }
    return found;
}

void Recording::verify(Duration most)
{
    const auto until = std::chrono::steady_clock::now() + most;
    for (PageEntry& page : m_pages) {
        if (std::chrono::steady_clock::now() >= until)
            return;
        if (page.wasLookedAt)
            continue;
        for (const char* column : {"pictures", "gauges", "events"})
            content(page, column);
    }
}

// --- events ---

const std::vector<observe::Event>& Recording::eventsOf(PageEntry& page)
{
    const auto kept = std::ranges::find(m_eventPages, page.id, &EventPage::id);
    if (kept != m_eventPages.end()) {
        m_eventPages.splice(m_eventPages.begin(), m_eventPages, kept);
        return m_eventPages.front().events;
    }
    m_eventPages.push_front({page.id, {}});
    if (m_eventPages.size() > kEventPagesKept)
        m_eventPages.pop_back();
    std::vector<observe::Event>& events = m_eventPages.front().events;
    const auto bytes = content(page, "events");
    if (!bytes)
        return events;
    Unpacker from(*bytes, m_kinds);
    while (!from.atEnd()) {
        observe::Event event;
        from.get(event);
        if (!from.ok()) {
            page.isBad = true;
            break;
        }
        if (from.takeUnknown())
            m_hasUnknown = true;
        else if (PictureReader::isMoment(event.at))
            events.push_back(std::move(event));
    }
    return events;
}

std::vector<observe::Event> Recording::events(Instant from, Instant to, std::size_t limit)
{
    std::vector<observe::Event> found;
    for (PageEntry& page : m_pages) {
        if (page.events == 0 || page.eventsTo < from || page.eventsFrom > to)
            continue;
        for (const observe::Event& event : eventsOf(page)) {
            if (found.size() >= limit)
                return found;
            if (event.at >= from && event.at <= to)
                found.push_back(event);
        }
    }
    return found;
}

std::vector<observe::Event> Recording::eventsUpTo(Instant to, std::size_t count)
{
    std::vector<observe::Event> found; // backwards
    for (auto page = m_pages.rbegin(); page != m_pages.rend() && found.size() < count; ++page) {
        if (page->events == 0 || page->eventsFrom > to)
            continue;
        const auto& events = eventsOf(*page);
        for (auto event = events.rbegin(); event != events.rend() && found.size() < count; ++event)
            if (event->at <= to)
                found.push_back(*event);
    }
    std::ranges::reverse(found);
    return found;
}

std::optional<Instant> Recording::eventAfter(Instant moment)
{
    std::optional<Instant> best;
    for (PageEntry& page : m_pages) {
        if (page.events == 0 || page.eventsTo <= moment || (best && page.eventsFrom >= *best))
            continue;
        for (const observe::Event& event : eventsOf(page))
            if (event.at > moment && (!best || event.at < *best))
                best = event.at;
    }
    return best;
}

std::optional<Instant> Recording::eventBefore(Instant moment)
{
    std::optional<Instant> best;
    for (auto page = m_pages.rbegin(); page != m_pages.rend(); ++page) {
        if (page->events == 0 || page->eventsFrom >= moment || (best && page->eventsTo <= *best))
            continue;
        for (const observe::Event& event : eventsOf(*page))
            if (event.at < moment && (!best || event.at > *best))
                best = event.at;
    }
    return best;
}

// --- notes, copies ---

void Recording::readNotes()
{
    auto rows = m_database->ask(
        QStringLiteral("SELECT at, text FROM note WHERE length(text)<=%1 ORDER BY at LIMIT %2")
            .arg(cluster::Playback::kNoteLimit)
            .arg(kNotesLimit));
    while (rows && rows->next())
        if (PictureReader::isMoment(instantOf(rows->value(0))))
            m_notes[instantOf(rows->value(0))] = rows->value(1).toString().toStdString();
}

std::vector<cluster::Note> Recording::notes() const
{
    std::vector<cluster::Note> notes;
    for (const auto& [at, text] : m_notes)
        notes.push_back({at, text});
    return notes;
}

bool Recording::setNote(const cluster::Note& note)
{
    if (!writeNote(*m_database, note))
        return false;
    if (note.text.empty())
        m_notes.erase(note.at);
    else
        m_notes[note.at] = note.text;
    return true;
}

Result<void> Recording::saveTo(const std::string& path, const char* ended)
{
    const QString target = QString::fromStdString(path);
    const QString partial = target + QStringLiteral(".part");
    QFile::remove(partial);
    auto done = m_database->run(QStringLiteral("VACUUM INTO ?"), {partial});
    if (done) {
        auto copy = Database::open(partial.toStdString(), Database::Mode::Write);
        done = copy ? (*copy)->run(QStringLiteral("INSERT OR IGNORE INTO meta VALUES(?,?)"),
                                   {QString::fromLatin1(kMetaEnded), QString::fromLatin1(ended)})
                    : tl::unexpected(copy.error());
    }
    if (!done) {
        QFile::remove(partial);
        return fail(done.error().kind,
                    fmt::format("'{}' cannot be written: {}", path, done.error().message));
    }
    QFile::remove(target);
    if (!QFile::rename(partial, target))
        return fail(
            Failure::Denied,
            fmt::format("'{}' cannot be written; a file in a folder of yours is allowed", path));
    return {};
}

} // namespace hw::store
