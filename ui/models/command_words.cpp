#include "ui/models/command_words.h"

#include "ui/models/words.h"

namespace hw::ui {

namespace command = observe::command;

static QString nodeText(NodeId id) { return Words::node(id); }

QString CommandWords::say(const command::Kill& c) { return tr("kill %1").arg(nodeText(c.node)); }

QString CommandWords::say(const command::PowerOff& c)
{
    return tr("power off %1").arg(nodeText(c.node));
}

QString CommandWords::say(const command::Stop& c)
{
    return tr("shut down %1").arg(nodeText(c.node));
}

QString CommandWords::say(const command::Restart& c)
{
    return tr("restart %1").arg(nodeText(c.node));
}

QString CommandWords::say(const command::Freeze& c)
{
    return tr("freeze %1").arg(nodeText(c.node));
}

QString CommandWords::say(const command::Thaw& c) { return tr("thaw %1").arg(nodeText(c.node)); }

QString CommandWords::say(const command::CutLink& c)
{
    return tr("cut %1 and %2 apart").arg(nodeText(c.from), nodeText(c.to));
}

QString CommandWords::say(const command::UncutLink& c)
{
    return tr("join %1 and %2 again").arg(nodeText(c.one), nodeText(c.two));
}

QString CommandWords::say(const command::DelayLink& c)
{
    return tr("delay between %1 and %2").arg(nodeText(c.one), nodeText(c.two));
}

QString CommandWords::say(const command::ResetLink& c)
{
    return tr("reset connections of %1 and %2").arg(nodeText(c.one), nodeText(c.two));
}

QString CommandWords::say(const command::HoldMessage& c)
{
    return tr("hold a message from %1 to %2").arg(nodeText(c.from), nodeText(c.to));
}

QString CommandWords::say(const command::ReleaseMessage& c)
{
    return c.drop ? tr("drop the held message") : tr("let the held message go");
}

QString CommandWords::say(const command::HealFault&) { return tr("heal a fault"); }

QString CommandWords::say(const command::HealAll&) { return tr("heal everything"); }

QString CommandWords::say(const command::CreateTopic& c)
{
    return tr("create topic %1").arg(qs(c.topic));
}

QString CommandWords::say(const command::DeleteTopic& c)
{
    return tr("delete topic %1").arg(qs(c.topic));
}

QString CommandWords::say(const command::AddPartitions& c)
{
    return tr("grow topic %1 to %2 partitions").arg(qs(c.topic)).arg(c.total);
}

QString CommandWords::say(const command::Elect& c)
{
    return tr("elect a leader of %1").arg(qs(c.partition.text()));
}

QString CommandWords::say(const command::Reassign& c)
{
    return tr("move %1").arg(qs(c.partition.text()));
}

QString CommandWords::say(const command::AddBroker&) { return tr("add a broker"); }

QString CommandWords::say(const command::AddProducer& c)
{
    return c.name.empty() ? tr("add a producer") : tr("add %1").arg(qs(c.name));
}

QString CommandWords::say(const command::AddConsumer& c)
{
    return tr("add a consumer to %1").arg(qs(c.group));
}

QString CommandWords::say(const command::StopClient& c)
{
    return c.crash ? tr("crash %1").arg(nodeText(c.client)) : tr("stop %1").arg(nodeText(c.client));
}

QString CommandWords::say(const command::ClogLink& c)
{
    return tr("clog the link between %1 and %2").arg(nodeText(c.one), nodeText(c.two));
}

QString CommandWords::say(const command::TroubleDisk& c)
{
    return c.trouble == command::DiskTrouble::None
               ? tr("heal the disk of %1").arg(nodeText(c.node))
               : tr("trouble the disk of %1").arg(nodeText(c.node));
}

QString CommandWords::say(const command::FlipByte& c)
{
    return tr("flip a byte of %2 on %1").arg(nodeText(c.node), qs(c.file));
}

QString CommandWords::say(const command::JumpClock& c)
{
    return tr("set the clock of %1 wrong by %2").arg(nodeText(c.node), Words::seconds(toMs(c.by)));
}

QString CommandWords::say(const command::ExpireSession& c)
{
    return tr("end the session of %1").arg(nodeText(c.node));
}

QString CommandWords::say(const command::CancelReassignment& c)
{
    return tr("move %1 no further").arg(qs(c.partition.text()));
}

QString CommandWords::say(const command::SlowConsumer& c)
{
    return tr("make %1 slow").arg(nodeText(c.client));
}

QString CommandWords::say(const command::StopPolling& c)
{
    return tr("let %1 stop polling").arg(nodeText(c.client));
}

QString CommandWords::say(const command::StopHeartbeats& c)
{
    return tr("let %1 stop its heartbeats").arg(nodeText(c.client));
}

QString CommandWords::say(const command::FlapConsumer& c)
{
    return tr("let %1 come and go").arg(nodeText(c.client));
}

QString CommandWords::say(const command::Send& c)
{
    return tr("let %1 send records: %2").arg(nodeText(c.client)).arg(c.count);
}

QString CommandWords::say(const command::PausePartitions& c)
{
    return c.resume ? tr("let %1 read on").arg(nodeText(c.client))
                    : tr("let %1 pause").arg(nodeText(c.client));
}

QString CommandWords::say(const command::SeekConsumer& c)
{
    return tr("move the positions of %1").arg(nodeText(c.client));
}

QString CommandWords::say(const command::CommitConsumer& c)
{
    return tr("let %1 commit").arg(nodeText(c.client));
}

QString CommandWords::of(const observe::Command& what)
{
    return std::visit([](const auto& one) { return say(one); }, what);
}

} // namespace hw::ui
