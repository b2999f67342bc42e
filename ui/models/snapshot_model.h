#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/models/subject.h"

namespace hw::ui {

/// A table over snapshots: one row per thing, keyed by its subject. `take` compares with what is
/// shown and reports only rows that came, went or changed.
class SnapshotModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole, ///< numbers as numbers; "none" sorts as absent, below all
    };
    using QAbstractTableModel::QAbstractTableModel;

    void take(const std::shared_ptr<const observe::Snapshot>& snapshot,
              const std::shared_ptr<const observe::Gauges>& gauges);
    void retranslate();
    const Subject& subjectAt(int row) const { return m_rows[static_cast<std::size_t>(row)].key; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    /// One cell: what is shown, and what it sorts by (invalid: by its text).
    struct Cell
    {
        QString text;
        QVariant sort;
        bool operator==(const Cell&) const = default;
    };
    struct Row
    {
        Subject key;
        std::vector<Cell> cells;
    };
    virtual QStringList headers() const = 0;
    /// All rows, sorted by key.
    virtual std::vector<Row> rows(const observe::Snapshot& s, const observe::Gauges& g) const = 0;

private:
    void replaceChanged(std::vector<Row> fresh);
    static bool sameKeys(const std::vector<Row>& a, const std::vector<Row>& b);

    std::vector<Row> m_rows;
    std::shared_ptr<const observe::Snapshot> m_snapshot;
    std::shared_ptr<const observe::Gauges> m_gauges;
};

class BrokerModel : public SnapshotModel
{
    Q_OBJECT
public:
    using SnapshotModel::SnapshotModel;

protected:
    QStringList headers() const override;
    std::vector<Row> rows(const observe::Snapshot& s, const observe::Gauges& g) const override;
};

class PartitionModel : public SnapshotModel
{
    Q_OBJECT
public:
    using SnapshotModel::SnapshotModel;

protected:
    QStringList headers() const override;
    std::vector<Row> rows(const observe::Snapshot& s, const observe::Gauges& g) const override;
};

/// Records that were acknowledged and then lost, each with what cost them.
class LossModel : public SnapshotModel
{
    Q_OBJECT
public:
    /// What led to an event, in a sentence.
    using Root = std::function<QString(EventId)>;
    explicit LossModel(Root root, QObject* parent = nullptr)
        : SnapshotModel(parent)
        , m_root(std::move(root))
    {
    }

protected:
    QStringList headers() const override;
    std::vector<Row> rows(const observe::Snapshot& s, const observe::Gauges& g) const override;

private:
    Root m_root;
};

class GroupModel : public SnapshotModel
{
    Q_OBJECT
public:
    using SnapshotModel::SnapshotModel;

protected:
    QStringList headers() const override;
    std::vector<Row> rows(const observe::Snapshot& s, const observe::Gauges& g) const override;
};

} // namespace hw::ui
