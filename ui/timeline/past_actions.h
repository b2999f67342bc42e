#pragma once

#include <QAction>
#include <QObject>

#include "engine/cluster/playback.h"
#include "ui/theme/theme.h"

class QMenu;

namespace hw::ui {

/// What one can do in the past, each with its key. Of a cluster without one only opening a
/// recording and exporting are there.
class PastActions : public QObject
{
    Q_OBJECT
public:
    /// `window` is where the keys are heard. `hasPast`: there is a playback.
    PastActions(QWidget* window, bool hasPast);

    void fillMenu(QMenu* menu) const; ///< all but those of files
    void setTheme(const Theme& theme);
    void retranslate();
    void show(const cluster::PlaybackState& state);
    /// A search has been asked for: it can be repeated.
    bool hasPast() const { return m_hasPast; }

    QAction* const back;
    QAction* const forward;
    QAction* const play;
    QAction* const slower;
    QAction* const faster;
    QAction* const start;
    QAction* const now;
    QAction* const find;
    QAction* const findNext;
    QAction* const findPrevious;
    QAction* const note;
    QAction* const notes;
    QAction* const pinned; ///< go to the moment that is pinned in a chart
    QAction* const whole;
    QAction* const rows; ///< of the timeline: one for each kind of event
    QAction* const save;
    QAction* const open;
    QAction* const exporting;

private:
    void setTexts();

    const bool m_hasPast;
    cluster::PlaybackState m_state;
    QIcon m_playIcon, m_pauseIcon;
};

} // namespace hw::ui
