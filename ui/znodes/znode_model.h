#pragma once

#include <QAbstractItemModel>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/observe/znodes.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// The tree of znodes. Takes a whole tree at a time and changes only the rows that differ, so that
/// what a view has open stays open.
class ZnodeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column
    {
        Name,
        Version,
        Owner,
        Watches,
        ColumnCount,
    };
    static constexpr std::int64_t kFlashMs = 1500;

    explicit ZnodeModel(QObject* parent = nullptr);
    ~ZnodeModel() override;

    /// `nowMs` is the window's clock. What differs from the tree before flashes; the first does
    /// not.
    void take(const observe::ZnodeTree& tree, std::int64_t nowMs);
    /// Lets flashes fade.
    void setNow(std::int64_t nowMs);
    void setTheme(const Theme& theme);
    void retranslate();

    /// Null for an index that is not one.
    const observe::Znode* at(const QModelIndex& index) const;
    QModelIndex indexOf(const std::string& path) const;
    bool isFlashing(const QModelIndex& index) const;
    int count() const { return static_cast<int>(m_rows.size()); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        observe::Znode znode;
        Row* parent = nullptr;
        std::vector<std::unique_ptr<Row>> children; ///< by name
        std::int64_t changedMs = -kFlashMs;
        std::uint64_t round = 0; ///< of `take` that saw it last
    };
    Row* rowAt(const QModelIndex& index) const;
    static int placeOf(const Row& row);
    QModelIndex indexOf(const Row& row, int column) const;
    void insert(const observe::Znode& znode, bool flashes, std::int64_t nowMs);
    void dropOthers(Row& row);
    void forget(const Row& row);
    QVariant text(const observe::Znode& znode, int column) const;

    Row m_root; ///< above "/"
    std::map<std::string, Row*> m_rows;
    std::uint64_t m_round = 0;
    std::int64_t m_nowMs = 0;
    bool m_isFlashing = false;
    Theme m_theme;
};

} // namespace hw::ui
