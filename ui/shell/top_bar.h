#pragma once

#include <QToolBar>

#include "ui/shell/actions.h"

class QLabel;
class QToolButton;

namespace hw::ui {

/// The bar at the top: what this is, where to connect, what one does most.
class TopBar : public QToolBar
{
    Q_OBJECT
public:
    explicit TopBar(Actions& actions, QWidget* parent = nullptr);

    void setCluster(const observe::Snapshot& snapshot, const QString& bootstrap);
    void retranslate();

private:
    QToolButton* addButton(QAction* action, bool danger = false);
    void addGap();
    void setTexts();

    Actions& m_actions;
    QToolButton* m_cluster;
    QLabel* m_bootstrap;
    QString m_world;
    QString m_addresses;
    std::size_t m_brokers = 0;
};

} // namespace hw::ui
