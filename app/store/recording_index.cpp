#include "app/store/recording.h"

#include <QSqlError>

#include <algorithm>

#include <fmt/format.h>

#include "app/store/marks.h"

namespace hw::store {

/// What is in memory of a recording: its pages, its marks, and what is missing.

namespace {

constexpr int kSubjectLimit = 1000;

std::optional<cluster::MarkKind> markKindOf(const std::string& word)
{
    using Kind = cluster::MarkKind;
    for (const Kind kind :
         {Kind::Leader, Kind::Isr, Kind::Group, Kind::Fault, Kind::Broker, Kind::Loss}) {
        if (textOf(kind) == word)
            return kind;
    }
    return std::nullopt;
}

std::string clockText(Instant at)
{
    const std::int64_t s = toMs(at.sinceStart()) / 1000;
    return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

} // namespace

bool Recording::readPages(const QString& order, std::int64_t from, std::vector<PageEntry>& into)
{
    auto rows = m_database->ask(
        QStringLiteral("SELECT id, chunk, first, last, events, eventsFrom, eventsTo, lost FROM "
                       "page WHERE id>? ORDER BY id %1 LIMIT %2")
            .arg(order)
            .arg(kPagesLimit),
        {static_cast<qint64>(from)});
    if (!rows)
        return false;
    while (rows->next()) {
        PageEntry page;
        page.id = rows->value(0).toLongLong();
        page.chunk = rows->value(1).toLongLong();
        page.first = instantOf(rows->value(2));
        page.last = instantOf(rows->value(3));
        page.events = rows->value(4).toULongLong();
        page.eventsFrom = instantOf(rows->value(5));
        page.eventsTo = instantOf(rows->value(6));
        m_lost += std::min<std::uint64_t>(rows->value(7).toULongLong(), 1U << 30);
        const bool isSound = page.id > 0 && page.chunk > 0 && page.chunk <= page.id &&
                             PictureReader::isMoment(page.first) &&
                             PictureReader::isMoment(page.last) && page.first <= page.last;
        m_hasGap = m_hasGap || !isSound;
        if (isSound)
            into.push_back(page);
    }
    return !rows->lastError().isValid();
}

void Recording::readPages()
{
    std::vector<PageEntry> entries;
    if (!readPages(QStringLiteral("ASC"), m_lastSeen, entries)) {
        // Something in between cannot be read: what lies behind it is reached from the end.
        m_hasGap = true;
        const std::int64_t reached = entries.empty() ? m_lastSeen : entries.back().id;
        std::vector<PageEntry> behind;
        readPages(QStringLiteral("DESC"), reached, behind);
        entries.insert(entries.end(), behind.rbegin(), behind.rend());
    }
    addPages(std::move(entries));
}

void Recording::addPages(std::vector<PageEntry> entries)
{
    for (PageEntry& page : entries) {
        // Where two tell of one time, it was turned back in between.
        while (!m_pages.empty() &&
               (m_pages.back().last > page.first || m_pages.back().id >= page.id))
            m_pages.pop_back();
        m_lastSeen = std::max(m_lastSeen, page.id);
        m_pages.push_back(page);
    }
}

void Recording::readMarks()
{
    auto rows = m_database->ask(
        QStringLiteral("SELECT id, at, event, kind, subject FROM mark WHERE id>? AND "
                       "length(subject)<=%1 ORDER BY id DESC LIMIT %2")
            .arg(kSubjectLimit)
            .arg(kMarksLimit),
        {static_cast<qint64>(m_lastMark)});
    if (!rows) {
        m_hasGap = true;
        return;
    }
    const std::size_t before = m_marks.size();
    while (rows->next()) {
        m_lastMark = std::max<std::int64_t>(m_lastMark, rows->value(0).toLongLong());
        const auto kind = markKindOf(rows->value(3).toString().toStdString());
        const Instant at = instantOf(rows->value(1));
        if (kind && PictureReader::isMoment(at))
            m_marks.push_back({at, EventId(rows->value(2).toULongLong()), *kind,
                               rows->value(4).toString().toStdString()});
    }
    m_hasGap = m_hasGap || rows->lastError().isValid();
    if (m_marks.size() == before)
        return;
    std::ranges::sort(m_marks, {},
                      [](const cluster::Mark& mark) { return std::pair(mark.at, mark.event); });
    if (m_marks.size() > kMarksLimit)
        m_marks.erase(m_marks.begin(), m_marks.end() - kMarksLimit);
}

void Recording::refresh()
{
    readPages();
    readMarks();
    const auto oldest = m_database->value(QStringLiteral("SELECT min(id) FROM page"));
    if (!oldest || oldest->isNull() || m_pages.empty())
        return;
    const auto kept = std::ranges::lower_bound(m_pages, oldest->toLongLong(), {}, &PageEntry::id);
    if (kept == m_pages.begin())
        return;
    m_pages.erase(m_pages.begin(), kept);
    std::erase_if(m_marks, [this](const cluster::Mark& mark) { return mark.at < first(); });
}

void Recording::forgetFrom(Instant at)
{
    while (!m_pages.empty() && m_pages.back().last >= at)
        m_pages.pop_back();
    std::erase_if(m_marks, [at](const cluster::Mark& mark) { return mark.at >= at; });
    m_chunks.clear();
    m_eventPages.clear();
    m_shown = {};
}

std::uint64_t Recording::eventCount() const
{
    std::uint64_t count = 0;
    for (const PageEntry& page : m_pages)
        count += page.events;
    return count;
}

std::string Recording::damage() const
{
    const auto isBad = [](const PageEntry& page) { return page.isBad; };
    const auto bad = std::ranges::count_if(m_pages, isBad);
    std::string text;
    if (bad > 0) {
        const auto first = std::ranges::find_if(m_pages, isBad);
        const auto last = std::find_if(m_pages.rbegin(), m_pages.rend(), isBad);
        text = fmt::format("{} of {} parts, between {} and {}, cannot be read", bad, m_pages.size(),
                           clockText(first->first), clockText(last->last));
    }
    if (m_hasGap)
        text += std::string(text.empty() ? "" : "; ") + "parts of its index are missing";
    if (m_hasUnknown)
        text += std::string(text.empty() ? "" : "; ") +
                "it holds events of kinds that only a newer program knows";
    return text;
}

} // namespace hw::store
