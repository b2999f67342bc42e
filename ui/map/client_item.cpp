#include "ui/map/client_item.h"

#include <QPainter>
#include <QStringList>

#include "ui/models/server_words.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"

namespace hw::ui {

static void paintCard(QPainter& painter, const QRectF& box, const Theme& theme, Qt::PenStyle style)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& colors = theme.colors;
    painter.setPen(QPen(style == Qt::SolidLine ? colors.border : colors.borderStrong,
                        1.2 * theme.stroke, style));
    painter.setBrush(colors.card);
    painter.drawRoundedRect(box.adjusted(0.6, 0.6, -0.6, -0.6), 8, 8);
}

static QString joined(const std::vector<std::string>& names)
{
    QStringList parts;
    for (const auto& name : names)
        parts << qs(name);
    return parts.join(QStringLiteral(", "));
}

// ---- producer ----

ProducerItem::ProducerItem(const MapContext& context, NodeId client)
    : MapItem(context, Subject::producer(client))
{
}

void ProducerItem::show(std::shared_ptr<const observe::ProducerPart> part,
                        std::optional<double> perSecond, const LastErrors& errors)
{
    const QString rate = Words::rate(perSecond.value_or(0));
    const bool failing = !part->lastError.empty() && !errors.isOver(part->client);
    m_error = part->lastError.empty() ? QString() : errors.words(part->client, part->lastError);
    if (part == m_part && rate == m_rate && failing == m_failing)
        return;
    m_failing = failing;
    m_part = std::move(part);
    m_rate = rate;
    update();
}

QString ProducerItem::title() const
{
    if (!m_part)
        return {};
    return tr("Producer %1, %2, %3").arg(qs(m_part->name), Words::acks(m_part->acks), m_rate);
}

QString ProducerItem::explain(const QPointF&) const
{
    if (!m_part)
        return {};
    QString text = QStringLiteral("<b>%1</b><br>").arg(title().toHtmlEscaped());
    text += tr("It writes to %1.").arg(joined(m_part->topics).toHtmlEscaped());
    text += QStringLiteral("<br>");
    if (m_part->acks == 0)
        text += tr("acks=0: it does not wait for any answer.");
    else if (m_part->acks == 1)
        text += tr("acks=1: the leader answers as soon as it has written.");
    else
        text += tr("acks=all: the leader answers when every in-sync replica has the records.");
    if (!m_error.isEmpty())
        text += QStringLiteral("<br>") + tr("Last error: %1").arg(m_error.toHtmlEscaped());
    return text;
}

void ProducerItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    paintCard(*painter, box(), theme(), Qt::SolidLine);
    paintRing(*painter, 8);
    if (plain(*painter) || !m_part)
        return;
    const double width = size().width() - 24;
    paintText(*painter, QRectF(12, 9, width, 18), Qt::AlignLeft,
              elided(qs(m_part->name), typeFont(Type::Strong), width), typeFont(Type::Strong),
              colors().text);
    const QRectF line(12, 30, width, 16);
    paintText(*painter, line, Qt::AlignLeft, Words::acks(m_part->acks), typeFont(Type::Small),
              colors().textSoft);
    paintText(*painter, line, Qt::AlignRight, m_part->running ? m_rate : tr("stopped"),
              typeFont(Type::SmallStrong), m_failing ? colors().bad : colors().text);
    if (m_failing)
        paintText(*painter, QRectF(12, 9, width, 18), Qt::AlignRight, QStringLiteral("!"),
                  typeFont(Type::Strong), colors().bad);
}

// ---- outside client ----

OutsideItem::OutsideItem(const MapContext& context, std::string address)
    : MapItem(context, Subject::outside(std::move(address)))
{
}

void OutsideItem::show(const observe::OutsidePart& part)
{
    if (part == m_part)
        return;
    m_part = part;
    update();
}

QString OutsideItem::title() const
{
    const std::string& name = m_part.software.empty() ? m_part.address : m_part.software;
    return tr("Outside client %1 (%2)").arg(qs(m_part.clientId), qs(name));
}

QString OutsideItem::explain(const QPointF&) const
{
    return tr("<b>%1</b><br>Somebody's own program at %2, connected to brokers %3.")
               .arg(title().toHtmlEscaped(), qs(m_part.address).toHtmlEscaped(),
                    Words::brokers(m_part.brokers)) +
           QStringLiteral("<br>") + Words::doing(m_part);
}

void OutsideItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    paintCard(*painter, box(), theme(), Qt::DashLine);
    paintRing(*painter, 8);
    if (plain(*painter))
        return;
    const double width = size().width() - 24;
    const QString name = m_part.clientId.empty() ? qs(m_part.address) : qs(m_part.clientId);
    paintGlyph(*painter, Glyph::Plug, QRectF(size().width() - 24, 10, 14, 14), colors().textSoft);
    paintText(*painter, QRectF(12, 9, width - 14, 18), Qt::AlignLeft,
              elided(name, typeFont(Type::Strong), width - 14), typeFont(Type::Strong),
              colors().text);
    const QString software = m_part.software.empty() ? qs(m_part.address) : qs(m_part.software);
    paintText(*painter, QRectF(12, 30, width, 16), Qt::AlignLeft,
              elided(software, typeFont(Type::Small), width), typeFont(Type::Small),
              colors().textSoft);
}

