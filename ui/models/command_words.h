#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/observe/command.h"
#include "ui/models/node_names.h"

namespace hw::ui {

/// What a command does, in a few words.
class CommandWords
{
    Q_DECLARE_TR_FUNCTIONS(CommandWords)
public:
    static QString of(const observe::Command& command, const NodeNames& names = {});

private:
    explicit CommandWords(const NodeNames& names)
        : m_names(names)
    {
    }

    QString say(const observe::command::Kill& c) const;
    QString say(const observe::command::PowerOff& c) const;
    QString say(const observe::command::Stop& c) const;
    QString say(const observe::command::Restart& c) const;
    QString say(const observe::command::Freeze& c) const;
    QString say(const observe::command::Thaw& c) const;
    QString say(const observe::command::CutLink& c) const;
    QString say(const observe::command::UncutLink& c) const;
    QString say(const observe::command::DelayLink& c) const;
    QString say(const observe::command::ResetLink& c) const;
    QString say(const observe::command::HoldMessage& c) const;
    QString say(const observe::command::ReleaseMessage& c) const;
    QString say(const observe::command::HealFault& c) const;
    QString say(const observe::command::HealAll& c) const;
    QString say(const observe::command::CreateTopic& c) const;
    QString say(const observe::command::DeleteTopic& c) const;
    QString say(const observe::command::AddPartitions& c) const;
    QString say(const observe::command::Elect& c) const;
    QString say(const observe::command::Reassign& c) const;
    QString say(const observe::command::AddBroker& c) const;
    QString say(const observe::command::AddProducer& c) const;
    QString say(const observe::command::AddConsumer& c) const;
    QString say(const observe::command::StopClient& c) const;
    QString say(const observe::command::ClogLink& c) const;
    QString say(const observe::command::TroubleDisk& c) const;
    QString say(const observe::command::FlipByte& c) const;
    QString say(const observe::command::JumpClock& c) const;
    QString say(const observe::command::ExpireSession& c) const;
    QString say(const observe::command::CancelReassignment& c) const;
    QString say(const observe::command::SlowConsumer& c) const;
    QString say(const observe::command::StopPolling& c) const;
    QString say(const observe::command::StopHeartbeats& c) const;
    QString say(const observe::command::FlapConsumer& c) const;
    QString say(const observe::command::Send& c) const;
    QString say(const observe::command::PausePartitions& c) const;
    QString say(const observe::command::SeekConsumer& c) const;
    QString say(const observe::command::CommitConsumer& c) const;

    const NodeNames& m_names;
};

} // namespace hw::ui
