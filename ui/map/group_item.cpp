#include "ui/map/group_item.h"

#include <QPainter>

#include <algorithm>

#include "ui/map/rebalance_badge.h"
#include "ui/models/diagram_label.h"
#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

using observe::fact::GroupState;

GroupItem::GroupItem(const MapContext& context, std::string name)
    : MapItem(context, Subject::group(name))
    , m_badge(new RebalanceBadge(context, std::move(name), this))
{
}

void GroupItem::show(std::shared_ptr<const observe::GroupPart> part)
{
    if (part == m_part)
        return;
    m_part = std::move(part);
    update();
}

void GroupItem::setLag(const QString& lag)
{
    if (lag == m_lag)
        return;
    m_lag = lag;
    update(QRectF(0, 24, size().width(), 42));
}

QString GroupItem::title() const
{
    if (!m_part)
        return {};
    return tr("Group %1, %2, %n member(s)", nullptr, static_cast<int>(m_part->members.size()))
        .arg(qs(m_part->name), Words::groupState(m_part->state));
}

QString GroupItem::explain(const QPointF&) const
{
    if (!m_part)
        return {};
    QString text = QStringLiteral("<b>%1</b><br>%2<br>")
                       .arg(title().toHtmlEscaped(), Words::groupStateMeaning(m_part->state));
    text += tr("Its coordinator is %1, which leads __consumer_offsets-%2. Lag: %3.")
                .arg(Words::broker(m_part->coordinator))
                .arg(m_part->offsetsPartition)
                .arg(m_lag);
    return text;
}

void GroupItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (plain(*painter) && m_part) {
        const bool stable = m_part->state == GroupState::Stable;
        painter->fillRect(box(), stable ? colors().good : colors().waiting);
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colors().border, stroke(1.2)));
    painter->setBrush(colors().card);
    painter->drawRoundedRect(box().adjusted(0.6, 0.6, -0.6, -0.6), 10, 10);
    paintRing(*painter, 10);
    if (plain(*painter) || !m_part)
        return;
    const double width = size().width() - 24;
    const QString generation = tr("gen %1").arg(m_part->generation.value());
    const double room = width - textWidth(generation, typeFont(Type::Small)) - 8;
    const QRectF first(12, 8, width, 18);
    paintText(*painter, first, Qt::AlignLeft,
              elided(qs(m_part->name), typeFont(Type::Strong), room), typeFont(Type::Strong),
              colors().text);
    paintText(*painter, first, Qt::AlignRight, generation, typeFont(Type::Small),
              colors().textSoft);
    const bool hasThird = size().height() >= 60;
    const double beside = paintState(*painter, 28);
    const QRectF third(12, 47, width, 16);
    const QFont small = typeFont(Type::Small);
    const QString lag = tr("lag %1").arg(m_lag);
    // Text is a little wider on small scales.
    const bool fits = textWidth(lag, small) * 1.15 <= size().width() - 12 - beside;
    const QRectF place =
        fits || !hasThird ? QRectF(beside, 28, size().width() - 12 - beside, 17) : third;
    paintText(*painter, place, Qt::AlignRight, elided(lag, small, place.width()), small,
              colors().textSoft);
    if (!hasThird)
        return;
    const QString coordinator = m_part->coordinator == kNoBroker
                                    ? tr("no coordinator")
                                    : tr("coordinator: broker %1").arg(m_part->coordinator.value());
    const double left = fits ? width : width - textWidth(lag, small) * 1.15 - 6;
    paintText(*painter, third, Qt::AlignLeft, elided(coordinator, small, left), small,
              colors().textSoft);
}

