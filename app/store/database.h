#pragma once

#include <QSqlQuery>
#include <QString>
#include <QVariant>

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/base/time.h"

namespace hw::store {

/// One connection to an SQLite file. Belongs to the thread that made it; needs a QCoreApplication,
/// since SQLite is a plugin of Qt's.
class Database
{
public:
    enum class Mode
    {
        Create, ///< made if it is missing
        Write,
        Read,
        Frozen ///< nobody writes it, and neither a lock nor a file beside it can be made
    };
    static constexpr int kBusyMs = 2000; ///< how long it waits for another writer

    /// Fails if the file cannot be opened; whether it is a database shows with the first statement.
    static Result<std::unique_ptr<Database>> open(const std::string& path, Mode mode);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// The error names what SQLite said.
    Result<void> run(const QString& statement, const QVariantList& values = {});
    /// Stands before its first row, and goes forward only.
    Result<QSqlQuery> ask(const QString& question, const QVariantList& values = {});
    /// The first column of the first row; invalid if there is no row.
    Result<QVariant> value(const QString& question, const QVariantList& values = {});

private:
    explicit Database(QString connection)
        : m_connection(std::move(connection))
    {
    }
    const QString m_connection;
};

/// `INTEGER` of a moment: nanoseconds since the world began.
inline qint64 toColumn(Instant at) { return at.sinceStart().count(); }
inline Instant instantOf(const QVariant& column) { return Instant(Duration(column.toLongLong())); }

} // namespace hw::store
