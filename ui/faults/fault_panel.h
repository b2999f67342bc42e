#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/faults/fault_choices.h"
#include "ui/models/node_names.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace hw::ui {

/// The palette: where, what, and what is wrong now with an undo for each. It only asks.
class FaultPanel : public QWidget
{
    Q_OBJECT
public:
    explicit FaultPanel(QWidget* parent = nullptr);

    void take(const std::shared_ptr<const observe::Snapshot>& snapshot);
    void setTheme(const Theme& theme);
    /// Whether anything can be broken now; not while the past is shown. Else `why` it cannot.
    void setPossible(bool possible, const QString& why);
    /// Somebody points at a node, or at a replica on it: what comes next is meant for it.
    void point(NodeId node, const TopicPartition& partition = {});

    NodeId node() const;
    NodeId other() const;
    QComboBox* nodeBox() const { return m_node; }
    QComboBox* otherBox() const { return m_other; }
    const std::vector<QPushButton*>& buttons() const { return m_buttons; }
    QPushButton* healAll() const { return m_healAll; }
    /// The rows of what acts now: sentences, and the buttons that undo them.
    QStringList active() const;
    std::vector<QPushButton*> undoButtons() const { return m_undo; }

signals:
    void wanted(const hw::observe::Command& command);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildForm(QVBoxLayout* column);
    void buildActive(QVBoxLayout* column);
    void buildButtons();
    void fillNodes();
    void choose(NodeId node);
    void listActive();
    QLabel* addActive(QVBoxLayout* rows, Glyph glyph, const QString& sentence, const QString& word,
                      const observe::Command& end);
    void enable();
    void retranslate();

    std::shared_ptr<const observe::Snapshot> m_snapshot;
    NodeNames m_names;
    std::vector<std::pair<NodeId, QString>> m_nodes;
    std::vector<observe::FaultPart> m_listed;
    std::vector<StoppedNode> m_stopped;
    std::vector<std::pair<QLabel*, observe::FaultPart>> m_held; ///< rows whose time goes on
    std::optional<NodeId> m_pointed; ///< before the list of nodes was known
    FaultReplica m_replica;          ///< pointed at, if any
    std::vector<FaultChoice> m_choices;
    bool m_isPossible = true;
    QString m_why;
    Theme m_theme;
    QLabel* m_nodeLabel;
    QComboBox* m_node;
    QLabel* m_otherLabel;
    QComboBox* m_other;
    std::vector<QLabel*> m_captions; ///< by FaultChoice::Where
    std::vector<QGridLayout*> m_grids;
    std::vector<QPushButton*> m_buttons; ///< as m_choices
    QWidget* m_form = nullptr;           ///< where and what; scrolls
    QWidget* m_foot = nullptr;
    QScrollArea* m_activeRoom = nullptr;
    QLabel* m_activeTitle;
    QVBoxLayout* m_activeRows;
    QWidget* m_rows = nullptr;
    QPushButton* m_healAll;
    std::vector<QPushButton*> m_undo;
};

} // namespace hw::ui
