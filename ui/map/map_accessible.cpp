#include "ui/map/map_accessible.h"

#include <QAccessible>
#include <QAccessibleObject>
#include <QAccessibleWidget>
#include <QPointer>
#include <QTextDocumentFragment>

#include <map>

#include "ui/map/announcer.h"
#include "ui/map/grid_item.h"
#include "ui/map/map_item.h"
#include "ui/map/map_view.h"
#include "ui/map/mark_item.h"

namespace hw::ui {

namespace {

MapView* viewOf(const MapItem& item)
{
    const auto* scene = item.scene();
    return scene && !scene->views().isEmpty() ? qobject_cast<MapView*>(scene->views().first())
                                              : nullptr;
}

class AccessibleItem : public QAccessibleObject, public QAccessibleActionInterface
{
public:
    explicit AccessibleItem(MapItem* item)
        : QAccessibleObject(item)
    {
    }

    MapItem* item() const { return static_cast<MapItem*>(object()); }
    QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(viewOf(*item()));
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override
    {
        if (qobject_cast<MarkItem*>(item()))
            return QAccessible::Button;
        return item()->walkable() ? QAccessible::ListItem : QAccessible::StaticText;
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = item()->walkable();
        state.focused = item()->hasFocus();
        state.selected = item()->chosen();
        return state;
    }
    QString text(QAccessible::Text kind) const override
    {
        if (kind == QAccessible::Name)
            return item()->title();
        if (kind == QAccessible::Description)
            return QTextDocumentFragment::fromHtml(item()->explain(item()->box().center()))
                .toPlainText();
        return {};
    }
    QRect rect() const override
    {
        const MapView* view = viewOf(*item());
        if (!view)
            return {};
        const QRect inside = view->mapFromScene(item()->sceneBox()).boundingRect();
        return {view->viewport()->mapToGlobal(inside.topLeft()), inside.size()};
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }
    void doAction(const QString& name) override
    {
        if (name == pressAction())
            item()->activate();
        else
            item()->setFocus();
    }
};

/// One of the replicas that a grid draws; it is no object of its own.
class AccessibleCell : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleCell(GridItem* grid, std::int32_t partition)
        : m_grid(grid)
        , m_partition(partition)
    {
    }

    bool isValid() const override { return m_grid && !m_grid->cellOf(m_partition).isNull(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_grid);
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    void setText(QAccessible::Text, const QString&) override {}
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = true;
        state.invalid = !isValid();
        return state;
    }
    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return m_grid->titleOf(m_partition);
        if (kind == QAccessible::Description)
            return QTextDocumentFragment::fromHtml(
                       m_grid->explain(m_grid->cellOf(m_partition).center()))
                .toPlainText();
        return {};
    }
    QRect rect() const override
    {
        const MapView* view = isValid() ? viewOf(*m_grid) : nullptr;
        if (!view)
            return {};
        const QRectF cell = m_grid->mapRectToScene(m_grid->cellOf(m_partition));
        const QRect inside = view->mapFromScene(cell).boundingRect();
        return {view->viewport()->mapToGlobal(inside.topLeft()), inside.size()};
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }
    /// Selects it, as a click does.
    void doAction(const QString& name) override
    {
        MapView* view = isValid() ? viewOf(*m_grid) : nullptr;
        if (view && name == pressAction())
            emit view->subjectPicked(m_grid->subjectAt(m_grid->cellOf(m_partition).center()));
    }

private:
    QPointer<GridItem> m_grid;
    const std::int32_t m_partition;
};

/// A grid with its replicas as children, made when somebody asks for them.
class AccessibleGrid : public AccessibleItem
{
public:
    using AccessibleItem::AccessibleItem;
    ~AccessibleGrid() override
    {
        for (const auto& [partition, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
    }

    GridItem* grid() const { return static_cast<GridItem*>(object()); }
    QAccessible::Role role() const override { return QAccessible::List; }
    int childCount() const override { return static_cast<int>(grid()->partitions().size()); }
    QAccessibleInterface* child(int index) const override
    {
        const auto n = static_cast<std::size_t>(index);
        if (index < 0 || n >= grid()->partitions().size())
            return nullptr;
        const std::int32_t partition = grid()->partitions()[n];
        const auto found = m_cells.find(partition);
        if (found != m_cells.end())
            return QAccessible::accessibleInterface(found->second);
        auto* cell = new AccessibleCell(grid(), partition);
        m_cells[partition] = QAccessible::registerAccessibleInterface(cell);
        return cell;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (int i = 0; i < childCount(); ++i)
            if (const auto it = m_cells.find(grid()->partitions()[static_cast<std::size_t>(i)]);
                it != m_cells.end() && QAccessible::accessibleInterface(it->second) == child)
                return i;
        return -1;
    }

private:
    mutable std::map<std::int32_t, QAccessible::Id> m_cells;
};

/// What the announcer said last.
class AccessibleNotice : public QAccessibleObject
{
public:
    explicit AccessibleNotice(Announcer* announcer)
        : QAccessibleObject(announcer)
    {
    }

    Announcer* announcer() const { return static_cast<Announcer*>(object()); }
    QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(announcer()->speaker());
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Notification; }
    QAccessible::State state() const override { return {}; }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? announcer()->said() : QString();
    }
    QRect rect() const override
    {
        const QWidget* speaker = announcer()->speaker();
        return {speaker->mapToGlobal(QPoint(0, 0)), speaker->size()};
    }
};

/// The things on it; then what was announced, once something was.
class AccessibleMap : public QAccessibleWidget
{
public:
    explicit AccessibleMap(MapView* view)
        : QAccessibleWidget(view, QAccessible::List)
    {
    }

    MapView* view() const { return static_cast<MapView*>(widget()); }
    int childCount() const override { return static_cast<int>(all().size()); }
    QAccessibleInterface* child(int index) const override
    {
        const auto all = this->all();
        const auto n = static_cast<std::size_t>(index);
        return index >= 0 && n < all.size() ? QAccessible::queryAccessibleInterface(all[n])
                                            : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto all = this->all();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (child && child->object() == all[i])
                return static_cast<int>(i);
        }
        return -1;
    }
    QAccessibleInterface* focusChild() const override
    {
        auto* item = dynamic_cast<MapItem*>(view()->map()->focusItem());
        return item ? QAccessible::queryAccessibleInterface(item) : nullptr;
    }

private:
    std::vector<QObject*> all() const
    {
        const auto things = view()->map()->spoken();
        std::vector<QObject*> all(things.begin(), things.end());
        for (Announcer* announcer :
             view()->findChildren<Announcer*>(QString(), Qt::FindDirectChildrenOnly))
            if (!announcer->said().isEmpty())
                all.push_back(announcer);
        return all;
    }
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    if (auto* grid = qobject_cast<GridItem*>(object))
        return new AccessibleGrid(grid);
    if (auto* item = qobject_cast<MapItem*>(object))
        return new AccessibleItem(item);
    if (auto* announcer = qobject_cast<Announcer*>(object))
        return new AccessibleNotice(announcer);
    if (auto* view = qobject_cast<MapView*>(object))
        return new AccessibleMap(view);
    return nullptr;
}

} // namespace

void installMapAccessibility() { QAccessible::installFactory(makeInterface); }

} // namespace hw::ui
