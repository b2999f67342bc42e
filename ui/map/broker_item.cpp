#include "ui/map/broker_item.h"

#include <QPainter>

#include "ui/map/layout.h"
#include "ui/map/mark_item.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"

namespace hw::ui {

using observe::BrokerState;

BrokerItem::BrokerItem(const MapContext& context, BrokerId id)
    : MapItem(context, Subject::broker(id))
    , m_power(new MarkItem(context, MarkItem::Kind::Power, id, this))
    , m_freeze(new MarkItem(context, MarkItem::Kind::Freeze, id, this))
{
    connect(m_power, &MarkItem::pressed, this, [this, id] { emit powerPressed(id); });
    connect(m_freeze, &MarkItem::pressed, this, [this, id] { emit freezePressed(id); });
}

void BrokerItem::arrange()
{
    const double mark = Layout::kMarkSize;
    const double x = size().width() - 10 - mark;
    m_power->place(QRectF(x, 6, mark, mark));
    m_freeze->place(QRectF(x - mark - 4, 6, mark, mark));
}

void BrokerItem::setHeadings(std::vector<std::pair<QString, QRectF>> headings)
{
    if (headings == m_headings)
        return;
    m_headings = std::move(headings);
    update();
}

/// Heartbeats come every third of the timeout: below half of it something is silent.
static int sessionLeft(const observe::BrokerPart& part, const observe::Gauges& gauges)
{
    const auto it = gauges.brokerSessionDeadlineMs.find(part.id);
    const std::int64_t span = toMs(part.sessionTimeout);
    if (it == gauges.brokerSessionDeadlineMs.end() || span <= 0)
        return -1;
    const std::int64_t left = (it->second - toMs(gauges.at.sinceStart())) * 16 / span;
    return left > 8 ? -1 : static_cast<int>(std::max<std::int64_t>(0, left));
}

void BrokerItem::show(std::shared_ptr<const observe::BrokerPart> part,
                      const observe::Gauges& gauges, bool faults)
{
    const QString state = Words::state(*part, gauges);
    const int session = sessionLeft(*part, gauges);
    if (part == m_part && state == m_state && session == m_sessionSixteenths)
        return;
    m_sessionSixteenths = session;
    const bool lost = hasLostSession(*part, gauges);
    const bool all = !m_part || lost != m_hasLostSession || part->state != m_part->state ||
                     part->controller != m_part->controller || part->endpoint != m_part->endpoint;
    m_hasLostSession = lost;
    m_part = std::move(part);
    m_state = state;
    const bool up = m_part->state != BrokerState::Down;
    m_power->show(up, faults);
    m_freeze->show(
        m_part->state == BrokerState::Frozen,
        faults && (m_part->state == BrokerState::Running || m_part->state == BrokerState::Frozen));
    if (all)
        update();
    else
        update(QRectF(0, 0, size().width(), Layout::kCardHeader));
}

QString BrokerItem::title() const
{
    QString text = tr("Broker %1, %2").arg(subject().node.number).arg(m_state);
    if (m_part && m_part->controller)
        text = tr("Broker %1, controller, %2").arg(subject().node.number).arg(m_state);
    return text;
}

static QString meaningOf(BrokerState state)
{
    switch (state) {
    case BrokerState::Down:
        return BrokerItem::tr("Its process is dead; its log files stay.");
    case BrokerState::Starting:
        return BrokerItem::tr("Its process starts.");
    case BrokerState::Recovering:
        return BrokerItem::tr("It reads its logs and cuts what a crash left half-written.");
    case BrokerState::WaitingSession:
        return BrokerItem::tr(
            "Its ZooKeeper session from before still lives, so its id is taken: it "
            "waits until that session expires.");
    case BrokerState::Running:
        return BrokerItem::tr("It serves clients.");
    case BrokerState::Frozen:
        return BrokerItem::tr("It stands still. If that lasts longer than its session timeout, "
                              "ZooKeeper drops it.");
    case BrokerState::Stopping:
        return BrokerItem::tr("It hands its leaderships over and stops.");
    }
    return {};
}

QString BrokerItem::explain(const QPointF&) const
{
    if (!m_part)
        return {};
    QString text =
        QStringLiteral("<b>%1</b><br>%2")
            .arg(title(), m_hasLostSession ? tr("Its ZooKeeper session has ended: the controller "
                                                "counts it as dead. It does not know, and serves "
                                                "those who reach it, until it can register anew.")
                                           : meaningOf(m_part->state));
    if (m_part->controller)
        text += QStringLiteral("<br>") +
                tr("It is the controller: it elects partition leaders and tells all brokers.");
    if (m_sessionSixteenths >= 0)
        text += QStringLiteral("<br>") +
                tr("Nothing is heard of it: its ZooKeeper session ends in about %1.")
                    .arg(Words::seconds(toMs(m_part->sessionTimeout) * m_sessionSixteenths / 16));
    if (!m_part->note.empty())
        text += QStringLiteral("<br>") + qs(m_part->note).toHtmlEscaped();
    return text;
}

BrokerState BrokerItem::drawnState() const
{
    return m_hasLostSession ? BrokerState::WaitingSession : m_part->state;
}

QColor BrokerItem::stateColor() const
{
    switch (drawnState()) {
    case BrokerState::Running:
        return colors().good;
    case BrokerState::Frozen:
        return colors().frozen;
    case BrokerState::Down:
        return colors().bad;
    case BrokerState::Starting:
    case BrokerState::Recovering:
    case BrokerState::WaitingSession:
    case BrokerState::Stopping:
        return colors().waiting;
    }
    return colors().text;
}

void BrokerItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setRenderHint(QPainter::Antialiasing);
    paintCard(*painter);
    if (!m_part)
        return;
    if (plain(*painter)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(stateColor());
        painter->drawRect(QRectF(10, 10, size().width() - 20, Layout::kCardHeader - 20));
        return;
    }
    paintHeader(*painter);
    for (const auto& [name, place] : m_headings)
        paintText(*painter, place, Qt::AlignLeft,
                  elided(name, typeFont(Type::SmallStrong), place.width()),
                  typeFont(Type::SmallStrong), colors().textSoft);
    if (m_headings.empty())
        paintText(*painter, QRectF(12, Layout::kCardHeader + 8, size().width() - 24, 24),
                  Qt::AlignLeft, tr("no replicas yet"), typeFont(Type::Small), colors().textSoft);
}