/// Returns where it ends.
double GroupItem::paintState(QPainter& painter, double y) const
{
    const Colors& c = colors();
    QColor ink = c.good, ground = c.goodSoft;
    Qt::PenStyle style = Qt::SolidLine;
    switch (m_part->state) {
    case GroupState::Stable:
        break;
    case GroupState::PreparingRebalance:
    case GroupState::CompletingRebalance:
    case GroupState::Assigning:
    case GroupState::Reconciling:
        ink = c.badgeText;
        ground = c.badge;
        style = Qt::DashLine;
        break;
    case GroupState::Empty:
    case GroupState::Dead:
        ink = c.offline;
        ground = c.cardDown;
        style = Qt::DotLine;
        break;
    }
    const QFont small = typeFont(Type::SmallStrong);
    const QString word = Words::groupState(m_part->state);
    const QRectF pill(12, y, textWidth(word, small) + 16, 17);
    painter.setPen(QPen(ink, stroke(1), style));
    painter.setBrush(ground);
    painter.drawRoundedRect(pill, 8.5, 8.5);
    paintText(painter, pill, Qt::AlignHCenter, word, small, ink);
    return pill.right() + 6;
}

// ---- member ----

MemberItem::MemberItem(const MapContext& context, std::string group, std::string member)
    : MapItem(context, Subject::memberOf(std::move(group), std::move(member)))
{
}

const observe::MemberPart* MemberItem::part() const
{
    return m_group ? findMember(*m_group, subject().member) : nullptr;
}

void MemberItem::show(std::shared_ptr<const observe::GroupPart> group,
                      const observe::ConsumerPart* consumer, const observe::Gauges& gauges,
                      int color, std::size_t mostTags)
{
    const bool same = group == m_group && color == m_color;
    m_group = std::move(group);
    m_color = color;
    const auto* member = part();
    if (!member)
        return;
    m_now = gauges.at;
    m_embedded = consumer != nullptr;
    m_timers = timersOf(*member, consumer, gauges);
    std::array<int, kMemberTimers> sixteenths{};
    for (std::size_t n = 0; n < kMemberTimers; ++n)
        sixteenths[n] =
            m_timers[n].runs() ? static_cast<int>(m_timers[n].share(gauges.at) * 16) : -1;
    if (!same) {
        m_tags.clear();
        for (const auto& id : member->assigned) {
            if (m_tags.size() == mostTags) {
                m_tags.push_back(QStringLiteral("+%1").arg(member->assigned.size() - mostTags));
                break;
            }
            m_tags.push_back(Words::tag(id));
        }
    }
    if (same && sixteenths == m_sixteenths)
        return;
    m_sixteenths = sixteenths;
    update();
}

QRectF MemberItem::ringOf(MemberTimer::Kind kind) const
{
    if (!m_embedded && kind != MemberTimer::Kind::Session)
        return {};
    const int fromRight = m_embedded ? 2 - static_cast<int>(kind) : 0;
    return {size().width() - 24 - 19 * fromRight, 6.5, 15, 15};
}

QString MemberItem::title() const
{
    const auto* member = part();
    if (!member)
        return {};
    const QString owned = Words::partitions(member->assigned);
    const QString labels = diagramLabels(member->assigned, m_group->name, member->name);
    if (labels.isEmpty())
        return tr("Member %1, owns %2").arg(qs(member->name), owned);
    return tr("Member %1, owns %2; in the architecture diagram %3", "partitions and their labels")
        .arg(qs(member->name), owned, labels);
}

/// Of the tag at a place; empty beside tags.
QString MemberItem::labelAt(const QPointF& at) const
{
    const auto* member = part();
    const std::vector<QRectF> boxes = tagBoxes();
    for (std::size_t n = 0; member && n < boxes.size() && n < member->assigned.size(); ++n)
        if (boxes[n].adjusted(-2, -2, 2, 2).contains(at) && !m_tags[n].startsWith(u'+'))
            return diagramLabel(member->assigned[n], m_group->name, member->name);
    return {};
}

