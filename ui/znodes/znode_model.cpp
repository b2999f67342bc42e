#include "ui/znodes/znode_model.h"

#include <algorithm>
#include <utility>

#include "ui/models/words.h"

namespace hw::ui {

static std::string parentOf(const std::string& path)
{
    if (path == "/")
        return {};
    const std::size_t slash = path.rfind('/');
    return slash == 0 ? "/" : path.substr(0, slash);
}

static QString nameOf(const std::string& path)
{
    return path == "/" ? QStringLiteral("/") : qs(path.substr(path.rfind('/') + 1));
}

ZnodeModel::ZnodeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_theme(makeTheme(ThemeName::Light))
{
}

ZnodeModel::~ZnodeModel() = default;

ZnodeModel::Row* ZnodeModel::rowAt(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<Row*>(index.internalPointer()) : nullptr;
}

int ZnodeModel::placeOf(const Row& row)
{
    const auto& siblings = row.parent->children;
    const auto it = std::ranges::lower_bound(siblings, row.znode.path, {},
                                             [](const auto& each) { return each->znode.path; });
    return static_cast<int>(it - siblings.begin());
}

QModelIndex ZnodeModel::indexOf(const Row& row, int column) const
{
    return createIndex(placeOf(row), column, const_cast<Row*>(&row));
}

QModelIndex ZnodeModel::indexOf(const std::string& path) const
{
    const auto it = m_rows.find(path);
    return it == m_rows.end() ? QModelIndex() : indexOf(*it->second, 0);
}

const observe::Znode* ZnodeModel::at(const QModelIndex& index) const
{
    const Row* row = rowAt(index);
    return row ? &row->znode : nullptr;
}

bool ZnodeModel::isFlashing(const QModelIndex& index) const
{
    const Row* row = rowAt(index);
    return row && m_nowMs - row->changedMs < kFlashMs;
}

void ZnodeModel::take(const observe::ZnodeTree& tree, std::int64_t nowMs)
{
    const bool isFirst = m_rows.empty();
    ++m_round;
    m_nowMs = nowMs;
    for (const observe::Znode& znode : tree.nodes) {
        const auto it = m_rows.find(znode.path);
        if (it == m_rows.end()) {
            insert(znode, !isFirst, nowMs);
            continue;
        }
        Row& row = *it->second;
        row.round = m_round;
        if (row.znode == znode)
            continue;
        // A watch that is set or fires is no change of the znode, so it does not flash.
        if (row.znode.mzxid != znode.mzxid || row.znode.pzxid != znode.pzxid ||
            row.znode.czxid != znode.czxid) {
            row.changedMs = nowMs;
            m_isFlashing = true;
        }
        row.znode = znode;
        emit dataChanged(indexOf(row, 0), indexOf(row, ColumnCount - 1));
    }
    dropOthers(m_root);
}

void ZnodeModel::insert(const observe::Znode& znode, bool flashes, std::int64_t nowMs)
{
    const std::string above = parentOf(znode.path);
    const auto it = m_rows.find(above);
    if (it == m_rows.end() && !above.empty())
        return; // its parent was left out
    Row& parent = above.empty() ? m_root : *it->second;
    auto made = std::make_unique<Row>();
    made->znode = znode;
    made->parent = &parent;
    made->round = m_round;
    if (flashes) {
        made->changedMs = nowMs;
        m_isFlashing = true;
    }
    const int place = placeOf(*made);
    beginInsertRows(&parent == &m_root ? QModelIndex() : indexOf(parent, 0), place, place);
    m_rows.emplace(znode.path, made.get());
    parent.children.insert(parent.children.begin() + place, std::move(made));
    endInsertRows();
}

void ZnodeModel::dropOthers(Row& row)
{
    for (int n = static_cast<int>(row.children.size()) - 1; n >= 0; --n) {
        Row& child = *row.children[static_cast<std::size_t>(n)];
        if (child.round == m_round) {
            dropOthers(child);
            continue;
        }
        beginRemoveRows(&row == &m_root ? QModelIndex() : indexOf(row, 0), n, n);
        forget(child);
        row.children.erase(row.children.begin() + n);
        endRemoveRows();
    }
}

void ZnodeModel::forget(const Row& row)
{
    for (const auto& child : row.children)
        forget(*child);
    m_rows.erase(row.znode.path);
}

void ZnodeModel::setNow(std::int64_t nowMs)
{
    const std::int64_t before = std::exchange(m_nowMs, nowMs);
    if (!m_isFlashing)
        return;
    m_isFlashing = false;
    for (const auto& [path, row] : m_rows) {
        const bool did = before - row->changedMs < kFlashMs;
        if (!did)
            continue;
        m_isFlashing = m_isFlashing || nowMs - row->changedMs < kFlashMs;
        emit dataChanged(indexOf(*row, 0), indexOf(*row, ColumnCount - 1), {Qt::BackgroundRole});
    }
}

void ZnodeModel::setTheme(const Theme& theme)
{
    m_theme = theme;
    retranslate();
}

void ZnodeModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_root.children.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QModelIndex ZnodeModel::index(int row, int column, const QModelIndex& parent) const
{
    const Row& above = parent.isValid() ? *rowAt(parent) : m_root;
    if (row < 0 || row >= static_cast<int>(above.children.size()) || column < 0 ||
        column >= ColumnCount || parent.column() > 0)
        return {};
    return createIndex(row, column, above.children[static_cast<std::size_t>(row)].get());
}

QModelIndex ZnodeModel::parent(const QModelIndex& index) const
{
    const Row* row = rowAt(index);
    if (!row || row->parent == &m_root)
        return {};
    return indexOf(*row->parent, 0);
}

int ZnodeModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0)
        return 0;
    return static_cast<int>((parent.isValid() ? *rowAt(parent) : m_root).children.size());
}

int ZnodeModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant ZnodeModel::text(const observe::Znode& znode, int column) const
{
    switch (column) {
    case Name:
        return nameOf(znode.path);
    case Version:
        return znode.version;
    case Owner:
        return znode.owner == SessionId() ? QString() : tr("ephemeral");
    case Watches:
        return znode.watches.empty() ? QVariant()
                                     : QVariant(static_cast<int>(znode.watches.size()));
    default:
        return {};
    }
}

QVariant ZnodeModel::data(const QModelIndex& index, int role) const
{
    const Row* row = rowAt(index);
    if (!row)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(row->znode, index.column());
    case Qt::ToolTipRole:
        return qs(row->znode.path);
    case Qt::AccessibleTextRole:
        if (index.column() == Name && isFlashing(index))
            return tr("%1, just changed").arg(nameOf(row->znode.path));
        return text(row->znode, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == Version || index.column() == Watches
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant();
    case Qt::FontRole:
        if (isFlashing(index)) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::BackgroundRole: {
        if (!isFlashing(index))
            return {};
        QColor color = m_theme.colors.badge;
        color.setAlphaF(1.0f - static_cast<float>(m_nowMs - row->changedMs) /
                                   static_cast<float>(kFlashMs));
        return color;
    }
    default:
        return {};
    }
}

QVariant ZnodeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Znode");
    case Version:
        return tr("Version");
    case Owner:
        return tr("Life");
    case Watches:
        return tr("Watches");
    default:
        return {};
    }
}

} // namespace hw::ui
