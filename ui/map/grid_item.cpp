#include "ui/map/grid_item.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/models/outline.h"

namespace hw::ui {

GridItem::GridItem(const MapContext& context, std::string topic, BrokerId on)
    : MapItem(context, {Subject::Kind::Topic, NodeId::broker(on), {}, std::move(topic), {}})
{
}

void GridItem::setCells(const Layout::Section& section)
{
    if (m_cell != section.cell || m_columns != section.columns ||
        m_partitions != section.partitions) {
        m_cell = section.cell;
        m_columns = section.columns;
        m_partitions = section.partitions;
        m_looks.assign(m_partitions.size(), ReplicaLook::Offline);
        m_moves.assign(m_partitions.size(), ReplicaMove::None);
        m_topic.reset();
        update();
    }
    place(section.area);
}

void GridItem::show(std::shared_ptr<const observe::TopicPart> topic)
{
    if (topic == m_topic)
        return;
    const BrokerId own{subject().node.number};
    for (std::size_t i = 0; i < m_partitions.size(); ++i) {
        const auto number = static_cast<std::size_t>(m_partitions[i]);
        if (number >= topic->partitions.size())
            continue;
        const auto& part = topic->partitions[number];
        if (m_topic && number < m_topic->partitions.size() && m_topic->partitions[number] == part)
            continue;
        const auto* replica = findReplica(*part, own);
        const ReplicaLook look = replica ? lookOf(*part, *replica) : ReplicaLook::Offline;
        const ReplicaMove move = hw::ui::moveOf(*part, own);
        if (look == m_looks[i] && move == m_moves[i] && m_topic)
            continue;
        m_looks[i] = look;
        m_moves[i] = move;
        update(cell(i).adjusted(-2, -2, 2, 2));
    }
    m_topic = std::move(topic);
}

void GridItem::setChosenPartition(std::int32_t partition)
{
    if (partition == m_chosenPartition)
        return;
    update(cellOf(m_chosenPartition).adjusted(-4, -4, 4, 4));
    m_chosenPartition = partition;
    update(cellOf(m_chosenPartition).adjusted(-4, -4, 4, 4));
}

QRectF GridItem::cell(std::size_t index) const
{
    const auto n = static_cast<int>(index);
    return {(n % m_columns) * m_cell.width(), (n / m_columns) * m_cell.height(), m_cell.width() - 3,
            m_cell.height() - 3};
}

QRectF GridItem::cellOf(std::int32_t partition) const
{
    const auto it = std::ranges::find(m_partitions, partition);
    return it == m_partitions.end() ? QRectF()
                                    : cell(static_cast<std::size_t>(it - m_partitions.begin()));
}

ReplicaMove GridItem::moveOf(std::int32_t partition) const
{
    const auto it = std::ranges::find(m_partitions, partition);
    return it == m_partitions.end() ? ReplicaMove::None
                                    : m_moves[static_cast<std::size_t>(it - m_partitions.begin())];
}

std::int32_t GridItem::partitionAt(const QPointF& at) const
{
    const int column = static_cast<int>(at.x() / m_cell.width());
    const int row = static_cast<int>(at.y() / m_cell.height());
    if (at.x() < 0 || at.y() < 0 || column >= m_columns)
        return -1;
    const auto index = static_cast<std::size_t>(row * m_columns + column);
    return index < m_partitions.size() && cell(index).contains(at) ? m_partitions[index] : -1;
}

Subject GridItem::subjectAt(const QPointF& at) const
{
    const std::int32_t partition = partitionAt(at);
    if (partition < 0)
        return subject();
    return Subject::replica({subject().name, partition}, BrokerId{subject().node.number});
}

QString GridItem::title() const
{
    const auto leaders = std::ranges::count(m_looks, ReplicaLook::Leader);
    return tr("%1 on broker %2: %3 replicas, %4 of them leaders")
        .arg(qs(subject().name))
        .arg(subject().node.number)
        .arg(m_looks.size())
        .arg(leaders);
}

QString GridItem::titleOf(std::int32_t partition) const
{
    const auto it = std::ranges::find(m_partitions, partition);
    if (it == m_partitions.end())
        return {};
    const auto index = static_cast<std::size_t>(it - m_partitions.begin());
    const TopicPartition id{subject().name, partition};
    const QString move = Words::move(m_moves[index]);
    return move.isEmpty() ? tr("%1 on broker %2, %3")
                                .arg(qs(id.text()))
                                .arg(subject().node.number)
                                .arg(Words::look(m_looks[index]))
                          : tr("%1 on broker %2, %3, %4")
                                .arg(qs(id.text()))
                                .arg(subject().node.number)
                                .arg(Words::look(m_looks[index]), move);
}

QString GridItem::explain(const QPointF& at) const
{
    const std::int32_t partition = partitionAt(at);
    if (partition < 0) {
        QString text = QStringLiteral("<b>%1</b>").arg(title().toHtmlEscaped());
        if (subject().name == "__consumer_offsets")
            text +=
                QStringLiteral("<br>") + tr("Groups commit their offsets here; the leader of a "
                                            "partition coordinates the groups that hash to it.");
        return text;
    }
    const auto it = std::ranges::find(m_partitions, partition);
    const auto index = static_cast<std::size_t>(it - m_partitions.begin());
    return tr("<b>%1-%2 on broker %3</b><br>%4")
        .arg(qs(subject().name).toHtmlEscaped())
        .arg(partition)
        .arg(subject().node.number)
        .arg(m_moves[index] == ReplicaMove::None
                 ? Words::look(m_looks[index])
                 : Words::look(m_looks[index]) + QStringLiteral("<br>") +
                       Words::move(m_moves[index]));
}

void GridItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    const double detail =
        QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF exposed = painter->hasClipping() ? painter->clipBoundingRect() : option->rect;
    // Only the rows in sight.
    const auto rows =
        static_cast<int>((m_partitions.size() + static_cast<std::size_t>(m_columns) - 1) /
                         static_cast<std::size_t>(m_columns));
    const int first = std::clamp(static_cast<int>(exposed.top() / m_cell.height()), 0, rows);
    const int last = std::clamp(static_cast<int>(exposed.bottom() / m_cell.height()) + 1, 0, rows);
    const bool blocks = detail < 0.5;
    painter->setRenderHint(QPainter::Antialiasing, !blocks && detail * m_cell.width() > 10);
    const auto from = static_cast<std::size_t>(first * m_columns);
    const auto to = std::min(m_partitions.size(), static_cast<std::size_t>(last * m_columns));
    for (std::size_t i = from; i < to; ++i) {
        if (blocks)
            paintBlock(*painter, i);
        else
            paintCell(*painter, i, detail > 0.55 && m_cell.width() > 30);
        paintMove(*painter, i);
    }
    if (m_chosenPartition >= 0) {
        painter->setPen(QPen(colors().accent, stroke(2)));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(cellOf(m_chosenPartition).adjusted(-2, -2, 2, 2), 4, 4);
    }
    if (hasFocus())
        paintRing(*painter, 4);
}