QString MemberItem::explain(const QPointF& at) const
{
    const auto* member = part();
    if (!member)
        return {};
    QString text = QStringLiteral("<b>%1</b><br>").arg(title().toHtmlEscaped());
    if (member->pendingRejoin)
        text += tr("The group waits for it to join again.");
    else if (member->assigned.empty())
        text += tr("It is idle: there are more members than partitions.");
    else
        text += tr("It reads these partitions and commits its offsets.");
    if (const QString label = labelAt(at); !label.isEmpty())
        text += QStringLiteral("<br>") + tr("On the architecture diagram this is <b>%1</b>: topic, "
                                            "partition, group, consumer.")
                                             .arg(label);
    for (const MemberTimer& timer : m_timers) {
        const QRectF ring = ringOf(timer.kind);
        if (ring.isNull())
            continue;
        const QString line = QStringLiteral("%1: %2").arg(TimerWords::name(timer.kind),
                                                          TimerWords::left(timer, m_now));
        const bool pointed = ring.adjusted(-3, -4, 3, 4).contains(at);
        text += QStringLiteral("<br>") + (pointed ? QStringLiteral("<b>%1</b>").arg(line) : line);
        if (pointed)
            text += QStringLiteral("<br>") + TimerWords::meaning(timer.kind);
    }
    if (!m_embedded)
        text += QStringLiteral("<br>") +
                tr("Its own timers, of polls and heartbeats, are known to that program alone.");
    return text;
}

void MemberItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QColor ink = theme().member(m_color);
    if (plain(*painter)) {
        painter->fillRect(box(), ink);
        return;
    }
    const auto* member = part();
    if (!member)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(ink, stroke(1.6), member->pendingRejoin ? Qt::DashLine : Qt::SolidLine));
    painter->setBrush(colors().card);
    painter->drawRoundedRect(box().adjusted(1, 1, -1, -1), 7, 7);
    paintRing(*painter, 7);
    const double width = size().width() - 16 - (m_embedded ? 60 : 22);
    paintText(*painter, QRectF(9, 6, width, 17), Qt::AlignLeft,
              elided(qs(member->name), typeFont(Type::SmallStrong), width),
              typeFont(Type::SmallStrong), colors().text);
    paintTimers(*painter);
    if (member->pendingRejoin || m_tags.empty())
        paintText(*painter, QRectF(9, 26, width, 17), Qt::AlignLeft,
                  member->pendingRejoin ? tr("joining again") : tr("idle"), typeFont(Type::Small),
                  colors().textSoft);
    else
        paintTags(*painter);
}

void MemberItem::paintTimers(QPainter& painter) const
{
    QFont letter = typeFont(Type::SmallStrong);
    letter.setPixelSize(9);
    for (const MemberTimer& timer : m_timers) {
        const QRectF ring = ringOf(timer.kind);
        if (ring.isNull())
            continue;
        const int left = sixteenths(timer.kind);
        const bool isShort = left >= 0 && left <= 4 && timer.kind != MemberTimer::Kind::Heartbeat;
        const QColor ink = isShort ? colors().bad : theme().member(m_color);
        paintDraining(painter, ring, std::max(left, 0), ink, colors().barTrack);
        paintText(painter, ring, Qt::AlignHCenter, TimerWords::name(timer.kind).left(1).toUpper(),
                  letter,
                  left < 0  ? colors().offline
                  : isShort ? ink
                            : colors().textSoft);
    }
}

std::vector<QRectF> MemberItem::tagBoxes() const
{
    const auto* member = part();
    if (!member || member->pendingRejoin)
        return {};
    const QFont small = typeFont(Type::SmallStrong);
    const double room = size().width() - 16;
    std::vector<QRectF> boxes;
    double x = 0;
    double y = 26;
    for (const QString& text : m_tags) {
        const double width = textWidth(text, small) + 12;
        if (x > 0 && x + width > room) {
            x = 0;
            y += 20;
        }
        boxes.emplace_back(8 + x, y, width, 16);
        x += width + 4;
    }
    return boxes;
}

void MemberItem::paintTags(QPainter& painter) const
{
    const QFont small = typeFont(Type::SmallStrong);
    const std::vector<QRectF> boxes = tagBoxes();
    for (std::size_t n = 0; n < boxes.size(); ++n) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().member(m_color));
        painter.drawRoundedRect(boxes[n], 4, 4);
        paintText(painter, boxes[n], Qt::AlignHCenter, m_tags[n], small, theme().onMember);
    }
}

} // namespace hw::ui
