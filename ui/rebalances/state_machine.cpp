#include "ui/rebalances/state_machine.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "ui/models/words.h"
#include "ui/theme/paint.h"
#include "ui/theme/spoken.h"

namespace hw::ui {

StateMachine::StateMachine(QWidget* parent)
    : QWidget(parent)
    , m_theme(makeTheme(ThemeName::Light))
{
    setFocusPolicy(Qt::NoFocus);
    describe();
}

const std::vector<StateMachine::State>& StateMachine::states(bool serverSide)
{
    static const std::vector<State> kClassic = {State::Empty, State::PreparingRebalance,
                                                State::CompletingRebalance, State::Stable,
                                                State::Dead};
    static const std::vector<State> kServer = {State::Empty, State::Assigning, State::Reconciling,
                                               State::Stable, State::Dead};
    return serverSide ? kServer : kClassic;
}

/// Kafka: GroupState.validPreviousStates; ConsumerGroup.maybeUpdateGroupState.
const std::vector<StateMachine::Edge>& StateMachine::edges(bool serverSide)
{
    static const std::vector<Edge> kClassic = {
        {State::Empty, State::PreparingRebalance},
        {State::PreparingRebalance, State::CompletingRebalance},
        {State::CompletingRebalance, State::Stable},
        {State::Stable, State::PreparingRebalance},
        {State::CompletingRebalance, State::PreparingRebalance},
        {State::PreparingRebalance, State::Empty},
        {State::Empty, State::Dead}};
    static const std::vector<Edge> kServer = {{State::Empty, State::Assigning},
                                              {State::Assigning, State::Reconciling},
                                              {State::Reconciling, State::Stable},
                                              {State::Stable, State::Assigning},
                                              {State::Reconciling, State::Assigning},
                                              {State::Stable, State::Empty},
                                              {State::Empty, State::Dead}};
    return serverSide ? kServer : kClassic;
}

void StateMachine::show(const QString& group, const rebalances::Walk* walk, bool lit)
{
    const bool same = group == m_group && lit == m_lit && m_walk.has_value() == (walk != nullptr) &&
                      (!walk || *walk == *m_walk);
    if (same)
        return;
    m_group = group;
    m_walk = walk ? std::optional(*walk) : std::nullopt;
    m_lit = lit;
    describe();
    update();
}

void StateMachine::describe()
{
    setSpokenName(this, tr("States of %1").arg(m_group));
    setSpokenDescription(this, m_walk ? Words::groupState(m_walk->now) : QString());
}

void StateMachine::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void StateMachine::setZoom(double scale)
{
    m_scale = scale;
    updateGeometry();
    update();
}

void StateMachine::retranslate()
{
    describe();
    update();
}

QSize StateMachine::sizeHint() const { return (QSizeF(620, 240) * m_scale).toSize(); }

std::optional<StateMachine::Edge> StateMachine::litEdge() const
{
    if (!m_walk || !m_lit || m_walk->edges.empty())
        return std::nullopt;
    return m_walk->last;
}

std::uint64_t StateMachine::countOf(const Edge& edge) const
{
    if (!m_walk)
        return 0;
    const auto known = m_walk->edges.find(edge);
    return known == m_walk->edges.end() ? 0 : known->second;
}

QRectF StateMachine::placeOf(State state) const { return placeIn(state, rect()); }

QRectF StateMachine::placeIn(State state, const QRectF& into) const
{
    QPointF at;
    switch (state) {
    case State::Empty:
        at = {0.15, 0.28};
        break;
    case State::PreparingRebalance:
    case State::Assigning:
        at = {0.5, 0.28};
        break;
    case State::CompletingRebalance:
    case State::Reconciling:
        at = {0.85, 0.28};
        break;
    case State::Stable:
        at = {0.68, 0.82};
        break;
    case State::Dead:
        at = {0.15, 0.82};
        break;
    }
    const double width = into.width() * 0.25;
    const double height = std::min(into.height() * 0.2, 38 * m_scale);
    return {into.left() + into.width() * at.x() - width / 2,
            into.top() + into.height() * at.y() - height / 2, width, height};
}

/// From border to border, bent to its left so that there and back do not lie on each other.
QPainterPath StateMachine::pathOf(const Edge& edge, const QRectF& into) const
{
    const QRectF from = placeIn(edge.first, into), to = placeIn(edge.second, into);
    const QPointF way = to.center() - from.center();
    const double length = std::max(1.0, std::hypot(way.x(), way.y()));
    const QPointF aside(way.y() / length, -way.x() / length);
    const double bend = 0.11 * into.height();
    QPainterPath whole(from.center());
    whole.quadTo((from.center() + to.center()) / 2 + aside * bend * 2, to.center());
    double begin = 0, end = 1;
    constexpr double kStep = 0.01;
    const auto inside = [&](const QRectF& box, double at) {
        return box.adjusted(-3, -3, 3, 3).contains(whole.pointAtPercent(at));
    };
    while (begin < 0.5 && inside(from, begin))
        begin += kStep;
    while (end > 0.5 && inside(to, end))
        end -= kStep;
    QPainterPath path(whole.pointAtPercent(begin));
    constexpr int kPieces = 16;
    for (int n = 1; n <= kPieces; ++n)
        path.lineTo(whole.pointAtPercent(begin + (end - begin) * n / kPieces));
    return path;
}

void StateMachine::drawEdge(QPainter& painter, const Edge& edge, const QRectF& into) const
{
    const Colors& c = m_theme.colors;
    const std::uint64_t count = countOf(edge);
    const bool isLit = litEdge() == edge;
    const QColor ink = isLit ? c.accent : count > 0 ? c.textSoft : c.border;
    const double width = (isLit ? 4 : count > 0 ? 1.8 : 1.2) * m_scale;
    const QPainterPath path = pathOf(edge, into);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ink, width, count > 0 ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap));
    painter.drawPath(path);
    const QPointF tip = path.pointAtPercent(1);
    const double angle = -path.angleAtPercent(0.97) * M_PI / 180;
    const double size = (isLit ? 12 : 8) * m_scale;
    const auto back = [&](double turn) {
        return tip - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * size;
    };
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF{tip, back(0.45), back(-0.45)});
    if (count == 0)
        return;
    QFont font = typeFont(Type::SmallStrong);
    font.setPixelSize(qRound(font.pixelSize() * m_scale));
    const QString text = QStringLiteral("×%1").arg(count);
    const double wide = textWidth(text, font) + 10 * m_scale;
    const QPointF middle = path.pointAtPercent(0.5);
    const QRectF pill(middle.x() - wide / 2, middle.y() - 9 * m_scale, wide, 18 * m_scale);
    painter.setPen(QPen(ink, isLit ? 1.6 : 1));
    painter.setBrush(isLit ? c.accentSoft : c.card);
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    paintText(painter, pill, Qt::AlignHCenter, text, font, c.text);
}

