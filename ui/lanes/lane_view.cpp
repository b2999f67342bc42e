#include "ui/lanes/lane_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

#include "ui/lanes/lane_words.h"
#include "ui/models/words.h"
#include "ui/theme/paint.h"

namespace hw::ui {

LaneView::LaneView(const LaneHistory& history, const rebalances::Book& book, TimeCursor& cursor,
                   QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_history(history)
    , m_book(book)
    , m_cursor(cursor)
    , m_color([this](const LaneMember&) { return m_theme.colors.accent; })
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    verticalScrollBar()->setSingleStep(24);
    connect(&m_cursor, &TimeCursor::changed, viewport(), qOverload<>(&QWidget::update));
    m_scale.left = LanePainter::kHead;
}

void LaneView::setGroup(const std::string& group)
{
    if (group == m_group)
        return;
    m_group = group;
    m_stepped.reset();
    verticalScrollBar()->setValue(0);
    refresh();
}

void LaneView::setTheme(const Theme& theme)
{
    m_theme = theme;
    refresh();
    emit scaleChanged();
}

void LaneView::setTimersShown(bool on)
{
    m_timers = on;
    layOut();
    viewport()->update();
}

void LaneView::setFollowing(bool on)
{
    if (on == m_following)
        return;
    m_following = on;
    emit followingChanged(on);
    refresh();
}

void LaneView::setSpan(Duration span)
{
    m_scale.span = std::clamp(span, kShortest, kLongest);
    refresh();
    emit scaleChanged();
}

void LaneView::zoomBy(double factor, std::optional<double> x)
{
    const double about =
        x.value_or(m_following ? m_scale.x(m_history.now()) : m_scale.left + m_scale.width / 2);
    const Instant still = m_scale.at(about);
    const double share = (about - m_scale.left) / m_scale.width;
    const auto span =
        Duration(static_cast<std::int64_t>(static_cast<double>(m_scale.span.count()) / factor));
    m_scale.span = std::clamp(span, kShortest, kLongest);
    moveTo(still -
           Duration(static_cast<std::int64_t>(share * static_cast<double>(m_scale.span.count()))));
    refresh();
    emit scaleChanged();
}

void LaneView::moveTo(Instant from)
{
    const Instant oldest = m_history.now() - m_history.kept() - m_scale.span / 2;
    const Instant newest = m_history.now() - m_scale.span / 8;
    m_scale.from = std::clamp(from, std::min(oldest, newest), newest);
    viewport()->update();
    emit scaleChanged();
}

void LaneView::showAt(Instant at)
{
    setFollowing(false);
    moveTo(at - m_scale.span / 2);
}

void LaneView::refresh()
{
    m_scale.left = LanePainter::kHead;
    m_scale.width = std::max(50.0, room().width() - m_scale.left);
    if (m_following) {
        const auto future = Duration(
            static_cast<std::int64_t>(kFuture * static_cast<double>(m_scale.span.count())));
        m_scale.from = m_history.now() + future - m_scale.span;
        emit scaleChanged();
    }
    layOut();
    viewport()->update();
}

double LaneView::pinned() const
{
    return LanePainter::kAxis + LanePainter::kGroup + LanePainter::kCoordinator;
}

std::vector<LaneView::Row> LaneView::rows(const LaneGroup& group) const
{
    std::vector<Row> all;
    double y = pinned() - verticalScrollBar()->value();
    if (!group.unowned.empty()) {
        all.push_back({nullptr, y, LanePainter::kNobody});
        y += LanePainter::kNobody;
    }
    for (const LaneMember& lane : group.members) {
        const bool isEmpty = !lane.there && lane.marks.empty() && lane.owned.empty();
        if (isEmpty)
            continue;
        all.push_back({&lane, y, LanePainter::memberHeight(m_timers)});
        y += all.back().height;
    }
    return all;
}

void LaneView::layOut()
{
    const LaneGroup* group = lanes();
    double height = pinned();
    if (group) {
        for (const Row& row : rows(*group))
            height += row.height;
    }
    const int over = static_cast<int>(height - room().height());
    verticalScrollBar()->setRange(0, std::max(0, over));
    verticalScrollBar()->setPageStep(std::max(24, static_cast<int>(room().height() - pinned())));
}

// ---- painting ----

void LaneView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(m_theme.scale, m_theme.scale);
    m_hits.clear();
    painter.fillRect(QRectF(QPointF(0, 0), room()), m_theme.colors.panel);
    const LaneGroup* group = lanes();
    if (!group) {
        paintNothing(painter);
        return;
    }
    const LaneScene scene{*group,   m_book,          m_theme,
                          m_scale,  m_history.now(), m_history.wallOffsetMs(),
                          m_timers, m_color};
    LanePainter lanes(painter, scene, m_hits);
    const double width = room().width(), height = room().height();
    const QRectF time(m_scale.left, 0, m_scale.width, height);
    painter.setClipRect(time);
    lanes.ground(time);
    painter.setClipRect(QRectF(0, pinned(), width, height - pinned()));
    for (const Row& row : rows(*group)) {
        if (row.top + row.height < pinned() || row.top > height)
            continue;
        const QRectF box(0, row.top, width, row.height);
        if (row.lane)
            lanes.member(box, *row.lane);
        else
            lanes.nobody(box);
    }
    std::erase_if(m_hits, [&](const LaneHit& hit) { return hit.box.bottom() < pinned(); });
    painter.setClipRect(QRectF(0, 0, width, pinned()));
    lanes.axis({0, 0, width, LanePainter::kAxis});
    lanes.group({0, LanePainter::kAxis, width, LanePainter::kGroup});
    lanes.coordinator(
        {0, LanePainter::kAxis + LanePainter::kGroup, width, LanePainter::kCoordinator});
    painter.setClipping(false);
    painter.fillRect(QRectF(0, pinned() - 1, width, 1.5), m_theme.colors.borderStrong);
    painter.fillRect(QRectF(m_scale.left - 1, 0, 1, height), m_theme.colors.borderStrong);
    paintCursor(painter, *group);
}

