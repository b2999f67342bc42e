#include "app/store/database.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QUrl>
#include <QUuid>

namespace hw::store {

namespace {

Failure kindOf(const QSqlError& error)
{
    // SQLITE_CORRUPT, SQLITE_NOTADB; SQLITE_FULL; SQLITE_READONLY, SQLITE_PERM; SQLITE_BUSY
    switch (error.nativeErrorCode().toInt() & 0xff) {
    case 11:
    case 26:
        return Failure::Corrupt;
    case 13:
        return Failure::NoSpace;
    case 3:
    case 8:
        return Failure::Denied;
    case 5:
        return Failure::Busy;
    default:
        return Failure::Io;
    }
}

tl::unexpected<Error> failed(const QSqlError& error)
{
    const QString text = error.databaseText().isEmpty() ? error.text() : error.databaseText();
    return fail(kindOf(error), text.trimmed().toStdString());
}

} // namespace

Result<std::unique_ptr<Database>> Database::open(const std::string& path, Mode mode)
{
    const QString name = QStringLiteral("highwater-") + QUuid::createUuid().toString();
    std::unique_ptr<Database> made(new Database(name));
    QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
    QString options = QStringLiteral("QSQLITE_OPEN_URI;QSQLITE_BUSY_TIMEOUT=%1").arg(kBusyMs);
    if (mode == Mode::Read || mode == Mode::Frozen)
        options += QStringLiteral(";QSQLITE_OPEN_READONLY");
    database.setConnectOptions(options);
    QUrl url = QUrl::fromLocalFile(QString::fromStdString(path));
    const char* query = mode == Mode::Create   ? "mode=rwc"
                        : mode == Mode::Write  ? "mode=rw"
                        : mode == Mode::Frozen ? "immutable=1"
                                               : "mode=ro";
    url.setQuery(QString::fromLatin1(query));
    database.setDatabaseName(url.toString(QUrl::FullyEncoded));
    if (!database.open())
        return failed(database.lastError());
    return made;
}

Database::~Database() { QSqlDatabase::removeDatabase(m_connection); }

Result<QSqlQuery> Database::ask(const QString& question, const QVariantList& values)
{
    QSqlQuery query(QSqlDatabase::database(m_connection, false));
    query.setForwardOnly(true);
    if (!query.prepare(question))
        return failed(query.lastError());
    for (const QVariant& value : values)
        query.addBindValue(value);
    if (!query.exec())
        return failed(query.lastError());
    return query;
}

Result<void> Database::run(const QString& statement, const QVariantList& values)
{
    const auto done = ask(statement, values);
    if (!done)
        return tl::unexpected(done.error());
    return {};
}

Result<QVariant> Database::value(const QString& question, const QVariantList& values)
{
    auto found = ask(question, values);
    if (!found)
        return tl::unexpected(found.error());
    if (found->next())
        return found->value(0);
    if (found->lastError().isValid())
        return failed(found->lastError());
    return QVariant();
}

} // namespace hw::store
