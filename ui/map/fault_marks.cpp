#include "ui/map/fault_marks.h"

#include <QGraphicsScene>
#include <QGraphicsSceneMouseEvent>
#include <QGraphicsView>
#include <QPainter>

#include <cmath>
#include <set>

#include "ui/models/fault_words.h"

namespace hw::ui {

static constexpr double kHeight = 20;
static constexpr double kMayCover = 10; ///< of a card, across

FaultMark::FaultMark(const MapContext& context, EventId id)
    : MapItem(context, Subject::fault(id))
    , m_id(id)
{
    setZValue(11); // above messages on their way
    setCursor(Qt::PointingHandCursor);
}

void FaultMark::show(const observe::FaultPart& part, const QString& word, const QString& sentence)
{
    m_sentence = sentence;
    if (m_fault == part.fault && m_word == word)
        return;
    m_fault = part.fault;
    m_word = word;
    update();
}

QSizeF FaultMark::wantedSize() const
{
    return {textWidth(m_word, typeFont(Type::SmallStrong)) + 32, kHeight};
}

QString FaultMark::title() const { return m_sentence; }

QString FaultMark::explain(const QPointF&) const
{
    return QStringLiteral("<b>%1</b><br>%2").arg(title().toHtmlEscaped(), tr("Click to undo it."));
}

void FaultMark::activate()
{
    QPoint at;
    if (scene() && !scene()->views().isEmpty()) {
        const QGraphicsView* view = scene()->views().front();
        at = view->viewport()->mapToGlobal(view->mapFromScene(sceneBox().bottomLeft()));
    }
    emit picked(m_id, at);
}

void FaultMark::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    event->setAccepted(event->button() == Qt::LeftButton);
}

void FaultMark::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && shape().contains(event->pos()))
        activate();
}

void FaultMark::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colors().bad, stroke(1.2)));
    painter->setBrush(colors().badSoft);
    painter->drawRoundedRect(box().adjusted(0.6, 0.6, -0.6, -0.6), kHeight / 2, kHeight / 2);
    if (plain(*painter))
        return;
    paintGlyph(*painter, FaultWords::glyph(m_fault.kind), QRectF(7, 3.5, 13, 13), colors().bad);
    paintText(*painter, box().adjusted(24, 0, 0, 0), Qt::AlignLeft, m_word,
              typeFont(Type::SmallStrong), colors().bad);
    paintRing(*painter, kHeight / 2);
}

FaultMarks::FaultMarks(QGraphicsScene& scene, const MapContext& context)
    : QObject(&scene)
    , m_scene(scene)
    , m_context(context)
{
}

FaultMark* FaultMarks::mark(EventId fault) const
{
    const auto it = m_marks.find(fault);
    return it == m_marks.end() ? nullptr : it->second;
}

std::vector<FaultMark*> FaultMarks::marks() const
{
    std::vector<FaultMark*> all;
    for (const auto& [id, mark] : m_marks)
        all.push_back(mark);
    return all;
}

void FaultMarks::showOn(FaultMark& mark, const observe::FaultPart& part, const QString& arrow)
{
    mark.show(part, FaultWords::word(part, m_now, arrow),
              FaultWords::sentence(part, *m_names, m_now));
    if (FaultWords::isHeld(part))
        m_held[part.id] = {part, arrow};
}

void FaultMarks::tick(Instant now)
{
    m_now = now;
    for (const auto& [id, held] : m_held) {
        FaultMark& mark = *m_marks.at(id);
        const QString before = mark.word();
        showOn(mark, held.part, held.arrow);
        if (mark.word() == before)
            continue;
        const QSizeF size = mark.wantedSize();
        const QPointF middle = mark.sceneBox().center();
        mark.place(QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size));
    }
}

