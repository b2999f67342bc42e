#include "ui/lanes/lane_legend.h"

#include <QEvent>

#include "ui/theme/paint.h"

namespace hw::ui {

static constexpr double kEntry = 20, kSampleWidth = 20, kEdgePad = 14;

LaneLegend::LaneLegend(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend"));
}

void LaneLegend::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

std::vector<LaneLegend::Entry> LaneLegend::flow(int width) const
{
    std::vector<Entry> all{{Sample::Join, QStringLiteral("JoinGroup"), {}},
                           {Sample::Sync, QStringLiteral("SyncGroup"), {}},
                           {Sample::Heartbeat, QStringLiteral("Heartbeat"), {}},
                           {Sample::Commit, QStringLiteral("OffsetCommit"), {}},
                           {Sample::OffsetFetch, QStringLiteral("OffsetFetch"), {}},
                           {Sample::Leave, QStringLiteral("LeaveGroup"), {}},
                           {Sample::Poll, tr("poll"), {}},
                           {Sample::Refused, tr("refused"), {}},
                           {Sample::Notice, tr("told to go on"), {}},
                           {Sample::Parked, tr("parked partitions"), {}},
                           {Sample::Timer, tr("timer: start, what is left, end"), {}},
                           {Sample::RanOut, tr("ran out"), {}},
                           {Sample::Joined, tr("joined"), {}},
                           {Sample::Left, tr("left"), {}},
                           {Sample::Thrown, tr("put out"), {}},
                           {Sample::Formed, tr("generation formed"), {}},
                           {Sample::Stored, tr("assignment stored"), {}}};
    const QFont small = m_theme.font(Type::Small);
    double x = kEdgePad, y = 4;
    for (Entry& entry : all) {
        const double wide = kSampleWidth + 5 + textWidth(entry.text, small);
        if (x + wide > width - kEdgePad && x > kEdgePad) {
            x = kEdgePad;
            y += kEntry;
        }
        entry.box = QRectF(x, y, wide, kEntry);
        x += wide + 14;
    }
    return all;
}

int LaneLegend::heightForWidth(int width) const
{
    return static_cast<int>(flow(width).back().box.bottom() + 4);
}

QSize LaneLegend::sizeHint() const { return {600, heightForWidth(std::max(300, width()))}; }

void LaneLegend::paintSample(QPainter& painter, Sample sample, const QRectF& box) const
{
    using Kind = LaneMark::Kind;
    using Fault = LaneGlyphs::Fault;
    const Colors& c = m_theme.colors;
    const QPointF center(box.left() + kSampleWidth / 2, box.center().y());
    const auto mark = [&](Kind kind) {
        LaneGlyphs::paint(painter, kind, Fault::None, center, m_theme);
    };
    const auto event = [&](LaneEvent::Kind kind) {
        LaneGlyphs::paint(painter, kind, center, m_theme);
    };
    const QRectF bar(center.x() - 8, center.y() - 5, 16, 10);
    switch (sample) {
    case Sample::Join:
    case Sample::Sync:
        painter.setPen(QPen(sample == Sample::Join ? c.accent : c.good, 1.6));
        painter.setBrush(c.card);
        painter.drawRoundedRect(bar, 3, 3);
        paintText(painter, bar, Qt::AlignHCenter,
                  sample == Sample::Join ? QStringLiteral("J") : QStringLiteral("S"),
                  m_theme.font(Type::SmallStrong), sample == Sample::Join ? c.accent : c.good);
        return;
    case Sample::Heartbeat:
        return mark(Kind::Heartbeat);
    case Sample::Commit:
        return mark(Kind::Commit);
    case Sample::OffsetFetch:
        return mark(Kind::OffsetFetch);
    case Sample::Leave:
        return mark(Kind::Leave);
    case Sample::Poll:
        painter.fillRect(QRectF(center.x() - 7, center.y() + 2, 14, 1.5), c.waiting);
        for (const double x : {-7.0, 0.0, 6.0})
            painter.fillRect(QRectF(center.x() + x, center.y() - 1, 1.5, 5), c.waiting);
        return;
    case Sample::Refused:
    case Sample::Notice:
        LaneGlyphs::paintFault(painter, sample == Sample::Refused ? Fault::Refused : Fault::Notice,
                               center, m_theme);
        return;
    case Sample::Parked:
        painter.setPen(QPen(c.text, 1, Qt::DashLine));
        painter.setBrush(QBrush(c.textSoft, Qt::BDiagPattern));
        painter.drawRect(bar);
        return;
    case Sample::Timer:
        painter.setPen(QPen(c.accent, 1.2));
        painter.setBrush(c.accentSoft);
        painter.drawPolygon(QPolygonF{bar.topLeft(), bar.bottomRight(), bar.bottomLeft()});
        return;
    case Sample::RanOut:
        painter.setPen(QPen(c.bad, 1.8));
        painter.drawLine(center + QPointF(-4, -4), center + QPointF(4, 4));
        painter.drawLine(center + QPointF(-4, 4), center + QPointF(4, -4));
        return;
    case Sample::Joined:
        return event(LaneEvent::Kind::Joined);
    case Sample::Left:
        return event(LaneEvent::Kind::Left);
    case Sample::Thrown:
        return event(LaneEvent::Kind::Thrown);
    case Sample::Formed:
        return event(LaneEvent::Kind::Formed);
    case Sample::Stored:
        return event(LaneEvent::Kind::Stored);
    }
}

void LaneLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_theme.colors.panel);
    for (const Entry& entry : flow(width())) {
        paintSample(painter, entry.sample, entry.box);
        paintText(painter, entry.box.adjusted(kSampleWidth + 4, 0, 0, 0), Qt::AlignLeft, entry.text,
                  m_theme.font(Type::Small), m_theme.colors.textSoft);
    }
}

void LaneLegend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Legend"));
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace hw::ui
