#include "app/store/recordings_folder.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "app/store/recording_format.h"

namespace hw::store {

namespace {

QDir folder()
{
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    QDir folder((cache.isEmpty() ? QDir::tempPath() : cache) +
                QStringLiteral("/highwater/recordings"));
    if (!folder.mkpath(QStringLiteral(".")))
        return QDir::temp();
    return folder;
}

QString lockOf(const QString& file) { return file + QStringLiteral(".lock"); }

bool isInUse(const QString& file)
{
    QLockFile lock(lockOf(file));
    lock.setStaleLockTime(0); // by its process alone
    return !lock.tryLock(0);
}

} // namespace

std::vector<std::string> recordingsLeftBehind()
{
    std::vector<std::string> files;
    const QDir where = folder();
    const QStringList names = where.entryList(
        {QStringLiteral("*") + QString::fromLatin1(kFileSuffix)}, QDir::Files, QDir::Time);
    for (const QString& name : names) {
        const QString file = where.absoluteFilePath(name);
        if (!isInUse(file))
            files.push_back(file.toStdString());
    }
    return files;
}

RecordingFile::RecordingFile()
{
    const std::vector<std::string> left = recordingsLeftBehind();
    for (std::size_t i = kKept; i < left.size(); ++i)
        for (const char* beside : {"", "-wal", "-shm"})
            QFile::remove(QString::fromStdString(left[i]) + QString::fromLatin1(beside));
    const QString file = folder().absoluteFilePath(
        QStringLiteral("%1-%2%3")
            .arg(QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd-hhmmss-zzz")))
            .arg(QCoreApplication::applicationPid())
            .arg(QString::fromLatin1(kFileSuffix)));
    m_path = file.toStdString();
    m_lock = std::make_unique<QLockFile>(lockOf(file));
    m_lock->setStaleLockTime(0);
    m_lock->tryLock(0);
}

} // namespace hw::store
