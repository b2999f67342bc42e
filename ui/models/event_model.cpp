#include "ui/models/event_model.h"

#include <algorithm>

#include "ui/models/words.h"
#include "ui/models/wall_clock.h"

namespace hw::ui {

using observe::Event;

void EventModel::append(const std::vector<Event>& events)
{
    if (events.empty())
        return;
    if (std::ranges::find(events, kNoEvent, &Event::id) != events.end()) { // nothing happened
        std::vector<Event> numbered = events;
        std::erase_if(numbered, [](const Event& event) { return event.id == kNoEvent; });
        return append(numbered);
    }
    m_names.take(events);
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(events.size()) - 1);
    m_events.insert(m_events.end(), events.begin(), events.end());
    endInsertRows();
    if (rowCount() <= kLimit)
        return;
    const int surplus = rowCount() - kLimit + kLimit / 10;
    beginRemoveRows({}, 0, surplus - 1);
    m_events.erase(m_events.begin(), m_events.begin() + surplus);
    endRemoveRows();
    m_dropped += static_cast<std::uint64_t>(surplus);
}

void EventModel::restart(const std::vector<Event>& events)
{
    m_names.take(events);
    beginResetModel();
    m_events.assign(events.begin(), events.end());
    m_dropped = 0;
    endResetModel();
}

void EventModel::setTheme(const Theme& theme)
{
    m_theme = theme;
    if (rowCount())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole});
}

void EventModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::DisplayRole});
}

std::optional<int> EventModel::rowOf(EventId id) const
{
    const auto it = std::ranges::lower_bound(m_events, id, {}, &Event::id);
    if (id == kNoEvent || it == m_events.end() || it->id != id)
        return std::nullopt;
    return static_cast<int>(it - m_events.begin());
}

int EventModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_events.size());
}

int EventModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<int> EventModel::causeRowOf(int row) const
{
    const auto direct = rowOf(eventAt(row).cause);
    auto at = direct;
    for (int hop = 0; at && hop < kCauseHops; ++hop) {
        if (areaOf(eventAt(*at).fact) != EventArea::Details)
            return at;
        at = rowOf(eventAt(*at).cause);
    }
    return direct;
}

QString EventModel::causeOf(int row) const
{
    if (eventAt(row).cause == kNoEvent)
        return {};
    const auto cause = causeRowOf(row);
    return cause ? sentenceAt(*cause)
                 : tr("event %1, no longer in this list").arg(eventAt(row).cause.value());
}

QVariant EventModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Event& event = eventAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Time:
            return clockOf(event);
        case What:
            return sentenceAt(index.row());
        case Cause:
            return causeOf(index.row());
        default:
            return {};
        }
    case Qt::ToolTipRole:
        if (index.column() == Cause)
            return causeOf(index.row());
        return tr("Event %1, noticed by %2: %3")
            .arg(event.id.value())
            .arg(m_names.of(event.node), sentenceAt(index.row()));
    case Qt::FontRole:
        return index.column() == Time ? QVariant(m_theme.font(Type::Mono)) : QVariant();
    case Qt::ForegroundRole:
        if (index.column() == What)
            return isBad(event.fact) ? m_theme.colors.bad : m_theme.colors.text;
        return m_theme.colors.textSoft;
    case AreaRole:
        return static_cast<int>(areaOf(event.fact));
    default:
        return {};
    }
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time, %1").arg(WallClock::zone());
    case What:
        return tr("What happened");
    case Cause:
        return tr("Because");
    default:
        return {};
    }
}

EventFilter::EventFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
}

void EventFilter::setAreaShown(EventArea area, bool shown)
{
    const unsigned bit = 1u << static_cast<unsigned>(area);
    m_hidden = shown ? m_hidden & ~bit : m_hidden | bit;
    invalidateFilter();
}

bool EventFilter::areaShown(EventArea area) const
{
    return !(m_hidden & (1u << static_cast<unsigned>(area)));
}

void EventFilter::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    invalidateFilter();
}

bool EventFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex what = sourceModel()->index(row, EventModel::What, parent);
    const auto area = static_cast<EventArea>(what.data(EventModel::AreaRole).toInt());
    if (!areaShown(area))
        return false;
    return m_text.isEmpty() || what.data().toString().contains(m_text, Qt::CaseInsensitive);
}

} // namespace hw::ui
