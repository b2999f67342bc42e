#include "ui/rebalances/generation_diff.h"

#include <algorithm>
#include <map>

#include "engine/rebalances/verdicts.h"
#include "ui/models/words.h"
#include "ui/rebalances/rebalance_words.h"
#include "ui/theme/paint.h"

namespace hw::ui {

using namespace rebalances;

namespace {

struct DiffWords
{
    Q_DECLARE_TR_FUNCTIONS(hw::ui::GenerationDiff)
};

QString namesOf(const std::vector<std::string>& names)
{
    QStringList all;
    for (const std::string& name : names)
        all << qs(name);
    return all.join(QStringLiteral(", "));
}

QString toldBy(const Share& share)
{
    if (share.isGone)
        return {};
    QStringList parts;
    if (!share.subscribed.empty())
        parts << DiffWords::tr("subscribes to %1").arg(namesOf(share.subscribed));
    if (!share.told)
        parts << DiffWords::tr("what it claimed was not seen: the round was too short");
    else if (share.claimed.empty())
        parts << DiffWords::tr("claims nothing");
    else if (share.claimedIn.value() < 0)
        parts << DiffWords::tr("claims %1").arg(Words::partitions(share.claimed));
    else
        parts << DiffWords::tr("claims %1 of generation %2")
                     .arg(Words::partitions(share.claimed))
                     .arg(share.claimedIn.value());
    if (!share.protocols.empty())
        parts << DiffWords::tr("can %1").arg(namesOf(share.protocols));
    return parts.join(QStringLiteral(" · "));
}

std::vector<GenerationDiff::Chip> chipsOf(const std::vector<TopicPartition>& own,
                                          const std::vector<TopicPartition>& other,
                                          GenerationDiff::Change change)
{
    std::vector<GenerationDiff::Chip> chips;
    for (const TopicPartition& partition : own) {
        if (chips.size() == GenerationDiff::kMostChips) {
            chips.push_back({QStringLiteral("+%1").arg(own.size() - chips.size()),
                             GenerationDiff::Change::Kept});
            break;
        }
        const bool isKept = std::ranges::find(other, partition) != other.end();
        chips.push_back({Words::tag(partition), isKept ? GenerationDiff::Change::Kept : change});
    }
    return chips;
}

} // namespace

GenerationDiff diffOf(const Rebalance& one, const ColorOf& colorOf)
{
    GenerationDiff diff;
    diff.before = DiffWords::tr("Before: generation %1").arg(std::max(one.before.value(), 0));
    diff.after = one.after.value() < 0
                     ? DiffWords::tr("After")
                     : DiffWords::tr("After: generation %1").arg(one.after.value());
    if (one.trimmed)
        diff.empty = DiffWords::tr("This one is too old: only its sums are kept.");
    else if (!one.compared)
        diff.empty = one.outcome == rebalances::Outcome::Going
                         ? DiffWords::tr("It still goes on: nobody knows yet who gets what.")
                         : DiffWords::tr("It was overtaken before anybody got anything.");
    if (!diff.empty.isEmpty())
        return diff;
    if (!one.protocol.empty())
        diff.assignor = one.leader.empty()
                            ? DiffWords::tr("%1 dealt the partitions out.").arg(qs(one.protocol))
                            : DiffWords::tr("%1 dealt the partitions out, run by %2.")
                                  .arg(qs(one.protocol), RebalanceWords::member(one.leader, one));
    if (one.verdict) {
        diff.verdict = RebalanceWords::verdict(*one.verdict, one.protocol);
        diff.isFault = isFault(*one.verdict, one.protocol);
    }
    for (const Share& share : one.shares) {
        GenerationDiff::Row row;
        row.name = RebalanceWords::member(share.member, one);
        row.note = share.isGone  ? DiffWords::tr("gone")
                   : share.isNew ? DiffWords::tr("new")
                                 : QString();
        row.color = colorOf ? colorOf(one.group, share.member) : -1;
        row.before = chipsOf(share.before, share.after, GenerationDiff::Change::Lost);
        row.after = chipsOf(share.after, share.before, GenerationDiff::Change::Got);
        row.told = toldBy(share);
        diff.rows.push_back(std::move(row));
    }
    std::map<QString, QStringList> reasons;
    for (std::size_t n = 0; n < std::min(one.moved.size(), GenerationDiff::kMostReasons); ++n) {
        const Moved& moved = one.moved[n];
        if (moved.to.empty() && diff.parked.size() < GenerationDiff::kMostChips)
            diff.parked.push_back({Words::tag(moved.partition), GenerationDiff::Change::Parked});
        reasons[RebalanceWords::why(moved, one)] << Words::tag(moved.partition);
    }
    for (const auto& [why, partitions] : reasons)
        diff.reasons.push_back({partitions.size() > 12
                                    ? partitions.mid(0, 12).join(' ') + QStringLiteral(" …")
                                    : partitions.join(' '),
                                why});
    if (diff.rows.empty())
        diff.empty = DiffWords::tr("The group had no members and has none.");
    return diff;
}

namespace {

class DiffPainter
{
public:
    DiffPainter(QPainter* painter, const Theme& theme, double left, double width, double scale)
        : m_painter(painter)
        , m_theme(theme)
        , m_left(left)
        , m_width(width)
        , m_scale(scale)
        , m_text(painter, theme, left, width, scale)
    {
    }

