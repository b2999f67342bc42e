#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/observe/command.h"

namespace hw::ui {

/// What a command does, in a few words.
class CommandWords
{
    Q_DECLARE_TR_FUNCTIONS(CommandWords)
public:
    static QString of(const observe::Command& command);

private:
    static QString say(const observe::command::Kill& c);
    static QString say(const observe::command::PowerOff& c);
    static QString say(const observe::command::Stop& c);
    static QString say(const observe::command::Restart& c);
    static QString say(const observe::command::Freeze& c);
    static QString say(const observe::command::Thaw& c);
    static QString say(const observe::command::CutLink& c);
    static QString say(const observe::command::UncutLink& c);
    static QString say(const observe::command::DelayLink& c);
    static QString say(const observe::command::ResetLink& c);
    static QString say(const observe::command::HoldMessage& c);
    static QString say(const observe::command::ReleaseMessage& c);
    static QString say(const observe::command::HealFault& c);
    static QString say(const observe::command::HealAll& c);
    static QString say(const observe::command::CreateTopic& c);
    static QString say(const observe::command::DeleteTopic& c);
    static QString say(const observe::command::AddPartitions& c);
    static QString say(const observe::command::Elect& c);
    static QString say(const observe::command::Reassign& c);
    static QString say(const observe::command::AddBroker& c);
    static QString say(const observe::command::AddProducer& c);
    static QString say(const observe::command::AddConsumer& c);
    static QString say(const observe::command::StopClient& c);
    static QString say(const observe::command::ClogLink& c);
    static QString say(const observe::command::TroubleDisk& c);
    static QString say(const observe::command::FlipByte& c);
    static QString say(const observe::command::JumpClock& c);
    static QString say(const observe::command::ExpireSession& c);
    static QString say(const observe::command::CancelReassignment& c);
    static QString say(const observe::command::SlowConsumer& c);
    static QString say(const observe::command::StopPolling& c);
    static QString say(const observe::command::StopHeartbeats& c);
    static QString say(const observe::command::FlapConsumer& c);
    static QString say(const observe::command::Send& c);
    static QString say(const observe::command::PausePartitions& c);
    static QString say(const observe::command::SeekConsumer& c);
    static QString say(const observe::command::CommitConsumer& c);
};

} // namespace hw::ui