void BrokerItem::paintCard(QPainter& painter) const
{
    const bool up = m_part && drawnState() == BrokerState::Running;
    const bool controller = m_part && m_part->controller;
    QPen pen(controller ? colors().text : colors().border, stroke(controller ? 1.6 : 1.2));
    if (!up)
        pen = QPen(colors().borderStrong, stroke(1.2), Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(up ? colors().card : colors().cardDown);
    painter.drawRoundedRect(box().adjusted(0.6, 0.6, -0.6, -0.6), 10, 10);
    paintRing(painter, 10);
}

/// A shape for each state, so that colour is not needed: full disc, ring, cross, flake, half disc.
void BrokerItem::paintDot(QPainter& painter, const QRectF& dot) const
{
    const QColor ink = stateColor();
    switch (drawnState()) {
    case BrokerState::Running:
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawEllipse(dot);
        break;
    case BrokerState::Down:
        paintGlyph(painter, Glyph::Cross, dot.adjusted(-1, -1, 1, 1), ink);
        break;
    case BrokerState::Frozen:
        paintGlyph(painter, Glyph::Snowflake, dot.adjusted(-2, -2, 2, 2), ink);
        break;
    case BrokerState::Starting:
    case BrokerState::Recovering:
    case BrokerState::WaitingSession:
    case BrokerState::Stopping:
        painter.setPen(QPen(ink, stroke(2)));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(dot.adjusted(1, 1, -1, -1));
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPie(dot.adjusted(1, 1, -1, -1), 90 * 16, -180 * 16);
        break;
    }
}

void BrokerItem::paintHeader(QPainter& painter) const
{
    const double right = size().width() - 12;
    paintDot(painter, QRectF(13, 13, 11, 11));
    const QString name = tr("Broker %1").arg(subject().node.number);
    const QFont heading = typeFont(Type::Heading);
    paintText(painter, QRectF(32, 8, 120, 20), Qt::AlignLeft, name, heading, colors().text);
    if (m_part->controller) {
        const QString word = tr("controller");
        const double x = 32 + textWidth(name, heading) + 8;
        const QRectF badge(x, 9, textWidth(word, typeFont(Type::SmallStrong)) + 27, 19);
        painter.setPen(QPen(colors().badgeBorder, stroke(1)));
        painter.setBrush(colors().badge);
        painter.drawRoundedRect(badge, 9.5, 9.5);
        paintGlyph(painter, Glyph::Star, QRectF(badge.left() + 6, badge.top() + 4.5, 10, 10),
                   colors().badgeText);
        paintText(painter, badge.adjusted(19, 0, 0, 0), Qt::AlignLeft, word,
                  typeFont(Type::SmallStrong), colors().badgeText);
    }
    const QRectF line(32, 30, right - 32, 16);
    const bool waiting = drawnState() == BrokerState::WaitingSession;
    if (waiting) {
        paintText(painter, line, Qt::AlignLeft,
                  elided(m_state, typeFont(Type::SmallStrong), line.width()),
                  typeFont(Type::SmallStrong), stateColor());
    } else {
        paintText(painter, line, Qt::AlignLeft, qs(m_part->endpoint), typeFont(Type::Mono),
                  colors().textSoft);
        paintText(painter, line.adjusted(0, 1, 0, 1), Qt::AlignRight, m_state,
                  typeFont(Type::SmallStrong), stateColor());
    }
    if (m_sessionSixteenths >= 0) {
        const double word = textWidth(m_state, typeFont(Type::SmallStrong));
        const double x = waiting ? line.right() - 13 : line.right() - word - 19;
        paintDraining(painter, QRectF(x, line.top() + 2.5, 12, 12), m_sessionSixteenths,
                      m_sessionSixteenths > 4 ? colors().waiting : colors().bad, colors().barTrack);
    }
    painter.setPen(QPen(colors().border, stroke(1)));
    painter.drawLine(QPointF(12, Layout::kCardHeader), QPointF(right, Layout::kCardHeader));
}

} // namespace hw::ui