/// Too small for outlines: full for a leader, smaller for a follower, a bar when out of the ISR, a
/// dot when offline.
void GridItem::paintBlock(QPainter& painter, std::size_t index) const
{
    QRectF box = cell(index);
    const double w = box.width();
    const double h = box.height();
    QColor ink = outlineOf(m_looks[index], colors(), 1).color();
    switch (m_looks[index]) {
    case ReplicaLook::Leader:
        break;
    case ReplicaLook::Follower:
        box.adjust(w * 0.14, h * 0.14, -w * 0.14, -h * 0.14);
        ink = colors().borderStrong;
        break;
    case ReplicaLook::FormerLeader:
    case ReplicaLook::OutOfIsr:
        box.adjust(0, h * 0.32, 0, -h * 0.32);
        break;
    case ReplicaLook::Offline:
        box.adjust(w * 0.34, h * 0.34, -w * 0.34, -h * 0.34);
        break;
    }
    painter.fillRect(box, ink);
}

/// A small plus or minus in the upper right corner of a cell whose replica comes or goes.
void GridItem::paintMove(QPainter& painter, std::size_t index) const
{
    if (m_moves[index] == ReplicaMove::None)
        return;
    const bool arrives = m_moves[index] == ReplicaMove::Arriving;
    const QRectF box = cell(index);
    const QPointF at(box.right() - 3, box.top() + 3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors().card);
    painter.drawEllipse(at, 4.5, 4.5);
    painter.setPen(QPen(arrives ? colors().good : colors().bad, 1.6));
    painter.drawLine(at + QPointF(-2.8, 0), at + QPointF(2.8, 0));
    if (arrives)
        painter.drawLine(at + QPointF(0, -2.8), at + QPointF(0, 2.8));
}

void GridItem::paintCell(QPainter& painter, std::size_t index, bool numbers) const
{
    const ReplicaLook look = m_looks[index];
    const QRectF box = cell(index).adjusted(0.7, 0.7, -0.7, -0.7);
    painter.setPen(look == ReplicaLook::Offline && !numbers
                       ? QPen(colors().borderStrong, 0.8)
                       : outlineOf(look, colors(), stroke(1.1)));
    painter.setBrush(look == ReplicaLook::Offline ? colors().cardDown : colors().card);
    painter.drawRoundedRect(box, 3, 3);
    if (look == ReplicaLook::Offline && !numbers) { // told by a mark too, not by grey alone
        painter.setPen(QPen(colors().offline, 1));
        painter.drawLine(box.center() + QPointF(-2, -2), box.center() + QPointF(2, 2));
        painter.drawLine(box.center() + QPointF(-2, 2), box.center() + QPointF(2, -2));
    }
    if (!numbers)
        return;
    const QString text = look == ReplicaLook::Offline
                             ? QStringLiteral("×%1").arg(m_partitions[index])
                             : QString::number(m_partitions[index]);
    const QColor ink = look == ReplicaLook::Leader         ? colors().leader
                       : look == ReplicaLook::Follower     ? colors().text
                       : look == ReplicaLook::FormerLeader ? colors().textSoft
                       : look == ReplicaLook::OutOfIsr     ? colors().outOfSync
                                                           : colors().offline;
    paintText(painter, box, Qt::AlignHCenter, text, typeFont(Type::Small), ink);
}

} // namespace hw::ui
