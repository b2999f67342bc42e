#include "ui/lessons/score_book.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStringList>

#include <algorithm>

namespace hw::ui {

static QString quoted(QString text)
{
    const bool needed =
        text.contains(u',') || text.contains(u'"') || text.contains(u'\n') || text.contains(u'\r');
    // A spreadsheet takes such a cell for a formula.
    if (!text.isEmpty() && QStringLiteral("=+-@").contains(text.front()))
        text.prepend(u'\'');
    return needed ? QStringLiteral("\"%1\"").arg(text.replace(u'"', QStringLiteral("\"\""))) : text;
}

void ScoreBook::put(Answer answer)
{
    if (!choiceFor(answer.lesson, answer.step))
        m_answers.push_back(std::move(answer));
}

std::optional<int> ScoreBook::choiceFor(const QString& lesson, int step) const
{
    for (const Answer& one : m_answers)
        if (one.lesson == lesson && one.step == step)
            return one.choice;
    return std::nullopt;
}

void ScoreBook::forget(const QString& lesson)
{
    std::erase_if(m_answers, [&](const Answer& one) { return one.lesson == lesson; });
}

QByteArray ScoreBook::csv(const QString& name) const
{
    QStringList lines{QStringLiteral("name,date,lesson,question,answer,right")};
    for (const Answer& one : m_answers)
        lines +=
            QStringList{
                quoted(name),       one.at.toString(Qt::ISODate),
                one.lesson,         quoted(one.question),
                quoted(one.answer), one.right ? QStringLiteral("true") : QStringLiteral("false")}
                .join(u',');
    return lines.join(QStringLiteral("\r\n")).toUtf8() + "\r\n";
}

QByteArray ScoreBook::json(const QString& name) const
{
    QJsonArray answers;
    for (const Answer& one : m_answers)
        answers.append(QJsonObject{{"date", one.at.toString(Qt::ISODate)},
                                   {"lesson", one.lesson},
                                   {"step", one.step + 1},
                                   {"question", one.question},
                                   {"answer", one.answer},
                                   {"right", one.right}});
    const auto right = std::ranges::count(m_answers, true, &Answer::right);
    return QJsonDocument(QJsonObject{{"name", name},
                                     {"right", static_cast<int>(right)},
                                     {"of", static_cast<int>(m_answers.size())},
                                     {"answers", answers}})
        .toJson();
}

QString saveScore(const ScoreBook& book, const QString& name, const QString& path)
{
    const bool json = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
    QSaveFile file(path);
    const QByteArray bytes = json ? book.json(name) : book.csv(name);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return file.errorString();
}

} // namespace hw::ui
