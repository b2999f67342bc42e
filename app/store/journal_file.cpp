#include "app/store/journal_file.h"

#include <QFile>

#include "app/store/kinds.h"
#include "app/store/marks.h"
#include "app/store/squeeze.h"
#include "engine/base/version.h"

namespace hw::store {

namespace {

constexpr int kPageBytes = 8192; // blobs are of some KB

QVariant column(const Bytes& bytes)
{
    const Bytes blob = squeeze(bytes);
    if (blob.empty())
        return QByteArray(""); // no bytes, but no NULL
    return QByteArray(reinterpret_cast<const char*>(blob.data()),
                      static_cast<qsizetype>(blob.size()));
}

Result<void> makeTables(Database& database)
{
    const QString settings[] = {
        QStringLiteral("PRAGMA page_size=%1").arg(kPageBytes),
        QStringLiteral("PRAGMA application_id=%1").arg(kApplicationId),
        QStringLiteral("PRAGMA user_version=%1").arg(kFormat),
        // A kill costs nothing; a power loss may cost the last moments.
        QStringLiteral("PRAGMA journal_mode=WAL"),
        QStringLiteral("PRAGMA synchronous=NORMAL"),
    };
    for (const QString& setting : settings) {
        if (auto done = database.run(setting); !done)
            return done;
    }
    for (const auto* list : {&kTables[0], &kTables[1], &kTables[2], &kTables[3], &kTables[4],
                             &kIndexes[0], &kIndexes[1]}) {
        if (auto done = database.run(QString::fromLatin1(*list)); !done)
            return done;
    }
    return {};
}

} // namespace

Result<void> writeNote(Database& database, const cluster::Note& note)
{
    if (note.text.empty())
        return database.run(QStringLiteral("DELETE FROM note WHERE at=?"), {toColumn(note.at)});
    return database.run(QStringLiteral("INSERT OR REPLACE INTO note VALUES(?,?)"),
                        {toColumn(note.at), QString::fromStdString(note.text)});
}

JournalFile::JournalFile(std::unique_ptr<Database> database, JournalLimits limits)
    : m_database(std::move(database))
    , m_limits(limits)
{
}

Result<std::unique_ptr<JournalFile>>
JournalFile::create(const std::string& path, const RecordingOrigin& origin, JournalLimits limits)
{
    const QString name = QString::fromStdString(path);
    for (const char* beside : {"", "-wal", "-shm", "-journal"})
        QFile::remove(name + QString::fromLatin1(beside));
    auto database = Database::open(path, Database::Mode::Create);
    if (!database)
        return tl::unexpected(database.error());
    std::unique_ptr<JournalFile> file(new JournalFile(std::move(*database), limits));
    if (auto made = makeTables(*file->m_database); !made)
        return tl::unexpected(made.error());
    const std::pair<const char*, QString> metas[] = {
        {kMetaProgram, QString::fromLatin1(kVersion)},
        {kMetaWorld, QString::fromStdString(origin.world)},
        {kMetaSpec, QString::fromStdString(origin.spec)},
        {kMetaSeed, QString::number(origin.seed)},
        {kMetaStarted, QString::number(origin.started.ms())},
        {kMetaKinds, QString::fromStdString(KindTable::own().text())},
    };
    for (const auto& [key, value] : metas) {
        if (auto done = file->setMeta(key, value); !done)
            return tl::unexpected(done.error());
    }
    return file;
}

Result<void> JournalFile::setMeta(const char* key, const QString& value)
{
    return m_database->run(QStringLiteral("INSERT OR REPLACE INTO meta VALUES(?,?)"),
                           {QString::fromLatin1(key), value});
}

Result<void> JournalFile::setNote(const cluster::Note& note)
{
    return writeNote(*m_database, note);
}

Result<void> JournalFile::insert(const Page& page)
{
    const qint64 chunk = m_chunks.back().firstPage;
    auto done = m_database->run(QStringLiteral("INSERT INTO page VALUES(?,?,?,?,?,?,?,?)"),
                                {static_cast<qint64>(page.id), chunk, toColumn(page.first),
                                 toColumn(page.last), page.eventCount, toColumn(page.eventsFrom),
                                 toColumn(page.eventsTo), static_cast<qint64>(page.lost)});
    if (done)
        done = m_database->run(QStringLiteral("INSERT INTO content VALUES(?,?,?,?)"),
                               {static_cast<qint64>(page.id), column(page.pictures),
                                column(page.gauges), column(page.events)});
    for (const cluster::Mark& mark : page.marks) {
        if (!done)
            return done;
        const std::string_view kind = textOf(mark.kind);
        done = m_database->run(
            QStringLiteral("INSERT INTO mark(page,at,event,kind,subject) VALUES(?,?,?,?,?)"),
            {static_cast<qint64>(page.id), toColumn(mark.at),
             static_cast<qint64>(mark.event.value()),
             QString::fromLatin1(kind.data(), static_cast<qsizetype>(kind.size())),
             QString::fromStdString(mark.subject)});
    }
    return done;
}

Result<void> JournalFile::write(Page page)
{
    page.id = m_nextPage++;
    if (page.beginsChunk || m_chunks.empty())
        m_chunks.push_back({page.id, page.last});
    m_chunks.back().last = page.last;
    if (auto begun = m_database->run(QStringLiteral("BEGIN IMMEDIATE")); !begun)
        return begun;
    auto done = insert(page);
    if (done && page.beginsChunk)
        done = prune(page.last);
    if (done)
        done = m_database->run(QStringLiteral("COMMIT"));
    if (!done)
        static_cast<void>(m_database->run(QStringLiteral("ROLLBACK")));
    return done;
}

Result<std::uint64_t> JournalFile::size()
{
    std::uint64_t pages = 0;
    const auto all = m_database->value(QStringLiteral("PRAGMA page_count"));
    if (!all)
        return tl::unexpected(all.error());
    const auto unused = m_database->value(QStringLiteral("PRAGMA freelist_count"));
    if (!unused)
        return tl::unexpected(unused.error());
    pages = all->toULongLong() - unused->toULongLong();
    return pages * kPageBytes;
}

Result<void> JournalFile::prune(Instant now)
{
    while (m_chunks.size() > 1) {
        const auto bytes = size();
        if (!bytes)
            return tl::unexpected(bytes.error());
        if (*bytes <= m_limits.bytes && now - m_chunks.front().last <= m_limits.age)
            return {};
        auto done = removePages(m_chunks[0].firstPage, m_chunks[1].firstPage - 1);
        if (!done)
            return done;
        m_chunks.pop_front();
    }
    return {};
}

Result<void> JournalFile::removePages(std::int64_t from, std::int64_t to)
{
    const QVariantList range = {static_cast<qint64>(from), static_cast<qint64>(to)};
    for (const char* statement : {"DELETE FROM mark WHERE page BETWEEN ? AND ?",
                                  "DELETE FROM content WHERE page BETWEEN ? AND ?",
                                  "DELETE FROM page WHERE id BETWEEN ? AND ?"}) {
        if (auto done = m_database->run(QString::fromLatin1(statement), range); !done)
            return done;
    }
    return {};
}

Result<void> JournalFile::cutFrom(Instant at)
{
    const auto first =
        m_database->value(QStringLiteral("SELECT min(id) FROM page WHERE last>=?"), {toColumn(at)});
    if (!first)
        return tl::unexpected(first.error());
    if (first->isNull())
        return {};
    const qint64 from = first->toLongLong();
    while (!m_chunks.empty() && m_chunks.back().firstPage >= from)
        m_chunks.pop_back();
    if (!m_chunks.empty()) // goes on in a chunk of its own
        m_chunks.back().last = std::min(m_chunks.back().last, at);
    return removePages(from, m_nextPage);
}

} // namespace hw::store
