#pragma once

#include <QAbstractItemModel>

#include <vector>

#include "engine/observe/field_tree.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// One message's fields as a tree. Owns the tree; flat inside, so that any node finds its parent.
class FieldModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column
    {
        Name,
        Value,
        Meaning,
        Type,
        ColumnCount,
    };
    using QAbstractItemModel::QAbstractItemModel;

    void show(observe::FieldTree tree);
    const observe::FieldTree& tree() const { return m_tree; }
    void setTheme(const Theme& theme);
    void retranslate();
    /// Null for the invisible root.
    const observe::FieldNode* nodeAt(const QModelIndex& index) const;
    /// The first after `from` that holds the text, wrapping around; invalid if there is none.
    QModelIndex find(const QString& text, const QModelIndex& from) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Entry
    {
        const observe::FieldNode* node = nullptr;
        std::size_t parent = 0;
        std::size_t firstChild = 0; ///< children stand side by side
        int row = 0;
    };
    std::size_t entryOf(const QModelIndex& index) const;
    QModelIndex indexOf(std::size_t entry) const;

    observe::FieldTree m_tree;
    std::vector<Entry> m_entries; ///< the root first; empty before the first tree
    Theme m_theme;
};

} // namespace hw::ui
