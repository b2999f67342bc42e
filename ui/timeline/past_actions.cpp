#include "ui/timeline/past_actions.h"

#include <QMenu>
#include <QWidget>

#include "ui/theme/icons.h"

namespace hw::ui {

using Mode = cluster::PlaybackState::Mode;

static QAction* pastAction(QWidget* window, const QKeySequence& key)
{
    auto* action = new QAction(window);
    action->setShortcut(key);
    window->addAction(action);
    return action;
}

PastActions::PastActions(QWidget* window, bool hasPast)
    : QObject(window)
    , back(pastAction(window, Qt::ALT | Qt::Key_Left))
    , forward(pastAction(window, Qt::ALT | Qt::Key_Right))
    , play(pastAction(window, Qt::SHIFT | Qt::Key_P))
    , slower(pastAction(window, Qt::ALT | Qt::Key_Down))
    , faster(pastAction(window, Qt::ALT | Qt::Key_Up))
    , start(pastAction(window, Qt::Key_Home))
    , now(pastAction(window, Qt::Key_End))
    , find(pastAction(window, QKeySequence::Find))
    , findNext(pastAction(window, Qt::Key_F3))
    , findPrevious(pastAction(window, Qt::SHIFT | Qt::Key_F3))
    , note(pastAction(window, Qt::CTRL | Qt::Key_M))
    , notes(pastAction(window, Qt::CTRL | Qt::SHIFT | Qt::Key_M))
    , pinned(pastAction(window, Qt::Key_J))
    , whole(pastAction(window, Qt::Key_W))
    , rows(pastAction(window, Qt::SHIFT | Qt::Key_T))
    , save(pastAction(window, QKeySequence::Save))
    , open(pastAction(window, Qt::CTRL | Qt::SHIFT | Qt::Key_O))
    , exporting(pastAction(window, Qt::CTRL | Qt::Key_E))
    , m_hasPast(hasPast)
{
    for (QAction* action : {back, forward, play, slower, faster, start, now, find, findNext,
                            findPrevious, note, notes, pinned, whole, rows, save}) {
        action->setEnabled(hasPast);
        action->setVisible(hasPast);
    }
    rows->setCheckable(true);
    setTexts();
}

void PastActions::fillMenu(QMenu* menu) const
{
    menu->addActions({back, forward, play, slower, faster});
    menu->addSeparator();
    menu->addActions({start, now, pinned});
    menu->addSeparator();
    menu->addActions({find, findNext, findPrevious});
    menu->addSeparator();
    menu->addActions({note, notes});
    menu->addSeparator();
    menu->addActions({rows, whole});
}

void PastActions::setTheme(const Theme& theme)
{
    const auto icon = [&theme](Glyph glyph) {
        return makeIcon(glyph, theme.colors.accent, theme.colors.border);
    };
    m_playIcon = icon(Glyph::Play);
    m_pauseIcon = icon(Glyph::Pause);
    back->setIcon(icon(Glyph::StepBack));
    forward->setIcon(icon(Glyph::Step));
    start->setIcon(icon(Glyph::Start));
    now->setIcon(icon(Glyph::End));
    note->setIcon(makeIcon(Glyph::Flag, theme.colors.badgeBorder, theme.colors.border));
    rows->setIcon(icon(Glyph::Rows));
    notes->setIcon(makeIcon(Glyph::Topic, theme.colors.badgeBorder, theme.colors.border));
    play->setIcon(m_state.mode == Mode::Playing ? m_pauseIcon : m_playIcon);
}

void PastActions::show(const cluster::PlaybackState& state)
{
    const bool isOther = state.mode != m_state.mode || state.hasPresent != m_state.hasPresent;
    m_state = state;
    const bool isAtEnd = !state.hasPresent && state.now >= state.last;
    now->setEnabled(state.mode != Mode::Present && !isAtEnd);
    play->setEnabled(state.mode != Mode::Present);
    forward->setEnabled(state.mode != Mode::Present && !isAtEnd);
    back->setEnabled(state.now > state.first);
    if (!isOther)
        return;
    play->setIcon(state.mode == Mode::Playing ? m_pauseIcon : m_playIcon);
    setTexts();
}

void PastActions::retranslate() { setTexts(); }

void PastActions::setTexts()
{
    const bool isPlaying = m_state.mode == Mode::Playing;
    const auto set = [](QAction* action, const QString& text, const QString& tip) {
        action->setText(text);
        action->setToolTip(QStringLiteral("%1 (%2)").arg(
            tip, action->shortcut().toString(QKeySequence::NativeText)));
    };
    set(back, tr("Back to the event before"), tr("Shows the moment of the event before"));
    set(forward, tr("On to the next event"), tr("Shows the moment of the next event"));
    set(play, isPlaying ? tr("Pause the recording") : tr("Play the recording"),
        isPlaying ? tr("Stops at this moment") : tr("Plays on from this moment"));
    set(slower, tr("Play slower"), tr("Plays the recording slower"));
    set(faster, tr("Play faster"), tr("Plays the recording faster"));
    set(start, tr("To the beginning"), tr("Shows the first moment there is"));
    set(now, m_state.hasPresent ? tr("Now") : tr("To the end"),
        m_state.hasPresent ? tr("Back to what happens now") : tr("Shows the last moment there is"));
    set(find, tr("Search the past…"), tr("Finds the next leader change, fault, …"));
    set(findNext, tr("Find the next"), tr("On to the next one that fits"));
    set(findPrevious, tr("Find the one before"), tr("Back to the one before that fits"));
    set(note, tr("Write a note here…"), tr("Writes a note at the moment that is shown"));
    set(notes, tr("Notes…"), tr("Lists all notes"));
    set(pinned, tr("Go to the pinned moment"),
        tr("Shows the moment that was pinned by a click in a chart or in the lanes"));
    set(whole, tr("Whole timeline"), tr("Shows the whole span on the timeline"));
    set(rows, tr("Timeline with a row for each kind"),
        tr("Shows a row for each kind of event, and the search beside them"));
    set(save, tr("Save recording…"), tr("Writes all that was recorded into a file"));
    set(open, tr("Open recording…"), tr("Shows a recording in place of this cluster"));
    set(exporting, tr("Export…"), tr("Pictures, films and lists of what happened"));
}

} // namespace hw::ui
