#include "ui/map/chip_item.h"

#include <QPainter>

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/theme/icons.h"

namespace hw::ui {

void BarWindow::follow(std::int64_t lowest, std::int64_t highest)
{
    const std::int64_t spread = std::max<std::int64_t>(0, highest - lowest);
    const auto nextUp = [](std::int64_t unit) { // 1, 2, 5, 10, 20, 50 …
        std::int64_t ten = 1;
        while (ten * 10 <= unit)
            ten *= 10;
        return unit / ten == 2 ? ten * 5 : unit / ten == 1 ? ten * 2 : ten * 10;
    };
    // A wider scale at once, a narrower one only when clearly too wide: no flicker between the two.
    if (spread > perCell * 8 || spread * 8 < perCell * 8) {
        perCell = 1;
        while (spread > perCell * 7)
            perCell = nextUp(perCell);
    }
    start = std::max<std::int64_t>(0, highest - perCell * (kCells - kFree));
}

double BarWindow::share(std::int64_t offset) const
{
    const double cells = static_cast<double>(offset - start) / static_cast<double>(perCell);
    return std::clamp(cells / kCells, 0.0, 1.0);
}

ChipItem::ChipItem(const MapContext& context, TopicPartition id, BrokerId on)
    : MapItem(context, Subject::replica(std::move(id), on))
{
}

void ChipItem::recall(const std::vector<std::shared_ptr<const observe::Gauges>>& before,
                      observe::Slot slot)
{
    m_hw = m_leo = -1;
    m_window = {};
    update();
    const auto known = std::find_if(before.rbegin(), before.rend(),
                                    [&](const auto& gauges) { return at(gauges->leo, slot) >= 0; });
    if (known == before.rend())
        return;
    m_hw = at((*known)->hw, slot);
    m_leo = at((*known)->leo, slot);
}

void ChipItem::setScars(const Scars& scars)
{
    if (scars == m_scars)
        return;
    m_scars = scars;
    update();
}

QRectF ChipItem::barBox() const { return {76, 9, size().width() - 76 - 34, 11}; }

QRectF ChipItem::markBox() const
{
    if (m_hw < 0)
        return {};
    const QRectF bar = barBox();
    const double x = bar.left() + bar.width() * m_window.share(m_hw);
    return {x - 5, bar.top() - 6, 10, bar.height() + 12};
}

/// What is left of a follower's time to catch up. It lags a little all the time: only once a part
/// of it has run out is there something to see.
static int isrTimeLeft(const observe::PartitionPart& part, const observe::ReplicaPart& own,
                       const observe::Gauges& gauges)
{
    constexpr std::int64_t kSeenBelow = 14;
    const std::int64_t deadline = at(gauges.isrDeadlineMs, own.slot);
    const std::int64_t span = toMs(part.lagTimeMax);
    if (deadline < 0 || span <= 0)
        return -1;
    const std::int64_t left = (deadline - toMs(gauges.at.sinceStart())) * 16 / span;
    return left >= kSeenBelow ? -1 : static_cast<int>(std::max<std::int64_t>(0, left));
}

void ChipItem::show(std::shared_ptr<const observe::PartitionPart> part,
                    std::shared_ptr<const observe::Gauges> newest)
{
    m_gauges = std::move(newest);
    const observe::Gauges& gauges = *m_gauges;
    const auto* own = findReplica(*part, BrokerId{subject().node.number});
    if (!own)
        return;
    std::int64_t hw = at(gauges.hw, own->slot);
    std::int64_t leo = at(gauges.leo, own->slot);
    if (own->role == observe::ReplicaRole::Offline && leo < 0) { // the last that was known
        hw = m_hw;
        leo = m_leo;
    }
    std::int64_t lowest = hw >= 0 ? hw : INT64_MAX;
    std::int64_t highest = std::max<std::int64_t>(0, leo);
    std::int64_t leaderEnd = -1;
    for (const auto& replica : part->replicas) {
        const std::int64_t itsEnd = at(gauges.leo, replica.slot);
        const std::int64_t itsMark = at(gauges.hw, replica.slot);
        if (replica.broker == part->leader)
            leaderEnd = itsEnd;
        if (replica.role == observe::ReplicaRole::Offline)
            continue; // the dead do not stretch the scale of the living
        if (itsMark >= 0)
            lowest = std::min(lowest, itsMark);
        highest = std::max(highest, itsEnd);
    }
    const BarWindow before = m_window;
    m_window.follow(std::min(lowest, highest), highest);
    const std::int64_t behind =
        leaderEnd >= 0 && leo >= 0 ? std::max<std::int64_t>(0, leaderEnd - leo) : -1;
    const ReplicaLook look = lookOf(*part, *own);
    const ReplicaMove move = moveOf(*part, own->broker);
    const bool belowMin =
        look == ReplicaLook::Leader && static_cast<std::int32_t>(part->isr.size()) < part->minIsr;
    const bool words = part == m_part || (m_part && m_part->leaderEpoch == part->leaderEpoch);
    const int isrSixteenths = isrTimeLeft(*part, *own, gauges);
    const bool same = look == m_look && move == m_move && belowMin == m_belowMin &&
                      isrSixteenths == m_isrSixteenths && words && hw == m_hw && leo == m_leo &&
                      own->leaderEpoch == m_epoch && behind == m_behind &&
                      m_window.start == before.start && m_window.perCell == before.perCell;
    m_part = std::move(part);
    m_look = look;
    m_epoch = own->leaderEpoch;
    m_move = move;
    m_belowMin = belowMin;
    m_hw = hw;
    m_leo = leo;
    m_behind = behind;
    m_isrSixteenths = isrSixteenths;
    if (!same)
        update();
}

QString ChipItem::title() const
{
    QString what = m_move == ReplicaMove::None
                       ? Words::look(m_look)
                       : Words::look(m_look) + QStringLiteral(", ") + Words::move(m_move);
    if (m_belowMin)
        what += QStringLiteral(", ") + tr("below min ISR");
    return tr("%1 on broker %2, %3")
        .arg(qs(subject().partition.text()))
        .arg(subject().node.number)
        .arg(what);
}

QString ChipItem::holdsBack() const
{
    return Words::holdsBack(*m_part, *m_gauges, heldMarks().of(*m_part, *m_gauges)).toHtmlEscaped();
}

QString ChipItem::explain(const QPointF& place) const
{
    // At the tick itself: who holds it.
    if (m_part && m_gauges && markBox().contains(place))
        return QStringLiteral("<b>HW %1</b><br>%2").arg(Words::offset(m_hw), holdsBack());
    QString what;
    switch (m_look) {
    case ReplicaLook::Leader:
        what = tr("The leader: producers write to it, consumers and followers read from it.");
        break;
    case ReplicaLook::Follower:
        what = tr("A follower in the ISR: it keeps up with the leader.");
        break;
    case ReplicaLook::OutOfIsr:
        what = tr("A follower out of the ISR: it has fallen behind, and the leader does not wait "
                  "for it.");
        break;
    case ReplicaLook::FormerLeader:
        what = tr("It was leader in epoch %1 and does not know yet that broker %2 leads in epoch "
                  "%3: what it still accepts is not committed.")
                   .arg(m_epoch.value())
                   .arg(m_part->leader.value())
                   .arg(m_part->leaderEpoch.value());
        break;
    case ReplicaLook::Offline:
        what = tr("Its broker is not there. Shown is the last that was known of it.");
        break;
    }
    QString text = QStringLiteral("<b>%1</b><br>%2").arg(title().toHtmlEscaped(), what);
    if (m_move == ReplicaMove::Arriving)
        text += QStringLiteral("<br>") +
                tr("A reassignment brings it: it copies the leader's log, and stays.");
    if (m_move == ReplicaMove::Leaving)
        text += QStringLiteral("<br>") + tr("A reassignment takes it away as soon as all replicas "
                                            "that arrive are in sync.");
    text +=
        QStringLiteral("<br>") + tr("HW %1: consumers read below it. LEO %2: the next free offset.")
                                     .arg(Words::offset(m_hw), Words::offset(m_leo));
    if (m_look != ReplicaLook::Leader && m_behind > 0)
        text += QStringLiteral("<br>") +
                tr("It is %n record(s) behind the leader.", nullptr,
                   static_cast<int>(std::min<std::int64_t>(m_behind, 1 << 30)));
    if (m_look == ReplicaLook::Leader && m_part && m_gauges)
        text += QStringLiteral("<br>") + holdsBack();
    if (m_isrSixteenths >= 0 && m_part)
        text += QStringLiteral("<br>") +
                tr("It leaves the ISR when it does not catch up within %1.")
                    .arg(Words::seconds(toMs(m_part->lagTimeMax) * m_isrSixteenths / 16));
    for (const auto& [from, to] : m_scars)
        text += QStringLiteral("<br>") +
                tr("Acknowledged, then lost: offsets %1–%2.").arg(from).arg(to);
    text += QStringLiteral("<br>") +
            tr("One cell of the bar is %n record(s).", nullptr, static_cast<int>(m_window.perCell));
    return text;
}

void ChipItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (plain(*painter)) {
        painter->fillRect(box(), outlineOf(m_look, colors(), 1).color());
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    paintOutline(*painter);
    paintMove(*painter);
    paintWords(*painter);
    paintBar(*painter, barBox());
    if (m_isrSixteenths >= 0)
        paintDraining(*painter, QRectF(size().width() - 24, 25, 13, 13), m_isrSixteenths,
                      m_isrSixteenths > 4 ? colors().waiting : colors().bad, colors().barTrack);
}

void ChipItem::paintOutline(QPainter& painter) const
{
    painter.setPen(outlineOf(m_look, colors(), stroke(1.3)));
    painter.setBrush(m_look == ReplicaLook::Offline ? colors().cardDown : colors().card);
    painter.drawRoundedRect(box().adjusted(1, 1, -1, -1), 7, 7);
    paintRing(painter, 7);
}

/// A stripe along the left edge, told apart by colour and by the word's sign.
void ChipItem::paintMove(QPainter& painter) const
{
    if (m_move == ReplicaMove::None)
        return;
    const QRectF stripe(2.5, 6, 4, size().height() - 12);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_move == ReplicaMove::Arriving ? colors().good : colors().bad);
    painter.drawRoundedRect(stripe, 2, 2);
}

