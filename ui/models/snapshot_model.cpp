#include "ui/models/snapshot_model.h"

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;

void SnapshotModel::take(const std::shared_ptr<const Snapshot>& snapshot,
                         const std::shared_ptr<const Gauges>& gauges)
{
    if (!snapshot || !gauges || (snapshot == m_snapshot && gauges == m_gauges))
        return;
    m_snapshot = snapshot;
    m_gauges = gauges;
    std::vector<Row> fresh = rows(*snapshot, *gauges);
    if (sameKeys(m_rows, fresh)) {
        replaceChanged(std::move(fresh));
        return;
    }
    // Both are sorted: walk them together, removing and inserting runs of rows.
    std::size_t row = 0;
    for (std::size_t next = 0; next < fresh.size() || row < m_rows.size();) {
        std::size_t end = row;
        while (end < m_rows.size() && (next == fresh.size() || m_rows[end].key < fresh[next].key))
            ++end;
        if (end > row) {
            beginRemoveRows({}, static_cast<int>(row), static_cast<int>(end) - 1);
            m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(row),
                         m_rows.begin() + static_cast<std::ptrdiff_t>(end));
            endRemoveRows();
        }
        std::size_t last = next;
        while (last < fresh.size() && (row == m_rows.size() || fresh[last].key < m_rows[row].key))
            ++last;
        if (last > next) {
            const auto count = static_cast<std::ptrdiff_t>(last - next);
            beginInsertRows({}, static_cast<int>(row),
                            static_cast<int>(row) + static_cast<int>(count) - 1);
            m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(row),
                          fresh.begin() + static_cast<std::ptrdiff_t>(next),
                          fresh.begin() + static_cast<std::ptrdiff_t>(last));
            endInsertRows();
            row += static_cast<std::size_t>(count);
            next = last;
        }
        if (row < m_rows.size() && next < fresh.size() && m_rows[row].key == fresh[next].key) {
            ++row;
            ++next;
        }
    }
    replaceChanged(std::move(fresh));
}

bool SnapshotModel::sameKeys(const std::vector<Row>& a, const std::vector<Row>& b)
{
    return std::ranges::equal(a, b, {}, &Row::key, &Row::key);
}

void SnapshotModel::replaceChanged(std::vector<Row> fresh)
{
    std::vector<int> changed;
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        if (fresh[i].cells == m_rows[i].cells)
            continue;
        m_rows[i].cells = std::move(fresh[i].cells);
        changed.push_back(static_cast<int>(i));
    }
    const int last = columnCount() - 1;
    if (changed.size() * 2 > m_rows.size()) {
        emit dataChanged(index(changed.front(), 0), index(changed.back(), last));
        return;
    }
    for (const int row : changed)
        emit dataChanged(index(row, 0), index(row, last));
}

void SnapshotModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (m_snapshot && m_gauges) {
        const auto snapshot = std::exchange(m_snapshot, nullptr);
        take(snapshot, m_gauges);
    }
}

int SnapshotModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SnapshotModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(headers().size());
}

QVariant SnapshotModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Cell& cell = m_rows[static_cast<std::size_t>(index.row())]
                           .cells[static_cast<std::size_t>(index.column())];
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return cell.text;
    if (role == SortRole)
        return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    if (role == Qt::TextAlignmentRole && cell.sort.isValid())
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant SnapshotModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && !m_rows.empty()) { // over numbers as they stand
        const auto& cells = m_rows.front().cells;
        const auto column = static_cast<std::size_t>(section);
        if (column < cells.size() && cells[column].sort.isValid())
            return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(headers().value(section)) : QVariant();
}

QStringList BrokerModel::headers() const
{
    return {tr("Broker"), tr("State"),    tr("Endpoint"),   tr("Controller"),
            tr("Leads"),  tr("Replicas"), tr("Connections")};
}