// ---- ensemble ----

ServerItem::ServerItem(const MapContext& context, std::int32_t number)
    : MapItem(context, Subject::ensemble(number))
{
}

void ServerItem::show(const observe::EnsembleServerPart& part, bool holdsController)
{
    Q_UNUSED(holdsController)
    if (m_shown && part == m_part)
        return;
    m_part = part;
    m_shown = true;
    update();
}

QString ServerItem::title() const
{
    return tr("%1, %2").arg(qs(m_part.name), ServerWords::state(m_part.state));
}

QString ServerItem::explain(const QPointF&) const
{
    return QStringLiteral("<b>%1</b><br>").arg(title().toHtmlEscaped()) +
           tr("It stores who is alive, who is the controller, and each partition's leader and ISR. "
              "Clients reach it at %1.")
               .arg(qs(m_part.client).toHtmlEscaped());
}

void ServerItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    using State = observe::EnsembleServerPart::State;
    const bool down = m_part.state == State::Down;
    const bool leads = m_part.state == State::Leader;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(leads ? colors().text : colors().borderStrong, stroke(leads ? 1.6 : 1.1),
                         down ? Qt::DashLine : Qt::SolidLine));
    painter->setBrush(down ? colors().cardDown : colors().card);
    const double radius = size().height() / 2;
    painter->drawRoundedRect(box().adjusted(0.6, 0.6, -0.6, -0.6), radius, radius);
    paintRing(*painter, radius);
    if (plain(*painter))
        return;
    const QString name = qs(m_part.name);
    if (!leads) {
        const QString text = down ? QStringLiteral("× ") + name : name;
        return paintText(*painter, box(), Qt::AlignHCenter, text, typeFont(Type::Body),
                         down ? colors().offline : colors().text);
    }
    const double nameWidth = textWidth(name, typeFont(Type::Body)) + 6;
    const double word = textWidth(tr("leader"), typeFont(Type::Small));
    const double left = box().center().x() - (nameWidth + word) / 2;
    paintText(*painter, QRectF(left, box().top(), nameWidth, box().height()), Qt::AlignLeft, name,
              typeFont(Type::Body), colors().text);
    paintText(*painter, QRectF(left + nameWidth, box().top() + 1, word + 2, box().height()),
              Qt::AlignLeft, tr("leader"), typeFont(Type::Small), colors().textSoft);
}

ControllerNote::ControllerNote(const MapContext& context)
    : MapItem(context, Subject{})
{
    setFlag(ItemIsFocusable, false);
}

void ControllerNote::show(const observe::ControllerPart& part)
{
    if (part == m_part)
        return;
    m_part = part;
    update();
}

QString ControllerNote::title() const
{
    if (m_part.broker == kNoBroker)
        return tr("no controller now, epoch %1").arg(m_part.epoch.value());
    return tr("controller: broker %1, epoch %2")
        .arg(m_part.broker.value())
        .arg(m_part.epoch.value());
}

QString ControllerNote::explain(const QPointF&) const
{
    return QStringLiteral("<b>%1</b><br>").arg(title()) +
           tr("The broker that created the znode /controller is the controller. When its session "
              "ends the znode goes, another broker creates it, and the epoch is one higher.");
}

void ControllerNote::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (plain(*painter))
        return;
    paintText(*painter, box(), Qt::AlignLeft, title(), typeFont(Type::Body),
              m_part.broker == kNoBroker ? colors().bad : colors().textSoft);
}

// ---- captions ----

CaptionItem::CaptionItem(const MapContext& context, Kind kind)
    : MapItem(context, Subject{})
    , m_kind(kind)
{
    setFlag(ItemIsFocusable, false);
}

QString CaptionItem::title() const
{
    switch (m_kind) {
    case Kind::Ensemble:
        return tr("ZooKeeper ensemble");
    case Kind::Producers:
        return tr("Producers");
    case Kind::Outside:
        return tr("Outside clients");
    case Kind::Groups:
        return tr("Consumer groups");
    case Kind::Readers:
        return tr("Outside consumers");
    }
    return {};
}

QString CaptionItem::explain(const QPointF&) const
{
    switch (m_kind) {
    case Kind::Ensemble:
        return tr("Keeps the cluster's metadata and notices who is alive.");
    case Kind::Producers:
        return tr("Programs in this window that write records to topics.");
    case Kind::Outside:
        return tr("Programs that joined from outside by the bootstrap address.");
    case Kind::Readers:
        return tr("Programs that joined from outside and only read.");
    case Kind::Groups:
        return tr("Inside a group every partition is read by exactly one member.");
    }
    return {};
}

void CaptionItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (plain(*painter))
        return;
    paintText(*painter, box(), Qt::AlignLeft, title(), typeFont(Type::Caption), colors().textSoft);
}

} // namespace hw::ui
