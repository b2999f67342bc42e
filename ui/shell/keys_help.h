#pragma once

#include <QList>

class QMenu;
class QWidget;

namespace hw::ui {

/// Opens a list of all keys: what the menus say, so that none is forgotten, and how one walks on
/// the map. Does not block; goes when it is closed.
void showKeys(const QList<QMenu*>& menus, QWidget* over);

} // namespace hw::ui
