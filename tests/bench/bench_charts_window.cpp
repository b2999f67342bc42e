// Case R22 c: the window's charts (records in and out, lag and LEO − HW of a group below its lanes)
// over eight hours, a second of the cluster's time in each frame: what a frame costs at minute 5
// and at the end, and what memory grows by once the histories are full. `bench.charts_window
// HOURS`: a shorter one.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "tests/bench/budget.h"
#include "tests/bench/measures.h"
#include "tests/support/synthetic_cluster.h"
#include "ui/charts/lag_chart.h"
#include "ui/lanes/lane_window.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"

using namespace hw;

namespace {

constexpr int kFrameSeconds = 1;
constexpr int kSpan = 300;       // frames that are compared: five minutes
constexpr int kFullAfter = 1800; // frames until every history is full, and some

double processorMs() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ui::prepareApplication(application);
    const double hours = argc > 1 ? std::max(0.75, std::atof(argv[1])) : 8;
    const int frames = static_cast<int>(hours * 3600 / kFrameSeconds);
    test::SyntheticSpec spec;
    spec.groupTraffic = true;
    test::SyntheticCluster cluster(spec);
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    ui::MainWindow window(cluster, settings);
    std::int64_t nowMs = 0;
    window.feed().setClock([&nowMs] { return nowMs; });
    window.resize(1600, 1000);
    window.show();
    window.feed().setManual();
    window.lanes()->show();
    std::vector<double> early, late, all;
    double full = 0;
    for (int frame = 0; frame < frames; ++frame) {
        for (int part = 0; part < 4; ++part) // members' timers want smaller steps
            cluster.advance(std::chrono::milliseconds(kFrameSeconds * 250));
        nowMs += kFrameSeconds * 1000;
        const double before = processorMs();
        window.feed().tick();
        QCoreApplication::processEvents();
        const double cost = processorMs() - before;
        all.push_back(cost);
        if (frame >= kSpan / 2 && frame < kSpan * 3 / 2)
            early.push_back(cost);
        if (frame >= frames - kSpan)
            late.push_back(cost);
        if (frame == kFullAfter)
            full = bench::residentMiB();
    }
    const double grown = bench::residentMiB() - full;
    const double ratio = bench::middle(late) / bench::middle(early);
    std::printf(
        "charts over %.1f h: a frame costs %.2f ms at minute 5, %.2f ms at the end (processor, "
        "middle): %.2f times (aim up to 1.5)\n",
        hours, bench::middle(early), bench::middle(late), ratio);
    std::printf(
        "  longest frame %.1f ms (aim up to 100); memory %.1f MiB after half an hour, %+.1f "
        "MiB at the end\n",
        *std::ranges::max_element(all), full, grown);
    bench::budget("charts over 8 h, a frame at the end", ratio, "x minute 5", "up to 1.5");
    bench::budget("charts over 8 h, longest frame", *std::ranges::max_element(all), "ms",
                  "up to 100");
    bench::budget("charts over 8 h, memory grew by", grown, "MiB", "flat");
    return 0;
}
