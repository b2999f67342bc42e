#include "ui/map/legend.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/models/outline.h"
#include "ui/theme/paint.h"

namespace hw::ui {

static constexpr double kRow = 22;
static constexpr double kSample = 24;
static constexpr double kPadding = 14;
static const QLatin1String kBetween("  "); ///< two notes

Legend::Legend(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setTexts();
}

void Legend::setTheme(const Theme& theme)
{
    m_theme = theme;
    fitHeight();
}

void Legend::setSampling(int percentDrawn, bool linesReduced)
{
    // In steps, so that it does not flicker.
    const int percent = percentDrawn >= 99 ? 100 : (percentDrawn + 2) / 5 * 5;
    if (percent == m_percentDrawn && linesReduced == m_linesReduced)
        return;
    m_percentDrawn = percent;
    m_linesReduced = linesReduced;
    update();
}

void Legend::setFolded(bool folded)
{
    if (folded == m_folded)
        return;
    m_folded = folded;
    fitHeight();
    emit foldedChanged(folded);
}

QString Legend::heading(bool folds) const
{
    const QString mark = m_folded ? QStringLiteral("▸ ") : QStringLiteral("▾ ");
    return (folds ? mark : QString()) + tr("Legend");
}

QString Legend::samplingNote(int percent)
{
    return tr("Messages are sampled: about %1 % of them are drawn.").arg(percent);
}

QString Legend::linesNote() { return tr("Lines are drawn for what is selected."); }

QString Legend::note() const
{
    QStringList parts;
    if (m_percentDrawn < 100)
        parts << samplingNote(m_percentDrawn);
    if (m_linesReduced)
        parts << linesNote();
    return parts.join(kBetween);
}

std::vector<Legend::Entry> Legend::flow(double width, bool folded) const
{
    std::vector<Entry> all;
    if (!folded) {
        all = {{Sample::Leader, tr("leader"), {}},
               {Sample::Follower, tr("follower"), {}},
               {Sample::OutOfIsr, tr("out of ISR"), {}},
               {Sample::Offline, tr("× offline"), {}},
               {Sample::Move, tr("+ arriving, − leaving"), {}},
               {Sample::Bar, tr("up to HW (tick), up to LEO"), {}},
               {Sample::Records, tr("records"), {}},
               {Sample::Replica, tr("replication"), {}},
               {Sample::Control, tr("other request"), {}},
               {Sample::Ensemble, tr("ZooKeeper"), {}},
               {Sample::Note, {}, {}}};
    }
    const QFont small = m_theme.font(Type::Small);
    const QString longest = samplingNote(95) + kBetween + linesNote();
    double x = kPadding + textWidth(heading(true), m_theme.font(Type::SmallStrong)) + 18;
    double y = 6;
    for (auto& entry : all) {
        const double wide = entry.sample == Sample::Note
                                ? std::min(textWidth(longest, small) + 4, width - 2 * kPadding)
                                : kSample + 6 + textWidth(entry.text, small);
        if (x + wide > width - kPadding && x > kPadding) {
            x = kPadding;
            y += kRow * m_theme.scale;
        }
        entry.box = QRectF(x, y, wide, kRow * m_theme.scale);
        x += wide + 16;
    }
    return all;
}

double Legend::heightOf(double width, bool folded) const
{
    const auto all = flow(width, folded);
    const double row = kRow * m_theme.scale;
    return (all.empty() ? 6 + row : all.back().box.bottom()) + 6;
}

int Legend::heightForWidth(int width) const { return static_cast<int>(heightOf(width, m_folded)); }

double Legend::drawnHeight(double width) const { return heightOf(width, false); }

void Legend::draw(QPainter& painter, double width) const
{
    paintAll(painter, width, false, heading(false));
}

QSize Legend::sizeHint() const { return {900, heightForWidth(std::max(300, width()))}; }

void Legend::paintSample(QPainter& painter, Sample sample, const QRectF& box) const
{
    const Colors& c = m_theme.colors;
    const QRectF chip(box.left() + 1, box.center().y() - 6, kSample - 4, 12);
    const auto outline = [&](ReplicaLook look) {
        painter.setPen(outlineOf(look, c, 1.3 * m_theme.stroke));
        painter.setBrush(look == ReplicaLook::Offline ? c.cardDown : c.card);
        painter.drawRoundedRect(chip, 3, 3);
    };
    painter.setPen(Qt::NoPen);
    switch (sample) {
    case Sample::Leader:
        outline(ReplicaLook::Leader);
        break;
    case Sample::Follower:
        outline(ReplicaLook::Follower);
        break;
    case Sample::OutOfIsr:
        outline(ReplicaLook::OutOfIsr);
        break;
    case Sample::Offline:
        outline(ReplicaLook::Offline);
        break;
    case Sample::Move:
        outline(ReplicaLook::Follower);
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.good);
        painter.drawRect(QRectF(chip.left() + 2.5, chip.top() + 2.5, 2.5, chip.height() - 5));
        painter.setBrush(c.bad);
        painter.drawRect(QRectF(chip.right() - 5, chip.top() + 2.5, 2.5, chip.height() - 5));
        break;
    case Sample::Bar:
        painter.fillRect(QRectF(chip.left(), chip.top() + 1, 12, 10), c.committed);
        painter.fillRect(QRectF(chip.left() + 12, chip.top() + 1, 8, 10), c.uncommitted);
        painter.fillRect(QRectF(chip.left() + 11, chip.top() - 2, 2, 16), c.mark);
        break;
    case Sample::Records:
        painter.setBrush(c.dotRecords);
        painter.drawRoundedRect(QRectF(chip.center().x() - 5.5, chip.center().y() - 4, 11, 8), 2.5,
                                2.5);
        break;
    case Sample::Replica:
        painter.setBrush(c.dotReplica);
        painter.drawRoundedRect(QRectF(chip.center().x() - 4, chip.center().y() - 4, 8, 8), 2, 2);
        break;
    case Sample::Control:
        painter.setBrush(c.dotControl);
        painter.drawEllipse(chip.center(), 3, 3);
        break;
    case Sample::Note:
        break;
    case Sample::Ensemble:
        painter.setBrush(c.badgeBorder);
        painter.drawPolygon(
            QPolygonF({chip.center() + QPointF(0, -4.5), chip.center() + QPointF(4.5, 0),
                       chip.center() + QPointF(0, 4.5), chip.center() + QPointF(-4.5, 0)}));
        break;
    }
}

