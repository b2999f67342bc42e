#include "ui/map/group_item.h"

#include <QPainter>

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

using observe::fact::GroupState;

GroupItem::GroupItem(const MapContext& context, std::string name)
    : MapItem(context, Subject::group(std::move(name)))
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
    update(QRectF(0, 24, size().width(), 24));
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
    painter->setPen(QPen(colors().border, 1.2));
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
    paintState(*painter, 28);
    if (size().height() < 60)
        return;
    const QString coordinator = m_part->coordinator == kNoBroker
                                    ? tr("no coordinator")
                                    : tr("coordinator: broker %1").arg(m_part->coordinator.value());
    paintText(*painter, QRectF(12, 47, width, 16), Qt::AlignLeft, coordinator,
              typeFont(Type::Small), colors().textSoft);
}

void GroupItem::paintState(QPainter& painter, double y) const
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
    painter.setPen(QPen(ink, 1, style));
    painter.setBrush(ground);
    painter.drawRoundedRect(pill, 8.5, 8.5);
    paintText(painter, pill, Qt::AlignHCenter, word, small, ink);
    const double left = pill.right() + 6;
    const QString lag = tr("lag %1").arg(m_lag);
    paintText(painter, QRectF(left, y, size().width() - 12 - left, 17), Qt::AlignRight,
              elided(lag, typeFont(Type::Small), size().width() - 12 - left), typeFont(Type::Small),
              c.textSoft);
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
                      const observe::Gauges& gauges, int color, std::size_t mostTags)
{
    const bool same = group == m_group && color == m_color;
    m_group = std::move(group);
    m_color = color;
    const auto* member = part();
    if (!member)
        return;
    const std::int64_t left = at(gauges.sessionLeftMs, member->slot);
    const std::int64_t whole = std::max<std::int64_t>(1, toMs(member->sessionTimeout));
    const int sixteenths =
        left < 0 ? 16 : static_cast<int>(std::clamp<std::int64_t>(left * 16 / whole, 0, 16));
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
    if (same && sixteenths == m_sessionSixteenths)
        return;
    m_sessionSixteenths = sixteenths;
    update();
}

QString MemberItem::title() const
{
    const auto* member = part();
    if (!member)
        return {};
    return tr("Member %1, owns %2").arg(qs(member->name), Words::partitions(member->assigned));
}

QString MemberItem::explain(const QPointF&) const
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
    text += QStringLiteral("<br>") + tr("The ring shows what is left of its session: without a "
                                        "heartbeat until it is empty, it is out.");
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
    painter->setPen(QPen(ink, 1.6, member->pendingRejoin ? Qt::DashLine : Qt::SolidLine));
    painter->setBrush(colors().card);
    painter->drawRoundedRect(box().adjusted(1, 1, -1, -1), 7, 7);
    paintRing(*painter, 7);
    const double width = size().width() - 16 - 20;
    paintText(*painter, QRectF(9, 6, width, 17), Qt::AlignLeft,
              elided(qs(member->name), typeFont(Type::SmallStrong), width),
              typeFont(Type::SmallStrong), colors().text);
    paintSession(*painter, QRectF(size().width() - 23, 7.5, 13, 13));
    if (member->pendingRejoin || m_tags.empty())
        paintText(*painter, QRectF(9, 26, width, 17), Qt::AlignLeft,
                  member->pendingRejoin ? tr("joining again") : tr("idle"), typeFont(Type::Small),
                  colors().textSoft);
    else
        paintTags(*painter);
}

void MemberItem::paintSession(QPainter& painter, const QRectF& ring) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors().barTrack, 2.6));
    painter.drawEllipse(ring);
    painter.setPen(QPen(m_sessionSixteenths > 4 ? theme().member(m_color) : colors().bad, 2.6,
                        Qt::SolidLine, Qt::FlatCap));
    painter.drawArc(ring, 90 * 16, -360 * m_sessionSixteenths);
}

void MemberItem::paintTags(QPainter& painter) const
{
    const QFont small = typeFont(Type::SmallStrong);
    const QColor ink = theme().member(m_color);
    const double room = size().width() - 16;
    double x = 0;
    double y = 26;
    for (const QString& text : m_tags) {
        const double width = textWidth(text, small) + 12;
        if (x > 0 && x + width > room) {
            x = 0;
            y += 20;
        }
        const QRectF tag(8 + x, y, width, 16);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawRoundedRect(tag, 4, 4);
        paintText(painter, tag, Qt::AlignHCenter, text, small, theme().onMember);
        x += width + 4;
    }
}

} // namespace hw::ui
