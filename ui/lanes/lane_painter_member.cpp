#include <algorithm>

#include "ui/lanes/lane_painter.h"
#include "ui/lanes/lane_words.h"
#include "ui/models/words.h"
#include "ui/theme/paint.h"

namespace hw::ui {

static constexpr double kRowPad = 5;

void LanePainter::member(const QRectF& row, const LaneMember& lane)
{
    const QRectF time = timeOf(row);
    m_painter.fillRect(QRectF(0, row.bottom() - 1, row.width(), 1), m_colors.border);
    m_painter.save();
    m_painter.setClipRect(time, Qt::IntersectClip);
    QRectF track(time.left(), row.top() + kRowPad, time.width(), kTrack);
    polls(track, lane);
    marks(track, lane);
    track = QRectF(track.left(), track.bottom(), track.width(), kOwned);
    ownedBars(track, lane);
    track = QRectF(track.left(), track.bottom() + 4, track.width(), kTimer);
    for (std::size_t n = 0; m_scene.showsTimers && n < kMemberTimers; ++n) {
        timers(track, lane, static_cast<MemberTimer::Kind>(n));
        track.translate(0, kTimer);
    }
    m_painter.restore();
    memberHead(row, lane);
}

void LanePainter::memberHead(const QRectF& row, const LaneMember& lane)
{
    const double top = row.top() + kRowPad;
    const QColor ink = lane.there ? m_scene.color(lane) : m_colors.offline;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(ink);
    m_painter.drawRoundedRect(QRectF(12, top + 7, 10, 10), 2, 2);
    headText({28, top, kHead - 40, kTrack}, qs(lane.name), Type::Strong,
             lane.there ? m_colors.text : m_colors.offline);
    const QString what = !lane.there  ? LaneWords::gone(lane, m_scene.now)
                         : lane.epoch ? LaneWords::epoch(lane)
                                      : qs(lane.host);
    headText({28, top + kTrack - 2, kHead - 40, kOwned}, what, Type::Small,
             lane.there ? m_colors.textSoft : m_colors.bad);
    if (!m_scene.showsTimers)
        return;
    double y = top + kTrack + kOwned + 4;
    for (std::size_t n = 0; n < kMemberTimers; ++n, y += kTimer) {
        const auto& runs = lane.timers[n];
        if (runs.empty())
            continue;
        const TimerRun& last = runs.back();
        const auto kind = static_cast<MemberTimer::Kind>(n);
        QString text = TimerWords::name(kind);
        const Duration left = std::max(last.ends - m_scene.now, Duration{});
        if (!last.over)
            text = QStringLiteral("%1 %2 / %3")
                       .arg(text, Words::seconds(toMs(left)), Words::seconds(toMs(last.whole())));
        const bool isShort =
            !last.over && left * 4 <= last.whole() && kind != MemberTimer::Kind::Heartbeat;
        headText({28, y, kHead - 40, kTimer}, text, isShort ? Type::SmallStrong : Type::Small,
                 isShort ? m_colors.bad : m_colors.textSoft);
    }
}

// ---- marks ----

void LanePainter::marks(const QRectF& track, const LaneMember& lane)
{
    std::array<double, 7> last; // of what is drawn, by kind
    last.fill(-100);
    const auto& all = lane.marks;
    auto it = std::ranges::lower_bound(all, m_scale.from - 60s, {}, &LaneMark::at);
    for (; it != all.end() && it->at <= m_scale.to(); ++it) {
        const Instant end = it->answered.value_or(m_scene.now);
        if (!m_scale.sees(it->at, end))
            continue;
        const auto kind = static_cast<std::size_t>(it->kind);
        const double x = m_scale.x(it->at);
        const bool isBar = it->kind == LaneMark::Kind::Join || it->kind == LaneMark::Kind::Sync;
        if (!isBar && it->error.empty() && x - last[kind] < 4)
            continue; // as good as the same place
        last[kind] = x;
        if (isBar) {
            markBar(track, lane, *it);
            continue;
        }
        const QPointF center(x, track.top() + 11);
        LaneGlyphs::paint(m_painter, it->kind, LaneGlyphs::faultOf(*it), center, m_scene.theme);
        LaneHit hit{LaneHit::What::Mark, {x - 6, track.top() + 2, 12, 18}, lane.id};
        hit.flight = it->request;
        m_hits.push_back(std::move(hit));
    }
}

/// From the request to its answer: this long it was parked at the coordinator.
void LanePainter::markBar(const QRectF& track, const LaneMember& lane, const LaneMark& mark)
{
    const double from = m_scale.shown(mark.at);
    const double to = m_scale.shown(mark.answered.value_or(m_scene.now));
    const QRectF bar(from, track.top() + 3, std::max(9.0, to - from), 16);
    const auto fault = LaneGlyphs::faultOf(mark);
    const QColor ink =
        fault == LaneGlyphs::Fault::Refused ? m_colors.bad : LaneGlyphs::color(mark.kind, m_colors);
    m_painter.setPen(QPen(ink, 1.6, mark.answered ? Qt::SolidLine : Qt::DashLine));
    m_painter.setBrush(m_colors.card);
    m_painter.drawRoundedRect(bar.adjusted(0.8, 0.8, -0.8, -0.8), 3, 3);
    m_painter.fillRect(QRectF(bar.left(), bar.top() + 2, 3, bar.height() - 4), ink);
    const QFont font = typeFont(Type::SmallStrong);
    QString text = LaneWords::brief(mark.kind);
    if (textWidth(text, font) + 10 > bar.width())
        text = text.left(1);
    const QRectF inside = bar.adjusted(5, 0, -2, 0).intersected(track);
    if (textWidth(text, font) + 5 <= inside.width())
        paintText(m_painter, inside, Qt::AlignLeft, text, font, ink);
    if (fault != LaneGlyphs::Fault::None)
        LaneGlyphs::paintFault(m_painter, fault, {bar.left() + 3, bar.top() - 1}, m_scene.theme);
    LaneHit hit{LaneHit::What::Mark, bar, lane.id};
    hit.flight = mark.request;
    m_hits.push_back(std::move(hit));
}

/// Along the foot of the marks: a tick each, a line where one followed soon after the other.
void LanePainter::polls(const QRectF& track, const LaneMember& lane)
{
    const double y = track.bottom() - 3;
    for (const PollRun& run : lane.polls) {
        if (!m_scale.sees(run.first, run.last))
            continue;
        const double from = m_scale.shown(run.first), to = m_scale.shown(run.last);
        m_painter.fillRect(QRectF(from, y, std::max(1.5, to - from), 1.5), m_colors.waiting);
        for (const double x : {from, to})
            m_painter.fillRect(QRectF(x, y - 3, 1.5, 5), m_colors.waiting);
        m_hits.push_back(
            {LaneHit::What::Polls, QRectF(from - 3, y - 4, to - from + 6, 7), lane.id});
    }
}

// ---- what it owns ----

static QString tagsOf(const OwnedSpan& span)
{
    constexpr std::size_t kMost = 12;
    QStringList tags;
    const auto put = [&](const std::vector<TopicPartition>& partitions, const QString& form) {
        for (std::size_t n = 0; n < partitions.size() && n < kMost; ++n)
            tags << form.arg(Words::tag(partitions[n]));
        if (partitions.size() > kMost)
            tags << form.arg(QStringLiteral("+%1").arg(partitions.size() - kMost));
    };
    put(span.partitions, QStringLiteral("%1"));
    put(span.revoking, QStringLiteral("(%1)")); // on its way out
    return tags.join(QStringLiteral("  "));
}

void LanePainter::ownedBars(const QRectF& track, const LaneMember& lane)
{
    const QColor ink = lane.there ? m_scene.color(lane) : m_colors.offline;
    const QFont font = typeFont(Type::SmallStrong);
    for (const OwnedSpan& span : lane.owned) {
        const Instant end = span.to.value_or(m_scene.now);
        if (!m_scale.sees(span.from, end))
            continue;
        const double from = m_scale.shown(span.from);
        const QRectF bar(from, track.top() + 1, std::max(2.0, m_scale.shown(end) - from), 15);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(ink);
        m_painter.drawRoundedRect(bar.adjusted(0, 0, -1, 0), 3, 3);
        if (!span.revoking.empty()) {
            m_painter.setBrush(QBrush(m_colors.canvas, Qt::BDiagPattern));
            m_painter.drawRoundedRect(bar.adjusted(0, 0, -1, 0), 3, 3);
        }
        m_hits.push_back({LaneHit::What::Owned, bar, lane.id});
    }
    if (!m_scene.group.isCooperative && !m_scene.group.isServerSide)
        parked(track, lane, ink);
    for (const OwnedSpan& span : lane.owned) {
        const Instant end = span.to.value_or(m_scene.now);
        if (!m_scale.sees(span.from, end))
            continue;
        const double from = m_scale.shown(span.from);
        const QRectF bar(from, track.top() + 1, std::max(2.0, m_scale.shown(end) - from), 15);
        const QRectF inside = bar.intersected(track).adjusted(6, 0, -5, 0);
        const QString text = elided(tagsOf(span), font, inside.width());
        if (inside.width() < 22)
            continue;
        if (!m_scene.group.isCooperative || !span.revoking.empty()) // readable over what is parked
            m_painter.fillRect(QRectF(inside.left() - 2, bar.top() + 1, textWidth(text, font) + 4,
                                      bar.height() - 2),
                               ink);
        paintText(m_painter, inside, Qt::AlignLeft, text, font, m_scene.theme.onMember);
    }
}

/// Eager members give up all they have before they ask to join again, until they are told anew.
void LanePainter::parked(const QRectF& track, const LaneMember& lane, const QColor& ink)
{
    std::optional<Instant> since;
    const auto paint = [&](Instant from, Instant to) {
        for (const OwnedSpan& span : lane.owned) {
            const Instant begins = std::max(span.from, from);
            const Instant ends = std::min(span.to.value_or(m_scene.now), to);
            if (begins >= ends || !m_scale.sees(begins, ends))
                continue;
            const double left = m_scale.shown(begins);
            const QRectF part(left, track.top() + 1, m_scale.shown(ends) - left, 15);
            m_painter.fillRect(part, m_colors.canvas);
            m_painter.setPen(QPen(ink, 1, Qt::DashLine));
            m_painter.setBrush(QBrush(ink, Qt::BDiagPattern));
            m_painter.drawRect(part.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    };
    for (const LaneMark& mark : lane.marks) {
        if (mark.kind == LaneMark::Kind::Join && !since)
            since = mark.at;
        if (mark.kind != LaneMark::Kind::Sync || !since || !mark.answered || !mark.error.empty())
            continue;
        paint(*since, *mark.answered);
        since.reset();
    }
    if (since)
        paint(*since, m_scene.now);
}

// ---- timers ----

namespace {

struct TimerLook
{
    QColor ink, fill;
};

TimerLook lookOfTimer(MemberTimer::Kind kind, const Colors& c)
{
    switch (kind) {
    case MemberTimer::Kind::Session:
        return {c.accent, c.accentSoft};
    case MemberTimer::Kind::Poll:
        return {c.waiting, c.badge};
    case MemberTimer::Kind::Heartbeat:
        break;
    }
    return {c.textSoft, c.barTrack};
}

} // namespace

void LanePainter::timers(const QRectF& track, const LaneMember& lane, MemberTimer::Kind kind)
{
    const TimerLook look = lookOfTimer(kind, m_colors);
    std::optional<QRectF> narrow; // runs that are too short to be drawn one by one
    const auto flush = [&] {
        if (narrow) {
            m_painter.fillRect(*narrow, look.fill);
            m_painter.fillRect(QRectF(narrow->left(), narrow->top(), narrow->width(), 1.2),
                               look.ink);
        }
        narrow.reset();
    };
    for (const TimerRun& run : lane.timers[static_cast<std::size_t>(kind)]) {
        const Instant end = run.over.value_or(run.ends);
        if (!m_scale.sees(run.began, end))
            continue;
        const double from = m_scale.shown(run.began), to = m_scale.shown(end);
        LaneHit hit{LaneHit::What::Timer, {from, track.top(), to - from, kTimer}, lane.id};
        hit.timer = kind;
        m_hits.push_back(std::move(hit));
        if (to - from >= 4 || !run.over) {
            flush();
            timerRun(track, run, kind, look.ink, look.fill);
        } else if (narrow && from - narrow->right() < 2) {
            narrow->setRight(to);
        } else {
            flush();
            narrow = QRectF(from, track.top() + 1.5, std::max(1.0, to - from), kTimer - 4);
        }
    }
    flush();
}

/// Full while it is started again and again, then a wedge that drains towards its end.
void LanePainter::timerRun(const QRectF& track, const TimerRun& run, MemberTimer::Kind kind,
                           const QColor& ink, const QColor& fill)
{
    const double top = track.top() + 1.5, foot = track.bottom() - 2.5;
    const double least = m_scale.left - 20, most = m_scale.right() + 20; // the rest is out of sight
    const double began = std::max(least, m_scale.x(run.began)), renewed = m_scale.x(run.renewed);
    const double ends = std::max(m_scale.x(run.ends), renewed + 1);
    const double past = std::min(m_scale.x(run.over.value_or(m_scene.now)), ends);
    const auto level = [&](double x) {
        return QPointF(x, top + (foot - top) * (x - renewed) / (ends - renewed));
    };
    const double full = std::clamp(renewed, least, most); // the wedge begins here
    const double until = std::clamp(past, full, most);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(fill);
    m_painter.drawPolygon(QPolygonF{
        {began, top}, {full, level(full).y()}, level(until), {until, foot}, {began, foot}});
    m_painter.setPen(QPen(ink, 1.2));
    m_painter.drawLine(QPointF(std::min(began, full), top), QPointF(full, level(full).y()));
    m_painter.drawLine(level(full), level(until));
    m_painter.fillRect(QRectF(began - 0.5, top - 1, 1.2, foot - top + 1), ink);
    const bool isDone = run.over && (*run.over < run.ends || kind == MemberTimer::Kind::Heartbeat);
    if (isDone) // a heartbeat that went out when it was due is no trouble
        return;
    const bool ranOut = run.over || m_scene.now >= run.ends;
    if (ranOut) { // a cross at its end
        m_painter.setPen(QPen(m_colors.bad, 1.8));
        m_painter.drawLine(QPointF(ends - 4, foot - 8), QPointF(ends + 4, foot));
        m_painter.drawLine(QPointF(ends - 4, foot), QPointF(ends + 4, foot - 8));
        return;
    }
    m_painter.setPen(QPen(ink, 1.2, Qt::DotLine)); // where it will end if nothing starts it anew
    m_painter.drawLine(level(until), level(std::max(until, std::min(ends, most))));
    if (ends > most)
        return;
    m_painter.setPen(QPen(ink, 1.4));
    m_painter.drawLine(QPointF(ends, foot), QPointF(ends, top));
    m_painter.setBrush(ink);
    m_painter.drawPolygon(QPolygonF{{ends, top - 0.5}, {ends + 6, top + 2}, {ends, top + 4.5}});
}

} // namespace hw::ui
