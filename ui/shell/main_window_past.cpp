#include "ui/shell/main_window.h"

#include <QCheckBox>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>

#include <tuple>

#include "ui/export/export_dialog.h"
#include "ui/faults/fault_panel.h"
#include "ui/map/map_scene.h"
#include "ui/map/span_fit.h"
#include "ui/models/event_text.h"
#include "ui/models/words.h"
#include "ui/shell/map_picture.h"
#include "ui/shell/tables.h"
#include "ui/shell/top_bar.h"
#include "ui/timeline/mark_words.h"
#include "ui/timeline/past_banner.h"
#include "ui/timeline/timeline_bar.h"

/// The part of the window that goes through its cluster's past.
namespace hw::ui {

using Mode = cluster::PlaybackState::Mode;

static constexpr int kToldMs = 8000;
static constexpr std::int64_t kLongAgo = -1'000'000; ///< all is looked at again
static const QString kAsksToSave = QStringLiteral("asksToSave");

void MainWindow::showAllNext() { m_inspectedMs = m_tablesMs = kLongAgo; }

void MainWindow::buildPast()
{
    cluster::Playback* past = m_cluster.playback();
    m_pastActions = new PastActions(this, past != nullptr);
    m_pastBanner = new PastBanner;
    connect(m_pastActions->open, &QAction::triggered, this, [this] { askRecording(); });
    connect(m_pastActions->save, &QAction::triggered, this, [this] { askSaveRecording(); });
    connect(&m_commander, &Commander::submitted, this, [this] {
        ++m_commands;
        m_mayClose = false;
    });
    connect(m_pastActions->exporting, &QAction::triggered, this, [this] { askExport(); });
    connect(&m_feed, &Feed::jumped, this, &MainWindow::showAllNext);
    if (!past)
        return;
    const QString rows = QStringLiteral("timelineRows");
    m_pastActions->rows->setChecked(m_settings.value(rows).toBool());
    connect(m_pastActions->rows, &QAction::toggled, this,
            [this, rows](bool on) { m_settings.setValue(rows, on); });
    m_timeline = new TimelineBar(*past, m_cursor, *m_pastActions, this);
    addToolBar(Qt::BottomToolBarArea, m_timeline);
    m_timeline->toggleViewAction()->setShortcut(Qt::Key_T);
    m_asksToSave = new QAction(this);
    m_asksToSave->setCheckable(true);
    m_asksToSave->setChecked(m_settings.value(kAsksToSave, true).toBool());
    connect(m_asksToSave, &QAction::toggled, this,
            [this](bool on) { m_settings.setValue(kAsksToSave, on); });
    connect(m_pastBanner->now(), &QPushButton::clicked, m_pastActions->now, &QAction::trigger);
    m_timeline->view()->setSentence([this](const cluster::Mark& mark) {
        const QString known = sentence(mark.event);
        if (!known.isEmpty())
            return known;
        for (const auto& event : m_cluster.playback()->events(mark.at, mark.at, 100))
            if (event.id == mark.event)
                return sentenceOf(event.fact, m_tables->events().names());
        return QString();
    });
    connect(m_timeline, &TimelineBar::moved, this, [this] { m_wantedEvent = kNoEvent; });
    connect(m_timeline, &TimelineBar::markPicked, this, [this](const cluster::Mark& mark) {
        if (const Subject subject = MarkWords::subject(mark))
            m_selection.select(subject);
        m_wantedEvent = mark.event;
    });
    connect(m_timeline, &TimelineBar::told, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, kToldMs); });
    m_tables->eventList()->setMomentsShown(true);
    connect(m_tables->eventList(), &EventList::momentWanted, this,
            [this](const observe::Event& event) {
                m_timeline->goTo(event.at);
                m_wantedEvent = event.id;
            });
}

void MainWindow::takePast(const Frame& frame)
{
    if (!frame.past)
        return;
    m_pastBanner->show(*frame.past);
    m_timeline->take(*frame.past, *frame.snapshot, frame.nowMs);
    m_bar->setRecording(!frame.past->hasPresent);
    if (frame.anew && m_wantedEvent != kNoEvent)
        m_tables->eventList()->goTo(m_wantedEvent);
}

static bool isSame(const cluster::Capabilities& a, const cluster::Capabilities& b)
{
    const auto all = [](const cluster::Capabilities& can) {
        return std::tie(can.faults, can.powerLoss, can.cutLinks, can.topics, can.workloads,
                        can.outsideClients, can.timeControl, can.maxBrokers);
    };
    return all(a) == all(b);
}

/// In the past nothing can be done; back in the present it can again.
void MainWindow::takeCapabilities()
{
    const cluster::Capabilities can = m_cluster.capabilities();
    if (isSame(can, m_actions.capabilities()))
        return;
    m_actions.setCapabilities(can);
    m_scene->setFaults(can.faults);
    m_faults->setPossible(can.cutLinks || can.faults, m_actions.whyNot());
    if (m_feed.last().snapshot)
        m_actions.update(m_selection.current(), *m_feed.last().snapshot);
}

void MainWindow::askRecording()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open recording"), m_settings.value(QStringLiteral("recordings")).toString(),
        tr("Recordings (*.%1)").arg(QLatin1String(kRecordingEnding)) + QStringLiteral(";;") +
            tr("All files (*)"));
    if (path.isEmpty())
        return;
    m_settings.setValue(QStringLiteral("recordings"), QFileInfo(path).absolutePath());
    ClusterWish wish;
    wish.recording = path.toStdString();
    emit clusterWanted(wish);
}

