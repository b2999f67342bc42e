#include "ui/lanes/lane_painter.h"

#include <algorithm>

#include "ui/lanes/lane_words.h"
#include "ui/models/wall_clock.h"
#include "ui/models/words.h"
#include "ui/theme/paint.h"

namespace hw::ui {

using observe::fact::GroupState;

static constexpr double kPad = 5;
static constexpr double kCoordinatorName = 17;

double LanePainter::memberHeight(bool timers)
{
    return kPad + kTrack + kOwned + (timers ? kMemberTimers * kTimer + 4 : 0) + kPad;
}

LanePainter::LanePainter(QPainter& painter, const LaneScene& scene, std::vector<LaneHit>& hits)
    : m_painter(painter)
    , m_scene(scene)
    , m_scale(scene.scale)
    , m_colors(scene.theme.colors)
    , m_hits(hits)
{
}

QRectF LanePainter::timeOf(const QRectF& row) const
{
    return {m_scale.left, row.top(), m_scale.width, row.height()};
}

void LanePainter::headText(const QRectF& box, const QString& text, Type type, const QColor& color,
                           Qt::Alignment align)
{
    const QFont font = typeFont(type);
    paintText(m_painter, box, align, elided(text, font, box.width()), font, color);
}

/// The calendar's time at round places.
void LanePainter::axis(const QRectF& row)
{
    m_painter.fillRect(row, m_colors.panel);
    headText(row.adjusted(12, 0, -(row.width() - kHead) - 8, 0),
             tr("time, %1").arg(WallClock::zone()), Type::Caption, m_colors.textSoft);
    const Duration step = m_scale.step(92);
    const QFont font = typeFont(Type::Small);
    const std::int64_t offset = m_scene.wallOffsetMs;
    const std::int64_t stepMs = toMs(step);
    std::int64_t ms = (toMs(m_scale.from.sinceStart()) + offset) / stepMs * stepMs;
    for (; ms <= toMs(m_scale.to().sinceStart()) + offset; ms += stepMs) {
        const double x = m_scale.x(Instant(fromMs(ms - offset)));
        if (x < m_scale.left + 30 || x > m_scale.right() - 30)
            continue;
        m_painter.fillRect(QRectF(x, row.bottom() - 5, 1, 5), m_colors.borderStrong);
        paintText(m_painter, QRectF(x - 50, row.top() + 2, 100, row.height() - 8), Qt::AlignHCenter,
                  step < 1s ? WallClock::clock(ms) : WallClock::seconds(ms), font,
                  m_colors.textSoft);
    }
}

void LanePainter::ground(const QRectF& area)
{
    const double now = m_scale.x(m_scene.now);
    m_painter.fillRect(area, m_colors.canvas);
    for (const auto& rebalance : m_scene.book.all()) {
        const Instant end = rebalance.ended.value_or(m_scene.now);
        if (rebalance.group != m_scene.group.name || !m_scale.sees(rebalance.began, end))
            continue;
        const double from = m_scale.shown(rebalance.began);
        m_painter.fillRect(
            QRectF(from, area.top(), std::max(1.5, m_scale.shown(end) - from), area.height()),
            m_colors.badge);
    }
    const Duration step = m_scale.step(92);
    const std::int64_t offset = m_scene.wallOffsetMs;
    std::int64_t ms = (toMs(m_scale.from.sinceStart()) + offset) / toMs(step) * toMs(step);
    for (; ms <= toMs(m_scale.to().sinceStart()) + offset; ms += toMs(step)) {
        const double x = m_scale.x(Instant(fromMs(ms - offset)));
        if (x > m_scale.left)
            m_painter.fillRect(QRectF(x, area.top(), 1, area.height()), m_colors.border);
    }
    if (now < m_scale.right()) { // what has not come yet
        const QRectF future(std::max(now, m_scale.left), area.top(),
                            m_scale.right() - std::max(now, m_scale.left), area.height());
        m_painter.fillRect(future, m_colors.cardDown);
        m_painter.fillRect(QRectF(now, area.top(), 1.5, area.height()), m_colors.borderStrong);
    }
}

// ---- the group ----

namespace {

struct StateLook
{
    QColor ink, ground;
    Qt::PenStyle line = Qt::SolidLine;
};

StateLook lookOfState(GroupState state, const Colors& c)
{
    switch (state) {
    case GroupState::Stable:
        return {c.good, c.goodSoft, Qt::SolidLine};
    case GroupState::PreparingRebalance:
    case GroupState::CompletingRebalance:
    case GroupState::Assigning:
    case GroupState::Reconciling:
        return {c.badgeText, c.badge, Qt::DashLine};
    case GroupState::Empty:
    case GroupState::Dead:
        break;
    }
    return {c.offline, c.cardDown, Qt::DotLine};
}

} // namespace

void LanePainter::group(const QRectF& row)
{
    const auto& states = m_scene.group.states;
    const QRectF head(12, row.top() + 4, kHead - 24, 22);
    headText(head, qs(m_scene.group.name), Type::Heading, m_colors.text);
    if (!states.empty())
        headText(head.translated(0, 24), tr("generation %1").arg(states.back().generation.value()),
                 Type::Small, m_colors.textSoft);
    const QFont font = typeFont(Type::SmallStrong);
    m_painter.save();
    m_painter.setClipRect(timeOf(row), Qt::IntersectClip);
    for (std::size_t n = 0; n < states.size(); ++n) {
        const Instant end = n + 1 < states.size() ? states[n + 1].from : m_scene.now;
        if (!m_scale.sees(states[n].from, end))
            continue;
        const double from = m_scale.shown(states[n].from);
        const QRectF band(from, row.top() + 4, std::max(2.0, m_scale.shown(end) - from), 22);
        const StateLook look = lookOfState(states[n].state, m_colors);
        m_painter.setPen(QPen(look.ink, 1, look.line));
        m_painter.setBrush(look.ground);
        m_painter.drawRoundedRect(band.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        const QRectF inside = band.intersected(timeOf(row)).adjusted(6, 0, -4, 0);
        const QString word = Words::groupState(states[n].state);
        if (inside.width() > 30)
            paintText(m_painter, inside, Qt::AlignLeft, elided(word, font, inside.width()), font,
                      look.ink);
        m_hits.push_back({LaneHit::What::State, band, {}, {}, states[n].event});
    }
    phases({m_scale.left, row.top() + 29, m_scale.width, 22});
    m_painter.restore();
}

void LanePainter::phase(const QRectF& track, const rebalances::Rebalance& rebalance, Instant from,
                        Instant to, const QString& name, const QColor& ground, Qt::BrushStyle style)
{
    if (!m_scale.sees(from, to))
        return;
    const double left = m_scale.shown(from);
    const QRectF band(left, track.top(), std::max(1.5, m_scale.shown(to) - left), 16);
    m_painter.fillRect(band, ground);
    m_painter.fillRect(band, QBrush(m_colors.borderStrong, style));
    m_painter.fillRect(QRectF(band.left(), band.top(), 1.5, band.height()), m_colors.badgeText);
    const QFont font = typeFont(Type::Small);
    const QString text = QStringLiteral("%1 %2").arg(name, LaneWords::lasted(to - from));
    const QRectF inside = band.intersected(track).adjusted(5, 0, -3, 0);
    const QString shown = textWidth(text, font) <= inside.width() ? text : name;
    if (textWidth(shown, font) <= inside.width()) {
        m_painter.fillRect(QRectF(inside.left() - 2, band.top() + 1, textWidth(shown, font) + 4,
                                  band.height() - 2),
                           ground);
        paintText(m_painter, inside, Qt::AlignLeft, shown, font, m_colors.text);
    }
    m_hits.push_back({LaneHit::What::Phase, band, {}, {}, {}, rebalance.number});
}

/// Join, assign, sync; then, as far as there is room, what made it.
void LanePainter::phases(const QRectF& track)
{
    double free = track.right();
    const auto& all = m_scene.book.all();
    for (auto it = all.rbegin(); it != all.rend(); ++it) {
        const auto& rebalance = *it;
        const Instant end = rebalance.ended.value_or(m_scene.now);
        if (rebalance.group != m_scene.group.name || rebalance.began > m_scale.to())
            continue;
        const double from = m_scale.shown(rebalance.began);
        const Instant formed = rebalance.formed.value_or(end);
        const Instant stored = rebalance.stored.value_or(end);
        phase(track, rebalance, rebalance.began, formed, tr("join"), m_colors.badge, Qt::NoBrush);
        if (rebalance.formed)
            phase(track, rebalance, formed, stored, tr("assign"), m_colors.accentSoft,
                  Qt::BDiagPattern);
        if (rebalance.stored)
            phase(track, rebalance, stored, end, tr("sync"), m_colors.goodSoft, Qt::FDiagPattern);
        const double left = std::max(m_scale.shown(end), track.left()) + 6;
        if (free - left > 60) {
            const QRectF room(left, track.top(), free - left - 6, 16);
            headText(room, LaneWords::cause(rebalance), Type::SmallStrong, m_colors.text);
            const double wide = std::min(
                room.width(), textWidth(LaneWords::cause(rebalance), typeFont(Type::SmallStrong)));
            m_hits.push_back({LaneHit::What::Phase,
                              {room.left(), room.top(), wide, 16},
                              {},
                              {},
                              {},
                              rebalance.number});
        }
        free = std::min(free, from);
        if (end < m_scale.from)
            break; // its cause still reaches into the picture
    }
}

void LanePainter::coordinator(const QRectF& row)
{
    const auto& spans = m_scene.group.coordinators;
    headText({12, row.top(), kHead - 24, row.height()}, tr("coordinator"), Type::Strong,
             m_colors.text);
    const double middle = row.bottom() - 16; // of the marks; who it is stands above them
    m_painter.save();
    m_painter.setClipRect(timeOf(row), Qt::IntersectClip);
    for (std::size_t n = 0; n < spans.size(); ++n) {
        const Instant end = n + 1 < spans.size() ? spans[n + 1].from : m_scene.now;
        if (!m_scale.sees(spans[n].from, end))
            continue;
        const double from = m_scale.shown(spans[n].from);
        const QRectF band(from, row.top() + 3, std::max(2.0, m_scale.shown(end) - from),
                          row.height() - 8);
        const bool isThere = spans[n].broker != kNoBroker;
        m_painter.setPen(QPen(isThere ? m_colors.borderStrong : m_colors.bad, 1,
                              isThere ? Qt::SolidLine : Qt::DashLine));
        m_painter.setBrush(isThere ? m_colors.card : m_colors.badSoft);
        m_painter.drawRoundedRect(band.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        QRectF inside = band.intersected(timeOf(row)).adjusted(6, 0, -4, 0);
        inside.setHeight(kCoordinatorName);
        if (inside.width() > 40)
            headText(inside, Words::broker(spans[n].broker), Type::Small,
                     isThere ? m_colors.textSoft : m_colors.bad);
    }
    double last = -100;
    for (const LaneEvent& event : m_scene.group.events) {
        const double x = m_scale.x(event.at);
        if (x < m_scale.left || x > m_scale.right())
            continue;
        const double shift = x - last < 8 ? 4 : 0; // at the same moment: beside each other
        last = x + shift;
        LaneGlyphs::paint(m_painter, event.kind, {last, middle}, m_scene.theme);
        LaneHit hit{LaneHit::What::Event, {last - 6, middle - 9, 12, 18}};
        hit.event = event.event;
        hit.kind = event.kind;
        m_hits.push_back(std::move(hit));
    }
    m_painter.restore();
}

void LanePainter::nobody(const QRectF& row)
{
    headText({12, row.top(), kHead - 24, row.height()}, tr("nobody's"), Type::Strong,
             m_colors.waiting);
    m_painter.save();
    m_painter.setClipRect(timeOf(row), Qt::IntersectClip);
    for (const OwnedSpan& span : m_scene.group.unowned) {
        const Instant end = span.to.value_or(m_scene.now);
        if (!m_scale.sees(span.from, end))
            continue;
        const double from = m_scale.shown(span.from);
        const QRectF bar(from, row.center().y() - 8, std::max(2.0, m_scale.shown(end) - from), 16);
        m_painter.setPen(QPen(m_colors.waiting, 1.4, Qt::DashLine));
        m_painter.setBrush(QBrush(m_colors.waiting, Qt::BDiagPattern));
        m_painter.drawRoundedRect(bar.adjusted(0.7, 0.7, -0.7, -0.7), 4, 4);
        const QFont font = typeFont(Type::SmallStrong);
        const QRectF inside = bar.intersected(timeOf(row)).adjusted(6, 0, -4, 0);
        const QString text = elided(Words::partitions(span.partitions), font, inside.width() - 8);
        if (inside.width() > 40) {
            m_painter.fillRect(QRectF(inside.left() - 3, bar.top() + 1.5, textWidth(text, font) + 6,
                                      bar.height() - 3),
                               m_colors.canvas);
            paintText(m_painter, inside, Qt::AlignLeft, text, font, m_colors.waiting);
        }
        m_hits.push_back({LaneHit::What::Owned, bar});
    }
    m_painter.restore();
}

} // namespace hw::ui
