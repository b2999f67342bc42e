#include "ui/lessons/failure_words.h"

#include "ui/lessons/claim_words.h"
#include "ui/models/command_words.h"
#include "ui/models/outcome_sentences.h"
#include "ui/models/words.h"

namespace hw::ui {

QString FailureWords::sentence(const LessonFailure& failure)
{
    using Why = LessonFailure::Why;
    switch (failure.why) {
    case Why::Unreadable:
        return tr("This line names what is not there: %1").arg(failure.what);
    case Why::Refused:
    case Why::NotRefused:
    case Why::NoOutcome:
        return ofCommand(failure);
    case Why::NeverCame:
    case Why::NotDue:
    case Why::NeverHeld:
    case Why::HeldNoMore:
    case Why::Broken:
        break;
    }
    const QString claim = ofClaim(failure);
    if (failure.instead.isEmpty())
        return claim;
    return tr("%1 What is so instead: %2", "two sentences")
        .arg(claim, ClaimWords::sentence(failure.instead));
}

QString FailureWords::ofCommand(const LessonFailure& failure)
{
    using Why = LessonFailure::Why;
    const QString what = failure.command ? CommandWords::of(*failure.command) : failure.what;
    if (failure.why == Why::NoOutcome)
        return tr("%1: nothing came of it in %2.", "a command, a time")
            .arg(what, Words::seconds(failure.afterMs));
    if (failure.why == Why::NotRefused)
        return tr("%1: this was to be refused, and was done.", "a command").arg(what);
    return refused(what, failure.outcome.value_or(observe::Outcome()));
}

QString FailureWords::refused(const QString& what, const observe::Outcome& outcome)
{
    return tr("%1: this was refused. %2", "a command, a sentence")
        .arg(what, OutcomeSentences::of(outcome));
}

QString FailureWords::sentence(const LessonRefusal& refusal)
{
    const QString what = CommandWords::of(refusal.command);
    return refusal.outcome ? refused(what, *refusal.outcome)
                           : tr("%1: this has to be refused.", "a command").arg(what);
}

QString FailureWords::ofClaim(const LessonFailure& failure)
{
    using Why = LessonFailure::Why;
    const QString claim = ClaimWords::sentence(failure.what);
    const QString time = Words::seconds(failure.afterMs);
    if (failure.why == Why::NotDue)
        return tr("The step waits for this, and %2 were not enough: %1").arg(claim, time);
    if (failure.why == Why::HeldNoMore)
        return tr("This was to stay so, and ended after %2: %1").arg(claim, time);
    if (failure.why == Why::Broken)
        return tr("This is always to be so, and is not: %1").arg(claim);
    return tr("This did not come true within %2: %1").arg(claim, time);
}

} // namespace hw::ui
