#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/observe/facts.h"
#include "ui/models/node_names.h"

namespace hw::ui {

/// What came of a command, in the person's language. Names, paths and what a broker or a system
/// said itself stay as they are.
class OutcomeSentences
{
    Q_DECLARE_TR_FUNCTIONS(OutcomeSentences)
public:
    /// Empty if there is nothing to say.
    static QString of(const observe::Outcome& outcome, const NodeNames& names = {});
    /// Kafka's error in a few words, with its name.
    static QString of(const observe::KafkaError& error);
    /// What a link is while such a fault acts.
    static QString of(observe::FaultKind kind);
};

} // namespace hw::ui
