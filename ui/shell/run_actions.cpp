#include "ui/shell/run_actions.h"

#include <QWidget>

namespace hw::ui {

static QAction* make(QWidget* window, const QList<QKeySequence>& keys, bool checkable = false)
{
    auto* action = new QAction(window);
    action->setShortcuts(keys);
    action->setCheckable(checkable);
    window->addAction(action);
    return action;
}

RunActions::RunActions(QWidget* window, bool run)
    : back(make(window, {Qt::Key_Comma}))
    , backEvent(make(window, {Qt::Key_Less}))
    , backSecond(make(window, {QKeySequence(Qt::CTRL | Qt::Key_Comma)}))
    , backTen(make(window, {QKeySequence(Qt::ALT | Qt::Key_Comma)}))
    , toEnd(make(window, {QKeySequence(Qt::CTRL | Qt::Key_Period)}))
    , until(make(window, {Qt::Key_U}))
    , slow(make(window, {Qt::Key_S}, true))
    , branch(make(window, {Qt::Key_Y})) // as a fork; A to D answer a lesson's questions
    , branches(make(window, {QKeySequence(Qt::SHIFT | Qt::Key_Y)}, true))
    , endBeside(make(window, {QKeySequence(Qt::SHIFT | Qt::Key_C)}))
    , aboutRun(make(window, {QKeySequence(Qt::CTRL | Qt::Key_I)}))
{
    for (std::size_t n = 0; n < kNexts; ++n)
        next[n] = make(window, {QKeySequence(Qt::CTRL | (Qt::Key_1 + static_cast<int>(n)))});
    for (QAction* action : ofRun()) {
        action->setEnabled(run);
        action->setVisible(run);
    }
}

std::vector<QAction*> RunActions::ofRun() const
{
    return {back, backEvent, backSecond, backTen, toEnd, branch, branches, endBeside, aboutRun};
}

void RunActions::retranslate()
{
    back->setText(tr("Back to the message before"));
    back->setIconText(tr("Back"));
    back->setToolTip(tr("Goes back to behind the message or event before this moment (,)"));
    backEvent->setText(tr("Back to the event before"));
    backEvent->setIconText(tr("Back an event"));
    backEvent->setToolTip(tr("Goes back to behind the event before this moment (<)"));
    backSecond->setText(tr("Back by 1 second"));
    backTen->setText(tr("Back by 10 seconds"));
    toEnd->setText(tr("Forward to where the run has come to"));
    next[HighWatermark]->setText(tr("To the next move of a high watermark"));
    next[HighWatermark]->setToolTip(tr("Of the selected partition; if none is selected, of any"));
    next[JoinGroup]->setText(tr("To the next JoinGroup"));
    next[Election]->setText(tr("To the next leader election"));
    next[IsrChange]->setText(tr("To the next change of an ISR"));
    next[ControllerChange]->setText(tr("To the next change of the controller"));
    next[RebalanceEnd]->setText(tr("To the end of the next rebalance"));
    until->setText(tr("Run until…"));
    slow->setText(tr("Slow down around faults"));
    slow->setToolTip(tr("At a fault, an election or a rebalance time runs at 0.05× for two "
                        "seconds, then as before (S)"));
    branch->setText(tr("Continue differently from here"));
    branch->setToolTip(tr("What came after this moment stays as a branch of its own (B)"));
    branches->setText(tr("Branches"));
    endBeside->setText(tr("End the comparison"));
    aboutRun->setText(tr("About this run…"));
}

} // namespace hw::ui
