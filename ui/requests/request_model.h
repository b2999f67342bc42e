#pragma once

#include <QAbstractTableModel>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/feed/frame.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// A message as the list knows it.
struct SeenMessage
{
    observe::Flight flight;
    FlightId answer;                    ///< of a request: its response, once it was seen
    std::optional<Duration> lasted;     ///< from the request's sending to the answer's
    std::optional<Instant> requestSent; ///< of a response
    std::optional<Instant> answered;    ///< of a request
    std::string answerError;            ///< of a request
    bool failed() const { return !flight.error.empty() || !answerError.empty(); }
};

/// The messages seen in flight, oldest first, at most as many as the engine keeps frames of.
class RequestModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        Time,
        Message,
        Way,
        Client,
        About,
        Size,
        Lasted,
        Failure,
        ColumnCount,
    };
    static constexpr std::size_t kLimit = 8192; ///< older ones are dropped, an eighth at a time

    using QAbstractTableModel::QAbstractTableModel;

    /// Appends what is new; pairs answers with requests.
    void take(const Frame& frame);
    /// Adds one that is not in the list yet, as when somebody points at it; returns its row.
    int ensure(const observe::Flight& flight);
    void clear();
    void setTheme(const Theme& theme);
    void retranslate();

    const SeenMessage& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    std::optional<int> rowOf(FlightId id) const;
    std::uint64_t seen() const { return m_seen; }
    std::uint64_t sampledAway() const { return m_sampledAway; }
    QString timeOf(Instant at) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void append(const std::vector<observe::Flight>& flights);
    /// Joins an answer with its request, if that is in the list.
    void pair(SeenMessage& answer);
    void dropOldest();
    QString text(const SeenMessage& message, int column) const;

    std::deque<SeenMessage> m_rows;  ///< by id
    std::int64_t m_wallOffsetMs = 0; ///< from the cluster's clock to the calendar
    std::uint64_t m_seen = 0;
    std::uint64_t m_sampledAway = 0;
    Theme m_theme;
};

} // namespace hw::ui
