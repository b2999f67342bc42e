// What an open window costs a busy cluster: throughput through librdkafka with it and without.
#include <QApplication>
#include <QEventLoop>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "app/session/live_session.h"
#include "tests/bench/budget.h"
#include "tests/bench/measures.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"

using namespace hw;

namespace {

constexpr int kRounds = 5; // of each kind, after one that is thrown away
constexpr int kRecords = 100'000;
constexpr int kRecordBytes = 1024;

[[noreturn]] void giveUp(const QString& why)
{
    std::fprintf(stderr, "bench.open_window: %s\n", qPrintable(why));
    std::exit(1);
}

void waitFor(const std::function<bool()>& done)
{
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (done())
            loop.quit();
    });
    look.start(5);
    loop.exec();
}

/// MB/s of one run of the load program, acks=all. The window goes on meanwhile.
double produce(const std::string& bootstrap, int round)
{
    QProcess load;
    load.start(QCoreApplication::applicationDirPath() + "/rdkafka_load",
               {"produce", QString::fromStdString(bootstrap), QString("t%1").arg(round),
                QString::number(kRecords), QString::number(kRecordBytes)});
    waitFor([&] { return load.state() == QProcess::NotRunning; });
    const QString printed = QString::fromUtf8(load.readAllStandardOutput());
    for (const QString& part : printed.split(' ', Qt::SkipEmptyParts)) {
        if (part.startsWith("produced_mb_s="))
            return part.section('=', 1).toDouble();
    }
    giveUp("rdkafka_load: " + QString::fromUtf8(load.readAllStandardError()));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ui::prepareApplication(application);
    cluster::ClusterSpec spec;
    spec.configs = {{"log.retention.bytes", "-1"}, {"log.segment.bytes", "1073741824"}};
    const auto session = app::LiveSession::start(spec, {});
    if (!session)
        giveUp(QString::fromStdString(session.error().message));
    cluster::EngineCluster& cluster = (*session)->cluster();
    waitFor([&] { return cluster.startup() == cluster::EngineCluster::Startup::Ready; });
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    ui::MainWindow window(cluster, settings);
    window.resize(1600, 1000);
    std::vector<double> open, closed;
    for (int round = 0; round <= 2 * kRounds + 1; ++round) {
        const bool isOpen = round % 2 == 0;
        window.setVisible(isOpen);
        const double rate = produce(cluster.bootstrap(), round);
        if (round > 1)
            (isOpen ? open : closed).push_back(rate);
    }
    const double share = bench::middle(open) / bench::middle(closed) * 100;
    std::printf("acks=all, RF 3, %d bytes, window closed       %8.1f MB/s\n", kRecordBytes,
                bench::middle(closed));
    std::printf("  the same, window open                      %8.1f MB/s, %.1f %% "
                "(middle of %d rounds each; aim from 95)\n",
                bench::middle(open), share, kRounds);
    bench::budget("throughput with the window open", share, "% of closed", "from 95");
    return 0;
}
