#include <QApplication>
#include <QCommandLineParser>
#include <QDialog>
#include <QSettings>
#include <QTemporaryDir>

#include "tests/support/synthetic_cluster.h"
#include "tests/support/synthetic_past.h"
#include "ui/lanes/lane_window.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"
#include "ui/shell/shot.h"
#include "ui/map/map_view.h"
#include "ui/timeline/past_actions.h"
#include "ui/timeline/timeline_bar.h"

using namespace hw;
using namespace hw::ui;

static int pictureOfDialog(test::SyntheticCluster& cluster, const QCommandLineParser& options)
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    settings.setValue("language", options.value("lang"));
    settings.setValue("theme", options.value("theme"));
    MainWindow window(cluster, settings);
    window.show();
    window.feed().tick();
    Actions& actions = window.actions();
    const QString name = options.value("dialog");
    QAction* action = name == "topic"      ? actions.newTopic
                      : name == "producer" ? actions.addProducer
                      : name == "consumer" ? actions.addConsumer
                                           : actions.connectHelp;
    action->trigger();
    QCoreApplication::processEvents();
    auto* dialog = window.findChild<QDialog*>();
    return dialog && dialog->grab().save(options.positionalArguments().first()) ? 0 : 1;
}

/// A group's lanes after half a minute: one more member joins, one falls silent.
static int pictureOfLanes(const QCommandLineParser& options)
{
    test::SyntheticSpec spec;
    spec.groupTraffic = true;
    test::SyntheticCluster cluster(spec);
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    settings.setValue("language", options.value("lang"));
    settings.setValue("theme", options.value("theme"));
    MainWindow window(cluster, settings);
    std::int64_t nowMs = 0;
    window.feed().setClock([&] { return nowMs; });
    window.feed().setManual();
    const std::string group = options.value("lanes").toStdString();
    const auto run = [&](Duration time) {
        for (Duration passed{}; passed < time; passed += 32ms) {
            cluster.advance(32ms);
            nowMs += 32;
            window.feed().tick();
        }
    };
    run(12s);
    cluster.submit(observe::command::AddConsumer{"", group, {"TopicA", "TopicB"}});
    run(8s);
    for (const auto& part : cluster.snapshot()->groups)
        if (part->name == group)
            cluster.silence(part->members.front().client);
    run(8s);
    LaneWindow& lanes = *window.lanes();
    lanes.resize(1240, 860);
    lanes.open(group);
    run(320ms);
    window.timeCursor().pin(lanes.history().now() - 9s);
    QCoreApplication::processEvents();
    return lanes.grab().save(options.positionalArguments().first()) ? 0 : 1;
}

/// Broker 1 is killed at 12 s and comes back at 20 s; `--past SECONDS` is shown, or now if that is
/// still to come. With `--dialog export` the dialog that asks what is to be exported.
static int pictureOfPast(const QCommandLineParser& options)
{
    test::SyntheticPast past;
    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    settings.setValue("language", options.value("lang"));
    settings.setValue("theme", options.value("theme"));
    MainWindow window(past, settings);
    std::int64_t nowMs = 0;
    window.feed().setClock([&] { return nowMs; });
    const QStringList size = options.value("size").split('x');
    window.resize(size.value(0).toInt(), size.value(1).toInt());
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.show();
    window.feed().setManual();
    const auto run = [&](Duration time) {
        for (Duration passed{}; passed < time; passed += 32ms) {
            past.live(32ms);
            nowMs += 32;
            window.feed().tick();
        }
        QCoreApplication::processEvents();
    };
    run(12s);
    past.setNote({past.state().now, "Now broker 1 is killed"});
    past.submit(observe::command::Kill{NodeId::broker(BrokerId{1})});
    run(8s);
    past.submit(observe::command::Restart{NodeId::broker(BrokerId{1})});
    run(4s);
    past.report(observe::fact::AckedRecordsLost{{"TopicA", 0}, Offset{3}, Offset{4}, {}});
    run(6s);
    past.setNote({past.state().now - 4s, "What came of it"});
    const Instant wanted(fromMs(static_cast<std::int64_t>(options.value("past").toDouble() * 1e3)));
    if (wanted < past.state().last)
        past.seek(wanted);
    window.selection().select(Subject::of({"TopicA", 0}));
    window.timeline()->view()->noteNotes();
    run(1s);
    window.map()->fit();
    run(320ms);
    if (options.value("dialog") != "export")
        return window.grab().save(options.positionalArguments().first()) ? 0 : 1;
    window.pastActions()->exporting->trigger();
    QCoreApplication::processEvents();
    auto* dialog = window.findChild<QDialog*>();
    return dialog && dialog->grab().save(options.positionalArguments().first()) ? 0 : 1;
}

