#include "ui/inspector/inspector_panel.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QMouseEvent>
#include <QTextLayout>

#include <algorithm>

#include "ui/inspector/position_bar.h"
#include "ui/models/outline.h"
#include "ui/theme/paint.h"
#include "ui/theme/spoken.h"

namespace hw::ui {

static constexpr int kSpeakEveryMs = 3000;
static constexpr double kEdge = 16;
static constexpr double kLineGap = 5;
static constexpr double kReplicaHeight = 40;
static constexpr double kReplicaEdge = 12;
static constexpr double kReplicaGap = 10; ///< between a word and the numbers behind it

void InspectionView::show(const Inspection& inspection)
{
    if (inspection == m_inspection)
        return;
    m_inspection = inspection;
    settle();
    update();
}

void InspectionView::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void InspectionView::settle()
{
    const int height = static_cast<int>(flow(nullptr)) + 12;
    if (height != minimumHeight())
        setMinimumHeight(height);
    speak();
}

/// Only of what is seen, and not each of its numbers: they change several times a second.
void InspectionView::speak()
{
    const bool isOther = accessibleName() != m_inspection.title;
    if (!isVisible() || (!isOther && m_spoken.isValid() && !m_spoken.hasExpired(kSpeakEveryMs)))
        return;
    m_spoken.start();
    setSpokenName(this, m_inspection.title);
    setSpokenDescription(this, m_inspection.text());
}

void InspectionView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    speak();
}

void InspectionView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    settle();
}

QColor InspectionView::ink(Inspection::Tone tone) const
{
    const Colors& c = m_theme.colors;
    switch (tone) {
    case Inspection::Tone::Plain:
        return c.text;
    case Inspection::Tone::Soft:
        return c.textSoft;
    case Inspection::Tone::Good:
        return c.good;
    case Inspection::Tone::Bad:
        return c.bad;
    case Inspection::Tone::Warn:
        return c.waiting;
    case Inspection::Tone::Leader:
        return c.leader;
    }
    return c.text;
}

double InspectionView::paragraph(QPainter* painter, const QString& text, const QFont& font,
                                 const QColor& color, double x, double y, double width) const
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    const double step = QFontInfo(font).pixelSize() * 1.4;
    double height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(20.0, width));
        // Lines stand on an even grid, whatever the ascents of mixed scripts are.
        line.setPosition(QPointF(0, height + step * 0.8 - line.ascent()));
        height += step;
    }
    layout.endLayout();
    if (painter) {
        painter->setPen(color);
        layout.draw(painter, QPointF(x, y));
    }
    return y + height;
}

double InspectionView::flow(QPainter* painter) const
{
    m_links.clear();
    const double width = this->width() - 2 * kEdge;
    double y = 14;
    y = paragraph(painter, m_inspection.title, m_theme.font(Type::Title), m_theme.colors.text,
                  kEdge, y, width);
    if (!m_inspection.subtitle.isEmpty())
        y = paragraph(painter, m_inspection.subtitle, m_theme.font(Type::Body),
                      m_theme.colors.textSoft, kEdge, y + 2, width);
    y += 8;
    for (const auto& section : m_inspection.sections)
        y = flowSection(painter, section, y);
    return y;
}

double InspectionView::flowSection(QPainter* painter, const Inspection::Section& section,
                                   double y) const
{
    const double width = this->width() - 2 * kEdge;
    if (!section.caption.isEmpty()) {
        y = paragraph(painter, section.caption, m_theme.font(Type::Caption),
                      m_theme.colors.textSoft, kEdge, y + 8, width);
        y += 5;
    }
    double labels = 0;
    for (const auto& line : section.lines)
        labels = std::max(labels, textWidth(line.label, m_theme.font(Type::Body)));
    labels = labels > 0 ? std::min(labels + 14, width * 0.52) : 0;
    for (const auto& line : section.lines) {
        const bool code = line.label.isEmpty();
        const double left = paragraph(painter, line.label, m_theme.font(Type::Body),
                                      m_theme.colors.textSoft, kEdge, y, labels - 8);
        const QFont font = m_theme.font(code                                  ? Type::Mono
                                        : line.tone == Inspection::Tone::Soft ? Type::Body
                                                                              : Type::Strong);
        const double right =
            paragraph(painter, line.value, font, ink(line.tone), kEdge + labels, y, width - labels);
        const double bottom = code ? right : std::max(left, right);
        if (line.event != kNoEvent)
            m_links.emplace_back(QRectF(kEdge, y, width, bottom - y), line.event);
        y = bottom + kLineGap;
    }
    if (!section.sentence.isEmpty())
        y = paragraph(painter, section.sentence, m_theme.font(Type::Body), ink(section.tone), kEdge,
                      y, width) +
            kLineGap;
    const double numbers = numbersAt(section);
    for (const auto& replica : section.replicas)
        y = flowReplica(painter, replica, numbers, y);
    y = flowTable(painter, section, y);
    for (const auto& position : section.positions)
        y = flowPosition(painter, position, y);
    return y + 8;
}

