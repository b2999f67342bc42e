#pragma once

#include <QSet>
#include <QString>
#include <QStringList>

#include <vector>

#include "ui/lessons/lesson.h"

namespace hw::ui {

/// A word that is used on the map or in lessons.
struct Term
{
    QString id; ///< `isr`
    LessonText name;
    LessonText text;
    /// How texts write it, by language: several ways, separated by `|`.
    LessonText spellings;
    QString lesson; ///< that shows it; empty: none
};

/// All words, in the order in which they are listed.
class Glossary
{
public:
    Glossary() = default;
    explicit Glossary(std::vector<Term> terms)
        : m_terms(std::move(terms))
    {
    }

    const std::vector<Term>& terms() const { return m_terms; }
    /// Null if there is none with that id.
    const Term* find(const QString& id) const;
    /// Those whose name, spelling or text holds the words searched for; names come first.
    std::vector<const Term*> search(const QString& words, const QString& language) const;

    /// The text as HTML in which the first mention of each term is a link `term:ID`; of those
    /// that are not in `told`, which then has them, too.
    QString linked(const QString& text, const QString& language,
                   QSet<QString>* told = nullptr) const;

private:
    std::vector<Term> m_terms;
};

} // namespace hw::ui
