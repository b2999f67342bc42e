#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "ui/models/moment_words.h"
#include "ui/timeline/mark_words.h"
#include "ui/timeline/timeline_view.h"

/// The part of the timeline that hears mouse and keys.
namespace hw::ui {

static constexpr double kKeyStep = 0.01; ///< of what is in sight

const TimelineView::Hit* TimelineView::hitAt(const QPointF& at) const
{
    const Hit* best = nullptr;
    double nearest = 1e9;
    for (const Hit& hit : m_hits) {
        const double distance = std::abs(hit.box.center().x() - at.x());
        if (hit.box.contains(at) && distance <= nearest) { // of two the one drawn on top
            nearest = distance;
            best = &hit;
        }
    }
    return best;
}

QString TimelineView::explain(const Hit& hit) const
{
    if (const auto* note = std::get_if<cluster::Note>(&hit.what))
        return momentText(note->at, 3) + QLatin1Char('\n') + QString::fromStdString(note->text);
    const auto& mark = std::get<cluster::Mark>(hit.what);
    const QString said = m_sentence ? m_sentence(mark) : QString();
    return said.isEmpty() ? MarkWords::line(mark)
                          : MarkWords::line(mark) + QLatin1Char('\n') + said;
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Hit* hit = hitAt(help->pos());
        const QString text = hit ? explain(*hit)
                                 : tr("Click to jump, drag to scrub, wheel to zoom: %1")
                                       .arg(momentText(m_scale.at(help->pos().x()), 1));
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

void TimelineView::scrubTo(double x)
{
    seek(std::clamp(m_scale.at(std::clamp(x, m_scale.left, m_scale.right())), m_state.first,
                    m_state.last));
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (event->button() == Qt::MiddleButton) {
        m_panFrom = at.x();
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (event->button() != Qt::LeftButton || at.x() < m_scale.left - 6)
        return;
    if (const Hit* found = hitAt(at)) {
        const Hit hit = *found;
        if (const auto* note = std::get_if<cluster::Note>(&hit.what)) {
            seek(note->at);
        } else {
            const auto& mark = std::get<cluster::Mark>(hit.what);
            seek(mark.at);
            emit markPicked(mark);
        }
        return;
    }
    m_scrubbing = true;
    scrubTo(at.x());
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (m_panFrom) {
        panBy(m_scale.at(*m_panFrom) - m_scale.at(x));
        m_panFrom = x;
        return;
    }
    if (m_scrubbing) {
        m_scrub = x; // at most one jump a frame
        return;
    }
    if (x >= m_scale.left && x <= m_scale.right())
        m_cursor.point(m_scale.at(x));
    else
        m_cursor.leave();
    setCursor(hitAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::MiddleButton) {
        m_panFrom.reset();
        unsetCursor();
    }
    if (event->button() != Qt::LeftButton || !std::exchange(m_scrubbing, false))
        return;
    if (std::exchange(m_scrub, std::nullopt))
        scrubTo(event->position().x());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Hit* hit = hitAt(event->position());
    if (const auto* note = hit ? std::get_if<cluster::Note>(&hit->what) : nullptr)
        emit noteWanted(note->at);
    else if (!hit)
        mousePressEvent(event);
}

void TimelineView::leaveEvent(QEvent* event)
{
    m_cursor.leave();
    QWidget::leaveEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    if (turned.x() != 0 || event->modifiers() & Qt::ShiftModifier) {
        const int by = turned.x() != 0 ? turned.x() : turned.y();
        panBy(-m_scale.span * by / 1200);
    } else {
        zoomBy(std::pow(1.002, turned.y()), event->position().x());
    }
    event->accept();
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    const auto by = [this](double share) {
        return Duration(std::llround(share * static_cast<double>(m_scale.span.count())));
    };
    switch (isPlain ? event->key() : 0) {
    case Qt::Key_Left:
        seek(m_playback.state().now - by(kKeyStep));
        return;
    case Qt::Key_Right:
        seek(m_playback.state().now + by(kKeyStep));
        return;
    case Qt::Key_PageUp:
        panBy(-by(0.5));
        return;
    case Qt::Key_PageDown:
        panBy(by(0.5));
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(1.5);
        return;
    case Qt::Key_Minus:
        zoomBy(1 / 1.5);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit noteWanted(m_state.now);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const Hit* hit = isKey ? nullptr : hitAt(event->pos());
    const auto* note = hit ? std::get_if<cluster::Note>(&hit->what) : nullptr;
    const auto* mark = hit ? std::get_if<cluster::Mark>(&hit->what) : nullptr;
    const Instant at = note   ? note->at
                       : mark ? mark->at
                       : isKey
                           ? m_state.now
                           : std::clamp(m_scale.at(event->pos().x()), m_state.first, m_state.last);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Go to %1").arg(momentText(at, 3)), this, [this, at] { seek(at); });
    menu->addSeparator();
    menu->addAction(note ? tr("Change this note…") : tr("Write a note here…"), this,
                    [this, at] { emit noteWanted(at); });
    if (note)
        menu->addAction(tr("Delete this note"), this, [this, at] { emit noteUnwanted(at); });
    menu->addSeparator();
    menu->addAction(tr("Show the whole span"), this, &TimelineView::showWhole)
        ->setEnabled(!m_whole);
    menu->popup(event->globalPos());
}

} // namespace hw::ui
