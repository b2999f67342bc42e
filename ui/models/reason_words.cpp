#include "ui/models/reason_words.h"

#include <QRegularExpression>
#include <QStringList>

#include <optional>
#include <vector>

#include "ui/models/reason_templates.h"
#include "ui/models/words.h"

namespace hw::ui {

namespace {

struct Form
{
    const ReasonTemplate* written;
    QRegularExpression form;
};

struct Match
{
    const ReasonTemplate* written;
    QStringList parts; ///< what stands in %1, %2 …
};

const char* patternOf(char place)
{
    switch (place) {
    case 'n':
        return "(-?(?:0x)?[0-9a-f]+)";
    case 'w':
        return "(\\S+?)";
    default:
        return "(.*?)";
    }
}

QRegularExpression formOf(const ReasonTemplate& written)
{
    QString pattern = QRegularExpression::escape(QLatin1String(written.english));
    for (int i = 0; written.places[i] != '\0'; ++i)
        pattern.replace(QStringLiteral("\\%%1").arg(i + 1),
                        QLatin1String(patternOf(written.places[i])));
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption);
}

const std::vector<Form>& forms()
{
    static const std::vector<Form> all = [] {
        std::vector<Form> made;
        for (const ReasonTemplate& written : kReasonTemplates)
            made.push_back({&written, formOf(written)});
        return made;
    }();
    return all;
}

/// A reason within a reason is shorter than the whole: this comes to an end.
std::optional<Match> matchOf(const QString& reason)
{
    for (const Form& one : forms()) {
        const auto found = one.form.match(reason);
        if (!found.hasMatch())
            continue;
        Match match{one.written, found.capturedTexts().mid(1)};
        bool fits = true;
        for (qsizetype i = 0; fits && i < match.parts.size(); ++i)
            fits = one.written->places[i] != 'r' || matchOf(match.parts[i]);
        if (fits)
            return match;
    }
    return std::nullopt;
}

/// In one pass: what stands in a place may hold a percent sign itself.
QString filled(const QString& sentence, const QStringList& parts)
{
    QString text;
    for (qsizetype i = 0; i < sentence.size(); ++i) {
        const bool isPlace = sentence[i] == u'%' && i + 1 < sentence.size();
        const int number = isPlace ? sentence[i + 1].digitValue() : 0;
        if (number < 1 || number > parts.size()) {
            text += sentence[i];
            continue;
        }
        text += parts[number - 1];
        ++i;
    }
    return text;
}

} // namespace

QString ReasonWords::told(const QString& reason)
{
    auto match = matchOf(reason);
    if (!match)
        return reason;
    for (qsizetype i = 0; i < match->parts.size(); ++i) {
        const char place = match->written->places[i];
        if (place == 'r' || place == 's')
            match->parts[i] = told(match->parts[i]);
    }
    return filled(tr(match->written->english), match->parts);
}

QString ReasonWords::of(const std::string& reason) { return told(qs(reason)); }

bool ReasonWords::isKnown(const std::string& reason) { return matchOf(qs(reason)).has_value(); }

} // namespace hw::ui