/// Where a partition's replicas have their numbers: behind the longest name and word, as far as
/// there is room.
double InspectionView::numbersAt(const Inspection::Section& section) const
{
    const double width = this->width() - 2 * kEdge;
    double words = 0, others = 0;
    for (const auto& replica : section.replicas) {
        words = std::max({words, textWidth(replica.name, m_theme.font(Type::Strong)),
                          textWidth(replica.word, m_theme.font(Type::Small))});
        others = std::max(others, std::max(textWidth(QStringLiteral("LEO %1").arg(replica.leo),
                                                     m_theme.font(Type::Small)),
                                           textWidth(QStringLiteral("HW %1").arg(replica.hw),
                                                     m_theme.font(Type::Small))) +
                                      textWidth(replica.lag, m_theme.font(Type::Strong)));
    }
    const double wanted = std::max(width * 0.40, kReplicaEdge + words + kReplicaGap);
    return kEdge +
           std::min(wanted, std::max(width * 0.40, width - kReplicaEdge - others - kReplicaGap));
}

double InspectionView::flowReplica(QPainter* painter, const Inspection::Replica& replica,
                                   double numbers, double y) const
{
    if (!painter)
        return y + kReplicaHeight * m_theme.scale + 6;
    const Colors& c = m_theme.colors;
    const double scale = m_theme.scale;
    const QRectF box(kEdge, y, width() - 2 * kEdge, kReplicaHeight * scale);
    const bool offline = replica.look == ReplicaLook::Offline;
    painter->setPen(outlineOf(replica.look, c, 1.3 * m_theme.stroke));
    painter->setBrush(offline ? c.cardDown : c.card);
    painter->drawRoundedRect(box.adjusted(1, 1, -1, -1), 7, 7);
    const QColor text = offline ? c.offline : c.text;
    const QRectF upper(box.left() + kReplicaEdge, box.top() + 3 * scale,
                       box.width() - 2 * kReplicaEdge, 18 * scale);
    const QRectF lower = upper.translated(0, 16 * scale);
    paintText(*painter, upper, Qt::AlignLeft, replica.name, m_theme.font(Type::Strong), text);
    const QString word =
        elided(replica.word, m_theme.font(Type::Small), numbers - lower.left() - kReplicaGap / 2);
    paintText(*painter, lower, Qt::AlignLeft, word, m_theme.font(Type::Small),
              replica.look == ReplicaLook::Leader ? c.leader
              : offline                           ? c.offline
                                                  : c.textSoft);
    paintText(*painter, QRectF(numbers, upper.top(), 100, upper.height()), Qt::AlignLeft,
              QStringLiteral("LEO %1").arg(replica.leo), m_theme.font(Type::Small), text);
    paintText(*painter, QRectF(numbers, lower.top(), 100, lower.height()), Qt::AlignLeft,
              QStringLiteral("HW %1").arg(replica.hw), m_theme.font(Type::Small),
              offline ? c.offline : c.mark);
    paintText(*painter, QRectF(upper.left(), box.top(), upper.width(), box.height()),
              Qt::AlignRight, replica.lag, m_theme.font(Type::Strong), text);
    return y + box.height() + 6;
}