void LaneView::paintNothing(QPainter& painter)
{
    const QRectF box(QPointF(0, 0), room());
    paintText(painter, box, Qt::AlignHCenter,
              m_group.empty() ? tr("There is no group yet: add a consumer.")
                              : tr("Nothing is known of %1 any more.").arg(qs(m_group)),
              typeFont(Type::Body), m_theme.colors.textSoft);
}

void LaneView::paintCursor(QPainter& painter, const LaneGroup&)
{
    if (m_stepped) {
        painter.setPen(QPen(m_theme.colors.accent, 2));
        painter.setBrush(Qt::NoBrush);
        for (const LaneHit& hit : m_hits) {
            if (hit.what == m_stepped->what && hit.flight == m_stepped->flight &&
                hit.event == m_stepped->event)
                painter.drawRoundedRect(hit.box.adjusted(-3, -3, 3, 3), 4, 4);
        }
    }
    const auto at = m_cursor.at();
    if (!at || m_scale.x(*at) < m_scale.left || m_scale.x(*at) > m_scale.right())
        return;
    const double x = m_scale.x(*at);
    const bool isPinned = m_cursor.pinned() == at;
    painter.setPen(QPen(m_theme.colors.text, 1.2, isPinned ? Qt::SolidLine : Qt::DashLine));
    painter.drawLine(QPointF(x, 0), QPointF(x, room().height()));
    const QFont font = typeFont(Type::SmallStrong);
    const QString clock = LaneWords::clock(*at, m_history.wallOffsetMs());
    const double width = textWidth(clock, font) + 12;
    const double left = std::clamp(x - width / 2, m_scale.left, m_scale.right() - width);
    const QRectF label(left, 3, width, LanePainter::kAxis - 8);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.colors.text);
    painter.drawRoundedRect(label, 4, 4);
    paintText(painter, label, Qt::AlignHCenter, clock, font, m_theme.colors.canvas);
}

