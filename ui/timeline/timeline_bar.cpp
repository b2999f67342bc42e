#include "ui/timeline/timeline_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/models/moment_words.h"
#include "ui/models/words.h"
#include "ui/theme/spoken.h"
#include "ui/timeline/mark_words.h"
#include "ui/timeline/note_dialogs.h"

namespace hw::ui {

using Mode = cluster::PlaybackState::Mode;
using Direction = cluster::Playback::Direction;

static constexpr std::array kSpeeds = {0.01, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0};

static QToolButton* iconButton(QAction* action)
{
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setProperty("flat", true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

TimelineBar::TimelineBar(cluster::Playback& playback, TimeCursor& cursor, PastActions& actions,
                         QWidget* parent)
    : QToolBar(parent)
    , m_playback(playback)
    , m_cursor(cursor)
    , m_actions(actions)
    , m_state(playback.state())
    , m_view(new TimelineView(playback, cursor))
    , m_search(new MarkSearch(actions))
    , m_clock(new QLabel)
    , m_span(new QLabel)
    , m_lost(new QLabel)
    , m_speed(new QComboBox)
    , m_column(new QBoxLayout(QBoxLayout::TopToBottom))
    , m_notes(iconButton(actions.notes))
{
    setObjectName(QStringLiteral("timelineBar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize(QSize(14, 14));
    layout()->setContentsMargins(0, 0, 0, 0);
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(buildControls());
    row->addWidget(m_view, 1);
    addWidget(content);
    connectActions();
    setRowsShown(m_actions.rows->isChecked());
    setTexts();
}

QWidget* TimelineBar::buildControls()
{
    m_clock->setProperty("role", "clock");
    m_span->setProperty("role", "soft");
    m_lost->setProperty("role", "error");
    for (const double speed : kSpeeds)
        m_speed->addItem(QStringLiteral("%1×").arg(speed), speed);
    setSpeed(1);
    m_speed->setFocusPolicy(Qt::TabFocus);
    auto* now = new QToolButton;
    now->setDefaultAction(m_actions.now);
    now->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    now->setFocusPolicy(Qt::TabFocus);
    auto* first = new QHBoxLayout;
    first->setSpacing(6);
    first->addWidget(m_clock);
    first->addWidget(m_span);
    first->addWidget(m_lost);
    first->addStretch();
    first->addWidget(now);
    auto* second = new QHBoxLayout;
    second->setSpacing(2);
    for (QAction* action : {m_actions.start, m_actions.back, m_actions.play, m_actions.forward})
        second->addWidget(iconButton(action));
    second->addWidget(m_speed);
    second->addStretch();
    second->addWidget(iconButton(m_actions.note));
    second->addWidget(m_notes);
    second->addWidget(iconButton(m_actions.rows));
    auto* controls = new QWidget;
    controls->setLayout(m_column);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->addLayout(first);
    m_column->addLayout(second);
    m_column->addWidget(m_search);
    controls->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    return controls;
}

/// One row takes little from the map; all of them have the search beside them.
void TimelineBar::setRowsShown(bool on)
{
    m_column->setDirection(on ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_column->setSpacing(on ? 3 : 10);
    m_search->setVisible(on);
    m_notes->setVisible(on);
    m_view->setRowsShown(on);
}

void TimelineBar::connectActions()
{
    const auto on = [this](QAction* action, auto&& what) {
        connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
    };
    on(m_actions.back, [this] { step(Direction::Back); });
    on(m_actions.forward, [this] { step(Direction::Forward); });
    on(m_actions.play, [this] { togglePlay(); });
    on(m_actions.start, [this] { goTo(m_playback.state().first); });
    on(m_actions.now, [this] {
        m_playback.toPresent();
        emit moved();
    });
    on(m_actions.findNext, [this] { find(Direction::Forward); });
    on(m_actions.findPrevious, [this] { find(Direction::Back); });
    on(m_actions.find, [this] {
        setVisible(true);
        m_actions.rows->setChecked(true);
        m_search->focusIn();
    });
    connect(m_actions.rows, &QAction::toggled, this, &TimelineBar::setRowsShown);
    on(m_actions.note, [this] { writeNote(m_playback.state().now); });
    on(m_actions.notes, [this] { showNotes(); });
    on(m_actions.whole, [this] { m_view->showWhole(); });
    on(m_actions.slower, [this] { m_speed->setCurrentIndex(m_speed->currentIndex() - 1); });
    on(m_actions.faster, [this] {
        m_speed->setCurrentIndex(std::min(m_speed->currentIndex() + 1, m_speed->count() - 1));
    });
    on(m_actions.pinned, [this] {
        if (const auto at = m_cursor.pinned())
            goTo(*at);
        else
            emit told(tr("No moment is pinned: click into a chart or into the lanes first."));
    });
    connect(m_speed, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index < 0) // slower than the slowest
            m_speed->setCurrentIndex(0);
        m_playback.setSpeed(speed());
    });
    connect(&m_cursor, &TimeCursor::chosen, this, &TimelineBar::goTo);
    connect(m_view, &TimelineView::markPicked, this, &TimelineBar::markPicked);
    connect(m_view, &TimelineView::sought, this, &TimelineBar::moved);
    connect(m_view, &TimelineView::noteWanted, this, &TimelineBar::writeNote);
    connect(m_view, &TimelineView::noteUnwanted, this, &TimelineBar::deleteNote);
}

void TimelineBar::goTo(Instant at)
{
    m_playback.seek(at);
    emit moved();
}

void TimelineBar::step(Direction direction)
{
    m_playback.step(direction);
    emit moved();
}

void TimelineBar::togglePlay()
{
    const auto mode = m_playback.state().mode;
    if (mode == Mode::Playing)
        m_playback.pause();
    else if (mode == Mode::Paused)
        m_playback.play();
}

void TimelineBar::find(Direction direction)
{
    const auto state = m_playback.state();
    const auto mark = m_playback.find(m_search->search(), state.now, direction);
    if (!mark) {
        const QString sentence = nothingFound(direction, momentText(state.now));
        m_search->say(sentence);
        emit told(sentence);
        return;
    }
    goTo(mark->at);
    emit markPicked(*mark);
    emit told(MarkWords::line(*mark));
}

QString TimelineBar::nothingFound(Direction direction, const QString& moment) const
{
    const auto key = [](const QAction* action) {
        return action->shortcut().toString(QKeySequence::NativeText);
    };
    if (direction == Direction::Forward)
        return tr("Nothing further: no %1 after %2. %3 searches backwards.")
            .arg(m_search->words(), moment, key(m_actions.findPrevious));
    return tr("Nothing before: no %1 before %2. %3 searches forwards.")
        .arg(m_search->words(), moment, key(m_actions.findNext));
}

void TimelineBar::setSpeed(double speed)
{
    const auto nearest = std::ranges::min_element(
        kSpeeds, {}, [speed](double each) { return std::abs(std::log(each / speed)); });
    m_speed->setCurrentIndex(static_cast<int>(nearest - kSpeeds.begin()));
}

double TimelineBar::speed() const { return m_speed->currentData().toDouble(); }

void TimelineBar::writeNote(Instant at)
{
    cluster::Note note{at, {}};
    for (const cluster::Note& each : m_playback.notes())
        if (each.at == at)
            note = each;
    auto* dialog = new NoteDialog(note, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { keepNote(dialog->note()); });
    dialog->open();
}

void TimelineBar::deleteNote(Instant at) { keepNote({at, {}}); }

void TimelineBar::keepNote(const cluster::Note& note)
{
    if (!m_playback.setNote(note))
        emit told(tr("The note could not be kept: the recording's file may not be written."));
    m_view->noteNotes();
    if (m_list)
        m_list->show(m_playback.notes());
}

void TimelineBar::showNotes()
{
    if (!m_list) {
        m_list = new NoteList(window());
        connect(m_list, &NoteList::momentWanted, this, &TimelineBar::goTo);
        connect(m_list, &NoteList::noteWanted, this, &TimelineBar::writeNote);
        connect(m_list, &NoteList::noteUnwanted, this, &TimelineBar::deleteNote);
    }
    m_list->show(m_playback.notes());
    m_list->QDialog::show();
    m_list->raise();
    m_list->activateWindow();
}

void TimelineBar::offerSubjects(const observe::Snapshot& snapshot)
{
    QStringList all;
    for (const auto& broker : snapshot.brokers)
        all << qs(NodeId::broker(broker->id).text());
    for (const auto& group : snapshot.groups)
        all << qs(group->name);
    for (const auto& topic : snapshot.topics) {
        for (const auto& partition : topic->partitions) {
            if (all.size() >= MarkSearch::kSubjectsMost)
                break;
            if (!topic->internal)
                all << qs(partition->id.text());
        }
    }
    m_search->offer(all);
}

void TimelineBar::take(const cluster::PlaybackState& state, const observe::Snapshot& snapshot,
                       std::int64_t nowMs)
{
    m_actions.show(state);
    m_view->take(state, nowMs);
    const bool isOther = state.mode != m_state.mode || state.lost != m_state.lost ||
                         momentText(state) != momentText(m_state) ||
                         momentText(state.last, 0) != momentText(m_state.last, 0);
    m_state = state;
    if (isOther)
        setTexts();
    if (isVisible() && snapshot.version != m_offered && nowMs - m_offeredMs >= kOfferMs) {
        m_offered = snapshot.version;
        m_offeredMs = nowMs;
        offerSubjects(snapshot);
    }
}

void TimelineBar::setTheme(const Theme& theme)
{
    m_view->setTheme(theme);
    m_actions.setTheme(theme);
    m_clock->setMinimumWidth(0);
    m_clock->ensurePolished();
    m_clock->setMinimumWidth(m_clock->fontMetrics().horizontalAdvance(QStringLiteral("00:00.000")));
}

QString TimelineBar::clockText() const { return m_clock->text(); }

void TimelineBar::retranslate() { setTexts(); }

void TimelineBar::setTexts()
{
    setWindowTitle(tr("Timeline"));
    toggleViewAction()->setText(tr("Timeline"));
    m_clock->setText(momentText(m_state));
    setSpokenName(m_clock, tr("The moment that is shown"));
    setSpokenDescription(m_clock, m_state.mode == Mode::Paused ? momentText(m_state) : QString());
    setSpokenName(m_span, tr("The end of what there is to look at"));
    m_clock->setToolTip(tr("The moment that is shown, on the cluster's own clock"));
    m_span->setText(tr("of %1").arg(momentText(m_state.last, 0)));
    m_span->setToolTip(tr("There is %1 to %2 to look at.")
                           .arg(momentText(m_state.first, 0), momentText(m_state.last, 0)));
    m_lost->setText(m_state.lost > 0 ? QStringLiteral("! %1").arg(m_state.lost) : QString());
    m_lost->setToolTip(tr("%n event(s) were not recorded because the disk did not keep up.",
                          nullptr, static_cast<int>(m_state.lost)));
    m_speed->setToolTip(tr("How fast the recording plays (Alt+Up, Alt+Down)"));
    setSpokenName(m_speed, tr("Speed of the recording"));
}

} // namespace hw::ui
