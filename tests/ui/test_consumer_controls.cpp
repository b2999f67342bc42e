#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTest>

#include "tests/ui/window_fixture.h"
#include "ui/models/lookup.h"
#include "ui/shell/application.h"
#include "ui/shell/client_dialogs.h"
#include "ui/shell/consumer_controls.h"
#include "ui/shell/consumer_dialogs.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;
namespace command = observe::command;

namespace {

/// A window with the menu that a person gets on the first consumer of group-1.
struct Controls
{
    WindowFixture f;
    Commander commander{f.cluster};
    ConsumerControls controls{commander, f.window->feed(), f.window.get()};
    QMenu menu;
    NodeId client = f.cluster.snapshot()->consumers.front()->client;

    Controls() { controls.fillMenu(&menu, client); }
    QAction* find(const QString& text, const QMenu* in = nullptr)
    {
        for (QAction* action : (in ? in : &menu)->actions()) {
            if (action->text() == text)
                return action;
            if (action->menu())
                if (QAction* below = find(text, action->menu()))
                    return below;
        }
        return nullptr;
    }
    template <class Dialog> Dialog* pick(const QString& text)
    {
        QAction* action = find(text);
        if (!action)
            return nullptr;
        action->trigger();
        QCoreApplication::processEvents();
        return f.window->findChild<Dialog*>();
    }
    static void accept(QDialog* dialog)
    {
        auto* buttons = dialog->findChild<QDialogButtonBox*>();
        QTest::mouseClick(buttons->button(QDialogButtonBox::Ok), Qt::LeftButton);
    }
    template <class Command> const Command* last() const
    {
        const auto* last = f.lastCommand();
        return last ? std::get_if<Command>(last) : nullptr;
    }
};

} // namespace

