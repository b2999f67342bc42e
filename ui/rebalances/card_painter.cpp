#include <QFontMetricsF>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

#include "ui/rebalances/card.h"
#include "ui/rebalances/rebalance_words.h"
#include "ui/theme/paint.h"

namespace hw::ui {

CardPainter::CardPainter(QPainter* painter, const Theme& theme, double left, double width,
                         double scale, Links* links)
    : m_painter(painter)
    , m_theme(theme)
    , m_left(left)
    , m_width(width)
    , m_scale(scale)
    , m_links(links)
{
}

QFont CardPainter::font(Type type) const
{
    QFont font = typeFont(type);
    font.setPixelSize(std::max(1, qRound(font.pixelSize() * m_scale)));
    return font;
}

QColor CardPainter::ink(Card::Tone tone) const
{
    switch (tone) {
    case Card::Tone::Plain:
        return m_theme.colors.textSoft;
    case Card::Tone::Good:
        return m_theme.colors.good;
    case Card::Tone::Warn:
        return m_theme.colors.badgeText;
    case Card::Tone::Bad:
        return m_theme.colors.bad;
    }
    return m_theme.colors.text;
}

/// Wraps anywhere if it must, so that nothing is ever cut.
double CardPainter::paragraph(const QString& text, Type type, const QColor& color, double y,
                              double indent)
{
    QTextLayout layout(text, font(type));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    const double gap = 2 * m_scale;
    double height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(40.0, m_width - indent));
        line.setPosition({0, height});
        height += line.height() + gap;
    }
    layout.endLayout();
    if (m_painter) {
        m_painter->setPen(color);
        layout.draw(m_painter, {m_left + indent, y});
    }
    return y + height;
}

double CardPainter::caption(const QString& text, double y)
{
    return paragraph(text, Type::SmallStrong, m_theme.colors.textSoft, y + 12 * m_scale) +
           2 * m_scale;
}

double CardPainter::draw(const Card& card, double y)
{
    const Colors& c = m_theme.colors;
    y = paragraph(card.title, Type::Title, c.text, y);
    y = paragraph(card.subtitle, Type::Body, c.textSoft, y + 2 * m_scale);
    y = pills(card, y + 6 * m_scale);
    if (!card.remark.isEmpty())
        y = paragraph(card.remark, Type::Small, c.textSoft, y + 4 * m_scale);
    if (!card.phases.empty())
        y = phases(card, y + 12 * m_scale);
    if (!card.figures.empty())
        y = figures(card, y + 10 * m_scale);
    if (!card.advice.isEmpty())
        y = advice(card, y + 12 * m_scale);
    if (!card.member.empty())
        y = lines(tr("Responsible"), card.member, y);
    if (!card.evidence.empty())
        y = lines(tr("Evidence"), card.evidence, y);
    if (!card.chain.empty())
        y = chain(card, y);
    if (!card.parked.empty())
        y = bars(tr("Parked: nobody reads these now"), card.parked, 0, true, y);
    if (!card.moved.empty()) {
        y = lines(tr("Moved"), card.moved, y);
        if (card.movedMore > 0)
            y = paragraph(tr("and %n more", nullptr, static_cast<int>(card.movedMore)), Type::Small,
                          c.textSoft, y);
    }
    if (!card.stalls.empty())
        y = bars(tr("Stood still"), card.stalls, card.stallsMore, false, y);
    return y;
}

double CardPainter::pills(const Card& card, double y)
{
    const QFont small = font(Type::SmallStrong);
    const double height = 19 * m_scale;
    double x = 0;
    for (const auto& [text, tone] : card.pills) {
        const double width = textWidth(text, small) + 18 * m_scale;
        if (x > 0 && x + width > m_width) {
            x = 0;
            y += height + 4 * m_scale;
        }
        const QRectF pill(m_left + x, y, width, height);
        if (m_painter) {
            // A dashed outline for what is not certain or not over: never by colour alone.
            const bool sure = tone != Card::Tone::Warn;
            m_painter->setPen(QPen(ink(tone), 1.2, sure ? Qt::SolidLine : Qt::DashLine));
            m_painter->setBrush(m_theme.colors.card);
            m_painter->drawRoundedRect(pill, height / 2, height / 2);
            paintText(*m_painter, pill, Qt::AlignHCenter, text, small, ink(tone));
        }
        x += width + 6 * m_scale;
    }
    return y + height;
}