double InspectionView::flowTable(QPainter* painter, const Inspection::Section& section,
                                 double y) const
{
    const double rowHeight = 20 * m_theme.scale;
    if (section.table.empty())
        return y;
    if (!painter)
        return y + rowHeight * static_cast<double>(section.table.size());
    const Colors& c = m_theme.colors;
    const double width = this->width() - 2 * kEdge;
    const auto columns = static_cast<double>(section.table.front().size());
    const double first = width * 0.34;
    const double other = (width - first) / std::max(1.0, columns - 1);
    for (std::size_t r = 0; r < section.table.size(); ++r) {
        const auto& row = section.table[r];
        const bool head = r == 0;
        const QFont font = m_theme.font(head ? Type::SmallStrong : Type::Small);
        for (int i = 0; i < row.size(); ++i) {
            const QRectF cell(i ? kEdge + first + (i - 1) * other : kEdge, y, i ? other : first,
                              rowHeight);
            paintText(*painter, cell, i ? Qt::AlignRight : Qt::AlignLeft,
                      elided(row[i], font, cell.width() - 4), font, head ? c.textSoft : c.text);
        }
        if (head)
            painter->fillRect(QRectF(kEdge, y + rowHeight - 1, width, 1), c.border);
        y += rowHeight;
    }
    return y;
}

/// Its name and owner, what is left to read, the bar, and all its numbers by name.
double InspectionView::flowPosition(QPainter* painter, const PartitionPosition& position,
                                    double y) const
{
    const Colors& c = m_theme.colors;
    const double width = this->width() - 2 * kEdge;
    const QString owner = PositionWords::owner(position);
    const double head = 18 * m_theme.scale;
    const double ownerWidth = std::min(textWidth(owner, m_theme.font(Type::Small)), width * 0.5);
    if (painter) {
        const QFont small = m_theme.font(position.unowned ? Type::SmallStrong : Type::Small);
        paintText(*painter, QRectF(kEdge, y, width, head), Qt::AlignRight,
                  elided(owner, small, width * 0.55), small,
                  position.unowned ? c.waiting : c.textSoft);
        const QFont strong = m_theme.font(Type::Strong);
        paintText(*painter, QRectF(kEdge, y, width, head), Qt::AlignLeft,
                  elided(qs(position.id.text()), strong, width - ownerWidth - 16), strong, c.text);
    }
    y += head + 1;
    const bool isLagging = position.lagToHw().kind == Lag::Kind::BeyondEnd;
    y = paragraph(painter, PositionWords::lags(position), m_theme.font(Type::Body),
                  isLagging ? c.bad : c.text, kEdge, y, width);
    const PositionBar bar(position, QRectF(kEdge, y, width, PositionBar::kHeight));
    if (painter)
        bar.paint(*painter, m_theme);
    y += PositionBar::kHeight;
    QString numbers = PositionWords::numbers(position); // a name stays with its number
    numbers.replace(' ', QChar::Nbsp);
    numbers.replace(QStringLiteral("\u00a0·\u00a0"), QStringLiteral(" · "));
    return paragraph(painter, numbers, m_theme.font(Type::Small), c.textSoft, kEdge, y, width) + 10;
}

QRectF InspectionView::placeOf(EventId event) const
{
    for (const auto& [place, id] : m_links) {
        if (id == event)
            return place;
    }
    return {};
}

void InspectionView::mousePressEvent(QMouseEvent* event)
{
    for (const auto& [place, id] : m_links) {
        if (event->button() == Qt::LeftButton && place.contains(event->position()))
            emit eventPicked(id);
    }
}

void InspectionView::mouseMoveEvent(QMouseEvent* event)
{
    const bool leads = std::ranges::any_of(
        m_links, [&](const auto& link) { return link.first.contains(event->position()); });
    setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void InspectionView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_theme.colors.panel);
    flow(&painter);
}

InspectorPanel::InspectorPanel(QWidget* parent)
    : QScrollArea(parent)
    , m_view(new InspectionView)
{
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(220);
    setWidget(m_view);
    m_view->setMouseTracking(true);
    connect(m_view, &InspectionView::eventPicked, this, &InspectorPanel::eventPicked);
}

void InspectorPanel::copyText() const
{
    QGuiApplication::clipboard()->setText(inspection().text());
}

void InspectorPanel::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    connect(menu.addAction(tr("Copy text")), &QAction::triggered, this, &InspectorPanel::copyText);
    QMenu* events = nullptr; // the way to them by key
    for (const auto& section : inspection().sections) {
        for (const auto& line : section.lines) {
            if (line.event == kNoEvent)
                continue;
            if (!events)
                events = menu.addMenu(tr("Go to the event"));
            connect(events->addAction(line.value), &QAction::triggered, this,
                    [this, id = line.event] { emit eventPicked(id); });
        }
    }
    menu.addActions(actions()); // what the window offers for the selected thing
    menu.exec(event->globalPos());
}

void InspectorPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyText();
    else
        QScrollArea::keyPressEvent(event);
}

} // namespace hw::ui
