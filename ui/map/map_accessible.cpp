#include "ui/map/map_accessible.h"

#include <QAccessible>
#include <QAccessibleObject>
#include <QAccessibleWidget>
#include <QTextDocumentFragment>

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
        return qobject_cast<MarkItem*>(item()) ? QAccessible::Button : QAccessible::ListItem;
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

class AccessibleMap : public QAccessibleWidget
{
public:
    explicit AccessibleMap(MapView* view)
        : QAccessibleWidget(view, QAccessible::List)
    {
    }

    MapView* view() const { return static_cast<MapView*>(widget()); }
    int childCount() const override { return static_cast<int>(view()->map()->walk().size()); }
    QAccessibleInterface* child(int index) const override
    {
        const auto all = view()->map()->walk();
        const auto n = static_cast<std::size_t>(index);
        return index >= 0 && n < all.size() ? QAccessible::queryAccessibleInterface(all[n])
                                            : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto all = view()->map()->walk();
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
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    if (auto* item = qobject_cast<MapItem*>(object))
        return new AccessibleItem(item);
    if (auto* view = qobject_cast<MapView*>(object))
        return new AccessibleMap(view);
    return nullptr;
}

} // namespace

void installMapAccessibility() { QAccessible::installFactory(makeInterface); }

} // namespace hw::ui
