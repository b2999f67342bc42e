#pragma once

class QApplication;

namespace hw::ui {

/// What the window needs from the program once: style, fonts, compiled-in resources, accessibility.
void prepareApplication(QApplication& application);

} // namespace hw::ui