void ChipItem::paintWords(QPainter& painter) const
{
    const bool offline = m_look == ReplicaLook::Offline;
    const QFont small = typeFont(Type::Small);
    const QFont strong = typeFont(Type::SmallStrong);
    const QColor ink = offline ? colors().offline : colors().text;
    paintText(painter, QRectF(10, 6, 64, 17), Qt::AlignLeft, Words::tag(subject().partition, 9),
              typeFont(Type::Strong), ink);
    QColor word = colors().textSoft;
    if (m_look == ReplicaLook::Leader)
        word = colors().leader;
    else if (m_look == ReplicaLook::OutOfIsr)
        word = colors().outOfSync;
    else if (offline)
        word = colors().offline;
    QString text = offline ? QStringLiteral("× ") + Words::look(m_look) : Words::look(m_look);
    if (m_belowMin) {
        text = tr("< min ISR");
        word = colors().bad;
    }
    if (m_move != ReplicaMove::None && !offline) {
        text = Words::move(m_move); // the outline still tells what it is
        word = m_move == ReplicaMove::Arriving ? colors().good : colors().bad;
    }
    paintText(painter, QRectF(10, 24, 64, 15), Qt::AlignLeft, text,
              m_look == ReplicaLook::Follower && m_move == ReplicaMove::None ? small : strong,
              word);
    const double column = (size().width() - 76 - 34) / 2;
    paintText(painter, QRectF(76, 24, column, 15), Qt::AlignLeft,
              QStringLiteral("HW %1").arg(Words::offset(m_hw)), strong,
              offline ? colors().offline : colors().mark);
    paintText(painter, QRectF(76 + column, 24, column + 8, 15), Qt::AlignLeft,
              QStringLiteral("LEO %1").arg(Words::offset(m_leo)), small,
              offline ? colors().offline : colors().textSoft);
    QString corner;
    const bool leads = m_look == ReplicaLook::Leader || m_look == ReplicaLook::FormerLeader;
    if (leads && m_part)
        corner = QStringLiteral("e%1").arg(
            (m_epoch >= LeaderEpoch(0) ? m_epoch : m_part->leaderEpoch).value());
    else if (!offline)
        corner = lag();
    paintText(painter, QRectF(size().width() - 42, 6, 33, 17), Qt::AlignRight, corner, small,
              m_look == ReplicaLook::OutOfIsr ? colors().outOfSync : colors().textSoft);
}

