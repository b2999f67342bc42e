#pragma once

#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace hw::ui {

/// Whether what stands at the left can have the whole height of a window: the lists below it then
/// stand beside it, and would make a narrow window too wide.
inline bool isWide(const QWidget& window)
{
    constexpr int kWideScreen = 1560; // pixels
    return std::max(window.width(), window.screen()->availableGeometry().width()) >= kWideScreen;
}

} // namespace hw::ui
