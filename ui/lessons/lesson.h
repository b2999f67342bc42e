#pragma once

#include <QCoreApplication>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

#include "engine/observe/command.h"
#include "engine/observe/outcome.h"

namespace hw::ui {

/// A text by language code. What is missing in one is told as the present translation of the
/// program has it (context `Lessons`, the English text as source), else in English.
struct LessonText
{
    QMap<QString, QString> byLanguage;

    QString in(const QString& language) const
    {
        const auto found = byLanguage.find(language);
        if (found != byLanguage.end())
            return *found;
        const QString english = byLanguage.value(QStringLiteral("en"));
        return english.isEmpty()
                   ? english
                   : QCoreApplication::translate("Lessons", english.toUtf8().constData());
    }
    bool isEmpty() const { return byLanguage.isEmpty(); }
    bool operator==(const LessonText&) const = default;
};

struct LessonQuestion
{
    LessonText ask;
    std::vector<LessonText> choices;
    int right = 0;
    LessonText because;
};

struct LessonStep
{
    LessonText text;
    QStringList points; ///< `replica t-0 2`, `group g`
    std::optional<LessonQuestion> question;
};

/// A note on a thing of the picture, and the lesson that shows what it says.
struct LessonCard
{
    QString point;
    LessonText title;
    LessonText text;
    QString lesson; ///< empty: none
};

struct Lesson
{
    QString id;
    LessonText name;
    LessonText text;
    LessonText differs; ///< where Kafka is not as simpler texts say
    std::vector<LessonStep> steps;
    std::vector<LessonCard> cards;
};

/// A line of a list of lessons.
struct LessonTitle
{
    QString id;
    QString part; ///< `A` … `D`
    LessonText name;
};

/// One value that was measured, with its names in all languages.
struct LessonPoint
{
    LessonText series, unit, label;
    std::optional<double> at;
    double value = 0;
    LessonText along; ///< what `at` is a number of; none: seconds of the step
    bool operator==(const LessonPoint&) const = default;
};

/// Why a lesson did not come out as it says. Told by `FailureWords`.
struct LessonFailure
{
    enum class Why : std::uint8_t
    {
        Unreadable, ///< a line names what is not there
        Refused,    ///< a command
        NotRefused, ///< a command that was to be
        NoOutcome,  ///< nothing came of a command
        NeverCame,  ///< a claim
        NotDue,     ///< what a step waits for
        NeverHeld,  ///< a claim that was to become and stay true did not become so
        HeldNoMore, ///< it did, and did not stay
        Broken      ///< a claim that is always to be true
    };
    Why why = Why::NeverCame;
    QString what;       ///< the line, or the claim as the lesson words it
    qint64 afterMs = 0; ///< that long it was waited for, or was so
    std::optional<observe::Command> command;
    std::optional<observe::Outcome> outcome; ///< of a refused command
    QString instead;                         ///< a claim that is true; empty: not known
    QString english;                         ///< all of it, for logs
    bool operator==(const LessonFailure& other) const { return english == other.english; }
};

/// A command that a step gives to have it refused.
struct LessonRefusal
{
    QString line; ///< as the lesson words it
    observe::Command command;
    std::optional<observe::Outcome> outcome; ///< how it was refused; none yet
    bool operator==(const LessonRefusal& other) const
    {
        return line == other.line && outcome.has_value() == other.outcome.has_value();
    }
};

/// How far somebody is in a lesson.
struct LessonState
{
    enum class Phase
    {
        Intro,   ///< the lesson is introduced; nothing runs
        Ready,   ///< step `step` is told, and can be run
        Running, ///< it runs
        Done,    ///< all that it claims came true
        Failed,  ///< something did not
        Ended,   ///< after the last step
        Free     ///< the person plays on
    };
    Phase phase = Phase::Intro;
    int step = 0;
    QStringList awaited;                 ///< what has to come true yet, as the lesson words it
    QStringList met;                     ///< what did, in this step
    std::vector<LessonRefusal> refusals; ///< of this step
    std::optional<LessonFailure> failure;
    /// Another moment of the run is in the picture: the lesson waits where it was left.
    bool isAway = false;
    std::vector<LessonPoint> measured; ///< so far, in the whole lesson
    bool operator==(const LessonState&) const = default;
};

} // namespace hw::ui