/// synthetic_window                     the window, alive
/// synthetic_window OUT.png [options]   a picture of it
int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    prepareApplication(app);
    QCommandLineParser options;
    options.addOptions({{"theme", "", "name", "light"},
                        {"lang", "", "code", "en"},
                        {"size", "", "WxH", "1600x1000"},
                        {"kill", "", "broker"},
                        {"after", "", "ms", "0"},
                        {"restart", ""},
                        {"select", "", "subject"},
                        {"dialog", "", "topic|producer|consumer|connect"},
                        {"lanes", "", "group"},
                        {"past", "", "seconds"},
                        {"positions", ""}, // none, behind and beyond the end
                        {"big", ""}});
    options.addPositionalArgument("out", "");
    options.process(app);
    test::SyntheticSpec spec;
    if (options.isSet("big"))
        spec = {3, false, 50, 100, 200, 0.1, false};
    test::SyntheticCluster cluster(spec);
    if (options.positionalArguments().isEmpty()) {
        cluster.setAutoAdvance(16ms);
        QSettings settings("highwater-synthetic.ini", QSettings::IniFormat);
        MainWindow window(cluster, settings);
        window.show();
        return QApplication::exec();
    }
    if (options.isSet("lanes"))
        return pictureOfLanes(options);
    if (options.isSet("past"))
        return pictureOfPast(options);
    if (options.isSet("dialog"))
        return pictureOfDialog(cluster, options);
    ShotOptions shot;
    shot.theme = themeOf(options.value("theme"));
    shot.language = options.value("lang");
    const QStringList size = options.value("size").split('x');
    shot.size = QSize(size.value(0).toInt(), size.value(1).toInt());
    cluster.addOutside({"kcat", "librdkafka 2.0.2", "127.0.0.1:50122", {BrokerId{1}}});
    if (options.isSet("positions")) {
        cluster.setGroupState("group-1", observe::fact::GroupState::PreparingRebalance);
        cluster.setCommitted("group-1", {"TopicA", 0}, 1000);
        cluster.setCommitted("group-1", {"TopicA", 1}, -1);
        cluster.setCommitted("group-1", {"TopicA", 2}, 5000);
    }
    Duration time{};
    const Duration killAt = 3s;
    const Duration after = fromMs(options.value("after").toLongLong());
    shot.before = 3s + (options.isSet("kill") ? after : 0ms);
    const NodeId node = NodeId::broker(BrokerId{options.value("kill").toInt()});
    shot.advance = [&](Duration step) {
        const Duration before = time;
        time += step;
        if (options.isSet("kill") && before < killAt && time >= killAt)
            cluster.submit(observe::command::Kill{node});
        if (options.isSet("restart") && before < killAt + 500ms && time >= killAt + 500ms)
            cluster.submit(observe::command::Restart{node});
        cluster.advance(step);
    };
    const QString what = options.value("select");
    if (what.startsWith("broker"))
        shot.selected = Subject::broker(BrokerId{what.mid(6).toInt()});
    else if (what.startsWith("group"))
        shot.selected = Subject::group(what.toStdString());
    else if (!what.isEmpty())
        shot.selected =
            Subject::of({what.section('-', 0, 0).toStdString(), what.section('-', 1).toInt()});
    return renderWindow(cluster, shot).save(options.positionalArguments().first()) ? 0 : 1;
}
