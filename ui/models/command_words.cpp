#include "ui/models/command_words.h"

#include "ui/models/words.h"

namespace hw::ui {

namespace command = observe::command;

QString CommandWords::say(const command::Kill& c) const
{
    return tr("kill %1").arg(m_names.of(c.node));
}

QString CommandWords::say(const command::PowerOff& c) const
{
    return tr("power off %1").arg(m_names.of(c.node));
}

QString CommandWords::say(const command::Stop& c) const
{
    return tr("shut down %1").arg(m_names.of(c.node));
}

QString CommandWords::say(const command::Restart& c) const
{
    return tr("restart %1").arg(m_names.of(c.node));
}

QString CommandWords::say(const command::Freeze& c) const
{
    return tr("freeze %1").arg(m_names.of(c.node));
}

QString CommandWords::say(const command::Thaw& c) const
{
    return tr("thaw %1").arg(m_names.of(c.node));
}

QString CommandWords::say(const command::CutLink& c) const
{
    return tr("cut %1 and %2 apart").arg(m_names.of(c.from), m_names.of(c.to));
}

QString CommandWords::say(const command::UncutLink& c) const
{
    return tr("join %1 and %2 again").arg(m_names.of(c.one), m_names.of(c.two));
}

QString CommandWords::say(const command::DelayLink& c) const
{
    return tr("delay between %1 and %2").arg(m_names.of(c.one), m_names.of(c.two));
}

QString CommandWords::say(const command::ResetLink& c) const
{
    return tr("reset connections of %1 and %2").arg(m_names.of(c.one), m_names.of(c.two));
}

QString CommandWords::say(const command::HoldMessage& c) const
{
    return tr("hold a message from %1 to %2").arg(m_names.of(c.from), m_names.of(c.to));
}

QString CommandWords::say(const command::ReleaseMessage& c) const
{
    return c.drop ? tr("drop the held message") : tr("let the held message go");
}

QString CommandWords::say(const command::HealFault&) const { return tr("heal a fault"); }

QString CommandWords::say(const command::HealAll&) const { return tr("heal everything"); }

QString CommandWords::say(const command::CreateTopic& c) const
{
    return tr("create topic %1").arg(qs(c.topic));
}

QString CommandWords::say(const command::DeleteTopic& c) const
{
    return tr("delete topic %1").arg(qs(c.topic));
}

QString CommandWords::say(const command::AddPartitions& c) const
{
    return tr("grow topic %1 to %2 partitions").arg(qs(c.topic)).arg(c.total);
}

QString CommandWords::say(const command::Elect& c) const
{
    return tr("elect a leader of %1").arg(qs(c.partition.text()));
}

QString CommandWords::say(const command::Reassign& c) const
{
    return tr("move %1").arg(qs(c.partition.text()));
}

QString CommandWords::say(const command::AddBroker&) const { return tr("add a broker"); }

QString CommandWords::say(const command::AddProducer& c) const
{
    return c.name.empty() ? tr("add a producer") : tr("add %1").arg(qs(c.name));
}

QString CommandWords::say(const command::AddConsumer& c) const
{
    return tr("add a consumer to %1").arg(qs(c.group));
}

QString CommandWords::say(const command::StopClient& c) const
{
    return c.crash ? tr("crash %1").arg(m_names.of(c.client))
                   : tr("stop %1").arg(m_names.of(c.client));
}

QString CommandWords::say(const command::ClogLink& c) const
{
    return tr("clog the link between %1 and %2").arg(m_names.of(c.one), m_names.of(c.two));
}

QString CommandWords::say(const command::TroubleDisk& c) const
{
    return c.trouble == command::DiskTrouble::None
               ? tr("heal the disk of %1").arg(m_names.of(c.node))
               : tr("trouble the disk of %1").arg(m_names.of(c.node));
}

QString CommandWords::say(const command::FlipByte& c) const
{
    return tr("flip a byte of %2 on %1").arg(m_names.of(c.node), qs(c.file));
}

QString CommandWords::say(const command::JumpClock& c) const
{
    return tr("set the clock of %1 wrong by %2")
        .arg(m_names.of(c.node), Words::seconds(toMs(c.by)));
}

QString CommandWords::say(const command::ExpireSession& c) const
{
    return tr("end the session of %1").arg(m_names.of(c.node));
}

QString CommandWords::say(const command::CancelReassignment& c) const
{
    return tr("move %1 no further").arg(qs(c.partition.text()));
}

QString CommandWords::say(const command::SlowConsumer& c) const
{
    return tr("make %1 slow").arg(m_names.of(c.client));
}

QString CommandWords::say(const command::StopPolling& c) const
{
    return tr("let %1 stop polling").arg(m_names.of(c.client));
}

QString CommandWords::say(const command::StopHeartbeats& c) const
{
    return tr("let %1 stop its heartbeats").arg(m_names.of(c.client));
}

QString CommandWords::say(const command::FlapConsumer& c) const
{
    return tr("let %1 come and go").arg(m_names.of(c.client));
}

QString CommandWords::say(const command::Send& c) const
{
    return tr("let %1 send records: %2").arg(m_names.of(c.client)).arg(c.count);
}

QString CommandWords::say(const command::PausePartitions& c) const
{
    return c.resume ? tr("let %1 read on").arg(m_names.of(c.client))
                    : tr("let %1 pause").arg(m_names.of(c.client));
}

QString CommandWords::say(const command::SeekConsumer& c) const
{
    return tr("move the positions of %1").arg(m_names.of(c.client));
}

QString CommandWords::say(const command::CommitConsumer& c) const
{
    return tr("let %1 commit").arg(m_names.of(c.client));
}

QString CommandWords::of(const observe::Command& what, const NodeNames& names)
{
    const CommandWords words(names);
    return std::visit([&](const auto& one) { return words.say(one); }, what);
}

} // namespace hw::ui