class TestConsumerControls : public QObject
{
    Q_OBJECT
private slots:
    void dialogsShowTheirTextsWholeInEveryTheme()
    {
        prepareApplication(*qApp);
        WindowFixture f;
        f.window->selection().select(Subject::topic("TopicA"));
        const Actions& actions = f.window->actions();
        for (const char* language : {"en", "zh_CN"})
            for (const auto theme : {ThemeName::Light, ThemeName::Dark, ThemeName::Projector}) {
                QVERIFY(f.window->setLanguage(language));
                f.window->setThemeName(theme);
                for (QAction* action : {actions.growTopic, actions.addConsumer}) {
                    f.run(100ms);
                    action->trigger();
                    f.run(100ms);
                    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                    QVERIFY(dialog);
                    for (const QLabel* label : dialog->findChildren<QLabel*>())
                        QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                                 qPrintable(label->text()));
                    for (const QListWidget* list : dialog->findChildren<QListWidget*>())
                        QVERIFY(list->viewport()->height() >=
                                list->count() * list->sizeHintForRow(0));
                    dialog->close();
                }
            }
        QVERIFY(f.window->setLanguage("en"));
    }

    void theKeysAreWholeInLargeType()
    {
        prepareApplication(*qApp);
        WindowFixture f;
        f.window->setThemeName(ThemeName::Projector);
        f.window->actions().keysHelp->trigger();
        f.run(100ms);
        auto* keys = f.window->findChild<QDialog*>("keys");
        QVERIFY(keys);
        const QWidget* text = keys->findChild<QScrollArea*>()->widget();
        QVERIFY(text->width() >= text->sizeHint().width());
        QVERIFY(text->height() >= text->sizeHint().height());
        keys->close();
    }

    void aMembersMenuOffersThem()
    {
        Controls c;
        for (const char* text :
             {"Pause all it owns", "Resume all", "Seek…", "Commit, and wait for it",
              "Commit without waiting", "Make it slow…", "Stop polling…", "Stop heartbeats…",
              "Flap…", "Pause TopicA-0"})
            QVERIFY2(c.find(QString::fromUtf8(text)), text);
        QVERIFY(!c.find("Resume all")->isEnabled());
        QMenu none;
        c.controls.fillMenu(&none, c.f.cluster.snapshot()->producers.front()->client);
        QVERIFY(none.isEmpty());
    }

    void slowTakesATimeForEachRecord()
    {
        Controls c;
        auto* dialog = c.pick<SpanDialog>("Make it slow…");
        QVERIFY(dialog);
        dialog->spin()->setValue(350);
        Controls::accept(dialog);
        QVERIFY(c.last<command::SlowConsumer>());
        QCOMPARE(c.last<command::SlowConsumer>()->client, c.client);
        QCOMPARE(c.last<command::SlowConsumer>()->perRecord, Duration(350ms));
    }

    void pollsStopForATimeOrUntilHealed()
    {
        Controls c;
        auto* dialog = c.pick<SpanDialog>("Stop polling…");
        QVERIFY(dialog);
        QTest::mouseClick(dialog->endless(), Qt::LeftButton, {},
                          {8, dialog->endless()->height() / 2});
        QVERIFY(!dialog->spin()->isEnabled());
        Controls::accept(dialog);
        QVERIFY(c.last<command::StopPolling>());
        QVERIFY(!c.last<command::StopPolling>()->time);
    }

    void heartbeatsStopAndItFlaps()
    {
        Controls c;
        Controls::accept(c.pick<SpanDialog>("Stop heartbeats…"));
        QVERIFY(c.last<command::StopHeartbeats>());
        QCOMPARE(c.last<command::StopHeartbeats>()->time, std::optional<Duration>(15s));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        Controls::accept(c.pick<SpanDialog>("Flap…"));
        QVERIFY(c.last<command::FlapConsumer>());
        QCOMPARE(c.last<command::FlapConsumer>()->every, Duration(5s));
    }

    void pauseAndCommitNeedNoDialog()
    {
        Controls c;
        c.find("Pause TopicA-0")->trigger();
        QVERIFY(c.last<command::PausePartitions>());
        QCOMPARE(c.last<command::PausePartitions>()->partitions,
                 (std::vector<TopicPartition>{{"TopicA", 0}}));
        c.find("Commit without waiting")->trigger();
        QVERIFY(c.last<command::CommitConsumer>() && !c.last<command::CommitConsumer>()->sync);
    }

    void seekGoesToAnOffsetOfTickedPartitions()
    {
        Controls c;
        auto* dialog = c.pick<SeekDialog>("Seek…");
        QVERIFY(dialog);
        dialog->target()->setCurrentIndex(2);
        dialog->offset()->setText("12x");
        auto* ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(!ok->isEnabled());
        dialog->offset()->setText("1200");
        QVERIFY(ok->isEnabled());
        Controls::accept(dialog);
        const auto* seek = c.last<command::SeekConsumer>();
        QVERIFY(seek);
        QCOMPARE(seek->to, command::SeekTo::Offset);
        QCOMPARE(seek->value, std::int64_t(1200));
        QVERIFY(seek->partitions.empty()); // all are ticked: all it owns
    }

    void aConsumerCanBeStaticWithTimersOfItsOwn()
    {
        WindowFixture f;
        f.window->actions().addConsumer->trigger();
        QCoreApplication::processEvents();
        auto* dialog = f.window->findChild<ConsumerDialog*>();
        QVERIFY(dialog);
        dialog->howMany()->setValue(2);
        dialog->instance()->setText("pod");
        dialog->session()->setValue(8000);
        dialog->heartbeat()->setValue(9000);
        QVERIFY2(dialog->problem().contains("below session.timeout.ms"),
                 qPrintable(dialog->problem()));
        dialog->heartbeat()->setValue(1500);
        QVERIFY(dialog->problem().isEmpty());
        const auto second = dialog->command(2);
        QCOMPARE(second.instance, std::optional<std::string>("pod-2"));
        QCOMPARE(second.sessionTimeout, std::optional<Duration>(8s));
        QCOMPARE(second.heartbeatInterval, std::optional<Duration>(1500ms));
        QVERIFY(!second.maxPollInterval);
        QCOMPARE(second.protocol, command::GroupProtocol::Classic);
        dialog->protocol()->setCurrentIndex(1);
        QCOMPARE(dialog->command().protocol, command::GroupProtocol::Consumer);
        QVERIFY(!dialog->command().sessionTimeout); // the coordinator decides on it
    }
};

QTEST_MAIN(TestConsumerControls)
#include "test_consumer_controls.moc"
