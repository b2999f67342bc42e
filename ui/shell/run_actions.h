#pragma once

#include <QAction>
#include <QCoreApplication>

#include <array>
#include <vector>

namespace hw::ui {

/// The actions that move a simulated run: back, on to something, elsewhere. Only a window on a
/// cluster with a time of its own has them.
struct RunActions
{
    Q_DECLARE_TR_FUNCTIONS(RunActions)
public:
    enum Next : std::size_t
    {
        HighWatermark,
        JoinGroup,
        Election,
        IsrChange,
        ControllerChange,
        RebalanceEnd,
        kNexts
    };

    /// The actions belong to `window`. `run`: it can go back.
    RunActions(QWidget* window, bool run);

    QAction* const back;
    QAction* const backEvent;
    QAction* const backSecond;
    QAction* const backTen;
    QAction* const toEnd;
    std::array<QAction*, kNexts> next;
    QAction* const until;
    QAction* const slow;
    QAction* const branch;
    QAction* const branches;
    QAction* const endBeside;
    QAction* const aboutRun;

    void retranslate();
    /// Those that need a run that can be had again.
    std::vector<QAction*> ofRun() const;
};

} // namespace hw::ui