std::vector<SnapshotModel::Row> BrokerModel::rows(const Snapshot& s, const Gauges& g) const
{
    std::map<BrokerId, std::pair<qlonglong, qlonglong>> counts; // leads, holds
    for (const auto& topic : s.topics) {
        for (const auto& partition : topic->partitions) {
            ++counts[partition->leader].first;
            for (const BrokerId id : partition->assigned)
                ++counts[id].second;
        }
    }
    std::vector<Row> all;
    for (const auto& part : s.brokers) {
        const auto [leads, holds] = counts[part->id];
        const auto connections = static_cast<qlonglong>(part->connections.size());
        all.push_back({Subject::broker(part->id),
                       {{QString::number(part->id.value()), part->id.value()},
                        {Words::state(*part, g), {}},
                        {qs(part->endpoint), {}},
                        {part->controller ? QStringLiteral("★") : QString(), {}},
                        {QString::number(leads), leads},
                        {QString::number(holds), holds},
                        {QString::number(connections), connections}}});
    }
    return all;
}

QStringList PartitionModel::headers() const
{
    return {tr("Partition"), tr("Leader"), tr("Epoch"), tr("AR"),
            tr("ISR"),       tr("HW"),     tr("LEO"),   tr("Note")};
}

static QString noteOf(const PartitionPart& part)
{
    if (part.leader == kNoBroker)
        return PartitionModel::tr("no leader");
    if (static_cast<std::int32_t>(part.isr.size()) < part.minIsr)
        return PartitionModel::tr("below min.insync.replicas");
    if (part.isr.size() < part.assigned.size())
        return PartitionModel::tr("under-replicated");
    return {};
}

std::vector<SnapshotModel::Row> PartitionModel::rows(const Snapshot& s, const Gauges& g) const
{
    std::vector<Row> all;
    for (const auto& topic : s.topics) {
        for (const auto& partition : topic->partitions) {
            const ReplicaPart* leader = findReplica(*partition, partition->leader);
            const qlonglong hw = leader ? at(g.hw, leader->slot) : -1;
            const qlonglong leo = leader ? at(g.leo, leader->slot) : -1;
            all.push_back(
                {Subject::of(partition->id),
                 {{qs(partition->id.text()), {}},
                  {leader ? QString::number(partition->leader.value()) : tr("none"),
                   partition->leader.value()},
                  {QString::number(partition->leaderEpoch.value()), partition->leaderEpoch.value()},
                  {Words::brokers(partition->assigned), {}},
                  {Words::brokers(partition->isr), {}},
                  {Words::offset(hw), hw},
                  {Words::offset(leo), leo},
                  {noteOf(*partition), {}}}});
        }
    }
    return all;
}

QStringList LossModel::headers() const
{
    return {tr("Partition"), tr("Offsets"), tr("Records lost"), tr("New leader's epoch"),
            tr("What cost them")};
}

std::vector<SnapshotModel::Row> LossModel::rows(const Snapshot& s, const Gauges&) const
{
    std::vector<LedgerLine> lines = s.lost;
    std::ranges::stable_sort(lines, {}, &LedgerLine::partition);
    std::vector<Row> all;
    for (const auto& line : lines) {
        const qlonglong from = line.from.value();
        const qlonglong count = line.to - line.from + 1;
        all.push_back({Subject::of(line.partition),
                       {{qs(line.partition.text()), {}},
                        {count == 1 ? QString::number(from)
                                    : QStringLiteral("%1–%2").arg(from).arg(line.to.value()),
                         from},
                        {QString::number(count), count},
                        {QString::number(line.epoch.value()), line.epoch.value()},
                        {m_root(line.event), {}}}});
    }
    return all;
}

QStringList GroupModel::headers() const
{
    return {tr("Group"),       tr("State"),   tr("Generation"),
            tr("Coordinator"), tr("Members"), tr("Lag")};
}

std::vector<SnapshotModel::Row> GroupModel::rows(const Snapshot& s, const Gauges& g) const
{
    std::vector<Row> all;
    for (const auto& group : s.groups) {
        const Lag lag = lagOf(*group, s, g);
        const auto members = static_cast<qlonglong>(group->members.size());
        all.push_back({Subject::group(group->name),
                       {{qs(group->name), {}},
                        {Words::groupState(group->state), {}},
                        {QString::number(group->generation.value()), group->generation.value()},
                        {Words::broker(group->coordinator), {}},
                        {QString::number(members), members},
                        {Words::lag(lag), QVariant::fromValue<qlonglong>(
                                              lag.kind == Lag::Kind::None ? -1 : lag.records)}}});
    }
    return all;
}

} // namespace hw::ui
