#include "ui/shell/reassign_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/models/words.h"
#include "ui/shell/dialog_parts.h"

namespace hw::ui {

static constexpr int kBrokerRole = Qt::UserRole;

ReassignDialog::ReassignDialog(Feed& feed, TopicPartition partition, QWidget* parent)
    : QDialog(parent)
    , m_feed(feed)
    , m_partition(std::move(partition))
    , m_texts(*new Texts(this))
    , m_brokers(new QListWidget)
    , m_error(new ErrorLabel)
    , m_up(new QPushButton)
    , m_down(new QPushButton)
    , m_move(new QPushButton)
    , m_cancel(new QPushButton)
    , m_close(new QPushButton)
{
    build();
    fillBrokers();
    connect(m_brokers, &QListWidget::itemChanged, this, &ReassignDialog::check);
    connect(m_brokers, &QListWidget::currentRowChanged, this, &ReassignDialog::check);
    connect(m_brokers->model(), &QAbstractItemModel::rowsMoved, this, &ReassignDialog::check);
    connect(m_up, &QPushButton::clicked, this, [this] { shift(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { shift(1); });
    connect(m_move, &QPushButton::clicked, this, [this] {
        emit asked(observe::command::Reassign{m_partition, target()});
    });
    connect(m_cancel, &QPushButton::clicked, this,
            [this] { emit asked(observe::command::CancelReassignment{m_partition}); });
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(&feed, &Feed::frameReady, this, &ReassignDialog::take);
    m_texts.add([this] { take(); });
}

void ReassignDialog::build()
{
    m_texts.add([this] {
        setWindowTitle(tr("Move %1").arg(qs(m_partition.text())));
        m_up->setText(tr("Up"));
        m_down->setText(tr("Down"));
        m_move->setText(tr("Move"));
        m_cancel->setText(tr("Cancel the move"));
        m_close->setText(tr("Close"));
        m_brokers->setAccessibleName(tr("Brokers, the preferred leader first"));
    });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    auto* facts = new QFormLayout;
    facts->setSpacing(6);
    buildFacts(*facts);
    column->addLayout(facts);
    auto* hint = new QLabel;
    hint->setWordWrap(true);
    hint->setProperty("role", "soft");
    m_texts.add([hint] {
        hint->setText(tr("Tick the brokers that shall hold it, and put them in order: the first "
                         "is the preferred leader. New replicas copy first; the old ones stay "
                         "until all of the new ones are in sync."));
    });
    column->addWidget(hint);

    m_brokers->setDragDropMode(QAbstractItemView::InternalMove);
    m_brokers->setMinimumHeight(150);
    auto* order = new QHBoxLayout;
    order->addWidget(m_brokers, 1);
    auto* arrows = new QVBoxLayout;
    arrows->addWidget(m_up);
    arrows->addWidget(m_down);
    arrows->addStretch(1);
    order->addLayout(arrows);
    column->addLayout(order);
    column->addWidget(m_error);
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(m_close, QDialogButtonBox::RejectRole);
    buttons->addButton(m_cancel, QDialogButtonBox::DestructiveRole);
    buttons->addButton(m_move, QDialogButtonBox::ApplyRole);
    m_move->setDefault(true);
    column->addWidget(buttons);
    setMinimumWidth(460);
}

void ReassignDialog::buildFacts(QFormLayout& form)
{
    for (QLabel*& value : m_facts) {
        value = new QLabel;
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    form.addRow(QStringLiteral("AR"), m_facts[0]);
    form.addRow(QStringLiteral("ISR"), m_facts[1]);
    m_texts.addRow(
        &form, [] { return tr("Leader"); }, m_facts[2]);
    m_texts.addRow(
        &form, [] { return tr("Arriving"); }, m_facts[3]);
    m_texts.addRow(
        &form, [] { return tr("Leaving"); }, m_facts[4]);
}

QString ReassignDialog::fact(std::size_t row) const { return m_facts.at(row)->text(); }

const observe::PartitionPart* ReassignDialog::part() const
{
    const auto& snapshot = m_feed.last().snapshot;
    return snapshot ? findPartition(*snapshot, m_partition) : nullptr;
}

void ReassignDialog::fillBrokers()
{
    const auto& snapshot = m_feed.last().snapshot;
    if (!snapshot)
        return;
    std::vector<BrokerId> order;
    const auto* now = part();
    if (m_brokers->count() == 0 && now) {
        for (const BrokerId id : now->assigned) {
            if (moveOf(*now, id) != ReplicaMove::Leaving)
                order.push_back(id);
        }
    }
    const auto holding = order.size();
    for (const auto& broker : snapshot->brokers) {
        bool listed = std::ranges::find(order, broker->id) != order.end();
        for (int row = 0; row < m_brokers->count() && !listed; ++row)
            listed = m_brokers->item(row)->data(kBrokerRole).toInt() == broker->id.value();
        if (!listed)
            order.push_back(broker->id);
    }
    for (std::size_t n = 0; n < order.size(); ++n) {
        auto* item = new QListWidgetItem(m_brokers);
        item->setData(kBrokerRole, order[n].value());
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                       Qt::ItemIsDragEnabled);
        item->setCheckState(n < holding ? Qt::Checked : Qt::Unchecked);
    }
}

void ReassignDialog::shift(int by)
{
    const int row = m_brokers->currentRow();
    const int to = row + by;
    if (row < 0 || to < 0 || to >= m_brokers->count())
        return;
    m_brokers->insertItem(to, m_brokers->takeItem(row));
    m_brokers->setCurrentRow(to);
    check();
}

std::vector<BrokerId> ReassignDialog::target() const
{
    std::vector<BrokerId> ids;
    for (int row = 0; row < m_brokers->count(); ++row) {
        const QListWidgetItem* item = m_brokers->item(row);
        if (item->checkState() == Qt::Checked)
            ids.emplace_back(item->data(kBrokerRole).toInt());
    }
    return ids;
}

QString ReassignDialog::problem() const
{
    const auto* now = part();
    if (!now)
        return tr("%1 is not there.").arg(qs(m_partition.text()));
    const auto ids = target();
    if (ids.empty())
        return tr("Tick at least one broker.");
    std::vector<BrokerId> going; // of the move that runs, or what it has
    for (const BrokerId id : now->assigned) {
        if (moveOf(*now, id) != ReplicaMove::Leaving)
            going.push_back(id);
    }
    if (ids == going)
        return isMoving(*now) ? tr("It moves to these already.") : noMove();
    for (const BrokerId id : ids) {
        const auto* broker = findBroker(*m_feed.last().snapshot, id);
        const bool has = std::ranges::find(now->assigned, id) != now->assigned.end();
        if (!has && (!broker || !broker->epoch))
            return tr("Broker %1 is not alive: it cannot take a replica.").arg(id.value());
    }
    return {};
}

/// How the dialog opens: no mistake of anybody's.
QString ReassignDialog::noMove() { return tr("It is there already."); }

/// `4 (−120), 5`: how far each still has to copy.
QString ReassignDialog::arriving(const observe::PartitionPart& now) const
{
    const auto& gauges = m_feed.last().gauges;
    QStringList all;
    const auto* leader = findReplica(now, now.leader);
    const std::int64_t end = gauges && leader ? at(gauges->leo, leader->slot) : -1;
    for (const BrokerId id : now.adding) {
        const auto* replica = findReplica(now, id);
        const std::int64_t leo = gauges && replica ? at(gauges->leo, replica->slot) : -1;
        QString text = QString::number(id.value());
        if (end >= 0 && leo >= 0 && leo < end)
            text += QStringLiteral(" (−%1)").arg(end - leo);
        all << text;
    }
    return all.isEmpty() ? QStringLiteral("–") : all.join(QStringLiteral(", "));
}

void ReassignDialog::take()
{
    fillBrokers();
    const auto set = [this](std::size_t row, const QString& text) {
        if (m_facts[row]->text() != text)
            m_facts[row]->setText(text);
    };
    if (const auto* now = part()) {
        set(0, Words::brokers(now->assigned));
        set(1, Words::brokers(now->isr));
        set(2,
            now->leader == kNoBroker ? QStringLiteral("–") : QString::number(now->leader.value()));
        set(3, arriving(*now));
        set(4, Words::brokers(now->removing));
    }
    const QSignalBlocker quiet(m_brokers);
    for (int row = 0; row < m_brokers->count(); ++row) {
        QListWidgetItem* item = m_brokers->item(row);
        const BrokerId id(item->data(kBrokerRole).toInt());
        const auto& snapshot = m_feed.last().snapshot;
        const auto* broker = snapshot ? findBroker(*snapshot, id) : nullptr;
        QString text = Words::broker(id);
        if (broker && broker->state != observe::BrokerState::Running)
            text = tr("%1, %2").arg(text, Words::state(broker->state));
        if (item->text() != text)
            item->setText(text);
    }
    check();
}

void ReassignDialog::check()
{
    const QString text = problem();
    if (text != m_error->text()) {
        m_error->setText(text);
        m_error->setProperty("role", text == noMove() ? "soft" : "error");
        m_error->style()->polish(m_error);
    }
    m_move->setEnabled(text.isEmpty());
    const auto* now = part();
    m_cancel->setEnabled(now && isMoving(*now));
    const int row = m_brokers->currentRow();
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_brokers->count());
}

} // namespace hw::ui
