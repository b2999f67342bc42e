#pragma once

#include <QAction>
#include <QObject>

#include <optional>
#include <vector>

#include "engine/cluster/cluster.h"
#include "ui/models/subject.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// Every action of the window, with its text, key and icon. What an action means for the selected
/// thing (kill or restart, freeze or thaw) is in its text, so that nobody has to guess.
class Actions : public QObject
{
    Q_OBJECT
public:
    explicit Actions(QWidget* window);

    void setTheme(const Theme& theme);
    /// May be called whenever they change; what a cluster could do once stays in sight, grey.
    void setCapabilities(const cluster::Capabilities& can);
    const cluster::Capabilities& capabilities() const { return m_can; }
    /// Why nothing can be done to the cluster as it is shown; empty if something can.
    QString whyNot() const;
    /// Takes the selection and what is known of it; changes texts and what is enabled.
    void update(const Subject& chosen, const observe::Snapshot& snapshot);
    void retranslate();
    /// How many faults act now: there is so much to heal; and what the newest is.
    /// `stopped`: whether something is down or frozen by no fault.
    enum class Stopped : std::uint8_t
    {
        None,
        Orderly, ///< shut down: healing does not start it
        Failed,
    };
    void setFaults(int count, const QString& newest, Stopped stopped);
    /// Logs on disk can be read; of the cluster's own replicas as well if their bytes are there.
    void setLogsReadable(bool replicas);

    QAction* const kill;
    QAction* const freeze;
    QAction* const powerOff;
    QAction* const stopBroker;
    QAction* const undo;
    QAction* const healAll;
    QAction* const elect;
    QAction* const electUnclean;
    QAction* const reassign;
    QAction* const cancelReassign;
    QAction* const addBroker;
    QAction* const lookInside;
    QAction* const openLog;
    QAction* const newCluster;
    QAction* const openScenario;
    QAction* const saveScenario;
    QAction* const play;
    QAction* const step;
    QAction* const stepEvent;
    QAction* const slower;
    QAction* const faster;
    QAction* const flatOut;
    QAction* const newTopic;
    QAction* const growTopic;
    QAction* const deleteTopic;
    QAction* const addProducer;
    QAction* const addConsumer;
    QAction* const stopClient;
    QAction* const crashClient;
    QAction* const zoomIn;
    QAction* const zoomOut;
    QAction* const fit;
    QAction* const legend;
    QAction* const requests;
    QAction* const znodes;
    QAction* const lanes;
    QAction* const rebalances;
    QAction* const dark;
    QAction* const projector;
    QAction* const english;
    QAction* const chinese;
    QAction* const copyBootstrap;
    QAction* const connectHelp;
    QAction* const glossary;
    QAction* const keysHelp;
    QAction* const about;
    QAction* const quit;

    const Subject& target() const { return m_chosen; }
    /// The broker that kill and freeze are for.
    std::optional<BrokerId> broker() const;
    /// What kill does now is to restart it.
    bool restarts() const;
    /// All words that kill, or freeze, may stand with in a bar: room for them is kept.
    QStringList killWords() const;
    QStringList freezeWords() const;
    /// The embedded client that stop is for.
    std::optional<NodeId> client() const { return m_client; }
    std::optional<TopicPartition> partition() const;
    std::optional<std::string> topic() const;
    /// The group that is selected, or whose member is.
    std::optional<std::string> group() const;

private:
    void setTexts();
    void setClusterTexts();
    void setPartitionTexts();
    void setIcons();
    void setTip(QAction* action, const QString& tip);

    struct Iconed
    {
        QAction* action;
        Glyph glyph;
    };
    cluster::Capabilities m_can;
    cluster::Capabilities m_could; ///< what it has been able to do at some time
    Subject m_chosen;
    observe::BrokerState m_brokerState = observe::BrokerState::Running;
    bool m_brokerKnown = false;
    bool m_topicOurs = false;
    /// Of the chosen partition.
    bool m_partitionKnown = false, m_leaderless = false, m_moving = false;
    std::size_t m_brokers = 0;
    int m_faultCount = 0;
    Stopped m_stopped = Stopped::None;
    QString m_newestFault;
    Theme m_theme = makeTheme(ThemeName::Light);
    bool m_iconRestarts = false;
    bool m_logsReadable = false;
    bool m_replicasReadable = false;
    std::optional<NodeId> m_client;
    QString m_clientName;
    std::vector<Iconed> m_icons;
};

} // namespace hw::ui
