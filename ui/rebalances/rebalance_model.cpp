#include "ui/rebalances/rebalance_model.h"

#include <algorithm>

#include "ui/models/words.h"
#include "ui/rebalances/rebalance_words.h"

namespace hw::ui {

static constexpr qlonglong kRowsMost = 1'000'000; ///< in one millisecond, for sorting

using rebalances::Rebalance;

RebalanceModel::RebalanceModel(const rebalances::Book& book, QObject* parent)
    : QAbstractTableModel(parent)
    , m_book(book)
{
}

const Rebalance* RebalanceModel::rebalanceAt(int row) const
{
    return m_book.find(rowAt(row).number);
}

QModelIndex RebalanceModel::indexOf(std::uint64_t number) const
{
    for (int row = static_cast<int>(m_rows.size()) - 1; number != 0 && row >= 0; --row)
        if (rowAt(row).number == number)
            return index(row, 0);
    return {};
}

void RebalanceModel::restart()
{
    beginResetModel();
    m_rows.clear();
    m_last = m_movesSeen = 0;
    m_version = 0;
    endResetModel();
}

void RebalanceModel::refresh()
{
    if (m_book.version() == m_version)
        return;
    m_version = m_book.version();
    dropOld();
    const int before = static_cast<int>(m_rows.size());
    addNew();
    if (before > 0)
        emit dataChanged(index(std::max(0, before - kOpenMost), 0),
                         index(before - 1, ColumnCount - 1));
}

void RebalanceModel::dropOld()
{
    const auto isHere = [&](const Row& row) {
        return row.number == 0 ? false : row.number > m_book.dropped();
    };
    const auto first = std::ranges::find_if(m_rows, isHere);
    const bool allGone = first == m_rows.end();
    if (m_book.dropped() == 0 || first == m_rows.begin() || (allGone && m_last > m_book.dropped()))
        return;
    const int count = static_cast<int>(first - m_rows.begin());
    if (count == 0)
        return;
    beginRemoveRows({}, 0, count - 1);
    m_rows.erase(m_rows.begin(), first);
    endRemoveRows();
}

void RebalanceModel::addNew()
{
    std::vector<Row> fresh;
    m_last = std::max(m_last, m_book.dropped());
    while (m_book.find(m_last + 1))
        fresh.push_back({++m_last, {}, false});
    const auto& moves = m_book.moves();
    const std::uint64_t first = m_book.movesSeen() - moves.size();
    for (std::uint64_t n = std::max(m_movesSeen, first); n < m_book.movesSeen(); ++n)
        fresh.push_back({0, moves[static_cast<std::size_t>(n - first)], false});
    m_movesSeen = m_book.movesSeen();
    if (fresh.empty())
        return;
    const int before = static_cast<int>(m_rows.size());
    beginInsertRows({}, before, before + static_cast<int>(fresh.size()) - 1);
    m_rows.insert(m_rows.end(), fresh.begin(), fresh.end());
    endInsertRows();
}

void RebalanceModel::mark(std::uint64_t number)
{
    const QModelIndex here = indexOf(number);
    if (!here.isValid())
        return;
    m_rows[static_cast<std::size_t>(here.row())].isMarked = true;
    emit dataChanged(here, here.siblingAtColumn(ColumnCount - 1));
}

void RebalanceModel::setTheme(const Theme& theme)
{
    m_theme = theme;
    retranslate();
}

void RebalanceModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int RebalanceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RebalanceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RebalanceModel::shown(const Row& row, int column) const
{
    if (row.number == 0) {
        switch (column) {
        case Time:
            return clockOf(row.move.wall);
        case Group:
            return qs(row.move.group);
        case Generation:
            return QString::number(row.move.generation.value());
        case Cause:
            return tr("coordinator moved: no rebalance");
        case Member:
            return Words::broker(row.move.coordinator);
        default:
            return QStringLiteral("–");
        }
    }
    const Rebalance* one = m_book.find(row.number);
    if (!one)
        return {};
    switch (column) {
    case Time:
        return (row.isMarked ? QStringLiteral("◆ ") : QString()) + clockOf(one->beganWall);
    case Group:
        return qs(one->group);
    case Generation:
        return RebalanceWords::generations(*one);
    case Cause:
        return RebalanceWords::cause(one->kind);
    case Member:
        return one->instance           ? qs(*one->instance)
               : one->clientId.empty() ? qs(one->member)
                                       : qs(one->clientId);
    case Took:
        return one->outcome == rebalances::Outcome::Going ? RebalanceWords::outcome(one->outcome)
                                                          : RebalanceWords::time(one->lasted());
    case Moved:
        return one->compared ? QString::number(one->movedCount) : QStringLiteral("–");
    case Stalled:
        return one->compared ? RebalanceWords::time(one->stalled()) : QStringLiteral("–");
    default:
        return {};
    }
}

QVariant RebalanceModel::sorted(const Row& row, int index, int column) const
{
    const Rebalance* one = m_book.find(row.number);
    switch (column) {
    case Time:
        // Of what began at one moment, what was told later is the newer.
        return qlonglong(toMs((one ? one->began : row.move.at).sinceStart())) * kRowsMost + index;
    case Took:
        return one ? qlonglong(one->lasted().count()) : qlonglong(-1);
    case Moved:
        return one && one->compared ? qlonglong(one->movedCount) : qlonglong(-1);
    case Stalled:
        return one && one->compared ? qlonglong(one->stalled().count()) : qlonglong(-1);
    case Generation:
        return one ? one->after.value() : row.move.generation.value();
    default:
        return shown(row, column);
    }
}

QVariant RebalanceModel::ink(const Row& row, int column) const
{
    const Rebalance* one = m_book.find(row.number);
    if (!one)
        return m_theme.colors.textSoft;
    if (one->outcome == rebalances::Outcome::Going)
        return m_theme.colors.badgeText;
    using Kind = observe::fact::RebalanceKind;
    const bool isFall = one->kind == Kind::SessionExpired || one->kind == Kind::LeftPollLimit ||
                        one->kind == Kind::RebalanceTimeout || one->kind == Kind::BrokerTrouble;
    return column == Cause && isFall ? QVariant(m_theme.colors.bad) : QVariant();
}

QVariant RebalanceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, index.column());
    case SortRole:
        return sorted(row, index.row(), index.column());
    case NumberRole:
        return qulonglong(row.number);
    case GroupRole:
        if (const Rebalance* one = m_book.find(row.number))
            return qs(one->group);
        return qs(row.move.group);
    case Qt::ForegroundRole:
        return ink(row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() >= Took ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
        if (const Rebalance* one = m_book.find(row.number))
            return RebalanceWords::headline(*one);
        return tr("Another broker coordinates the group now; members and generation stay.");
    default:
        return {};
    }
}

QVariant RebalanceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section >= Took ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                               : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Group:
        return tr("Group");
    case Generation:
        return tr("Generation");
    case Cause:
        return tr("Cause");
    case Member:
        return tr("Member");
    case Took:
        return tr("Took");
    case Moved:
        return tr("Moved");
    case Stalled:
        return tr("Stood still");
    default:
        return {};
    }
}

RebalanceFilter::RebalanceFilter(RebalanceModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSourceModel(model);
    setSortRole(RebalanceModel::SortRole);
}

void RebalanceFilter::setGroup(const QString& group)
{
    if (group == m_group)
        return;
    m_group = group;
    invalidateFilter();
}

bool RebalanceFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    return m_group.isEmpty() ||
           sourceModel()->index(row, 0, parent).data(RebalanceModel::GroupRole).toString() ==
               m_group;
}

} // namespace hw::ui
