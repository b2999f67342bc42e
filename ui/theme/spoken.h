#pragma once

#include <QString>

class QWidget;

/// What screen readers say of a widget. Qt tells them whenever it is set, be it new or not; these
/// set only what changed, so that what is done every frame is no noise.
namespace hw::ui {

void setSpokenName(QWidget* widget, const QString& name);
void setSpokenDescription(QWidget* widget, const QString& description);

} // namespace hw::ui