void StateMachine::drawState(QPainter& painter, State state, const QRectF& into) const
{
    const Colors& c = m_theme.colors;
    const bool isNow = m_walk && m_walk->now == state;
    const QRectF box = placeIn(state, into);
    painter.setPen(QPen(isNow ? c.accent : c.borderStrong, isNow ? 3 : 1.2));
    painter.setBrush(isNow ? c.accentSoft : c.card);
    painter.drawRoundedRect(box, box.height() / 3, box.height() / 3);
    QFont font = typeFont(isNow ? Type::Strong : Type::Body);
    const QString name = Words::groupState(state);
    font.setPixelSize(qRound(font.pixelSize() * m_scale));
    while (font.pixelSize() > 9 && textWidth(name, font) > box.width() - 10)
        font.setPixelSize(font.pixelSize() - 1);
    paintText(painter, box, Qt::AlignHCenter, name, font, isNow ? c.text : c.textSoft);
}

void StateMachine::draw(QPainter& painter, const QRectF& into) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const bool serverSide = m_walk && m_walk->serverSide;
    std::vector<Edge> all = edges(serverSide);
    if (m_walk) {
        for (const auto& [edge, count] : m_walk->edges)
            if (std::ranges::find(all, edge) == all.end() && edge.first != edge.second)
                all.push_back(edge);
    }
    const auto lit = litEdge();
    for (const Edge& edge : all)
        if (edge != lit)
            drawEdge(painter, edge, into);
    for (const State state : states(serverSide))
        drawState(painter, state, into);
    if (lit && lit->first != lit->second)
        drawEdge(painter, *lit, into);
}

void StateMachine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, rect());
}

bool StateMachine::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const State state : states(m_walk && m_walk->serverSide)) {
        if (!placeOf(state).contains(help->pos()))
            continue;
        QToolTip::showText(help->globalPos(), Words::groupStateMeaning(state), this);
        return true;
    }
    QToolTip::hideText();
    event->ignore();
    return true;
}

} // namespace hw::ui
