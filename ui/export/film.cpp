#include "ui/export/film.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace hw::ui {

std::int64_t FilmPlan::frames() const
{
    const double seconds = std::chrono::duration<double>(to - from).count();
    return std::max<std::int64_t>(1, std::llround(seconds / speed * framesPerSecond) + 1);
}

Instant FilmPlan::momentOf(std::int64_t frame) const
{
    const double seconds = static_cast<double>(frame) * speed / framesPerSecond;
    return std::min(to, from + Duration(std::llround(seconds * 1e9)));
}

static constexpr qint64 kLookMs = 20; ///< at once; then the window's own events

Film::Film(FilmPlan plan, Look look, Draw draw, QObject* parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_look(std::move(look))
    , m_draw(std::move(draw))
{
}

Film::~Film()
{
    if (m_encoder) {
        m_encoder->disconnect(this);
        m_encoder->kill();
        m_encoder->waitForFinished(1000);
    }
}

QString Film::ffmpeg()
{
    const QString named = qEnvironmentVariable("HIGHWATER_FFMPEG");
    return QStandardPaths::findExecutable(named.isEmpty() ? QStringLiteral("ffmpeg") : named);
}

QString Film::endingOf(FilmPlan::Kind kind)
{
    switch (kind) {
    case FilmPlan::Kind::Frames:
        break;
    case FilmPlan::Kind::WebM:
        return QStringLiteral("webm");
    case FilmPlan::Kind::Mp4:
        return QStringLiteral("mp4");
    case FilmPlan::Kind::Gif:
        return QStringLiteral("gif");
    }
    return {};
}

QString Film::problemOf(const FilmPlan& plan)
{
    if (plan.to < plan.from)
        return tr("The span ends before it begins.");
    if (plan.frames() > kFramesMost)
        return tr("That would be %1 frames; at most %2 are made. Choose a shorter span, fewer "
                  "frames a second or a higher speed.")
            .arg(plan.frames())
            .arg(kFramesMost);
    if (plan.kind != FilmPlan::Kind::Frames && ffmpeg().isEmpty())
        return tr("ffmpeg makes films out of frames and is not installed. Install it (on Debian "
                  "and Ubuntu: apt install ffmpeg), or choose numbered frames.");
    if (plan.path.isEmpty())
        return plan.kind == FilmPlan::Kind::Frames ? tr("Choose a folder for the frames.")
                                                   : tr("Choose a file.");
    if (plan.kind == FilmPlan::Kind::Frames) {
        const QDir folder(plan.path);
        if (!folder.entryList({QStringLiteral("frame-*.png")}, QDir::Files).isEmpty())
            return tr("%1 holds frames of another film already; choose an empty folder.")
                .arg(plan.path);
    } else if (!QFileInfo(QFileInfo(plan.path).absolutePath()).isWritable()) {
        return tr("%1 is no folder that can be written.").arg(QFileInfo(plan.path).absolutePath());
    }
    return {};
}

QString Film::frameName(std::int64_t number) const
{
    return QDir(m_place).filePath(
        QStringLiteral("frame-%1.png").arg(number + 1, 6, 10, QLatin1Char('0')));
}

void Film::start()
{
    if (const QString problem = problemOf(m_plan); !problem.isEmpty())
        return end(problem);
    if (m_plan.kind == FilmPlan::Kind::Frames) {
        m_place = m_plan.path;
        if (!QDir().mkpath(m_place))
            return end(tr("The folder %1 cannot be made.").arg(m_place));
    } else {
        m_folder = std::make_unique<QTemporaryDir>();
        if (!m_folder->isValid())
            return end(tr("There is no room for the frames: %1").arg(m_folder->errorString()));
        m_place = m_folder->path();
    }
    QTimer::singleShot(0, this, &Film::lookNext);
}

void Film::lookNext()
{
    if (m_isOver)
        return;
    const std::int64_t all = m_plan.frames();
    QElapsedTimer turn;
    turn.start();
    while (m_looked < all && turn.elapsed() < kLookMs)
        m_look(m_plan.momentOf(m_looked++));
    emit progressed(m_looked, all, Stage::Looking);
    QTimer::singleShot(0, this, m_looked < all ? &Film::lookNext : &Film::drawNext);
}

void Film::drawNext()
{
    if (m_isOver)
        return;
    const std::int64_t all = m_plan.frames();
    if (m_next >= all) {
        if (m_plan.kind == FilmPlan::Kind::Frames)
            return end({});
        return encode();
    }
    const QImage picture = m_draw(m_plan.momentOf(m_next));
    const QString name = frameName(m_next);
    if (!picture.save(name, "PNG"))
        return end(tr("%1 cannot be written. Is there room on the disk?").arg(name));
    ++m_next;
    emit progressed(m_next, all, Stage::Drawing);
    QTimer::singleShot(0, this, &Film::drawNext);
}

QStringList Film::arguments() const
{
    QStringList all = {
        QStringLiteral("-y"),         QStringLiteral("-nostdin"),
        QStringLiteral("-loglevel"),  QStringLiteral("error"),
        QStringLiteral("-progress"),  QStringLiteral("pipe:1"),
        QStringLiteral("-framerate"), QString::number(m_plan.framesPerSecond),
        QStringLiteral("-i"),         QDir(m_place).filePath(QStringLiteral("frame-%06d.png"))};
    switch (m_plan.kind) {
    case FilmPlan::Kind::Frames:
        break;
    case FilmPlan::Kind::WebM:
        all << QStringLiteral("-c:v") << QStringLiteral("libvpx-vp9") << QStringLiteral("-b:v")
            << QStringLiteral("0") << QStringLiteral("-crf") << QStringLiteral("30")
            << QStringLiteral("-pix_fmt") << QStringLiteral("yuv420p");
        break;
    case FilmPlan::Kind::Mp4:
        all << QStringLiteral("-c:v") << QStringLiteral("libx264") << QStringLiteral("-crf")
            << QStringLiteral("20") << QStringLiteral("-pix_fmt") << QStringLiteral("yuv420p")
            << QStringLiteral("-movflags") << QStringLiteral("+faststart");
        break;
    case FilmPlan::Kind::Gif:
        all << QStringLiteral("-vf")
            << QStringLiteral("split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none");
        break;
    }
    return all << m_plan.path;
}

void Film::encode()
{
    m_encoder = std::make_unique<QProcess>();
    const std::int64_t all = m_plan.frames();
    emit progressed(0, all, Stage::Encoding);
    connect(m_encoder.get(), &QProcess::readyReadStandardOutput, this, [this, all] {
        static const QRegularExpression frame(QStringLiteral("frame=\\s*(\\d+)"));
        const QString said = QString::fromLatin1(m_encoder->readAllStandardOutput());
        for (auto it = frame.globalMatch(said); it.hasNext();)
            emit progressed(std::min<qint64>(it.next().captured(1).toLongLong(), all), all,
                            Stage::Encoding);
    });
    connect(m_encoder.get(), &QProcess::readyReadStandardError, this,
            [this] { m_said = (m_said + m_encoder->readAllStandardError()).right(2000); });
    connect(m_encoder.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(tr("ffmpeg cannot be started: %1").arg(m_encoder->errorString()));
    });
    connect(m_encoder.get(), &QProcess::finished, this,
            [this](int code, QProcess::ExitStatus status) {
                m_said += m_encoder->readAllStandardError();
                if (status == QProcess::NormalExit && code == 0)
                    return end({});
                const QString last =
                    QString::fromLocal8Bit(m_said).trimmed().section(QLatin1Char('\n'), -1);
                end(tr("ffmpeg could not make %1: %2").arg(m_plan.path, last));
            });
    m_encoder->start(ffmpeg(), arguments());
}

void Film::cancel()
{
    if (m_encoder) {
        m_encoder->disconnect(this);
        m_encoder->kill();
        m_encoder->waitForFinished(1000);
    }
    end(tr("Cancelled."));
}

void Film::end(const QString& why)
{
    if (std::exchange(m_isOver, true))
        return;
    if (!why.isEmpty() && !m_place.isEmpty()) { // what is half is no film
        if (m_plan.kind == FilmPlan::Kind::Frames)
            for (std::int64_t n = 0; n < m_next; ++n)
                QFile::remove(frameName(n));
        else if (m_encoder)
            QFile::remove(m_plan.path);
    }
    m_folder.reset();
    emit finished(why);
}

} // namespace hw::ui
