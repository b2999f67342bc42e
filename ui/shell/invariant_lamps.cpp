#include "ui/shell/invariant_lamps.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"

namespace hw::ui {

InvariantLamps::InvariantLamps(QWidget* parent)
    : QWidget(parent)
    , m_theme(makeTheme(ThemeName::Light))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
}

QString InvariantLamps::meaning(int number)
{
    switch (number) {
    case 1:
        return tr("What was acknowledged with acks=all is read by later consumers.");
    case 2:
        return tr("Below the HW all replicas and all reads give the same bytes.");
    case 3:
        return tr("HW ≤ LEO on every replica, and a leader's HW never goes back within its epoch.");
    case 4:
        return tr("Leader epochs only rise, and of one epoch there is one leader.");
    case 5:
        return tr("The ISR is part of the assignment, never empty, and holds the leader.");
    case 6:
        return tr("Of one controller epoch there is one controller, and older ones write nothing.");
    case 7:
        return tr("An idempotent producer's records come without gap and without duplicate.");
    case 10:
        return tr("In a stable group no partition has two owners.");
    case 11:
        return tr("After a crash logs open, and their indexes equal those rebuilt from them.");
    case 12:
        return tr("In one consumer offsets rise strictly, and nothing is skipped.");
    case 13:
        return tr("After the faults end the cluster gets whole again within a bounded time.");
    default:
        return tr("Invariant %1").arg(number);
    }
}

/// The engine's sentences begin with the number: `5: TopicA-1: the ISR is empty`.
static int numberOf(const std::string& sentence)
{
    return qs(sentence).section(':', 0, 0).trimmed().toInt();
}

void InvariantLamps::take(const observe::Snapshot& snapshot)
{
    const auto before = m_broken.size();
    for (const auto& sentence : snapshot.invariantsBroken)
        m_broken.insert(numberOf(sentence));
    const bool same = snapshot.invariantsChecked == m_checked && before == m_broken.size() &&
                      snapshot.invariantsBroken == m_sentences;
    if (same)
        return;
    m_checked = snapshot.invariantsChecked;
    if (!snapshot.invariantsBroken.empty())
        m_sentences = snapshot.invariantsBroken;
    updateGeometry();
    describe();
    update();
}

/// How one is: `Invariant 5 holds`.
QString InvariantLamps::headline(int number) const
{
    return isBroken(number) ? tr("Invariant %1 is broken").arg(number)
                            : tr("Invariant %1 holds").arg(number);
}

/// What the engine says of a broken one; 0: of all.
QStringList InvariantLamps::said(int number) const
{
    QStringList all;
    for (const auto& sentence : m_sentences)
        if (number == 0 || numberOf(sentence) == number)
            all << qs(sentence);
    return all;
}

QString InvariantLamps::toolTipOf(int number) const
{
    if (number == 0)
        return tr("What must hold in every cluster, checked all the time: green holds, red with a "
                  "cross is broken. Point at a number to read what it says.");
    QString text = QStringLiteral("<b>%1</b><br>%2").arg(headline(number), meaning(number));
    for (const QString& sentence : said(number))
        text += QStringLiteral("<br>") + sentence.toHtmlEscaped();
    if (isBroken(number))
        text += QStringLiteral("<br>") + tr("Click to select what it is about.");
    return text;
}

void InvariantLamps::describe()
{
    QStringList all;
    for (const int number : m_checked)
        all << QStringLiteral("%1: %2").arg(headline(number), meaning(number));
    setAccessibleName(all.isEmpty() ? tr("Invariants") : all.join(QLatin1Char('\n')));
    setAccessibleDescription(m_sentences.empty() ? QString() : said(0).join(QLatin1Char('\n')));
}

void InvariantLamps::setTheme(const Theme& theme)
{
    m_theme = theme;
    updateGeometry();
    update();
}

/// What the numbers are; nothing while none is judged.
QString InvariantLamps::label() const { return m_checked.empty() ? QString() : tr("Invariants"); }

int InvariantLamps::labelWidth() const
{
    const QString text = label();
    return text.isEmpty() ? 0 : qRound(textWidth(text, m_theme.font(Type::Small))) + 8;
}

QSize InvariantLamps::sizeHint() const
{
    return {labelWidth() + kStep * static_cast<int>(m_checked.size()) + 4, 20};
}

std::vector<std::string> InvariantLamps::broken(int number) const
{
    std::vector<std::string> sentences;
    for (const auto& sentence : m_sentences)
        if (numberOf(sentence) == number)
            sentences.push_back(sentence);
    return sentences;
}

void InvariantLamps::mousePressEvent(QMouseEvent* event)
{
    const int number = numberAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || number == 0)
        return QWidget::mousePressEvent(event);
    m_current = static_cast<std::size_t>(std::ranges::find(m_checked, number) - m_checked.begin());
    update();
    emit picked(number);
}

void InvariantLamps::keyPressEvent(QKeyEvent* event)
{
    if (m_checked.empty())
        return QWidget::keyPressEvent(event);
    m_current = std::min(m_current, m_checked.size() - 1);
    switch (event->key()) {
    case Qt::Key_Left:
        m_current -= m_current > 0;
        break;
    case Qt::Key_Right:
        m_current += m_current + 1 < m_checked.size();
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit picked(m_checked[m_current]);
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    update();
}

int InvariantLamps::numberAt(const QPoint& at) const
{
    const int x = at.x() - labelWidth();
    const auto index = static_cast<std::size_t>(std::max(0, x) / kStep);
    return x >= 0 && index < m_checked.size() ? m_checked[index] : 0;
}

bool InvariantLamps::event(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        describe();
        updateGeometry();
        update();
    }
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipOf(numberAt(help->pos())), this);
    return true;
}

void InvariantLamps::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = m_theme.colors;
    const int left = labelWidth();
    paintText(painter, QRectF(0, 0, left, height()), Qt::AlignLeft, label(),
              m_theme.font(Type::Small), c.textSoft);
    for (std::size_t n = 0; n < m_checked.size(); ++n) {
        const int number = m_checked[n];
        const bool bad = isBroken(number);
        const QRectF box(left + static_cast<double>(n) * kStep + 2, 2, kStep - 4, 16);
        painter.setPen(QPen(bad ? c.bad : c.good, hasFocus() && n == m_current ? 2.5 : 1));
        painter.setBrush(bad ? c.badSoft : c.goodSoft);
        painter.drawRoundedRect(box, 8, 8);
        paintText(painter, box, Qt::AlignHCenter,
                  (bad ? QStringLiteral("✗") : QString()) + QString::number(number),
                  typeFont(Type::SmallStrong), bad ? c.bad : c.good);
    }
}

} // namespace hw::ui
