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

    /// How much of its words it has given up to fit, 0: nothing.
    int compactness() const { return m_compactness; }
    void setCluster(const observe::Snapshot& snapshot, const QString& bootstrap);
    /// It is a recording, not a cluster that runs.
    void setRecording(bool on);
    void retranslate();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Compactness
    {
        Full,
        ShortNames, ///< of the cluster and its addresses
        IconsAlone, ///< for kill and freeze
        NoBrand,    ///< the program's name is on the window as well
        NoAddress,  ///< to be copied, not read
        MostCompact = NoAddress
    };
    QToolButton* addButton(QAction* action, bool danger = false);
    void keepRoom(QToolButton* button, const QStringList& words);
    void fitTexts();
    void setCompactness(int compactness);
    void addGap();
    void setTexts();

    Actions& m_actions;
    QToolButton* m_cluster;
    QLabel* m_bootstrap;
    QToolButton* m_kill = nullptr;
    QToolButton* m_freeze = nullptr;
    QAction* m_brand = nullptr;
    int m_compactness = Full;
    bool m_fitting = false;
    bool m_isRecording = false;
    QString m_world;
    QString m_addresses;
    std::size_t m_brokers = 0;
};

} // namespace hw::ui