// ---- pointing ----

const LaneHit* LaneView::hitAt(const QPointF& at) const
{
    // What was painted last lies above; marks before bands.
    for (auto it = m_hits.rbegin(); it != m_hits.rend(); ++it) {
        const bool isMark = it->what == LaneHit::What::Mark || it->what == LaneHit::What::Event;
        if (isMark && it->box.contains(at))
            return &*it;
    }
    for (auto it = m_hits.rbegin(); it != m_hits.rend(); ++it) {
        if (it->box.contains(at))
            return &*it;
    }
    return nullptr;
}

template <class Runs, class Begins, class Ends>
static auto spanAt(const Runs& runs, Instant at, Begins&& begins, Ends&& ends)
{
    auto best = runs.end();
    for (auto it = runs.begin(); it != runs.end(); ++it) {
        if (begins(*it) <= at && at <= ends(*it))
            best = it;
    }
    if (best == runs.end() && !runs.empty())
        best = std::prev(runs.end());
    return best == runs.end() ? nullptr : &*best;
}

QString LaneView::explain(const LaneHit& hit, const QPointF& at) const
{
    const LaneGroup* group = lanes();
    const LaneMember* lane = group ? group->find(hit.member) : nullptr;
    const std::int64_t wall = m_history.wallOffsetMs();
    const Instant when = m_scale.at(at.x()), now = m_history.now();
    const auto endOfSpan = [&](const OwnedSpan& span) { return span.to.value_or(now); };
    const auto startOfSpan = [](const auto& span) { return span.from; };
    if (!group)
        return {};
    switch (hit.what) {
    case LaneHit::What::Mark: {
        const LaneMark* mark = m_history.mark(m_group, hit.member, hit.flight);
        return mark && lane ? LaneWords::mark(*mark, *lane, wall) : QString();
    }
    case LaneHit::What::Event:
        return QStringLiteral("<b>%1</b><br>%2")
            .arg(LaneWords::event(hit.kind), tr("Click to find it among the events."));
    case LaneHit::What::State: {
        const auto state = std::ranges::find(group->states, hit.event, &StateSpan::event);
        return state == group->states.end() ? QString() : LaneWords::state(*state, wall);
    }
    case LaneHit::What::Phase: {
        const auto* rebalance = m_book.find(hit.rebalance);
        return rebalance ? LaneWords::phases(*rebalance) : QString();
    }
    case LaneHit::What::Owned: {
        const auto& spans = lane ? lane->owned : group->unowned;
        const auto* span = spanAt(spans, when, startOfSpan, endOfSpan);
        return span ? LaneWords::owned(*span, false, wall) : QString();
    }
    case LaneHit::What::Timer: {
        if (!lane)
            return {};
        const auto* run = spanAt(
            lane->timers[static_cast<std::size_t>(hit.timer)], when,
            [](const TimerRun& r) { return r.began; },
            [](const TimerRun& r) { return r.over.value_or(r.ends); });
        return run ? LaneWords::timer(*run, hit.timer, wall) : QString();
    }
    case LaneHit::What::Polls: {
        const auto* run = lane ? spanAt(
                                     lane->polls, when, [](const PollRun& r) { return r.first; },
                                     [](const PollRun& r) { return r.last; })
                               : nullptr;
        return run ? LaneWords::polls(*run, wall) : QString();
    }
    }
    return {};
}

Subject LaneView::subjectAt(double y) const
{
    const LaneGroup* group = lanes();
    if (!group)
        return {};
    if (y >= pinned()) {
        for (const Row& row : rows(*group)) {
            if (row.lane && row.lane->there && y >= row.top && y < row.top + row.height)
                return Subject::memberOf(m_group, row.lane->id);
        }
    }
    return Subject::group(m_group);
}

} // namespace hw::ui