double CardPainter::phases(const Card& card, double y)
{
    const Colors& c = m_theme.colors;
    Duration whole{};
    for (const auto& phase : card.phases)
        whole += phase.lasted;
    const double height = 22 * m_scale;
    const QFont strong = font(Type::SmallStrong);
    const QString total = card.isGoing ? tr("%1 so far").arg(RebalanceWords::time(whole))
                                       : RebalanceWords::time(whole);
    const double totalWidth = textWidth(total, font(Type::Strong)) + 10 * m_scale;
    const double room = m_width - totalWidth;
    const double least = 6 * m_scale;
    const double rest = room - least * static_cast<double>(card.phases.size());
    const QColor grounds[] = {c.badge, c.accentSoft, c.goodSoft};
    const QColor inks[] = {c.badgeBorder, c.accent, c.good};
    double x = m_left, labelX = m_left;
    double labelY = y + height + 3 * m_scale;
    const double line = 16 * m_scale;
    for (std::size_t n = 0; n < card.phases.size(); ++n) {
        const auto& [name, lasted] = card.phases[n];
        const double share = whole > Duration{} ? static_cast<double>(lasted.count()) /
                                                      static_cast<double>(whole.count())
                                                : 1.0 / static_cast<double>(card.phases.size());
        const double width = least + rest * share;
        const QString label = QStringLiteral("%1 %2").arg(name, RebalanceWords::time(lasted));
        const double labelWidth = textWidth(label, strong) + 16 * m_scale;
        if (labelX > m_left && labelX + labelWidth > m_left + m_width) {
            labelX = m_left;
            labelY += line;
        }
        if (m_painter) {
            m_painter->setPen(QPen(inks[n % 3], 1.2));
            m_painter->setBrush(grounds[n % 3]);
            m_painter->drawRect(QRectF(x, y, width, height));
            m_painter->drawRect(
                QRectF(labelX, labelY + line / 2 - 5 * m_scale, 10 * m_scale, 10 * m_scale));
            paintText(*m_painter, QRectF(labelX + 14 * m_scale, labelY, labelWidth, line),
                      Qt::AlignLeft, label, strong, c.text);
        }
        x += width;
        labelX += labelWidth + 12 * m_scale;
    }
    if (m_painter)
        paintText(*m_painter, QRectF(m_left + m_width - totalWidth, y, totalWidth, height),
                  Qt::AlignRight, total, font(Type::Strong), c.text);
    return labelY + line;
}

double CardPainter::figures(const Card& card, double y)
{
    const Colors& c = m_theme.colors;
    const double gap = 10 * m_scale;
    const auto count = static_cast<double>(card.figures.size());
    const double width = (m_width - gap * (count - 1)) / count;
    double height = 0;
    for (int pass = 0; pass < 2; ++pass) { // the first measures
        double x = m_left;
        for (const auto& [value, name, isBad] : card.figures) {
            CardPainter inner(pass ? m_painter : nullptr, m_theme, x + gap, width - 2 * gap,
                              m_scale);
            if (pass && m_painter) {
                m_painter->setPen(QPen(c.border, 1));
                m_painter->setBrush(c.card);
                m_painter->drawRoundedRect(QRectF(x, y, width, height), 6, 6);
            }
            double end = inner.paragraph(value, Type::Title, isBad ? c.bad : c.text, y + 6);
            end = inner.paragraph(name, Type::Small, c.textSoft, end);
            height = std::max(height, end + 6 - y);
            x += width + gap;
        }
    }
    return y + height;
}