bool MainWindow::askSaveRecording()
{
    QFileDialog dialog(this, tr("Save recording"),
                       m_settings.value(QStringLiteral("recordings")).toString(),
                       tr("Recordings (*.%1)").arg(QLatin1String(kRecordingEnding)));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QLatin1String(kRecordingEnding));
    dialog.selectFile(
        QStringLiteral("highwater-%1")
            .arg(QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd-HHmm"))));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return false;
    const QString path = dialog.selectedFiles().constFirst();
    m_settings.setValue(QStringLiteral("recordings"), QFileInfo(path).absolutePath());
    return saveRecording(path);
}

/// A lesson does most of its commands itself, and can be had again.
bool MainWindow::isWorthSaving() const
{
    cluster::Playback* past = m_cluster.playback();
    if (!past || m_lesson || !past->state().hasPresent)
        return false;
    const auto notes = past->notes();
    return m_commands > m_commandsSaved || (!notes.empty() && notes != m_notesSaved);
}

bool MainWindow::agreesToClose()
{
    if (m_mayClose || !isWorthSaving() || !m_asksToSave->isChecked())
        return true;
    QMessageBox box(QMessageBox::Question, tr("Save recording"),
                    tr("Save the recording of this run?"), QMessageBox::NoButton, this);
    box.setInformativeText(tr("What happened so far, with your notes, goes with this window. A "
                              "recording can be looked at again and shared."));
    auto* save = box.addButton(tr("Save…"), QMessageBox::AcceptRole);
    auto* discard = box.addButton(tr("Do not save"), QMessageBox::DestructiveRole);
    auto* cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(save);
    box.setEscapeButton(cancel);
    auto* never = new QCheckBox(tr("Do not ask again"));
    box.setCheckBox(never);
    box.exec();
    const bool isSaved = box.clickedButton() == save && askSaveRecording();
    m_mayClose = isSaved || box.clickedButton() == discard;
    if (m_mayClose && never->isChecked())
        m_asksToSave->setChecked(false);
    return m_mayClose;
}

void MainWindow::closeUnasked()
{
    m_mayClose = true;
    close();
}

/// All of a span, however many: in pages, since an answer has its limit.
static std::vector<observe::Event> eventsOf(const cluster::Playback& past, Instant from, Instant to)
{
    constexpr std::size_t kPage = 50'000;
    std::vector<observe::Event> all;
    for (std::size_t limit = kPage;;) {
        const auto page = past.events(from, to, limit);
        const EventId last = all.empty() ? kNoEvent : all.back().id;
        const std::size_t before = all.size();
        for (const auto& event : page)
            if (event.id > last)
                all.push_back(event);
        if (page.size() < limit)
            return all;
        if (all.size() == before)
            limit *= 2; // so many at one moment
        from = all.back().at;
    }
}

/// A film holds one zoom and place: what fits all of its moments is known before the first is
/// drawn.
static void addFilm(ExportDialog::Sources& sources, cluster::Cluster& cluster, Feed& feed,
                    MapScene& scene, const Legend& legend, const Theme& theme)
{
    auto span = std::make_shared<SpanFit>();
    sources.look = [&cluster, span](Instant at) {
        cluster.playback()->seek(at);
        span->look(*cluster.snapshot());
    };
    sources.frame = [&, span](Instant at, const QSizeF& size) {
        const SpanFit::Fit fit = span->best(mapRoom(legend, theme, size));
        scene.hold(fit.arrangement);
        cluster.playback()->seek(at);
        feed.tick();
        return mapPicture(scene, legend, theme, feed.last(), size, fit.bounds);
    };
    sources.endFilm = [&scene, span] {
        scene.hold({});
        *span = {};
    };
}

void MainWindow::askExport()
{
    const Frame& frame = m_feed.last();
    if (!frame.snapshot || !frame.gauges)
        return;
    ExportDialog::Sources sources;
    sources.past = m_cluster.playback();
    sources.names = [this] { return m_tables->events().names(); };
    sources.picture = [this](const QSizeF& size) {
        return mapPicture(*m_scene, *m_legend, m_theme, m_feed.last(), size);
    };
    if (sources.past) {
        addFilm(sources, m_cluster, m_feed, *m_scene, *m_legend, m_theme);
        const auto state = sources.past->state();
        sources.first = state.first;
        sources.now = state.now;
        sources.last = state.last;
        sources.events = [this](Instant from, Instant to) {
            return eventsOf(*m_cluster.playback(), from, to);
        };
    } else {
        sources.now = sources.last = frame.gauges->at;
        sources.events = [this](Instant from, Instant to) {
            std::vector<observe::Event> all;
            const EventModel& model = m_tables->events();
            for (int row = 0; row < model.rowCount(); ++row)
                if (model.eventAt(row).at >= from && model.eventAt(row).at <= to)
                    all.push_back(model.eventAt(row));
            return all;
        };
    }
    auto* dialog = new ExportDialog(std::move(sources), m_settings, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_timeline && !m_timeline->view()->whole()) {
        const TimeScale& seen = m_timeline->view()->scale();
        dialog->setSpan(seen.from, seen.to());
    }
    dialog->show();
}

bool MainWindow::saveRecording(const QString& path)
{
    const std::string why = m_cluster.playback()->saveTo(path.toStdString());
    if (why.empty()) {
        m_commandsSaved = m_commands;
        m_notesSaved = m_cluster.playback()->notes();
        statusBar()->showMessage(tr("The recording is in %1.").arg(path), kToldMs);
        return true;
    }
    QMessageBox::warning(this, tr("Save recording"),
                         tr("The recording could not be saved: %1").arg(qs(why)));
    return false;
}

} // namespace hw::ui
