#pragma once

#include <QDialog>
#include <QSettings>

#include <functional>
#include <memory>
#include <vector>

#include "engine/cluster/playback.h"
#include "engine/observe/event.h"
#include "ui/export/drawing.h"
#include "ui/export/film.h"
#include "ui/models/node_names.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace hw::ui {

/// Asks what is to be taken out of the program, and does it: a picture of the moment that is shown,
/// a film of a span, or the events of a span. Remembers what was chosen last in the settings, which
/// must outlive it, as must all that `Sources` reach.
class ExportDialog : public QDialog
{
    Q_OBJECT
public:
    struct Sources
    {
        /// The map as it is shown now, with legend and time.
        std::function<Drawing(const QSizeF&)> picture;
        /// Of a film: what is there at a moment that it will show. Each is looked at before the
        /// first is drawn.
        std::function<void(Instant)> look;
        /// Of a film: moves the whole window to a moment and draws it, fitting all of them.
        std::function<Drawing(Instant, const QSizeF&)> frame;
        std::function<void()> endFilm; ///< however it ended
        std::function<std::vector<observe::Event>(Instant from, Instant to)> events;
        std::function<NodeNames()> names;
        cluster::Playback* past = nullptr; ///< without one there are no films
        Instant first, now, last;          ///< of the cluster
    };
    enum class What : std::uint8_t
    {
        Picture,
        Film,
        Events
    };

    ExportDialog(Sources sources, QSettings& settings, QWidget* parent);
    ~ExportDialog() override;

    void choose(What what, const QString& format); ///< `png`, `mp4`, `frames`, `csv`, …
    What what() const;
    QString format() const;
    void setSpan(Instant from, Instant to);
    void setPath(const QString& path);
    void setSize(const QSize& size);
    QString problem() const;
    QString said() const;
    bool isWorking() const { return m_film != nullptr; }
    QPushButton* go() const { return m_go; }
    QPushButton* stop() const { return m_stop; }
    QDoubleSpinBox* speed() const { return m_speed; }
    QSpinBox* framesPerSecond() const { return m_frames; }
    QLineEdit* from() const { return m_from; }
    QLineEdit* to() const { return m_to; }

    /// Layout stays the same above this width: what is wider has finer pixels.
    static constexpr double kUnitsWide = 1280;

signals:
    void exported(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void reject() override;

private:
    void build();
    void buildRows(QFormLayout* form);
    void retranslate();
    void fillFormats();
    void restore();
    void remember();
    void check();
    void browse();
    void suggestPath();
    void exportNow();
    void exportFilm();
    void exportEvents();
    static QString filmText(qint64 done, qint64 all, Film::Stage stage);
    void endFilm(const QString& why);
    void say(const QString& text, bool isBad);
    FilmPlan plan() const;
    QSizeF units() const;
    double pixels() const;

    Sources m_sources;
    QSettings& m_settings;
    QFormLayout* m_form;
    QComboBox* m_what;
    QComboBox* m_format;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QLineEdit* m_from;
    QLineEdit* m_to;
    QDoubleSpinBox* m_speed;
    QSpinBox* m_frames;
    QLineEdit* m_path;
    QPushButton* m_browse;
    QLabel* m_count;
    QLabel* m_said;
    QProgressBar* m_progress;
    QPushButton* m_go;
    QPushButton* m_stop;
    QWidget* m_size;
    QWidget* m_file;
    std::unique_ptr<Film> m_film;
    cluster::PlaybackState m_before; ///< what was shown before the film
    QString m_suggested;
};

} // namespace hw::ui
