#include "ui/lessons/glossary.h"

#include <algorithm>

namespace hw::ui {

namespace {

/// A way to write a term.
struct Spelling
{
    QString word;
    const Term* term;
};

/// Longest first, so that `high watermark` is not taken for `watermark`.
std::vector<Spelling> spellingsOf(const std::vector<Term>& terms, const QString& language)
{
    std::vector<Spelling> all;
    for (const Term& term : terms)
        for (const QString& word :
             term.spellings.in(language).split(QLatin1Char('|'), Qt::SkipEmptyParts))
            all.push_back({word, &term});
    std::ranges::stable_sort(
        all, [](const Spelling& a, const Spelling& b) { return a.word.size() > b.word.size(); });
    return all;
}

bool isLatin(QChar c) { return c.unicode() < 0x250 && (c.isLetterOrNumber() || c == u'_'); }

/// Latin words end where letters end; Chinese ones anywhere.
bool stands(const QString& text, qsizetype at, const QString& word)
{
    if (text.mid(at, word.size()).compare(word, Qt::CaseInsensitive) != 0)
        return false;
    const bool freeBefore = at == 0 || !isLatin(text[at - 1]) || !isLatin(word.front());
    const qsizetype end = at + word.size();
    const bool freeAfter = end == text.size() || !isLatin(text[end]) || !isLatin(word.back());
    // `min.insync.replicas`, `group-1`, `/brokers/topics`
    const auto joins = [](QChar c) { return c == u'.' || c == u'/' || c == u'-'; };
    const bool partOfName = (at > 0 && joins(text[at - 1]) && isLatin(word.front())) ||
                            (end + 1 < text.size() && joins(text[end]) && isLatin(text[end + 1]));
    return freeBefore && freeAfter && !partOfName;
}

} // namespace

const Term* Glossary::find(const QString& id) const
{
    const auto found = std::ranges::find(m_terms, id, &Term::id);
    return found == m_terms.end() ? nullptr : &*found;
}

std::vector<const Term*> Glossary::search(const QString& words, const QString& language) const
{
    const QString wanted = words.trimmed();
    std::vector<const Term*> byName, byText;
    for (const Term& term : m_terms) {
        const bool named = term.name.in(language).contains(wanted, Qt::CaseInsensitive) ||
                           term.spellings.in(language).contains(wanted, Qt::CaseInsensitive) ||
                           term.id.contains(wanted, Qt::CaseInsensitive);
        if (named)
            byName.push_back(&term);
        else if (term.text.in(language).contains(wanted, Qt::CaseInsensitive))
            byText.push_back(&term);
    }
    byName.insert(byName.end(), byText.begin(), byText.end());
    return byName;
}

QString Glossary::linked(const QString& text, const QString& language, QSet<QString>* told) const
{
    const std::vector<Spelling> spellings = spellingsOf(m_terms, language);
    QSet<QString> here;
    QSet<QString>& linked = told ? *told : here;
    QString html;
    for (qsizetype at = 0; at < text.size();) {
        const auto found = std::ranges::find_if(spellings, [&](const Spelling& one) {
            return !linked.contains(one.term->id) && stands(text, at, one.word);
        });
        if (found == spellings.end()) {
            // A whole Latin word at once: nothing begins in its middle.
            qsizetype end = at + 1;
            while (isLatin(text[at]) && end < text.size() && isLatin(text[end]))
                ++end;
            html += text.mid(at, end - at).toHtmlEscaped();
            at = end;
            continue;
        }
        linked.insert(found->term->id);
        html += QStringLiteral("<a href=\"term:%1\">%2</a>")
                    .arg(found->term->id, text.mid(at, found->word.size()).toHtmlEscaped());
        at += found->word.size();
    }
    return html;
}

} // namespace hw::ui