void Legend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_theme.colors.canvas);
    paintAll(painter, width(), m_folded, heading(true));
}

void Legend::paintAll(QPainter& painter, double width, bool folded, const QString& heading) const
{
    const double row = kRow * m_theme.scale;
    paintText(painter, QRectF(kPadding, 6, 200, row), Qt::AlignLeft, heading,
              m_theme.font(Type::SmallStrong),
              hasFocus() ? m_theme.colors.accent : m_theme.colors.textSoft);
    const auto entries = flow(width, folded);
    for (const auto& entry : entries) {
        if (entry.sample == Sample::Note) {
            paintText(painter, entry.box, Qt::AlignLeft,
                      elided(note(), m_theme.font(Type::Small), entry.box.width()),
                      m_theme.font(Type::Small), m_theme.colors.outOfSync);
            continue;
        }
        paintSample(painter, entry.sample, entry.box);
        paintText(painter, entry.box.adjusted(kSample + 4, 0, 0, 0), Qt::AlignLeft, entry.text,
                  m_theme.font(Type::Small), m_theme.colors.textSoft);
    }
}

/// The rows depend on the width, which the layout above does not ask again about by itself.
void Legend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

void Legend::fitHeight()
{
    const int wanted = heightForWidth(width());
    if (minimumHeight() != wanted)
        setFixedHeight(wanted);
    updateGeometry();
    update();
}

void Legend::setTexts()
{
    setAccessibleName(tr("Legend"));
    setToolTip(tr("Click to fold or unfold (L). Fetches that bring no records are not drawn."));
}

void Legend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setTexts();
        fitHeight();
    }
    QWidget::changeEvent(event);
}

void Legend::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setFolded(!m_folded);
}

void Legend::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return)
        setFolded(!m_folded);
    else
        QWidget::keyPressEvent(event);
}

} // namespace hw::ui
