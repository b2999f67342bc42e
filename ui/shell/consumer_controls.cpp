#include "ui/shell/consumer_controls.h"

#include <QMenu>

#include <algorithm>

#include "ui/models/fault_words.h"
#include "ui/models/lookup.h"
#include "ui/models/words.h"
#include "ui/shell/consumer_dialogs.h"
#include "ui/shell/dialog_parts.h"

namespace hw::ui {

namespace command = observe::command;
using observe::FaultKind;

ConsumerControls::ConsumerControls(Commander& commander, Feed& feed, QWidget* window)
    : QObject(window)
    , m_commander(commander)
    , m_feed(feed)
    , m_window(window)
{
}

void ConsumerControls::open(QDialog* dialog)
{
    if (m_open)
        m_open->close();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_open = dialog;
    fitToTexts(*dialog);
    dialog->open();
}

void ConsumerControls::fillMenu(QMenu* menu, NodeId client)
{
    const auto& snapshot = m_feed.last().snapshot;
    const auto* consumer = snapshot ? findConsumer(*snapshot, client) : nullptr;
    if (!consumer || !m_commander.capabilities().workloads)
        return;
    menu->setToolTipsVisible(true);
    QMenu* application = menu->addMenu(tr("%1: its application").arg(qs(consumer->name)));
    application->setToolTipsVisible(true);
    addApplication(application, *consumer);
    QMenu* troubles = menu->addMenu(tr("%1: trouble").arg(qs(consumer->name)));
    troubles->setToolTipsVisible(true);
    addTroubles(troubles, *consumer);
}

void ConsumerControls::addApplication(QMenu* menu, const observe::ConsumerPart& consumer)
{
    const NodeId client = consumer.client;
    const auto add = [&](QMenu* to, const QString& text, auto&& what) {
        QAction* action = to->addAction(text);
        connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
        return action;
    };
    add(menu, tr("Pause all it owns"), [this, client] {
        submit(command::PausePartitions{client, {}, false});
    })->setEnabled(!consumer.assigned.empty() && consumer.paused.size() < consumer.assigned.size());
    add(menu, tr("Resume all"), [this, client] {
        submit(command::PausePartitions{client, {}, true});
    })->setEnabled(!consumer.paused.empty());
    QMenu* each = menu->addMenu(tr("Pause or resume one partition"));
    each->setEnabled(!consumer.assigned.empty());
    constexpr std::size_t kMost = 40; // a menu of more cannot be used
    for (std::size_t n = 0; n < consumer.assigned.size() && n < kMost; ++n) {
        const TopicPartition id = consumer.assigned[n];
        const bool isPaused = std::ranges::find(consumer.paused, id) != consumer.paused.end();
        add(each, (isPaused ? tr("Resume %1") : tr("Pause %1")).arg(qs(id.text())),
            [this, client, id, isPaused] {
                submit(command::PausePartitions{client, {id}, isPaused});
            });
    }
    menu->addSeparator();
    add(menu, tr("Seek…"), [this, consumer] {
        askSeek(consumer);
    })->setEnabled(!consumer.assigned.empty());
    add(menu, tr("Commit, and wait for it"), [this, client] {
        submit(command::CommitConsumer{client, true});
    })->setToolTip(tr("commitSync: tries again while that can help."));
    add(menu, tr("Commit without waiting"), [this, client] {
        submit(command::CommitConsumer{client, false});
    })->setToolTip(tr("commitAsync: one try."));
}

void ConsumerControls::addTroubles(QMenu* menu, const observe::ConsumerPart& consumer)
{
    const NodeId client = consumer.client;
    const QString name = qs(consumer.name);
    const auto add = [&](const QString& text, const QString& meaning, auto&& what) {
        QAction* action = menu->addAction(text);
        action->setToolTip(meaning);
        connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
    };
    add(tr("Make it slow…"), tr("Its handler takes some time for every record."),
        [this, client, name] { askSlow(client, name); });
    add(tr("Stop polling…"),
        tr("Its application does not poll: after max.poll.interval.ms it leaves by itself."),
        [this, client, name] { askSilence(client, name, false); });
    add(tr("Stop heartbeats…"),
        tr("Its coordinator hears nothing of it: after session.timeout.ms it is put out."),
        [this, client, name] { askSilence(client, name, true); });
    add(tr("Flap…"), tr("It leaves its group and returns, again and again."),
        [this, client, name] { askFlap(client, name); });
    bool isFirst = true;
    for (const auto& part : m_feed.last().snapshot->faults) {
        if (part.fault.node != client || !observe::isOfConsumer(part.fault.kind))
            continue;
        if (std::exchange(isFirst, false))
            menu->addSeparator();
        QAction* action = menu->addAction(tr("End: %1").arg(
            FaultWords::sentence(part.fault, NodeNames(*m_feed.last().snapshot))));
        connect(action, &QAction::triggered, this, [this, undo = part.undo] { submit(undo); });
    }
}

void ConsumerControls::askSlow(NodeId client, const QString& name)
{
    SpanDialog::Wanted wanted;
    wanted.title = [name] { return SpanDialog::tr("Make %1 slow").arg(name); };
    wanted.text = [] {
        return SpanDialog::tr("Its handler takes so long for every record of a poll before it "
                              "polls again. 0 ends it.");
    };
    wanted.label = [] { return SpanDialog::tr("For each record"); };
    wanted.most = 60'000;
    wanted.value = 200;
    wanted.least = 0;
    auto* dialog = new SpanDialog(std::move(wanted), m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, client] {
        submit(command::SlowConsumer{client, dialog->span().value_or(Duration{})});
    });
    open(dialog);
}

