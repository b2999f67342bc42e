#include "ui/requests/field_model.h"

#include "ui/models/words.h"
#include "ui/requests/message_words.h"

namespace hw::ui {

using observe::FieldNode;

void FieldModel::show(observe::FieldTree tree)
{
    beginResetModel();
    m_tree = std::move(tree);
    m_entries.clear();
    m_entries.push_back({&m_tree.root, 0, 0, 0});
    for (std::size_t at = 0; at < m_entries.size(); ++at) { // grows while it is walked
        m_entries[at].firstChild = m_entries.size();
        const FieldNode& node = *m_entries[at].node;
        for (std::size_t row = 0; row < node.children.size(); ++row)
            m_entries.push_back({&node.children[row], at, 0, static_cast<int>(row)});
    }
    endResetModel();
}

void FieldModel::setTheme(const Theme& theme)
{
    m_theme = theme;
    if (rowCount())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void FieldModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

std::size_t FieldModel::entryOf(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<std::size_t>(index.internalId()) : 0;
}

QModelIndex FieldModel::indexOf(std::size_t entry) const
{
    return createIndex(m_entries[entry].row, 0, static_cast<quintptr>(entry));
}

const FieldNode* FieldModel::nodeAt(const QModelIndex& index) const
{
    return index.isValid() ? m_entries[entryOf(index)].node : nullptr;
}

QModelIndex FieldModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const std::size_t entry = m_entries[entryOf(parent)].firstChild + static_cast<std::size_t>(row);
    return createIndex(row, column, static_cast<quintptr>(entry));
}

QModelIndex FieldModel::parent(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const std::size_t parent = m_entries[entryOf(index)].parent;
    return parent == 0 ? QModelIndex() : indexOf(parent);
}

int FieldModel::rowCount(const QModelIndex& parent) const
{
    if (m_entries.empty() || parent.column() > 0)
        return 0;
    return static_cast<int>(m_entries[entryOf(parent)].node->children.size());
}

QVariant FieldModel::data(const QModelIndex& index, int role) const
{
    const FieldNode* node = nodeAt(index);
    if (!node)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Name:
            return qs(node->name);
        case Value:
            return MessageWords::summary(*node).left(400).replace('\n', QStringLiteral("⏎"));
        case Meaning:
            return node->kind == FieldNode::Kind::Batch ? QString() : qs(node->meaning);
        case Type:
            return qs(node->type);
        default:
            return {};
        }
    case Qt::ToolTipRole:
        return index.column() == Value && !node->value.empty() ? QVariant(qs(node->value))
                                                               : QVariant();
    case Qt::ForegroundRole:
        if (node->isError)
            return m_theme.colors.bad;
        if (index.column() == Type || index.column() == Meaning ||
            (index.column() == Value && !node->children.empty()))
            return m_theme.colors.textSoft;
        return {};
    default:
        return {};
    }
}

QVariant FieldModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Field");
    case Value:
        return tr("Value");
    case Meaning:
        return tr("Meaning");
    case Type:
        return tr("Type");
    default:
        return {};
    }
}

QModelIndex FieldModel::find(const QString& text, const QModelIndex& from) const
{
    if (text.isEmpty() || m_entries.size() < 2)
        return {};
    const std::size_t start = entryOf(from);
    for (std::size_t step = 1; step <= m_entries.size(); ++step) {
        const std::size_t at = (start + step) % m_entries.size();
        if (at == 0)
            continue;
        const FieldNode& node = *m_entries[at].node;
        for (const std::string* part : {&node.name, &node.value, &node.meaning}) {
            if (qs(*part).contains(text, Qt::CaseInsensitive))
                return indexOf(at);
        }
    }
    return {};
}

} // namespace hw::ui