    double draw(const GenerationDiff& diff, double y);

private:
    double column(int n) const { return m_left + m_width * (n == 0 ? 0 : n == 1 ? 0.24 : 0.63); }
    double columnWidth(int n) const { return m_width * (n == 0 ? 0.22 : 0.37); }
    double chips(const std::vector<GenerationDiff::Chip>& all, int color, double left, double width,
                 double y);
    void chip(const GenerationDiff::Chip& chip, int color, const QRectF& box);
    double row(const GenerationDiff::Row& row, double y);
    double verdict(const GenerationDiff& diff, double y);
    QColor memberInk(int color) const
    {
        return color < 0 ? m_theme.colors.offline : m_theme.member(color);
    }

    QPainter* m_painter;
    const Theme& m_theme;
    double m_left, m_width, m_scale;
    CardPainter m_text;
};

double DiffPainter::draw(const GenerationDiff& diff, double y)
{
    const Colors& c = m_theme.colors;
    if (!diff.empty.isEmpty())
        return m_text.paragraph(diff.empty, Type::Heading, c.textSoft, y);
    if (!diff.verdict.isEmpty())
        y = verdict(diff, y) + 6 * m_scale;
    if (!diff.assignor.isEmpty())
        y = m_text.paragraph(diff.assignor, Type::Body, c.text, y);
    y += 8 * m_scale;
    double end = y;
    const QString heads[] = {DiffWords::tr("Member"), diff.before, diff.after};
    for (int n = 0; n < 3; ++n) {
        CardPainter head(m_painter, m_theme, column(n), columnWidth(n), m_scale);
        end = std::max(end, head.paragraph(heads[n], Type::Strong, c.textSoft, y));
    }
    y = end + 4 * m_scale;
    for (const auto& each : diff.rows)
        y = row(each, y);
    if (!diff.parked.empty()) {
        CardPainter name(m_painter, m_theme, column(0), columnWidth(0), m_scale);
        const double nameEnd = name.paragraph(DiffWords::tr("nobody (parked)"), Type::Strong,
                                              c.waiting, y + 4 * m_scale);
        y = std::max(nameEnd, chips(diff.parked, -1, column(2), columnWidth(2), y + 4 * m_scale));
    }
    if (!diff.reasons.empty())
        y = m_text.caption(DiffWords::tr("Why they moved"), y + 4 * m_scale);
    for (const auto& [partitions, why] : diff.reasons) {
        CardPainter left(m_painter, m_theme, m_left, m_width * 0.36, m_scale);
        const double leftEnd = left.paragraph(partitions, Type::SmallStrong, c.text, y);
        y = std::max(leftEnd, m_text.paragraph(why, Type::Body, c.text, y, m_width * 0.39)) +
            2 * m_scale;
    }
    return y;
}

double DiffPainter::verdict(const GenerationDiff& diff, double y)
{
    const Colors& c = m_theme.colors;
    const double pad = 8 * m_scale;
    double end = 0;
    for (QPainter* painter : {static_cast<QPainter*>(nullptr), m_painter}) {
        if (painter) {
            painter->setPen(QPen(diff.isFault ? c.bad : c.good, 1.4,
                                 diff.isFault ? Qt::DashLine : Qt::SolidLine));
            painter->setBrush(diff.isFault ? c.badSoft : c.goodSoft);
            painter->drawRoundedRect(QRectF(m_left, y, m_width, end - y), 7, 7);
        }
        CardPainter text(painter, m_theme, m_left + pad, m_width - 2 * pad, m_scale);
        end = text.paragraph(diff.verdict, Type::Strong, c.text, y + pad) + pad;
    }
    return end;
}

double DiffPainter::row(const GenerationDiff::Row& row, double y)
{
    const Colors& c = m_theme.colors;
    const double top = y;
    y += 6 * m_scale;
    const double swatch = 11 * m_scale;
    if (m_painter) {
        m_painter->setPen(QPen(c.border, 1));
        m_painter->drawLine(QPointF(m_left, top), QPointF(m_left + m_width, top));
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(memberInk(row.color));
        m_painter->drawRoundedRect(QRectF(column(0), y + 2 * m_scale, swatch, swatch), 3, 3);
    }
    CardPainter name(m_painter, m_theme, column(0), columnWidth(0), m_scale);
    double end = name.paragraph(row.name, Type::Strong, c.text, y, swatch + 6 * m_scale);
    if (!row.note.isEmpty())
        end = name.paragraph(row.note, Type::Small, c.waiting, end, swatch + 6 * m_scale);
    end = std::max(end, chips(row.before, row.color, column(1), columnWidth(1), y));
    end = std::max(end, chips(row.after, row.color, column(2), columnWidth(2), y));
    if (!row.told.isEmpty()) {
        CardPainter told(m_painter, m_theme, column(1), m_left + m_width - column(1), m_scale);
        end = told.paragraph(row.told, Type::Small, c.textSoft, end);
    }
    return end + 4 * m_scale;
}

double DiffPainter::chips(const std::vector<GenerationDiff::Chip>& all, int color, double left,
                          double width, double y)
{
    const QFont font = m_text.font(Type::SmallStrong);
    const double height = 19 * m_scale;
    if (all.empty()) {
        CardPainter none(m_painter, m_theme, left, width, m_scale);
        return none.paragraph(DiffWords::tr("nothing"), Type::Body, m_theme.colors.textSoft, y);
    }
    double x = 0;
    for (const auto& each : all) {
        const double wide = textWidth(each.text, font) + 24 * m_scale;
        if (x > 0 && x + wide > width) {
            x = 0;
            y += height + 4 * m_scale;
        }
        chip(each, color, QRectF(left + x, y, wide, height));
        x += wide + 4 * m_scale;
    }
    return y + height + 3 * m_scale;
}

/// Kept: filled. Got: filled, with a plus. Lost: a dashed outline with a minus. Parked: hatched.
void DiffPainter::chip(const GenerationDiff::Chip& chip, int color, const QRectF& box)
{
    if (!m_painter)
        return;
    const Colors& c = m_theme.colors;
    const QColor ink = memberInk(color);
    const bool filled =
        chip.change == GenerationDiff::Change::Kept || chip.change == GenerationDiff::Change::Got;
    const QColor text = color < 0 && filled ? c.card : filled ? m_theme.onMember : c.text;
    m_painter->setPen(QPen(chip.change == GenerationDiff::Change::Parked ? c.waiting : ink, 1.6,
                           filled ? Qt::SolidLine : Qt::DashLine));
    m_painter->setBrush(filled ? QBrush(ink)
                        : chip.change == GenerationDiff::Change::Parked
                            ? QBrush(c.waiting, Qt::BDiagPattern)
                            : QBrush(c.card));
    m_painter->drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5);
    if (chip.change == GenerationDiff::Change::Parked) { // readable above the hatching
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(c.card);
        m_painter->drawRoundedRect(box.adjusted(7, 3, -7, -3), 4, 4);
    }
    const QString sign = chip.change == GenerationDiff::Change::Got    ? QStringLiteral("+ ")
                         : chip.change == GenerationDiff::Change::Lost ? QStringLiteral("− ")
                                                                       : QString();
    paintText(*m_painter, box, Qt::AlignHCenter, sign + chip.text, m_text.font(Type::SmallStrong),
              text);
}

} // namespace

double GenerationDiff::draw(QPainter* painter, const Theme& theme, double left, double y,
                            double width, double scale) const
{
    return DiffPainter(painter, theme, left, width, scale).draw(*this, y);
}

} // namespace hw::ui
