#include "ui/export/export_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

#include "ui/export/event_file.h"
#include "ui/models/moment_words.h"

namespace hw::ui {

ExportDialog::ExportDialog(Sources sources, QSettings& settings, QWidget* parent)
    : QDialog(parent)
    , m_sources(std::move(sources))
    , m_settings(settings)
    , m_form(nullptr)
    , m_what(new QComboBox)
    , m_format(new QComboBox)
    , m_width(new QSpinBox)
    , m_height(new QSpinBox)
    , m_from(new QLineEdit)
    , m_to(new QLineEdit)
    , m_speed(new QDoubleSpinBox)
    , m_frames(new QSpinBox)
    , m_path(new QLineEdit)
    , m_browse(new QPushButton)
    , m_count(new QLabel)
    , m_said(new QLabel)
    , m_progress(new QProgressBar)
    , m_go(new QPushButton)
    , m_stop(new QPushButton)
    , m_size(new QWidget)
    , m_file(new QWidget)
{
    build();
    setSpan(m_sources.first, m_sources.last);
    retranslate();
    restore();
    check();
}

ExportDialog::~ExportDialog() = default;

ExportDialog::What ExportDialog::what() const
{
    return static_cast<What>(m_what->currentData().toInt());
}

QString ExportDialog::format() const { return m_format->currentData().toString(); }

void ExportDialog::choose(What what, const QString& format)
{
    m_what->setCurrentIndex(std::max(0, m_what->findData(static_cast<int>(what))));
    m_format->setCurrentIndex(std::max(0, m_format->findData(format)));
}

void ExportDialog::setSpan(Instant from, Instant to)
{
    m_from->setText(momentText(from, 3));
    m_to->setText(momentText(to, 3));
}

void ExportDialog::setPath(const QString& path) { m_path->setText(QDir::toNativeSeparators(path)); }

void ExportDialog::setSize(const QSize& size)
{
    m_width->setValue(size.width());
    m_height->setValue(size.height());
}

QString ExportDialog::said() const { return m_said->text(); }

double ExportDialog::pixels() const { return std::max(1.0, m_width->value() / kUnitsWide); }

QSizeF ExportDialog::units() const
{
    return QSizeF(m_width->value(), m_height->value()) / pixels();
}

FilmPlan ExportDialog::plan() const
{
    FilmPlan plan;
    const QString kind = format();
    plan.kind = kind == QLatin1String("webm")  ? FilmPlan::Kind::WebM
                : kind == QLatin1String("mp4") ? FilmPlan::Kind::Mp4
                : kind == QLatin1String("gif") ? FilmPlan::Kind::Gif
                                               : FilmPlan::Kind::Frames;
    plan.from = momentOf(m_from->text()).value_or(Instant());
    plan.to = momentOf(m_to->text()).value_or(Instant());
    plan.speed = m_speed->value();
    plan.framesPerSecond = m_frames->value();
    plan.path = m_path->text().trimmed();
    return plan;
}

/// What is wrong with what was asked for; empty: nothing.
QString ExportDialog::problem() const
{
    if (what() != What::Picture) {
        for (const QLineEdit* moment : {m_from, m_to})
            if (!momentOf(moment->text()))
                return tr("'%1' is no moment; 01:23.4 is one.").arg(moment->text());
        const FilmPlan asked = plan();
        // A moment is written to the millisecond.
        if (asked.from < m_sources.first - 1ms || asked.to > m_sources.last + 1ms ||
            asked.to < asked.from)
            return tr("The span must lie between %1 and %2.")
                .arg(momentText(m_sources.first, 3), momentText(m_sources.last, 3));
    }
    if (what() == What::Film)
        return Film::problemOf(plan());
    return m_path->text().trimmed().isEmpty() ? tr("Choose a file.") : QString();
}

void ExportDialog::say(const QString& text, bool isBad)
{
    m_said->setProperty("role", isBad ? "error" : "soft");
    m_said->setStyleSheet(QStringLiteral(" ")); // the role is looked at again
    m_said->setText(text);
}

void ExportDialog::check()
{
    const bool isFilm = what() == What::Film;
    m_form->setRowVisible(m_size, what() != What::Events);
    m_form->setRowVisible(m_from, what() != What::Picture);
    m_form->setRowVisible(m_to, what() != What::Picture);
    m_form->setRowVisible(m_speed, isFilm);
    m_form->setRowVisible(m_frames, isFilm);
    m_form->setRowVisible(m_count, isFilm);
    const QString wrong = problem();
    if (isFilm)
        m_count->setText(wrong.isEmpty() || plan().frames() > Film::kFramesMost
                             ? tr("%n frame(s)", nullptr, static_cast<int>(plan().frames()))
                             : QString());
    m_go->setEnabled(wrong.isEmpty() && !isWorking());
    if (!isWorking())
        say(wrong, true);
}

void ExportDialog::exportNow()
{
    if (!problem().isEmpty())
        return check();
    remember();
    if (what() == What::Film)
        return exportFilm();
    if (what() == What::Events)
        return exportEvents();
    const QString path = Files::withEnding(m_path->text().trimmed(), format());
    const QString why = Files::save(m_sources.picture(units()), path, pixels());
    if (!why.isEmpty())
        return say(why, true);
    say(tr("The picture is in %1.").arg(path), false);
    emit exported(path);
}

void ExportDialog::exportEvents()
{
    const QString path = Files::withEnding(m_path->text().trimmed(), format());
    const FilmPlan span = plan();
    const auto events = m_sources.events(span.from, span.to + 1ms); // its moments are cut
    NodeNames names = m_sources.names();
    names.take(events);
    const QString why =
        Files::save(format() == QLatin1String("json") ? EventFile::json(events, names)
                                                      : EventFile::csv(events, names),
                    path);
    if (!why.isEmpty())
        return say(why, true);
    say(tr("%n event(s) are in %1.", nullptr, static_cast<int>(events.size())).arg(path), false);
    emit exported(path);
}

QString ExportDialog::filmText(qint64 done, qint64 all, Film::Stage stage)
{
    switch (stage) {
    case Film::Stage::Looking:
        return tr("Looking through the span: moment %1 of %2").arg(done).arg(all);
    case Film::Stage::Drawing:
        return tr("Frame %1 of %2").arg(done).arg(all);
    case Film::Stage::Encoding:
        break;
    }
    return tr("ffmpeg makes the film…");
}

void ExportDialog::exportFilm()
{
    FilmPlan asked = plan();
    if (asked.kind != FilmPlan::Kind::Frames)
        asked.path = Files::withEnding(asked.path, Film::endingOf(asked.kind));
    m_before = m_sources.past->state();
    m_film = std::make_unique<Film>(asked, m_sources.look, [this](Instant at) {
        return Files::image(m_sources.frame(at, units()), pixels());
    });
    connect(m_film.get(), &Film::progressed, this,
            [this](qint64 done, qint64 all, Film::Stage stage) {
                m_progress->setMaximum(static_cast<int>(all));
                m_progress->setValue(static_cast<int>(done));
                say(filmText(done, all, stage), false);
            });
    connect(m_film.get(), &Film::finished, this, &ExportDialog::endFilm, Qt::QueuedConnection);
    m_progress->setValue(0);
    m_progress->show();
    for (QWidget* input : std::initializer_list<QWidget*>{m_what, m_format, m_size, m_from, m_to,
                                                          m_speed, m_frames, m_file})
        input->setEnabled(false);
    m_film->start();
    m_stop->setText(tr("Cancel"));
    m_go->setEnabled(false);
}

void ExportDialog::endFilm(const QString& why)
{
    const QString path =
        format() == QLatin1String("frames")
            ? m_path->text().trimmed()
            : Files::withEnding(m_path->text().trimmed(), Film::endingOf(plan().kind));
    m_film.reset();
    m_sources.endFilm();
    m_progress->hide();
    for (QWidget* input : std::initializer_list<QWidget*>{m_what, m_format, m_size, m_from, m_to,
                                                          m_speed, m_frames, m_file})
        input->setEnabled(true);
    m_stop->setText(tr("Close"));
    if (m_before.mode == cluster::PlaybackState::Mode::Present)
        m_sources.past->toPresent();
    else
        m_sources.past->seek(m_before.now);
    check();
    say(why.isEmpty() ? tr("The film is in %1.").arg(path) : why, !why.isEmpty());
    if (why.isEmpty())
        emit exported(path);
}

void ExportDialog::reject()
{
    if (m_film)
        m_film->cancel();
    else
        QDialog::reject();
}

void ExportDialog::browse()
{
    const QString now = m_path->text();
    const QString path =
        format() == QLatin1String("frames")
            ? QFileDialog::getExistingDirectory(this, tr("Folder for the frames"), now)
            : QFileDialog::getSaveFileName(this, tr("Export"), now,
                                           m_format->currentText() +
                                               QStringLiteral(" (*.%1)").arg(format()));
    if (!path.isEmpty())
        setPath(path);
}

void ExportDialog::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

} // namespace hw::ui
