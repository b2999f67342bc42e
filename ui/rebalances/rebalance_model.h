#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <vector>

#include "engine/rebalances/book.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// The history: one row for each rebalance that is still in the book, oldest first, and for each
/// coordinator that moved, which is none and says so. Reads the book, which must outlive it.
class RebalanceModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        Time,
        Group,
        Generation,
        Cause,
        Member,
        Took,
        Moved,
        Stalled,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole,
        GroupRole,
        NumberRole, ///< of the rebalance; 0: a coordinator moved
    };
    /// One line of the history.
    struct Row
    {
        std::uint64_t number = 0; ///< 0: `move`
        rebalances::CoordinatorMove move;
        bool isMarked = false; ///< the run was stopped or marked here
    };

    explicit RebalanceModel(const rebalances::Book& book, QObject* parent = nullptr);

    /// Takes over what is new in the book; cheap when nothing is.
    void refresh();
    /// The book began anew.
    void restart();
    void setTheme(const Theme& theme);
    void retranslate();
    /// A break was met in it.
    void mark(std::uint64_t number);
    const Row& rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    const rebalances::Rebalance* rebalanceAt(int row) const;
    /// Invalid if it is not here (any more).
    QModelIndex indexOf(std::uint64_t number) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Rows that may still change are among the newest.
    static constexpr int kOpenMost = 200;

    void dropOld();
    void addNew();
    QVariant shown(const Row& row, int column) const;
    QVariant sorted(const Row& row, int index, int column) const;
    QVariant ink(const Row& row, int column) const;

    const rebalances::Book& m_book;
    Theme m_theme;
    std::vector<Row> m_rows;
    std::uint64_t m_version = 0;
    std::uint64_t m_last = 0;      ///< number of the newest rebalance that has a row
    std::uint64_t m_movesSeen = 0; ///< coordinator moves that have a row or had one
};

/// The rows of one group, or all.
class RebalanceFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit RebalanceFilter(RebalanceModel* model, QObject* parent = nullptr);
    void setGroup(const QString& group);
    const QString& group() const { return m_group; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_group;
};

} // namespace hw::ui