double CardPainter::lines(const QString& title, const std::vector<Card::Line>& rows, double y)
{
    const Colors& c = m_theme.colors;
    y = caption(title, y);
    double indent = 0;
    for (const auto& row : rows)
        indent = std::max(indent, textWidth(row.name, font(Type::Body)) + 14 * m_scale);
    indent = std::min(indent, m_width * 0.45);
    for (const auto& [name, value] : rows) {
        CardPainter left(m_painter, m_theme, m_left, indent - 6 * m_scale, m_scale);
        const double nameEnd = left.paragraph(name, Type::Body, c.textSoft, y);
        y = std::max(nameEnd, paragraph(value, Type::Body, c.text, y, indent)) + 2 * m_scale;
    }
    return y;
}

double CardPainter::bars(const QString& title, const std::vector<Card::Bar>& rows, std::size_t more,
                         bool hatched, double y)
{
    const Colors& c = m_theme.colors;
    y = caption(title, y);
    double names = 0, values = 0;
    for (const auto& row : rows) {
        names = std::max(names, textWidth(row.name, font(Type::SmallStrong)));
        values = std::max(values, textWidth(row.value, font(Type::Small)));
    }
    const double gap = 8 * m_scale;
    names = std::min(names, m_width * 0.4);
    const double room = std::max(24 * m_scale, m_width - names - values - 2 * gap);
    const double line = 18 * m_scale;
    for (const auto& [name, value, share] : rows) {
        if (m_painter) {
            paintText(*m_painter, QRectF(m_left, y, names, line), Qt::AlignLeft,
                      elided(name, font(Type::SmallStrong), names), font(Type::SmallStrong),
                      c.text);
            const QRectF bar(m_left + names + gap, y + 3 * m_scale,
                             std::max(3 * m_scale, room * share), line - 6 * m_scale);
            m_painter->setPen(QPen(hatched ? c.waiting : c.badgeBorder, 1,
                                   hatched ? Qt::DashLine : Qt::SolidLine));
            m_painter->setBrush(hatched ? QBrush(c.waiting, Qt::BDiagPattern) : QBrush(c.badge));
            m_painter->drawRect(bar);
            paintText(*m_painter, QRectF(bar.right() + gap, y, values, line), Qt::AlignLeft, value,
                      font(Type::Small), c.text);
        }
        y += line;
    }
    if (more > 0)
        y = paragraph(tr("and %n more", nullptr, static_cast<int>(more)), Type::Small, c.textSoft,
                      y);
    return y;
}

/// From what began it down to the rebalance; each step leads to its event.
double CardPainter::chain(const Card& card, double y)
{
    const Colors& c = m_theme.colors;
    y = caption(tr("What led to it"), y);
    const double indent = 18 * m_scale;
    for (std::size_t n = 0; n < card.chain.size(); ++n) {
        const CauseStep& step = card.chain[n];
        const QString text = QStringLiteral("%1  %2").arg(step.clock, step.text);
        const double top = y;
        y = paragraph(text, Type::Body, step.bad ? c.bad : c.accent, y, indent) + 3 * m_scale;
        if (m_painter) {
            const QPointF dot(m_left + 6 * m_scale, top + 8 * m_scale);
            m_painter->setPen(QPen(c.borderStrong, 1.4));
            if (n + 1 < card.chain.size())
                m_painter->drawLine(dot, QPointF(dot.x(), y + 8 * m_scale));
            m_painter->setBrush(step.bad ? c.bad : c.accent);
            m_painter->setPen(Qt::NoPen);
            m_painter->drawEllipse(dot, 4 * m_scale, 4 * m_scale);
        }
        if (m_links)
            m_links->emplace_back(QRectF(m_left, top, m_width, y - top), step.event);
    }
    return y;
}

double CardPainter::advice(const Card& card, double y)
{
    const Colors& c = m_theme.colors;
    const double pad = 9 * m_scale;
    CardPainter inner(nullptr, m_theme, m_left + pad, m_width - 2 * pad, m_scale);
    const double end = inner.paragraph(card.advice, Type::Strong, c.text, y + pad) + pad;
    if (m_painter) {
        m_painter->setPen(QPen(c.accent, 1.4));
        m_painter->setBrush(c.accentSoft);
        m_painter->drawRoundedRect(QRectF(m_left, y, m_width, end - y), 7, 7);
        inner.m_painter = m_painter;
        inner.paragraph(card.advice, Type::Strong, c.text, y + pad);
    }
    return end;
}

} // namespace hw::ui
