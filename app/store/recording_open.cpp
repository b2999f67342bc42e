#include <QFile>
#include <QFileInfo>

#include <algorithm>

#include <fmt/format.h>

#include "app/store/kinds.h"
#include "app/store/recording.h"

namespace hw::store {

namespace {

constexpr char kSqliteMark[] = "SQLite format 3";
constexpr qint64 kHeaderBytes = 100;
constexpr int kApplicationIdAt = 68; // in SQLite's header, big end first

Result<std::unique_ptr<Database>> tryOpen(const std::string& path, Database::Mode mode, bool mend)
{
    auto database = Database::open(path, mode);
    if (!database)
        return database;
    // What it may do is said before anything of it is read. `mend`: SQLite gives no answer at all
    // on a file that is shorter than its header says, unless it may write the schema.
    for (const char* setting : {mend ? "PRAGMA writable_schema=ON" : "PRAGMA writable_schema=OFF",
                                "PRAGMA trusted_schema=OFF", "PRAGMA cell_size_check=ON"}) {
        if (const auto done = (*database)->run(QString::fromLatin1(setting)); !done)
            return tl::unexpected(done.error());
    }
    if (const auto tables =
            (*database)->value(QStringLiteral("SELECT count(*) FROM sqlite_master"));
        !tables)
        return tl::unexpected(tables.error());
    return database;
}

Result<std::unique_ptr<Database>> openAnyhow(const std::string& path)
{
    Error error;
    for (const bool mend : {false, true}) {
        for (const Database::Mode mode :
             {Database::Mode::Write, Database::Mode::Read, Database::Mode::Frozen}) {
            auto database = tryOpen(path, mode, mend);
            if (database)
                return database;
            if (mode == Database::Mode::Write)
                error = database.error();
        }
    }
    return tl::unexpected(error);
}

/// Only plain tables of ours, and nothing that acts by itself.
Result<void> checkTables(Database& database)
{
    for (const char* statement : kTables) {
        const QString sql = QString::fromLatin1(statement);
        const QString name = sql.section(QLatin1Char(' '), 2, 2).section(QLatin1Char('('), 0, 0);
        const auto found = database.value(
            QStringLiteral("SELECT sql FROM sqlite_master WHERE type='table' AND name=?"), {name});
        if (!found)
            return tl::unexpected(found.error());
        if (!found->toString().startsWith(QStringLiteral("CREATE TABLE %1(").arg(name)))
            return fail(Failure::Corrupt,
                        fmt::format("its table '{}' is missing", name.toStdString()));
    }
    const auto others = database.value(
        QStringLiteral("SELECT count(*) FROM sqlite_master WHERE type IN ('trigger','view')"));
    if (!others)
        return tl::unexpected(others.error());
    if (others->toInt() != 0)
        return fail(Failure::Corrupt, "it holds triggers or views, which no recording has");
    return {};
}

Result<int> checkFormat(Database& database)
{
    const auto format = database.value(QStringLiteral("PRAGMA user_version"));
    if (!format)
        return tl::unexpected(format.error());
    const int number = format->toInt();
    if (number >= kOldestFormat && number <= kFormat)
        return number;
    const std::string allowed =
        kOldestFormat == kFormat ? fmt::format("format {} is read", kFormat)
                                 : fmt::format("formats {} to {} are read", kOldestFormat, kFormat);
    return fail(Failure::Unsupported,
                fmt::format("it is a recording of format {}; {}", number, allowed));
}

Result<KindTable> readKinds(Database& database)
{
    const auto text = database.value(
        QStringLiteral("SELECT value FROM meta WHERE key=? AND length(value)<=?"),
        {QString::fromLatin1(kMetaKinds), static_cast<qint64>(KindTable::kTextLimit)});
    if (!text)
        return tl::unexpected(text.error());
    return KindTable::parse(text->toString().toStdString());
}

} // namespace

bool isRecording(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray header = file.read(kHeaderBytes);
    if (header.size() < kHeaderBytes || !header.startsWith(kSqliteMark))
        return false;
    std::uint32_t id = 0;
    for (int i = 0; i < 4; ++i)
        id = (id << 8) | static_cast<std::uint8_t>(header[kApplicationIdAt + i]);
    return id == static_cast<std::uint32_t>(kApplicationId);
}

Result<std::unique_ptr<Recording>> Recording::open(const std::string& path,
                                                   const OnOpening& onOpening)
{
    const auto because = [&](Failure kind, const std::string& why) {
        return fail(kind, fmt::format("'{}' cannot be opened: {}", path, why));
    };
    const QFileInfo file(QString::fromStdString(path));
    if (!file.exists())
        return because(Failure::NotFound, "it is not there; a recording is allowed");
    if (!file.isFile())
        return because(Failure::Invalid, "it is no file; a recording is allowed");
    if (!file.isReadable())
        return because(Failure::Denied, "it may not be read");
    if (!isRecording(path))
        return because(Failure::Invalid, "it is no recording of Highwater");
    auto database = openAnyhow(path);
    if (!database)
        return because(database.error().kind, database.error().message);
    const auto format = checkFormat(**database);
    if (!format)
        return because(format.error().kind, format.error().message);
    if (const auto tables = checkTables(**database); !tables)
        return because(tables.error().kind, tables.error().message);
    auto kinds = readKinds(**database);
    if (!kinds)
        return because(kinds.error().kind, kinds.error().message);
    std::unique_ptr<Recording> recording(
        new Recording(path, std::move(*database), std::move(*kinds)));
    recording->m_info.format = *format;
    if (const auto info = recording->readInfo(); !info)
        return because(info.error().kind, info.error().message);
    recording->refresh();
    recording->readNotes();
    recording->m_onOpening = onOpening;
    const bool isReadable = recording->isEmpty() || recording->findReadable();
    recording->m_onOpening = {};
    if (recording->m_isUnwanted)
        return because(Failure::Closed, "opening it was cancelled");
    if (!isReadable)
        return because(Failure::Corrupt, "it is damaged, nothing of it can be read");
    return recording;
}

Result<void> Recording::readInfo()
{
    constexpr int kTextLimit = 10'000;
    auto rows = m_database->ask(
        QStringLiteral("SELECT key, value FROM meta WHERE length(value)<=? LIMIT 100"),
        {kTextLimit});
    if (!rows)
        return tl::unexpected(rows.error());
    std::map<std::string, std::string> metas;
    while (rows->next())
        metas[rows->value(0).toString().toStdString()] = rows->value(1).toString().toStdString();
    m_info.program = metas[kMetaProgram];
    m_info.world = metas[kMetaWorld];
    m_info.spec = metas[kMetaSpec];
    m_info.seed = metas[kMetaSeed];
    m_info.ended = metas[kMetaEnded];
    m_info.started = WallTime(QString::fromStdString(metas[kMetaStarted]).toLongLong());
    return {};
}

} // namespace hw::store
