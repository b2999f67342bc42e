#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <optional>

#include "engine/base/time.h"

namespace hw::ui {

/// What a film is made of.
struct FilmPlan
{
    enum class Kind : std::uint8_t
    {
        Frames, ///< numbered PNG files in a folder
        WebM,
        Mp4,
        Gif
    };
    Kind kind = Kind::Frames;
    Instant from, to;
    double speed = 1;         ///< seconds of the cluster in one of the film
    int framesPerSecond = 25; ///< of the film
    QString path;             ///< the file; of Frames the folder

    /// At least 1; more than Film::kFramesMost are not made.
    std::int64_t frames() const;
    Instant momentOf(std::int64_t frame) const;
};

/// Makes a film of a span, paced by the cluster's time: frame by frame while the window lives on,
/// then, but for frames alone, by ffmpeg if it is installed. Can be cancelled at any time; half
/// films are removed.
class Film : public QObject
{
    Q_OBJECT
public:
    static constexpr std::int64_t kFramesMost = 20'000;
    /// What a film goes through, in this order.
    enum class Stage : std::uint8_t
    {
        Looking, ///< at all its moments, to know what it will have to show
        Drawing,
        Encoding ///< all frames are there and ffmpeg is at work
    };
    /// A moment that will be drawn; all of them are looked at before the first is.
    using Look = std::function<void(Instant)>;
    /// The picture of one moment.
    using Draw = std::function<QImage(Instant)>;

    Film(FilmPlan plan, Look look, Draw draw, QObject* parent = nullptr);
    ~Film() override;

    /// Where ffmpeg is; empty: not installed. `HIGHWATER_FFMPEG` names another.
    static QString ffmpeg();
    /// What is wrong with a plan, in one sentence; empty: nothing.
    static QString problemOf(const FilmPlan& plan);
    static QString endingOf(FilmPlan::Kind kind);

    void start();
    void cancel();

signals:
    void progressed(qint64 done, qint64 all, hw::ui::Film::Stage stage);
    /// Empty: it is there. Else why not.
    void finished(const QString& why);

private:
    QString frameName(std::int64_t number) const;
    void lookNext();
    void drawNext();
    void encode();
    void end(const QString& why);
    QStringList arguments() const;

    FilmPlan m_plan;
    Look m_look;
    Draw m_draw;
    std::unique_ptr<QTemporaryDir> m_folder; ///< of the frames, unless they are what is wanted
    std::unique_ptr<QProcess> m_encoder;
    QString m_place; ///< where the frames are
    QByteArray m_said;
    std::int64_t m_looked = 0, m_next = 0;
    bool m_isOver = false;
};

} // namespace hw::ui
