#include <QClipboard>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "tests/ui/window_fixture.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/map/legend.h"
#include "ui/shell/application.h"
#include "ui/shell/client_dialogs.h"
#include "ui/shell/cluster_desk.h"
#include "ui/shell/grow_dialog.h"
#include "ui/shell/shot.h"
#include "ui/shell/tables.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/topic_dialog.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;
namespace command = hw::observe::command;

class TestWindow : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(*qApp); }

    void keysKillRestartAndFreezeTheSelectedBroker()
    {
        WindowFixture f;
        f.click(f.broker(1)->mapToScene(QPointF(60, 18)));
        QCOMPARE(f.window->selection().current(), Subject::broker(BrokerId{1}));
        QTest::keyClick(f.window->map(), Qt::Key_F);
        QCOMPARE(f.brokerOfLast<command::Freeze>(), BrokerId{1});
        f.run(100ms);
        QTest::keyClick(f.window->map(), Qt::Key_F);
        QCOMPARE(f.brokerOfLast<command::Thaw>(), BrokerId{1});
        f.run(100ms);
        QTest::keyClick(f.window->map(), Qt::Key_K);
        QCOMPARE(f.brokerOfLast<command::Kill>(), BrokerId{1});
        f.run(200ms);
        QCOMPARE(f.window->actions().kill->text(), QString("Restart broker 1"));
        QTest::keyClick(f.window->map(), Qt::Key_K);
        QCOMPARE(f.brokerOfLast<command::Restart>(), BrokerId{1});
    }

    void withoutABrokerSelectedKillIsGrey()
    {
        WindowFixture f;
        f.window->selection().select(Subject::group("group-1"));
        QVERIFY(!f.window->actions().kill->isEnabled());
        QTest::keyClick(f.window->map(), Qt::Key_K);
        QVERIFY(f.cluster.submitted().empty());
    }

    void stoppingAMemberRebalancesItsGroup()
    {
        WindowFixture f;
        const auto snapshot = f.cluster.snapshot();
        f.window->selection().select(
            Subject::memberOf("group-1", snapshot->groups[0]->members[1].member));
        QCOMPARE(f.window->actions().stopClient->text(), QString("Stop group-1-C2"));
        f.window->actions().stopClient->trigger();
        f.run(100ms);
        QCOMPARE(f.cluster.snapshot()->groups[0]->members.size(), std::size_t{2});
    }

    void inspectorFollowsTheSelection()
    {
        WindowFixture f;
        f.cluster.setLag({"TopicA", 0}, BrokerId{3}, 7);
        f.run(500ms);
        f.window->selection().select(Subject::of({"TopicA", 0}));
        const QString text = f.window->inspector()->inspection().text();
        QVERIFY(text.contains("AR\t1, 2, 3"));
        QVERIFY(text.contains("ISR\t1, 2"));
        QVERIFY(text.contains("OSR\t3"));
        QVERIFY(text.contains("HW"));
        f.window->inspector()->copyText();
        QCOMPARE(QGuiApplication::clipboard()->text(), text);
        f.window->selection().select(Subject::group("group-2"));
        QVERIFY(f.window->inspector()->inspection().text().contains("TopicB-0"));
        f.window->selection().select(Subject::broker(BrokerId{9}));
        QVERIFY(f.window->inspector()->inspection().text().contains("no longer there"));
    }

    void inspectorTellsNoneAndBeyondTheEnd()
    {
        WindowFixture f;
        f.cluster.setCommitted("group-1", {"TopicA", 0}, -1);
        f.cluster.setGroupState("group-1", observe::fact::GroupState::Empty);
        f.cluster.setCommitted("group-1", {"TopicA", 1}, 99999);
        f.run(200ms);
        f.window->selection().select(Subject::group("group-1"));
        const QString text = f.window->inspector()->inspection().text();
        QVERIFY2(text.contains("nothing committed") && text.contains("committed none"),
                 qPrintable(text));
        QVERIFY(text.contains("committed beyond the end"));
        QVERIFY(!text.contains("\t-") && !text.contains("−"));
    }

    void anEventSelectsItsSubjectAndItsCause()
    {
        WindowFixture f;
        f.cluster.submit(command::Kill{NodeId::broker(BrokerId{1})});
        f.run(4s);
        EventList* list = f.window->tables()->eventList();
        list->search()->setText("TopicA-0: leader");
        QCOMPARE(list->filter()->rowCount(), 1);
        list->view()->setCurrentIndex(list->filter()->index(0, 0));
        QCOMPARE(f.window->selection().current(), Subject::replica({"TopicA", 0}, BrokerId{2}));
        list->goToCause();
        QCOMPARE(f.window->selection().current(), Subject::broker(BrokerId{1}));
        QVERIFY(list->view()
                    ->currentIndex()
                    .siblingAtColumn(EventModel::What)
                    .data()
                    .toString()
                    .contains("gone"));
    }

    void newTopicIsCheckedAgainstTheLivingCluster()
    {
        WindowFixture f;
        TopicDialog dialog(f.window->feed());
        auto* ok = dialog.ok();
        QVERIFY(!ok->isEnabled());
        for (const char* bad : {"..", "with space", "TopicA", "ü"}) {
            dialog.name()->setText(bad);
            QVERIFY2(!dialog.problem().isEmpty() && !ok->isEnabled(), bad);
        }
        dialog.name()->setText(QString(250, 'a'));
        QVERIFY(dialog.problem().contains("249"));
        dialog.name()->setText("orders");
        QVERIFY2(ok->isEnabled(), qPrintable(dialog.problem()));
        dialog.replication()->setValue(4);
        QVERIFY(dialog.problem().contains("there are 3"));
        dialog.replication()->setValue(3);
        QVERIFY(ok->isEnabled());
        f.cluster.submit(command::Kill{NodeId::broker(BrokerId{1})});
        f.run(50ms); // while the dialog is open
        QVERIFY(dialog.problem().contains("there are 2"));
        QVERIFY(!ok->isEnabled());
        dialog.replication()->setValue(2);
        dialog.partitions()->setValue(5);
        QCOMPARE(dialog.command().topic, std::string("orders"));
        QCOMPARE(dialog.command().partitions, 5);
        QCOMPARE(dialog.command().replicationFactor, 2);
    }

    void aNewTopicAppearsOnTheMap()
    {
        WindowFixture f;
        f.window->actions().newTopic->trigger();
        auto* dialog = f.window->findChild<TopicDialog*>();
        QVERIFY(dialog);
        dialog->name()->setText("orders");
        dialog->accept();
        f.run(100ms);
        QVERIFY(f.window->scene()->itemOf(Subject::of({"orders", 2})));
    }

    void aTopicGrowsFromItsMenu()
    {
        WindowFixture f;
        Actions& actions = f.window->actions();
        f.window->selection().select(Subject::group("group-1"));
        QVERIFY(!actions.growTopic->isEnabled());
        f.window->selection().select(Subject::topic("TopicA"));
        QCOMPARE(actions.growTopic->text(), QString("More partitions for TopicA…"));
        QVERIFY(actions.growTopic->isEnabled());
        actions.growTopic->trigger();
        auto* dialog = f.window->findChild<GrowDialog*>();
        QVERIFY(dialog);
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
        QCOMPARE(dialog->total()->minimum(), 4); // it has 3
        QCOMPARE(dialog->total()->maximum(), GrowDialog::kMostPartitions);
        dialog->total()->setValue(6);
        dialog->ok()->click();
        QVERIFY(!f.cluster.submitted().empty());
        const auto* last = std::get_if<command::AddPartitions>(&f.cluster.submitted().back());
        QVERIFY(last);
        QCOMPARE(last->topic, std::string("TopicA"));
        QCOMPARE(last->total, 6);
    }

    void growingFollowsTheLivingTopic()
    {
        WindowFixture f;
        GrowDialog dialog(f.window->feed(), "orders");
        QVERIFY(dialog.problem().contains("no topic orders"));
        QVERIFY(!dialog.ok()->isEnabled());
        f.cluster.submit(command::CreateTopic{"orders", 5, 2, {}, {}});
        f.run(200ms); // while the dialog is open
        QVERIFY2(dialog.ok()->isEnabled(), qPrintable(dialog.problem()));
        QCOMPARE(dialog.total()->minimum(), 6);
        QCOMPARE(dialog.command().total, 6);
    }

    void producersAndConsumersAreAddedWhileItRuns()
    {
        WindowFixture f;
        ProducerDialog producer(f.window->feed());
        producer.name()->setText("producer1");
        QVERIFY(producer.problem().contains("already"));
        producer.name()->setText("extra");
        QVERIFY(producer.problem().isEmpty());
        producer.topics()->item(0)->setCheckState(Qt::Unchecked);
        QVERIFY(!producer.problem().isEmpty());
        producer.topics()->item(1)->setCheckState(Qt::Checked);
        QCOMPARE(producer.command().topics, std::vector<std::string>{"TopicB"});
        QCOMPARE(producer.command().acks, -1);
        ConsumerDialog consumer(f.window->feed());
        QCOMPARE(consumer.command().group, std::string("group-1"));
        QVERIFY(consumer.problem().isEmpty());
    }

    void languageChangesWhileItRuns()
    {
        WindowFixture f;
        QVERIFY(f.window->setLanguage("zh_CN"));
        QCoreApplication::processEvents();
        f.run(500ms);
        QCOMPARE(f.window->actions().newTopic->text(), QString("新建主题…"));
        QVERIFY(f.broker(1)->title().contains("运行中"));
        QVERIFY(f.window->tables()->tabText(0) == "事件");
        f.window->selection().select(Subject::of({"TopicA", 0}));
        QVERIFY(f.window->inspector()->inspection().text().contains("副本"));
        QVERIFY(f.window->menuBar()->actions().at(1)->text().contains("集群"));
        QVERIFY(f.window->setLanguage("en"));
        QCoreApplication::processEvents();
        f.run(300ms);
        QVERIFY(f.broker(1)->title().contains("running"));
        QVERIFY(!f.window->setLanguage("xx"));
    }

    void englishHasPlurals()
    {
        WindowFixture f;
        const auto* group = f.window->scene()->itemOf(Subject::group("group-1"));
        QCOMPARE(group->title(), QString("Group group-1, Stable, 3 members"));
    }

    void themeChangesWhileItRuns()
    {
        WindowFixture f;
        const QPoint ground = f.window->map()->mapTo(f.window.get(), QPoint(6, 6));
        const QColor light = f.window->grab().toImage().pixelColor(ground);
        f.window->actions().dark->trigger();
        QCOMPARE(f.window->themeName(), ThemeName::Dark);
        const QColor dark = f.window->grab().toImage().pixelColor(ground);
        QVERIFY(light.lightness() > 200 && dark.lightness() < 60);
    }

    void theTopBarFitsSmallWindows()
    {
        WindowFixture f;
        auto* bar = f.window->findChild<TopBar*>();
        for (const char* language : {"en", "zh_CN"}) {
            f.window->setLanguage(language);
            for (const int width : {1280, 1600}) {
                f.window->resize(width, 720);
                bar->setCluster(*f.cluster.snapshot(),
                                "127.0.0.1:43219,127.0.0.1:40001,127.0.0.1:41234");
                QCoreApplication::processEvents();
                QCOMPARE(f.window->width(), width);
                const int before = bar->sizeHint().width();
                QVERIFY2(before <= bar->width(), language);
                f.window->selection().select(Subject::broker(BrokerId{1}));
                QCoreApplication::processEvents();
                // Nothing moves, but for a pixel or two of another word's.
                QVERIFY(std::abs(bar->sizeHint().width() - before) <= 4);
                f.window->selection().select(Subject());
            }
        }
    }

    void settingsAreRememberedWhereTheyWereInjected()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("settings.ini");
        {
            WindowFixture f({}, file);
            f.window->setThemeName(ThemeName::Dark);
            f.window->setLanguage("zh_CN");
            f.window->map()->setZoom(0.75);
            f.window->legend()->setFolded(true);
            f.window->close();
        }
        QSettings settings(file, QSettings::IniFormat);
        QCOMPARE(settings.value("zoom").toString(), QString("0.75")); // C locale
        test::SyntheticCluster cluster;
        MainWindow again(cluster, settings);
        QCOMPARE(again.themeName(), ThemeName::Dark);
        QCOMPARE(again.language(), QString("zh_CN"));
        QCOMPARE(again.map()->zoom(), 0.75);
        QVERIFY(again.legend()->folded());
    }

    void theListOfKeysIsTheMenus()
    {
        WindowFixture f;
        f.window->actions().keysHelp->trigger();
        auto* box = f.window->findChild<QDialog*>("keys");
        QVERIFY(box);
        const QString text = box->findChild<QScrollArea*>()->widget()->property("text").toString();
        for (const QString key : {"Ctrl+R", "Shift+Del", "F1", "0, Ctrl+0"})
            QVERIFY2(text.contains("<b>" + key + "</b>"), qPrintable(key));
        QVERIFY(!text.contains('&' + QString("File")));
        // However many they are: it fits on the screen, and its button is to be seen.
        const QSize screen = box->screen()->availableSize();
        QVERIFY(box->frameGeometry().height() <= screen.height());
        QVERIFY(box->frameGeometry().width() <= screen.width());
        auto* close = box->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close);
        QVERIFY(box->rect().contains(
            close->geometry().translated(close->parentWidget()->mapTo(box, QPoint()))));
        QTest::mouseClick(close, Qt::LeftButton);
        QVERIFY(!box->isVisible());
    }

    void aHiddenWindowAsksForNothing()
    {
        WindowFixture f;
        QVERIFY(f.cluster.interest().snapshots);
        f.window->hide();
        QVERIFY(!f.cluster.interest().snapshots && !f.cluster.interest().flights);
    }

    void brokenInvariantsAreNotHidden()
    {
        WindowFixture f;
        f.cluster.breakInvariant("HW went back on TopicA-0");
        f.run(400ms);
        QVERIFY(f.window->inspector()->inspection().text().contains("HW went back"));
    }

    /// A picture shows one moment: the inspector, too, must not lag behind the map.
    void theLastFrameOfAPictureShowsAll()
    {
        WindowFixture f;
        f.run(400ms);
        f.cluster.breakInvariant("HW went back on TopicA-0");
        f.window->feed().tick();
        QVERIFY(!f.window->inspector()->inspection().text().contains("HW went back"));
        f.window->showAllNext();
        f.window->feed().tick();
        QVERIFY(f.window->inspector()->inspection().text().contains("HW went back"));
    }

    void theSameStateGivesTheSamePicture()
    {
        const auto shoot = [] {
            test::SyntheticCluster cluster;
            ShotOptions options;
            options.size = {1280, 800};
            options.before = 1s;
            options.advance = [&](Duration step) { cluster.advance(step); };
            return renderWindow(cluster, options);
        };
        const QImage first = shoot();
        QCOMPARE(first.size(), QSize(1280, 800));
        QCOMPARE(first, shoot());
    }

    /// What went in, from the cluster's first second to the present one: a line across the chart.
    void thePicturesChartHasACurve()
    {
        test::SyntheticCluster cluster;
        ShotOptions options;
        options.before = 20s;
        options.advance = [&](Duration step) { cluster.advance(step); };
        const QImage image = renderWindow(cluster, options);
        const QColor line = makeTheme(ThemeName::Light).colors.dotRecords;
        const auto isLine = [&](QColor c) {
            // A thin line between two rows of pixels is pale.
            return c.green() - c.red() > 25 && std::abs(c.red() - line.red()) < 190;
        };
        int columns = 0;
        for (int x = image.width() / 2; x < image.width() * 4 / 5; ++x) {
            bool found = false;
            for (int y = image.height() * 4 / 5; y < image.height() * 96 / 100 && !found; ++y)
                found = isLine(image.pixelColor(x, y));
            columns += found;
        }
        QVERIFY2(columns > image.width() * 15 / 100, qPrintable(QString::number(columns)));
    }
};

QTEST_MAIN(TestWindow)
#include "test_window.moc"
