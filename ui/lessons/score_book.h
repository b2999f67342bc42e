#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace hw::ui {

/// What somebody answered in lessons, one answer for each question; outlives the windows in which
/// lessons are given.
class ScoreBook
{
public:
    struct Answer
    {
        QString lesson; ///< its id
        int step = 0;   ///< that asks, from 0
        int choice = 0; ///< from 0
        QString question;
        QString answer;
        bool right = false;
        QDateTime at;
    };

    /// The first answer counts; another one to the same question is ignored.
    void put(Answer answer);
    std::optional<int> choiceFor(const QString& lesson, int step) const;
    /// The lesson is taken anew.
    void forget(const QString& lesson);
    const std::vector<Answer>& answers() const { return m_answers; }

    /// `name,date,lesson,question,answer,right` and a line for each answer; what holds commas,
    /// quotes or line ends is quoted (RFC 4180).
    QByteArray csv(const QString& name) const;
    /// `{"name", "right", "of", "answers": [{"date", "lesson", "step", "question", …}]}`
    QByteArray json(const QString& name) const;

private:
    std::vector<Answer> m_answers;
};

/// Writes it to a file, as JSON if its name ends so, else as CSV. The old file stays whole until
/// the new one is. Empty, or why it could not be written.
QString saveScore(const ScoreBook& book, const QString& name, const QString& file);

} // namespace hw::ui