QString ChipItem::lag() const
{
    if (m_behind < 0)
        return QStringLiteral("–");
    if (m_behind == 0)
        return QStringLiteral("✓");
    return m_behind > 9999 ? QStringLiteral("−%1k").arg(m_behind / 1000)
                           : QStringLiteral("−%1").arg(m_behind);
}

/// What left the window at the left keeps a small box at its edge.
std::vector<ChipItem::ScarBox> ChipItem::scarBoxes() const
{
    constexpr double kLeast = 3;
    std::vector<ScarBox> boxes;
    const QRectF bar = barBox();
    const auto add = [&](std::int64_t from, std::int64_t end, bool isRewritten) {
        if (end <= from)
            return;
        const double left = bar.left() + bar.width() * m_window.share(from);
        const double right = bar.left() + bar.width() * m_window.share(end);
        QRectF box(left, bar.top() - 1, std::max(kLeast, right - left), bar.height() + 2);
        if (box.right() > bar.right())
            box.moveRight(bar.right());
        boxes.push_back({box, isRewritten});
    };
    for (const auto& [from, to] : m_scars) {
        const std::int64_t written = std::clamp(m_leo, from, to + 1);
        add(from, written, true);
        add(written, to + 1, false);
    }
    return boxes;
}

/// Hatched where records are gone; only underlined where others have taken their offsets.
void ChipItem::paintScars(QPainter& painter) const
{
    constexpr double kHatch = 6;
    for (const auto& [box, isRewritten] : scarBoxes()) {
        painter.setPen(QPen(colors().bad, stroke(1.4)));
        if (!isRewritten) {
            painter.fillRect(box, colors().badSoft);
            painter.save();
            painter.setClipRect(box, Qt::IntersectClip);
            const double high = box.height();
            for (double x = box.left() - high; x < box.right(); x += kHatch)
                painter.drawLine(QPointF(x, box.bottom()), QPointF(x + high, box.top()));
            painter.restore();
        }
        painter.drawLine(box.bottomLeft(), box.bottomRight());
    }
}

void ChipItem::paintBar(QPainter& painter, const QRectF& bar) const
{
    const double hw = bar.left() + bar.width() * m_window.share(m_hw);
    const double leo = bar.left() + bar.width() * m_window.share(m_leo);
    const bool offline = m_look == ReplicaLook::Offline;
    const double step = bar.width() / BarWindow::kCells;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(bar, colors().barTrack);
    QRectF known(bar);
    known.setRight(hw);
    painter.fillRect(known, offline ? colors().offline : colors().committed);
    QRectF open(bar);
    open.setLeft(hw);
    open.setRight(std::max(leo, hw));
    painter.fillRect(open, colors().uncommitted);
    for (int cell = 1; cell < BarWindow::kCells; ++cell) // the gaps between cells
        painter.fillRect(QRectF(bar.left() + cell * step - 0.75, bar.top(), 1.5, bar.height()),
                         offline ? colors().cardDown : colors().card);
    paintScars(painter);
    if (m_hw >= 0)
        painter.fillRect(QRectF(hw - 1, bar.top() - 3, 2, bar.height() + 6),
                         offline ? colors().offline : colors().mark);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

} // namespace hw::ui
