#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/rebalances/verdicts.h"
#include "ui/models/causes.h"

namespace hw::ui {

/// Rebalances in the words of the person's language. Kafka's own terms stay.
class RebalanceWords
{
    Q_DECLARE_TR_FUNCTIONS(RebalanceWords)
public:
    /// `35 ms`, `1.20 s`, `2 min 5 s`.
    static QString time(Duration time);
    /// In a word or two, for the table: `session expired`.
    static QString cause(observe::fact::RebalanceKind kind);
    /// In a sentence, with the responsible member.
    static QString headline(const rebalances::Rebalance& one);
    static QString grounds(rebalances::Grounds grounds);
    static QString groundsMeaning(rebalances::Grounds grounds);
    static QString outcome(rebalances::Outcome outcome);
    /// `3 → 4`, `3 → …` while it goes on.
    static QString generations(const rebalances::Rebalance& one);
    /// Eager, cooperative or server-side, with the assignor: `range (eager)`.
    static QString protocol(const rebalances::Rebalance& one);
    static QString why(const rebalances::Moved& moved, const rebalances::Rebalance& one);
    static QString verdict(rebalances::Verdict verdict, const std::string& protocol);
    static QString advice(const rebalances::Advice& advice);
    /// What the group's members are called, without the uuid behind it; `nobody` for none.
    static QString member(const std::string& id, const rebalances::Rebalance& one);
    static QString flapping(const rebalances::Flapping& one);
    /// What speaks for the cause: pairs of a name and a value.
    static std::vector<std::pair<QString, QString>> evidence(const rebalances::Rebalance& one);
    /// For a ticket: plain text with all that is known.
    static QString ticket(const rebalances::Rebalance& one, const rebalances::Advice& advice,
                          const std::vector<CauseStep>& chain);
};

/// Wall time with milliseconds: `14:02:31.120`.
QString clockOf(WallTime wall);

} // namespace hw::ui
