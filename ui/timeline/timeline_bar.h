#pragma once

#include <QToolBar>

#include "engine/observe/snapshot.h"
#include "ui/timeline/mark_search.h"
#include "ui/timeline/past_actions.h"
#include "ui/timeline/timeline_view.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QToolButton;

namespace hw::ui {

class NoteList;

/// The bar below everything that moves the window through its cluster's past: the strip of what
/// happened, play, steps, search and notes. Only for a cluster that has a past.
class TimelineBar : public QToolBar
{
    Q_OBJECT
public:
    /// All outlive it.
    TimelineBar(cluster::Playback& playback, TimeCursor& cursor, PastActions& actions,
                QWidget* parent = nullptr);

    /// Every frame.
    void take(const cluster::PlaybackState& state, const observe::Snapshot& snapshot,
              std::int64_t nowMs);
    void setTheme(const Theme& theme);
    void retranslate();
    /// To a moment that somebody pointed at elsewhere.
    void goTo(Instant at);
    void setSpeed(double speed);
    double speed() const;
    void writeNote(Instant at);
    void deleteNote(Instant at);

    TimelineView* view() const { return m_view; }
    MarkSearch* search() const { return m_search; }
    QString clockText() const;
    QComboBox* speedBox() const { return m_speed; }
    NoteList* noteList() const { return m_list; }

signals:
    /// Somebody wants to see what a mark is about, at its moment.
    void markPicked(const hw::cluster::Mark& mark);
    /// The window moved to another moment for another reason.
    void moved();
    /// What should be said for some seconds.
    void told(const QString& sentence);

private:
    static constexpr std::int64_t kOfferMs = 1000; ///< between two looks at what there is

    QWidget* buildControls();
    void setRowsShown(bool on);
    void connectActions();
    void find(cluster::Playback::Direction direction);
    QString nothingFound(cluster::Playback::Direction direction, const QString& moment) const;
    void step(cluster::Playback::Direction direction);
    void togglePlay();
    void keepNote(const cluster::Note& note);
    void showNotes();
    void setTexts();
    void offerSubjects(const observe::Snapshot& snapshot);

    cluster::Playback& m_playback;
    TimeCursor& m_cursor;
    PastActions& m_actions;
    cluster::PlaybackState m_state;
    TimelineView* m_view;
    MarkSearch* m_search;
    QLabel* m_clock;
    QLabel* m_span;
    QLabel* m_lost;
    QComboBox* m_speed;
    QBoxLayout* m_column; ///< of the controls: a line while the timeline has one row
    QToolButton* m_notes;
    NoteList* m_list = nullptr;                  ///< once somebody asked for it
    std::uint64_t m_offered = ~std::uint64_t{0}; ///< version of the snapshot
    std::int64_t m_offeredMs = -kOfferMs;
};

} // namespace hw::ui
