#include "ui/requests/request_model.h"

#include <algorithm>
#include <cstdlib>

#include "ui/models/wall_clock.h"
#include "ui/requests/message_words.h"

namespace hw::ui {

void RequestModel::take(const Frame& frame)
{
    if (frame.snapshot) {
        // Both are cut to whole milliseconds: one more or less is no other offset, and what was
        // read in the list is read again in the details.
        const std::int64_t offset =
            frame.snapshot->wall.ms() - toMs(frame.snapshot->at.sinceStart());
        if (std::abs(offset - m_wallOffsetMs) > 1)
            m_wallOffsetMs = offset;
    }
    m_sampledAway += frame.flightsLost;
    append(frame.flights);
}

void RequestModel::append(const std::vector<observe::Flight>& flights)
{
    if (flights.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(flights.size()) - 1);
    for (const auto& flight : flights)
        m_rows.emplace_back().flight = flight;
    endInsertRows();
    m_seen += flights.size();
    int changedFrom = first;
    int changedTo = -1;
    for (int row = first; row < rowCount(); ++row) {
        SeenMessage& message = m_rows[static_cast<std::size_t>(row)];
        if (!message.flight.response)
            continue;
        pair(message);
        if (const auto request = rowOf(message.flight.request)) {
            changedFrom = std::min(changedFrom, *request);
            changedTo = std::max(changedTo, row);
        }
    }
    if (changedTo >= 0)
        emit dataChanged(index(changedFrom, Lasted), index(changedTo, Failure));
    dropOldest();
}

void RequestModel::pair(SeenMessage& answer)
{
    const auto row = rowOf(answer.flight.request);
    if (!row) {
        answer.lasted = answer.flight.sentAt - answer.flight.receivedAt;
        return;
    }
    SeenMessage& request = m_rows[static_cast<std::size_t>(*row)];
    request.answer = answer.flight.id;
    request.answered = answer.flight.sentAt;
    request.answerError = answer.flight.error;
    request.lasted = answer.flight.sentAt - request.flight.sentAt;
    answer.lasted = request.lasted;
    answer.requestSent = request.flight.sentAt;
}

void RequestModel::dropOldest()
{
    if (m_rows.size() <= kLimit)
        return;
    const std::size_t drop = m_rows.size() - kLimit + kLimit / 8;
    beginRemoveRows({}, 0, static_cast<int>(drop) - 1);
    m_rows.erase(m_rows.begin(), m_rows.begin() + static_cast<std::ptrdiff_t>(drop));
    endRemoveRows();
}

int RequestModel::ensure(const observe::Flight& flight)
{
    if (const auto row = rowOf(flight.id))
        return *row;
    const auto after =
        std::ranges::lower_bound(m_rows, flight.id, {}, [](const auto& m) { return m.flight.id; });
    const int row = static_cast<int>(after - m_rows.begin());
    beginInsertRows({}, row, row);
    SeenMessage message;
    message.flight = flight;
    const auto added = m_rows.insert(after, std::move(message));
    endInsertRows();
    if (flight.response)
        pair(*added);
    return row;
}

void RequestModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void RequestModel::setTheme(const Theme& theme)
{
    m_theme = theme;
    if (rowCount())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole});
}

void RequestModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

std::optional<int> RequestModel::rowOf(FlightId id) const
{
    const auto found =
        std::ranges::lower_bound(m_rows, id, {}, [](const auto& m) { return m.flight.id; });
    if (id == kNoFlight || found == m_rows.end() || found->flight.id != id)
        return std::nullopt;
    return static_cast<int>(found - m_rows.begin());
}

QString RequestModel::timeOf(Instant at) const
{
    return WallClock::clock(m_wallOffsetMs + toMs(at.sinceStart()));
}

int RequestModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RequestModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RequestModel::text(const SeenMessage& message, int column) const
{
    const auto& flight = message.flight;
    switch (column) {
    case Time:
        return timeOf(flight.sentAt);
    case Message:
        return MessageWords::name(flight);
    case Way:
        return MessageWords::way(flight);
    case Client:
        return QString::fromStdString(flight.clientId);
    case About:
        return MessageWords::about(flight);
    case Size:
        return MessageWords::bytes(flight.bytes);
    case Lasted:
        return message.lasted ? MessageWords::duration(*message.lasted) : QString();
    case Failure:
        return QString::fromStdString(flight.response ? flight.error : message.answerError);
    default:
        return {};
    }
}

QVariant RequestModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const SeenMessage& message = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(message, index.column());
    case Qt::TextAlignmentRole:
        if (index.column() == Size || index.column() == Lasted)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::ForegroundRole:
        if (index.column() == Failure)
            return m_theme.colors.bad;
        if (message.flight.response || index.column() == Time)
            return m_theme.colors.textSoft;
        return {};
    default:
        return {};
    }
}

QVariant RequestModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole &&
        (section == Size || section == Lasted))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Sent");
    case Message:
        return tr("Message");
    case Way:
        return tr("From → to");
    case Client:
        return QStringLiteral("client.id");
    case About:
        return tr("About");
    case Size:
        return tr("Bytes");
    case Lasted:
        return tr("Took");
    case Failure:
        return tr("Error");
    default:
        return {};
    }
}

} // namespace hw::ui
