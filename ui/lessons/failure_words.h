#pragma once

#include <QCoreApplication>
#include <QString>

#include "ui/lessons/lesson.h"

namespace hw::ui {

/// Why a lesson did not come out as it says, in the person's language, and what is so instead.
class FailureWords
{
    Q_DECLARE_TR_FUNCTIONS(FailureWords)
public:
    static QString sentence(const LessonFailure& failure);
    /// How a command was refused that had to be, or that it has to be.
    static QString sentence(const LessonRefusal& refusal);

private:
    static QString refused(const QString& what, const observe::Outcome& outcome);
    static QString ofCommand(const LessonFailure& failure);
    static QString ofClaim(const LessonFailure& failure);
};

} // namespace hw::ui
