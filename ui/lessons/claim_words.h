#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace hw::ui {

/// What a lesson claims (`hw t-0 =3`, `leader t-0 1 for 2000 ms`) as a sentence in the person's
/// language. A claim that has none is told as the lesson writes it.
class ClaimWords
{
    Q_DECLARE_TR_FUNCTIONS(ClaimWords)
public:
    static QString sentence(const QString& claim);
    /// Empty if it has none.
    static QString knownSentence(const QString& claim);

private:
    static QString plain(const QStringList& words);
    static QString ofNodes(const QStringList& words);
    static QString ofGroups(const QStringList& words);
    static QString ofNumber(const QStringList& words);
    static QString ofMeasures(const QStringList& words);
    static QString cause(const QStringList& words);
    /// What a number is about: `The high watermark of t-0`.
    static QString subject(const QStringList& words);
    static QString measure(const QStringList& words);
    static QString lookup(const QStringList& words);
    static QString amount(const QString& subject, const QString& value);
};

} // namespace hw::ui
