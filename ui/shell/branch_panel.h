#pragma once

#include <QWidget>

#include <vector>

#include "engine/cluster/run_control.h"
#include "ui/theme/theme.h"
#include "ui/models/node_names.h"

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace hw::ui {

/// The futures of a run as a tree: each below the one it left, with what was done in it. Only
/// shows and asks.
class BranchPanel : public QWidget
{
    Q_OBJECT
public:
    explicit BranchPanel(QWidget* parent = nullptr);

    /// Cheap when the branches are the same as before.
    /// `names`: of the clients that are there now.
    void show(const std::vector<cluster::RunBranch>& branches, const NodeNames& names = {});
    void retranslate();
    /// As wide as all columns of a common branch.
    QSize sizeHint() const override;
    QTreeWidget* tree() const { return m_tree; }
    QPushButton* switchButton() const { return m_switch; }
    QPushButton* besideButton() const { return m_beside; }
    QPushButton* removeButton() const { return m_remove; }
    /// What a branch is called when nobody named it.
    static QString nameOf(const cluster::RunBranch& branch);

signals:
    void switchWanted(int branch);
    void besideWanted(int branch);
    void removeWanted(int branch);
    void renameWanted(int branch, const QString& name);

private:
    enum Column
    {
        Name,
        Forked,
        Last,
        KnownTo,
        kColumns
    };
    static constexpr int kIdRole = Qt::UserRole;

    void fill();
    void enable();
    const cluster::RunBranch* chosen() const;

    std::vector<cluster::RunBranch> m_branches;
    NodeNames m_names;
    QTreeWidget* m_tree;
    QPushButton* m_switch;
    QPushButton* m_beside;
    QPushButton* m_remove;
    bool m_isFilling = false;
};

} // namespace hw::ui
