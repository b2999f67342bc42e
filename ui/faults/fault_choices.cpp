#include "ui/faults/fault_choices.h"

#include <QMenu>

#include <algorithm>

#include "ui/models/fault_words.h"
#include "ui/models/lookup.h"
#include "ui/models/server_words.h"

namespace hw::ui {

using namespace observe;
using Where = FaultChoice::Where;

static bool hasDisk(NodeId node)
{
    return node.kind == NodeId::Kind::Broker || node.kind == NodeId::Kind::Ensemble;
}

bool FaultChoice::fits(NodeId node, NodeId to) const
{
    if (where == Where::Link)
        return node.kind != NodeId::Kind::None && to.kind != NodeId::Kind::None && node != to;
    if (onlyReplicas && on != node)
        return false;
    return hasDisk(node) && (!onlyBrokers || node.kind == NodeId::Kind::Broker);
}

static FaultChoice disk(QString name, QString meaning, command::DiskTrouble trouble,
                        Duration time = {})
{
    return {.name = std::move(name),
            .meaning = std::move(meaning),
            .where = Where::Disk,
            .make = [=](NodeId node, NodeId) {
                return Command(command::TroubleDisk{node, trouble, time});
            }};
}

template <class Make> static FaultChoice process(QString name, QString meaning, Make make)
{
    return {.name = std::move(name),
            .meaning = std::move(meaning),
            .where = Where::Process,
            .make = [=](NodeId node, NodeId) { return Command(make(node)); }};
}

template <class Make> static FaultChoice link(QString name, QString meaning, Make make)
{
    return {.name = std::move(name),
            .meaning = std::move(meaning),
            .where = Where::Link,
            .make = [=](NodeId node, NodeId to) { return Command(make(node, to)); }};
}

static void addProcess(std::vector<FaultChoice>& all, const FaultMeasures& measures)
{
    all.push_back(process(Faults::tr("Kill"),
                          Faults::tr("The process dies at once; what it has written stays."),
                          [](NodeId n) { return command::Kill{n}; }));
    all.push_back(process(Faults::tr("Power off"),
                          Faults::tr("The machine loses power: what was not synced is gone."),
                          [](NodeId n) { return command::PowerOff{n}; }));
    all.push_back(process(Faults::tr("Freeze"),
                          Faults::tr("It stands still without dying: alive, but silent."),
                          [](NodeId n) { return command::Freeze{n}; }));
    const Duration jump = measures.jump;
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(jump).count();
    all.push_back(process(Faults::tr("Clock +%1 min").arg(minutes),
                          Faults::tr("Its wall clock jumps ahead. Timeouts go by another clock "
                                     "that does not jump; timestamps of records do not."),
                          [=](NodeId n) {
                              return command::JumpClock{n, jump};
                          }));
    all.push_back(process(Faults::tr("Clock −%1 min").arg(minutes),
                          Faults::tr("Its wall clock jumps back."), [=](NodeId n) {
                              return command::JumpClock{n, -jump};
                          }));
    all.push_back(process(Faults::tr("Expire session"),
                          Faults::tr("ZooKeeper ends its session at once, though it lives: its "
                                     "ephemeral znodes go, and it has to register again."),
                          [](NodeId n) { return command::ExpireSession{n}; }));
    all.back().onlyBrokers = true;
}

static void addDisk(std::vector<FaultChoice>& all, const FaultMeasures& measures)
{
    using enum command::DiskTrouble;
    all.push_back(disk(Faults::tr("Slow, %1 ms").arg(toMs(measures.slowness)),
                       Faults::tr("Each write and each sync takes that long."), Slow,
                       measures.slowness));
    all.push_back(disk(Faults::tr("Full"), Faults::tr("Nothing more can be written."), Full));
    all.push_back(
        disk(Faults::tr("Write errors"), Faults::tr("Writes and syncs fail."), WriteError));
    all.push_back(disk(Faults::tr("Sync errors"),
                       Faults::tr("Writes go well, syncing them to the disk fails."), FsyncError));
    all.push_back(disk(Faults::tr("Torn writes"),
                       Faults::tr("Of each write the first half is written, then it fails."),
                       TornWrite));
}

static FaultChoice flip(const FaultReplica& replica)
{
    return {.name = Faults::tr("Flip a byte"),
            .meaning = Faults::tr("One bit of the newest batch of the selected replica changes on "
                                  "the disk. Nobody is told: whoever reads it finds that its "
                                  "checksum does not fit."),
            .where = Where::Disk,
            .onlyBrokers = true,
            .onlyReplicas = true,
            .on = replica.on,
            .make = [file = replica.partition.text()](NodeId node, NodeId) {
                return Command(command::FlipByte{node, file, std::nullopt});
            }};
}

static void addLink(std::vector<FaultChoice>& all, const FaultMeasures& measures)
{
    all.push_back(link(Faults::tr("Cut"),
                       Faults::tr("Nothing gets through either way; what is sent waits until the "
                                  "link is whole again, as with TCP."),
                       [](NodeId a, NodeId b) {
                           return command::CutLink{a, b, true};
                       }));
    all.push_back(link(Faults::tr("Cut one way"),
                       Faults::tr("Nothing gets through from the first to the second; the other "
                                  "way is whole."),
                       [](NodeId a, NodeId b) {
                           return command::CutLink{a, b, false};
                       }));
    const Duration delay = measures.delay;
    all.push_back(link(Faults::tr("Delay %1 ms").arg(toMs(delay)),
                       Faults::tr("Every message takes that much longer, both ways."),
                       [=](NodeId a, NodeId b) {
                           return command::DelayLink{a, b, delay};
                       }));
    const std::uint64_t bytes = measures.bytesPerSecond;
    all.push_back(link(Faults::tr("Clog, %1 kB/s").arg(bytes / 1000),
                       Faults::tr("No more than that gets through, each way."),
                       [=](NodeId a, NodeId b) {
                           return command::ClogLink{a, b, bytes};
                       }));
    all.push_back(link(Faults::tr("Reset"),
                       Faults::tr("All connections between the two end at once."),
                       [](NodeId a, NodeId b) {
                           return command::ResetLink{a, b};
                       }));
    all.push_back(link(Faults::tr("Hold the next message"),
                       Faults::tr("The next message from the first to the second waits, and all "
                                  "behind it, until it is let go."),
                       [](NodeId a, NodeId b) {
                           return command::HoldMessage{a, b, {}, false};
                       }));
}

std::vector<FaultChoice> Faults::choices(const FaultMeasures& measures, const FaultReplica& replica)
{
    std::vector<FaultChoice> all;
    addProcess(all, measures);
    addDisk(all, measures);
    all.push_back(flip(replica));
    addLink(all, measures);
    return all;
}

/// Whether its process is up and not frozen; what is not known is taken to be so.
static bool runs(NodeId node, const Snapshot& snapshot)
{
    if (node.kind == NodeId::Kind::Broker) {
        const auto* part = findBroker(snapshot, BrokerId{node.number});
        return !part || part->state == BrokerState::Running;
    }
    const auto* server = findServer(snapshot, node);
    return !server || (server->state != EnsembleServerPart::State::Down &&
                       server->state != EnsembleServerPart::State::Frozen);
}

static bool isUp(NodeId node, const Snapshot& snapshot)
{
    if (node.kind == NodeId::Kind::Broker) {
        const auto* part = findBroker(snapshot, BrokerId{node.number});
        return !part || part->state != BrokerState::Down;
    }
    const auto* server = findServer(snapshot, node);
    return !server || server->state != EnsembleServerPart::State::Down;
}

bool Faults::isPossible(const Command& command, const Snapshot& snapshot)
{
    if (const auto* freeze = std::get_if<command::Freeze>(&command))
        return runs(freeze->node, snapshot);
    if (const auto* kill = std::get_if<command::Kill>(&command))
        return isUp(kill->node, snapshot);
    if (const auto* powerOff = std::get_if<command::PowerOff>(&command))
        return isUp(powerOff->node, snapshot);
    return true;
}

std::vector<StoppedNode> Faults::stopped(const Snapshot& snapshot)
{
    std::vector<StoppedNode> all;
    const auto add = [&](const StoppedNode& stopped) {
        const bool isTold = std::ranges::any_of(snapshot.faults, [&](const auto& part) {
            return part.fault.node == stopped.node && FaultWords::isShownByNode(part.fault.kind);
        });
        if (!isTold)
            all.push_back(stopped);
    };
    for (const auto& broker : snapshot.brokers) {
        const bool isFrozen = broker->state == BrokerState::Frozen;
        if (isFrozen || broker->state == BrokerState::Down) // one that failed says why
            add({NodeId::broker(broker->id), isFrozen, isFrozen || !broker->note.empty()});
    }
    using State = EnsembleServerPart::State;
    for (std::size_t n = 0; n < snapshot.ensemble.size(); ++n) {
        const State state = snapshot.ensemble[n].state;
        if (state == State::Frozen || state == State::Down)
            add({NodeId::ensemble(static_cast<std::int32_t>(n)), state == State::Frozen, true});
    }
    return all;
}

std::vector<NodeId> Faults::nodes(const Snapshot& snapshot)
{
    std::vector<NodeId> all;
    for (const auto& broker : snapshot.brokers)
        all.push_back(NodeId::broker(broker->id));
    for (std::size_t n = 0; n < snapshot.ensemble.size(); ++n)
        all.push_back(NodeId::ensemble(static_cast<std::int32_t>(n)));
    for (const auto& producer : snapshot.producers)
        all.push_back(producer->client);
    for (const auto& consumer : snapshot.consumers)
        all.push_back(consumer->client);
    if (!snapshot.outside.empty())
        all.push_back(NodeId::outside(0));
    return all;
}

static void addAction(QMenu* to, const FaultChoice& choice, NodeId node, NodeId other,
                      bool isPossible, const Faults::Submit& submit)
{
    QAction* action = to->addAction(choice.name);
    action->setToolTip(choice.meaning);
    action->setEnabled(isPossible);
    QObject::connect(action, &QAction::triggered, to, [=] { submit(choice.make(node, other)); });
}

void Faults::fillReplicaMenu(QMenu* menu, const FaultReplica& replica, const Submit& submit)
{
    menu->setToolTipsVisible(true);
    for (const auto& choice : choices({}, replica)) {
        if (choice.onlyReplicas && choice.fits(replica.on, {}))
            addAction(menu, choice, replica.on, {}, true, submit);
    }
}

/// What brings an ensemble server back; brokers have an action of their own for that.
static void addReturn(QMenu* menu, NodeId node, const Snapshot& snapshot,
                      const Faults::Submit& submit)
{
    const auto* server = findServer(snapshot, node);
    if (!server)
        return;
    const auto add = [&](const QString& name, const Command& command) {
        QObject::connect(menu->addAction(name), &QAction::triggered, menu,
                         [=] { submit(command); });
    };
    if (server->state == EnsembleServerPart::State::Down)
        add(Faults::tr("Restart"), command::Restart{node});
    else if (server->state == EnsembleServerPart::State::Frozen)
        add(Faults::tr("Thaw"), command::Thaw{node});
}

void Faults::fillMenu(QMenu* menu, NodeId node, const Snapshot& snapshot, const Submit& submit)
{
    const auto all = choices();
    const auto add = [&](QMenu* to, const FaultChoice& choice, NodeId other) {
        addAction(to, choice, node, other, isPossible(choice.make(node, other), snapshot), submit);
    };
    menu->setToolTipsVisible(true);
    addReturn(menu, node, snapshot, submit);
    // The first three have actions of their own for brokers.
    const std::size_t own = node.kind == NodeId::Kind::Broker ? 3 : 0;
    for (std::size_t n = own; n < all.size(); ++n) {
        if (all[n].where == Where::Process && all[n].fits(node, {}))
            add(menu, all[n], {});
    }
    if (hasDisk(node)) {
        QMenu* below = menu->addMenu(tr("Disk"));
        below->setToolTipsVisible(true);
        for (const auto& choice : all) {
            if (choice.where == Where::Disk && choice.fits(node, {}))
                add(below, choice, {});
        }
    }
    QMenu* links = menu->addMenu(tr("Link to"));
    for (const NodeId other : nodes(snapshot)) {
        if (other == node)
            continue;
        QMenu* below = links->addMenu(FaultWords::nodeName(other, snapshot));
        below->setToolTipsVisible(true);
        for (const auto& choice : all) {
            if (choice.where == Where::Link && choice.fits(node, other))
                add(below, choice, other);
        }
    }
}

} // namespace hw::ui
