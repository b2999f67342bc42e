#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

#include "ui/lanes/lane_view.h"

namespace hw::ui {

static constexpr double kDragFrom = 4; ///< pixels: less is a click

void LaneView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    refresh();
    emit scaleChanged();
}

void LaneView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = true;
    m_dragging = false;
    m_pressedAt = units(event->position());
    m_pressedFrom = m_scale.from;
}

void LaneView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = units(event->position());
    if (m_pressed && m_pressedAt.x() >= m_scale.left) {
        const double moved = at.x() - m_pressedAt.x();
        if (!m_dragging && std::abs(moved) >= kDragFrom) {
            m_dragging = true;
            setFollowing(false);
        }
        if (m_dragging) {
            viewport()->setCursor(Qt::ClosedHandCursor);
            moveTo(m_pressedFrom - (m_scale.at(m_scale.left + moved) - m_scale.from));
            return;
        }
    }
    if (at.x() >= m_scale.left)
        m_cursor.point(m_scale.at(at.x()));
    else
        m_cursor.leave();
    const LaneHit* hit = hitAt(at);
    const bool leads =
        hit && (hit->what == LaneHit::What::Mark || hit->event != kNoEvent || hit->rebalance != 0);
    viewport()->setCursor(leads || at.x() < m_scale.left ? Qt::PointingHandCursor
                                                         : Qt::ArrowCursor);
}

void LaneView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    m_pressed = false;
    viewport()->setCursor(Qt::ArrowCursor);
    if (std::exchange(m_dragging, false))
        return;
    const QPointF at = units(event->position());
    if (at.x() < m_scale.left) {
        emit subjectPicked(subjectAt(at.y()));
        return;
    }
    const LaneHit* hit = hitAt(at);
    const bool wasPinned =
        m_cursor.pinned() && std::abs(m_scale.x(*m_cursor.pinned()) - at.x()) < 3;
    if (hit && (hit->what == LaneHit::What::Mark || hit->event != kNoEvent || hit->rebalance))
        pick(LaneHit(*hit));
    else if (wasPinned)
        m_cursor.unpin();
    else
        m_cursor.pin(m_scale.at(at.x()));
}

void LaneView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && units(event->position()).x() >= m_scale.left)
        m_cursor.choose(m_scale.at(units(event->position()).x()));
}

/// Where it leads: to the request, to the event, to the rebalance.
void LaneView::pick(const LaneHit& hit)
{
    m_stepped = hit;
    viewport()->update();
    if (hit.what == LaneHit::What::Mark)
        pickMark(hit);
    else if (hit.rebalance)
        emit rebalancePicked(hit.rebalance);
    else if (hit.event != kNoEvent)
        emit eventPicked(hit.event);
}

void LaneView::pickMark(const LaneHit& hit)
{
    const LaneGroup* group = lanes();
    const LaneMember* lane = group ? group->find(hit.member) : nullptr;
    const LaneMark* mark = m_history.mark(m_group, hit.member, hit.flight);
    if (!lane || !mark)
        return;
    observe::Flight flight;
    flight.id = mark->request;
    flight.from = mark->from;
    flight.to = mark->to;
    flight.apiKey = mark->apiKey;
    flight.apiVersion = mark->apiVersion;
    flight.api = mark->api;
    flight.correlation = mark->correlation;
    flight.sentAt = mark->at;
    flight.bytes = mark->bytes;
    flight.group = m_group;
    flight.member = lane->id;
    flight.clientId = lane->clientId;
    emit flightPicked(flight);
}

void LaneView::contextMenuEvent(QContextMenuEvent* event)
{
    const Subject subject = subjectAt(units(event->pos()).y());
    if (subject)
        emit menuWanted(subject, event->globalPos());
}

void LaneView::wheelEvent(QWheelEvent* event)
{
    const QPoint turn = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        zoomBy(std::pow(1.0015, turn.y()), std::max(m_scale.left, units(event->position()).x()));
        event->accept();
        return;
    }
    const int across = turn.x() != 0                            ? turn.x()
                       : event->modifiers() & Qt::ShiftModifier ? turn.y()
                       : verticalScrollBar()->maximum() == 0    ? turn.y()
                                                                : 0;
    if (across == 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    setFollowing(false);
    moveTo(m_scale.from - m_scale.span * across / 1200);
    event->accept();
}

void LaneView::step(int direction)
{
    std::vector<LaneHit> marks;
    for (const LaneHit& hit : m_hits) {
        if (hit.what == LaneHit::What::Mark || hit.what == LaneHit::What::Event)
            marks.push_back(hit);
    }
    if (marks.empty())
        return;
    std::ranges::stable_sort(marks, {}, [](const LaneHit& hit) { return hit.box.center().x(); });
    const auto now = std::ranges::find_if(marks, [&](const LaneHit& hit) {
        return m_stepped && hit.what == m_stepped->what && hit.flight == m_stepped->flight &&
               hit.event == m_stepped->event;
    });
    auto index = now == marks.end() ? (direction > 0 ? 0 : static_cast<int>(marks.size()) - 1)
                                    : static_cast<int>(now - marks.begin()) + direction;
    index = std::clamp(index, 0, static_cast<int>(marks.size()) - 1);
    setFollowing(false);
    m_stepped = marks[static_cast<std::size_t>(index)];
    m_cursor.pin(m_scale.at(m_stepped->box.left() + 6));
    setAccessibleDescription(explain(*m_stepped, m_stepped->box.center())
                                 .remove(QRegularExpression(QStringLiteral("<[^>]*>"))));
    viewport()->update();
}

void LaneView::keyPressEvent(QKeyEvent* event)
{
    const bool isStep = event->modifiers() & Qt::ControlModifier;
    const auto pan = [&](int parts) {
        setFollowing(false);
        moveTo(m_scale.from + m_scale.span * parts / 10);
    };
    switch (event->key()) {
    case Qt::Key_Left:
        isStep ? step(-1) : pan(-1);
        return;
    case Qt::Key_Right:
        isStep ? step(1) : pan(1);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(1.5);
        return;
    case Qt::Key_Minus:
        zoomBy(1 / 1.5);
        return;
    case Qt::Key_End:
        setFollowing(true);
        return;
    case Qt::Key_Home:
        setFollowing(false);
        moveTo(m_history.now() - m_history.kept());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_stepped)
            pick(LaneHit(*m_stepped));
        return;
    case Qt::Key_Escape:
        event->setAccepted(m_stepped || m_cursor.pinned());
        m_stepped.reset();
        m_cursor.unpin();
        viewport()->update();
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool LaneView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        m_cursor.leave();
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const QPointF at = units(help->pos());
        const LaneHit* hit = hitAt(at);
        const QString text = hit ? explain(*hit, at) : QString();
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace hw::ui
