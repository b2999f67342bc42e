#pragma once

#include <QObject>
#include <QPointer>

#include "engine/observe/command.h"
#include "ui/feed/commander.h"
#include "ui/feed/feed.h"

class QDialog;
class QMenu;

namespace hw::ui {

/// What an embedded consumer's application can be told to do, and to do wrong: a menu on the
/// consumer, and small dialogs for what has a measure. Lives with its window.
class ConsumerControls : public QObject
{
    Q_OBJECT
public:
    ConsumerControls(Commander& commander, Feed& feed, QWidget* window);

    /// Adds all of it for an embedded consumer; nothing if it is none (any more).
    void fillMenu(QMenu* menu, NodeId client);

private:
    void addApplication(QMenu* menu, const observe::ConsumerPart& consumer);
    void addTroubles(QMenu* menu, const observe::ConsumerPart& consumer);
    void askSlow(NodeId client, const QString& name);
    void askSilence(NodeId client, const QString& name, bool heartbeats);
    void askFlap(NodeId client, const QString& name);
    void askSeek(const observe::ConsumerPart& consumer);
    void submit(observe::Command command) { m_commander.submit(std::move(command)); }
    void open(QDialog* dialog);

    Commander& m_commander;
    Feed& m_feed;
    QWidget* m_window;
    QPointer<QDialog> m_open;
};

} // namespace hw::ui
