#include "ui/map/flights.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>

namespace hw::ui {

static constexpr std::int16_t kProduce = 0;
static constexpr std::int16_t kFetch = 1;

Flights::Flights(const MapContext& context)
    : m_context(context)
{
    setZValue(10);
    setAcceptedMouseButtons(Qt::NoButton);
}

void Flights::setBounds(const QRectF& bounds)
{
    if (bounds == m_bounds)
        return;
    prepareGeometryChange();
    m_bounds = bounds;
}

void Flights::clear()
{
    m_dots.clear();
    update();
}

static Flights::Look lookOf(const observe::Flight& flight)
{
    using Kind = NodeId::Kind;
    if (flight.apiKey < 0 || flight.from.kind == Kind::Ensemble || flight.to.kind == Kind::Ensemble)
        return Flights::Look::Ensemble;
    const bool records = (flight.apiKey == kProduce && !flight.response) ||
                         (flight.apiKey == kFetch && flight.response && flight.records > 0);
    if (!records)
        return Flights::Look::Control;
    const bool brokers = flight.from.kind == Kind::Broker && flight.to.kind == Kind::Broker;
    return brokers ? Flights::Look::Replica : Flights::Look::Records;
}

/// Followers and consumers ask all the time; only answers with records are worth a dot.
static bool bringsNothing(const observe::Flight& flight)
{
    return flight.apiKey == kFetch && (!flight.response || flight.records == 0);
}

bool Flights::add(const observe::Flight& flight, std::int64_t nowMs, const Anchors& anchors,
                  const Links& links)
{
    if (bringsNothing(flight))
        return true;
    const Look look = hw::ui::lookOf(flight);
    const bool control = look == Look::Control || look == Look::Ensemble;
    if (m_dots.size() >= kMost)
        return false;
    if (control && static_cast<std::size_t>(std::ranges::count_if(m_dots, [](const Dot& dot) {
                       return dot.look == Look::Control || dot.look == Look::Ensemble;
                   })) >= kMostControl)
        return false;
    const TopicPartition none;
    const auto& partition = control ? none : flight.partition;
    const auto from = anchors.of(flight.from, partition);
    const auto to = anchors.of(flight.to, partition);
    if (!from || !to)
        return true; // nothing to draw it between; not left out for being too many
    const bool read =
        to->column == Anchor::Column::Groups || from->column == Anchor::Column::Groups;
    auto way = anchors.router().route(*from, *to,
                                      read ? Router::Corridor::Lower : Router::Corridor::Upper);
    if (look == Look::Records && read) { // on the line that is drawn, if one is
        for (const auto& [key, link] : links.all()) {
            if (key.kind == Links::Kind::Read && key.from.partition == flight.partition &&
                key.from.node == flight.from && anchors.of(key.to) &&
                anchors.of(key.to)->box == to->box) {
                way = link->way();
                break;
            }
        }
    }
    if (way.size() < 2)
        return true;
    double length = 0;
    for (std::size_t i = 1; i < way.size(); ++i)
        length += QLineF(way[i - 1], way[i]).length();
    const auto lasts =
        std::clamp(static_cast<std::int64_t>(length / kPixelsPerMs), kShortestMs, kLongestMs);
    Dot dot;
    dot.at = way.front();
    dot.way = std::move(way);
    dot.startMs = nowMs;
    dot.endMs = nowMs + lasts;
    dot.look = look;
    dot.flight = flight;
    m_dots.push_back(std::move(dot));
    return true;
}

void Flights::show(const Frame& frame, const Anchors& anchors, const Links& links)
{
    if (m_seconds.empty() || frame.motionMs - m_seconds.back().startMs >= 1000) {
        m_seconds.push_back({frame.motionMs, 0, 0});
        if (m_seconds.size() > 2)
            m_seconds.pop_front();
    }
    Second& second = m_seconds.back();
    second.left += frame.flightsLost;
    for (const auto& flight : frame.flights) {
        const bool drawn = add(flight, frame.motionMs, anchors, links);
        ++(drawn ? second.drawn : second.left);
    }
    move(frame.motionMs);
}

const observe::Flight* Flights::at(const QPointF& scenePos) const
{
    const Dot* best = nullptr;
    double nearest = kReach;
    for (const auto& dot : m_dots) {
        const double away = QLineF(dot.at, scenePos).length();
        if (away <= nearest) {
            nearest = away;
            best = &dot;
        }
    }
    return best ? &best->flight : nullptr;
}

std::optional<QPointF> Flights::placeOf(FlightId id) const
{
    const auto dot =
        std::ranges::find_if(m_dots, [id](const Dot& each) { return each.flight.id == id; });
    return dot == m_dots.end() ? std::nullopt : std::optional(dot->at);
}

void Flights::move(std::int64_t nowMs)
{
    const auto spot = [](const QPointF& at) { return QRectF(at.x() - 7, at.y() - 7, 14, 14); };
    for (const auto& dot : m_dots)
        update(spot(dot.at));
    std::erase_if(m_dots, [&](const Dot& dot) { return dot.endMs <= nowMs; });
    for (auto& dot : m_dots) {
        const double share =
            static_cast<double>(nowMs - dot.startMs) / static_cast<double>(dot.endMs - dot.startMs);
        dot.at = alongWay(dot.way, share);
        update(spot(dot.at));
    }
}

int Flights::percentDrawn() const
{
    std::uint64_t drawn = 0, left = 0;
    for (const auto& second : m_seconds) {
        drawn += second.drawn;
        left += second.left;
    }
    return drawn + left == 0 ? 100 : static_cast<int>(drawn * 100 / (drawn + left));
}

void Flights::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Colors& c = m_context.theme.colors;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(c.card, 1));
    for (const auto& dot : m_dots) {
        switch (dot.look) {
        case Look::Records:
            painter->setBrush(c.dotRecords);
            painter->drawRoundedRect(QRectF(dot.at.x() - 5.5, dot.at.y() - 4, 11, 8), 2.5, 2.5);
            break;
        case Look::Replica:
            painter->setBrush(c.dotReplica);
            painter->drawRoundedRect(QRectF(dot.at.x() - 4, dot.at.y() - 4, 8, 8), 2, 2);
            break;
        case Look::Control:
            painter->setBrush(c.dotControl);
            painter->drawEllipse(dot.at, 3, 3);
            break;
        case Look::Ensemble:
            painter->setBrush(c.badgeBorder);
            painter->drawPolygon(QPolygonF({dot.at + QPointF(0, -4.5), dot.at + QPointF(4.5, 0),
                                            dot.at + QPointF(0, 4.5), dot.at + QPointF(-4.5, 0)}));
            break;
        }
    }
}

} // namespace hw::ui
