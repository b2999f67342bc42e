#pragma once

#include <QObject>
#include <QPointer>

#include "ui/feed/commander.h"
#include "ui/feed/feed.h"
#include "ui/shell/actions.h"

class QDialog;

namespace hw::ui {

/// Turns what a person did into commands: a press on a power mark kills or restarts, whichever
/// makes sense; dialogs ask for the rest.
class ClusterDesk : public QObject
{
    Q_OBJECT
public:
    ClusterDesk(Commander& commander, Feed& feed, Actions& actions, QWidget* window);

    void togglePower(BrokerId broker);
    void toggleFreeze(BrokerId broker);
    void askNewTopic();
    void askGrowTopic();
    void askDeleteTopic();
    void askProducer();
    void askConsumer();
    void showConnectHelp();
    /// A window to move the chosen partition, which shows how it goes.
    void askReassign();
    /// Asks first: records may be lost.
    void askUncleanElection();

private:
    void connectActions();
    const observe::BrokerPart* part(BrokerId broker) const;
    void open(QDialog* dialog, bool alone = true);

    Commander& m_commander;
    Feed& m_feed;
    Actions& m_actions;
    QWidget* m_window;
    QPointer<QDialog> m_open;
};

} // namespace hw::ui
