#pragma once

#include <QImage>
#include <QSize>
#include <QString>

#include <functional>

#include "engine/cluster/cluster.h"
#include "ui/models/subject.h"
#include "ui/theme/theme.h"

namespace hw::ui {

class MainWindow;

/// How a picture of the window is taken without a screen.
struct ShotOptions
{
    QSize size{1600, 1000};
    ThemeName theme = ThemeName::Light;
    QString language = QStringLiteral("en");
    Subject selected;
    /// Moves the cluster's own time, called before each frame; without it time stands.
    std::function<void(Duration)> advance;
    /// For how long frames are drawn before the picture is taken: messages are on their way then,
    /// and rates are known. In the window's time, not the machine's.
    Duration before = 3s;
    /// Called once with the window, before its first frame.
    std::function<void(MainWindow&)> begin;
    /// Instead of `before`: frames are drawn until it is true, for kMostFrames at most.
    std::function<bool()> until;
    /// Called before the window goes.
    std::function<void()> end;
    static constexpr int kMostFrames = 100'000;
};

/// The whole window as a picture: for the same cluster in the same state the same picture every
/// time. Needs a QApplication; touches no settings of the user's.
QImage renderWindow(cluster::Cluster& cluster, const ShotOptions& options);

} // namespace hw::ui