void ConsumerControls::askSilence(NodeId client, const QString& name, bool heartbeats)
{
    SpanDialog::Wanted wanted;
    wanted.title = [name, heartbeats] {
        return heartbeats ? SpanDialog::tr("Stop the heartbeats of %1").arg(name)
                          : SpanDialog::tr("Stop the polls of %1").arg(name);
    };
    wanted.text = [heartbeats] {
        return heartbeats
                   ? SpanDialog::tr("It polls on, but sends no heartbeats and no automatic "
                                    "commits: after session.timeout.ms it is put out.")
                   : SpanDialog::tr("Its application hangs: after max.poll.interval.ms it leaves "
                                    "by itself, and joins again at its next poll.");
    };
    wanted.label = [] { return SpanDialog::tr("For"); };
    wanted.value = 15'000;
    wanted.most = 3'600'000;
    wanted.canBeEndless = true;
    auto* dialog = new SpanDialog(std::move(wanted), m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, client, heartbeats] {
        if (heartbeats)
            submit(command::StopHeartbeats{client, dialog->span()});
        else
            submit(command::StopPolling{client, dialog->span()});
    });
    open(dialog);
}

void ConsumerControls::askFlap(NodeId client, const QString& name)
{
    SpanDialog::Wanted wanted;
    wanted.title = [name] { return SpanDialog::tr("Let %1 flap").arg(name); };
    wanted.text = [] {
        return SpanDialog::tr("It leaves its group so often, and returns after half of that. 0 "
                              "ends it.");
    };
    wanted.label = [] { return SpanDialog::tr("Every"); };
    wanted.value = 5'000;
    wanted.least = 0;
    wanted.most = 3'600'000;
    auto* dialog = new SpanDialog(std::move(wanted), m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, client] {
        submit(command::FlapConsumer{client, dialog->span().value_or(Duration{})});
    });
    open(dialog);
}

void ConsumerControls::askSeek(const observe::ConsumerPart& consumer)
{
    auto* dialog = new SeekDialog(consumer, m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { submit(dialog->command()); });
    open(dialog);
}

} // namespace hw::ui
