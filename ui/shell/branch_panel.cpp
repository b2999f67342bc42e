#include "ui/shell/branch_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

#include "ui/models/command_words.h"
#include "ui/models/words.h"

namespace hw::ui {

BranchPanel::BranchPanel(QWidget* parent)
    : QWidget(parent)
    , m_tree(new QTreeWidget)
    , m_switch(new QPushButton)
    , m_beside(new QPushButton)
    , m_remove(new QPushButton)
{
    m_tree->setColumnCount(kColumns);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_tree->header()->setStretchLastSection(true);
    m_tree->setTextElideMode(Qt::ElideRight);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_tree, 1);
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {m_switch, m_beside, m_remove})
        row->addWidget(button);
    row->addStretch(1);
    column->addLayout(row);
    const auto on = [this](QPushButton* button, void (BranchPanel::*wanted)(int)) {
        connect(button, &QPushButton::clicked, this, [this, wanted] {
            if (const auto* branch = chosen())
                emit(this->*wanted)(branch->id);
        });
    };
    on(m_switch, &BranchPanel::switchWanted);
    on(m_beside, &BranchPanel::besideWanted);
    on(m_remove, &BranchPanel::removeWanted);
    connect(m_tree, &QTreeWidget::itemDoubleClicked, m_switch, &QPushButton::click);
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this, &BranchPanel::enable);
    connect(m_tree, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int at) {
        if (!m_isFilling && at == Name)
            emit renameWanted(item->data(Name, kIdRole).toInt(), item->text(Name).trimmed());
    });
    retranslate();
}

QString BranchPanel::nameOf(const cluster::RunBranch& branch)
{
    if (!branch.name.empty())
        return qs(branch.name);
    return branch.id == 0 ? tr("first run") : tr("branch %1").arg(branch.id);
}

const cluster::RunBranch* BranchPanel::chosen() const
{
    const auto selected = m_tree->selectedItems();
    if (selected.isEmpty())
        return nullptr;
    const int id = selected.front()->data(Name, kIdRole).toInt();
    const auto found = std::ranges::find(m_branches, id, &cluster::RunBranch::id);
    return found == m_branches.end() ? nullptr : &*found;
}

void BranchPanel::show(const std::vector<cluster::RunBranch>& branches, const NodeNames& names)
{
    m_names = names;
    m_branches = branches;
    fill();
}

void BranchPanel::fill()
{
    const auto* before = chosen();
    const int chosenId = before ? before->id : -1;
    m_isFilling = true;
    m_tree->clear();
    std::map<int, QTreeWidgetItem*> items;
    for (const auto& branch : m_branches) { // parents have smaller ids
        auto* item = new QTreeWidgetItem;
        item->setData(Name, kIdRole, branch.id);
        item->setText(Name, nameOf(branch));
        item->setText(Forked,
                      branch.parent < 0
                          ? QString()
                          : tr("at %1").arg(Words::seconds(toMs(branch.forked.sinceStart()))));
        item->setText(Last,
                      branch.last ? CommandWords::of(*branch.last, m_names) : tr("nothing yet"));
        item->setText(KnownTo, Words::seconds(toMs(branch.knownTo.sinceStart())));
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        QFont font = m_tree->font();
        font.setBold(branch.isCurrent);
        item->setFont(Name, font);
        if (branch.isCurrent)
            item->setText(KnownTo, tr("%1, shown").arg(item->text(KnownTo)));
        const QString all =
            QStringLiteral("%1, %2, %3, %4")
                .arg(item->text(Name), item->text(Forked), item->text(Last), item->text(KnownTo));
        for (int n = 0; n < kColumns; ++n)
            item->setToolTip(n, all);
        const auto parent = items.find(branch.parent);
        if (parent == items.end())
            m_tree->addTopLevelItem(item);
        else
            parent->second->addChild(item);
        items[branch.id] = item;
        if (branch.id == chosenId)
            item->setSelected(true);
    }
    m_tree->expandAll();
    for (int n = 0; n < kColumns; ++n)
        m_tree->resizeColumnToContents(n);
    m_isFilling = false;
    updateGeometry();
    enable();
}

QSize BranchPanel::sizeHint() const
{
    constexpr int kLeast = 300, kMost = 500, kAround = 48;
    int wide = kAround;
    for (int n = 0; n < kColumns; ++n)
        wide += m_tree->columnWidth(n);
    return {std::clamp(wide, kLeast, kMost), QWidget::sizeHint().height()};
}

void BranchPanel::enable()
{
    const auto* branch = chosen();
    for (QPushButton* button : {m_switch, m_beside, m_remove})
        button->setEnabled(branch && !branch->isCurrent);
}

void BranchPanel::retranslate()
{
    m_tree->setHeaderLabels(
        {tr("Branch"), tr("Left the other"), tr("Last done in it"), tr("Run up to")});
    m_tree->setAccessibleName(tr("Branches of this run"));
    m_switch->setText(tr("Go there"));
    m_beside->setText(tr("Compare with it"));
    m_remove->setText(tr("Remove"));
    m_switch->setToolTip(tr("Shows this branch where it was left, by running it again."));
    m_beside->setToolTip(tr("Shows this branch beside the present one, on one clock."));
    fill();
}

} // namespace hw::ui
