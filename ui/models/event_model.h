#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <deque>
#include <optional>
#include <vector>

#include "engine/observe/event.h"
#include "ui/models/event_text.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// The newest events of a cluster, oldest first, each with what it was caused by.
class EventModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        Time,
        What,
        Cause,
        ColumnCount,
    };
    enum Role
    {
        AreaRole = Qt::UserRole,
    };
    static constexpr int kCauseHops = 32;
    static constexpr int kLimit = 20'000; ///< older ones are dropped, a tenth at a time

    using QAbstractTableModel::QAbstractTableModel;

    void append(const std::vector<observe::Event>& events);
    /// Only these from now on.
    void restart(const std::vector<observe::Event>& events);
    /// Clients that are there now are called by their names, as are those that events named.
    void learn(const observe::Snapshot& snapshot) { m_names.take(snapshot); }
    void setTheme(const Theme& theme);
    void retranslate();

    const NodeNames& names() const { return m_names; }
    /// What an event says, in a sentence.
    QString sentenceAt(int row) const { return sentenceOf(eventAt(row).fact, m_names); }
    const observe::Event& eventAt(int row) const { return m_events[static_cast<std::size_t>(row)]; }
    /// Row of an event, if it is still here.
    std::optional<int> rowOf(EventId id) const;
    /// Row of the nearest cause that is not a mere detail, else of the direct one.
    std::optional<int> causeRowOf(int row) const;
    /// How many were dropped because of the limit.
    std::uint64_t dropped() const { return m_dropped; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString causeOf(int row) const;

    std::deque<observe::Event> m_events;
    NodeNames m_names;
    std::uint64_t m_dropped = 0;
    Theme m_theme;
};

/// Shows only some areas, and only what holds a text.
class EventFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit EventFilter(QObject* parent = nullptr);

    void setAreaShown(EventArea area, bool shown);
    bool areaShown(EventArea area) const;
    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    unsigned m_hidden = 1u << static_cast<unsigned>(EventArea::Details);
    QString m_text;
};

} // namespace hw::ui