void FaultMarks::rebuild(const std::vector<observe::FaultPart>& faults, const Anchors& anchors,
                         const NodeNames& names, Instant now)
{
    m_router = &anchors.router();
    m_names = &names;
    m_now = now;
    m_held.clear();
    std::map<NodeId, double> taken;
    std::map<std::pair<NodeId, NodeId>, int> onLink;
    std::set<EventId> wanted;
    for (const auto& part : faults) {
        const observe::Fault& fault = part.fault;
        if (FaultWords::isShownByNode(fault.kind))
            continue;
        const bool isLink = observe::isOfLink(fault.kind);
        const auto from = anchors.ofFault(fault.node);
        const auto to = isLink ? anchors.ofFault(fault.to) : from;
        if (!from || !to)
            continue;
        wanted.insert(part.id);
        FaultMark*& mark = m_marks[part.id];
        if (!mark) {
            mark = new FaultMark(m_context, part.id);
            connect(mark, &FaultMark::picked, this, &FaultMarks::picked);
            m_scene.addItem(mark);
        }
        if (isLink) {
            const auto pair = std::minmax(fault.node, fault.to);
            placeOnLink(*mark, part, *from, *to, onLink[pair]++);
        } else {
            showOn(*mark, part, {});
            placeOnNode(*mark, *from, taken[fault.node]);
        }
    }
    std::erase_if(m_marks, [&](const auto& entry) {
        if (wanted.contains(entry.first))
            return false;
        delete entry.second;
        return true;
    });
    std::erase_if(m_lines, [&](const auto& entry) {
        if (wanted.contains(entry.first))
            return false;
        delete entry.second;
        return true;
    });
}

/// Which way nothing gets through: as the line goes where the mark stands.
static QString arrowAlong(const std::vector<QPointF>& way)
{
    if (way.size() < 2)
        return {};
    const QPointF by = alongWay(way, 0.52) - alongWay(way, 0.48);
    const QPointF along = by.isNull() ? way.back() - way.front() : by;
    if (std::abs(along.x()) >= std::abs(along.y()))
        return along.x() < 0 ? QStringLiteral("←") : QStringLiteral("→");
    return along.y() < 0 ? QStringLiteral("↑") : QStringLiteral("↓");
}

/// Several on one link stand around its middle.
void FaultMarks::placeOnLink(FaultMark& mark, const observe::FaultPart& part, const Anchor& from,
                             const Anchor& to, int nth)
{
    const auto way = m_router->route(from, to, Router::Corridor::Upper);
    showOn(mark, part, arrowAlong(way));
    LinkItem*& line = m_lines[mark.id()];
    if (!line) {
        line = new LinkItem;
        line->setZValue(2);
        m_scene.addItem(line);
    }
    line->setWay(way);
    QPen pen(m_context.theme.colors.bad, 2 * m_context.theme.stroke, Qt::DashLine);
    pen.setDashPattern({4, 3});
    line->setPen(pen, false);
    // However short the link is, all of them are to be seen: one above the other, in turn.
    const int steps = (nth + 1) / 2 * (nth % 2 == 0 ? 1 : -1);
    const QPointF middle =
        (way.empty() ? from.box.center() : alongWay(way, 0.5)) + QPointF(0, steps * (kHeight + 3));
    const QSizeF size = mark.wantedSize();
    QRectF place(middle - QPointF(size.width() / 2, size.height() / 2), size);
    const auto covers = [&place](const QRectF& card) {
        const QRectF both = card & place;
        return both.width() > kMayCover && both.height() > kMayCover / 2;
    };
    // A long word on a short link would cover the cards' heads: it stands above them.
    if (covers(from.box) || covers(to.box))
        place.moveBottom(std::min(from.box.top(), to.box.top()) - 4 - nth * (kHeight + 3));
    mark.place(place);
}

/// On the upper edge of the card, one beside the other.
void FaultMarks::placeOnNode(FaultMark& mark, const Anchor& at, double& taken)
{
    const QSizeF size = mark.wantedSize();
    mark.place(QRectF(QPointF(at.box.left() + 14 + taken, at.box.top() - size.height() / 2), size));
    taken += size.width() + 6;
}

} // namespace hw::ui
