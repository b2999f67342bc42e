#include "ui/lessons/claim_words.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include "engine/observe/text.h"
#include "ui/models/words.h"

namespace hw::ui {

namespace {

/// `1,2` as `1, 2`.
QString listed(QString list) { return list.replace(u',', QStringLiteral(", ")); }

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Words and how many of them there are, so that a claim with too few is not taken apart.
bool is(const QStringList& words, const char* verb, int least)
{
    return words.size() > least && words.front() == QLatin1String(verb);
}

} // namespace

QString ClaimWords::sentence(const QString& claim)
{
    const QString known = knownSentence(claim);
    return known.isEmpty() ? claim : known;
}

QString ClaimWords::knownSentence(const QString& claim)
{
    static const QRegularExpression kHeld(QStringLiteral("^(.*) for (\\d+) ms$"));
    const QRegularExpressionMatch held = kHeld.match(claim);
    if (!held.hasMatch())
        return plain(claim.split(u' ', Qt::SkipEmptyParts));
    const QString what = plain(held.captured(1).split(u' ', Qt::SkipEmptyParts));
    return what.isEmpty() ? QString()
                          : tr("%1 (for %2)", "a sentence, and for how long it stays true")
                                .arg(what, Words::seconds(held.captured(2).toLongLong()));
}

QString ClaimWords::plain(const QStringList& words)
{
    if (words.isEmpty())
        return {};
    for (const auto part : {&ofNodes, &ofGroups, &ofMeasures, &ofNumber})
        if (const QString said = part(words); !said.isEmpty())
            return said;
    return {};
}

QString ClaimWords::ofNodes(const QStringList& words)
{
    if (is(words, "settled", 0))
        return tr("Everything has come to rest.");
    if (is(words, "leader", 1)) {
        const QString who = words.value(2, QStringLiteral("any"));
        if (who == QLatin1String("any"))
            return tr("%1 has a leader.").arg(words[1]);
        if (who.startsWith(u'!'))
            return tr("%1 has another leader than broker %2.").arg(words[1], who.mid(1));
        return tr("Broker %2 leads %1.").arg(words[1], who);
    }
    if (is(words, "controller", 0)) {
        const QString who = words.value(1, QStringLiteral("any"));
        if (who == QLatin1String("any"))
            return tr("There is a controller.");
        if (who.startsWith(u'!'))
            return tr("Another broker than %1 is the controller.").arg(who.mid(1));
        return tr("Broker %1 is the controller.").arg(who);
    }
    if (is(words, "isr", 2))
        return tr("In sync for %1: %2.").arg(words[1], listed(words[2]));
    if (is(words, "isr-below", 2))
        return tr("Fewer than %2 replicas of %1 are in sync.").arg(words[1], words[2]);
    if (is(words, "replicas", 2))
        return tr("Replicas of %1, the preferred leader first: %2.")
            .arg(words[1], listed(words[2]));
    if (is(words, "segments", 3))
        return tr("Segments of %1 on broker %2 begin at %3.")
            .arg(words[1], words[2], listed(words[3]));
    if (!is(words, "broker", 2))
        return {};
    for (int i = 0; i <= static_cast<int>(observe::BrokerState::Stopping); ++i) {
        const auto state = static_cast<observe::BrokerState>(i);
        if (words[2] == textOf(observe::textOf(state)))
            return tr("%1: %2.", "a node and its state")
                .arg(words[1].at(0).isDigit() ? tr("Broker %1").arg(words[1]) : words[1],
                     Words::state(state));
    }
    return tr("%1: %2.", "a node and its state").arg(words[1], words[2]);
}

QString ClaimWords::ofGroups(const QStringList& words)
{
    if (is(words, "group", 2)) {
        const QString members = words.value(3, QStringLiteral("any"));
        if (members == QLatin1String("any"))
            return tr("%1 is %2.", "a group and its state").arg(words[1], words[2]);
        return tr("%1 is %2 and has %n member(s).", nullptr, members.toInt())
            .arg(words[1], words[2]);
    }
    if (is(words, "unstable", 1))
        return tr("%1 is not Stable.").arg(words[1]);
    if (is(words, "coordinator", 2))
        return tr("Broker %2 coordinates %1.").arg(words[1], words[2]);
    if (is(words, "group-leader", 2))
        return tr("%2 is the leader of %1.", "a group and a member").arg(words[1], words[2]);
    if (is(words, "owns", 3))
        return words[3] == QLatin1String("-") ? tr("%1 has no partition.").arg(words[2])
                                              : tr("%1 has %2.", "a member and its partitions")
                                                    .arg(words[2], listed(words[3]));
    if (is(words, "committed", 3) && words[3] == QLatin1String("none"))
        return tr("%1 has committed nothing for %2.").arg(words[1], words[2]);
    return is(words, "cause", 2) ? cause(words) : QString();
}

QString ClaimWords::cause(const QStringList& words)
{
    using Kind = observe::fact::RebalanceKind;
    const std::string member = words.value(3).toStdString();
    for (int i = 0; i <= static_cast<int>(Kind::CoordinatorMoved); ++i) {
        const auto kind = static_cast<Kind>(i);
        if (words[2] != textOf(observe::textOf(kind)))
            continue;
        return tr("Why %1 rebalanced: %2", "a group and a sentence")
            .arg(words[1], Words::rebalance(kind, member.empty() ? "…" : member));
    }
    return {};
}

QString ClaimWords::ofMeasures(const QStringList& words)
{
    if (is(words, "measured", 2))
        return amount(measure(words.mid(1, words.size() - 2)), words.back());
    if (!is(words, "less", 3))
        return {};
    const auto than = words.indexOf(QStringLiteral("than"));
    if (than < 0)
        return {};
    if (words[1] == words.value(than + 1) && than == 3)
        return tr("%1: fewer than of %2.").arg(measure(words.mid(1, 2)), words.back());
    const QString less = measure(words.mid(1, than - 1));
    const QString more = measure(words.mid(than + 1));
    return less.isEmpty() || more.isEmpty() ? QString()
                                            : tr("%1: fewer than “%2”.").arg(less, more);
}

QString ClaimWords::ofNumber(const QStringList& words)
{
    return words.size() < 2 ? QString()
                            : amount(subject(words.mid(0, words.size() - 1)), words.back());
}

QString ClaimWords::amount(const QString& subject, const QString& value)
{
    if (subject.isEmpty())
        return {};
    if (value == QLatin1String("none"))
        return tr("%1: none.").arg(subject);
    const bool exact = value.startsWith(u'=');
    const QString number = QLocale().toString(value.mid(exact ? 1 : 0).toLongLong());
    return exact ? tr("%1: %2.", "a measure and its value").arg(subject, number)
                 : tr("%1: at least %2.").arg(subject, number);
}

QString ClaimWords::subject(const QStringList& words)
{
    if (is(words, "hw", 1))
        return tr("High watermark of %1").arg(words[1]);
    if (is(words, "hw-of", 2))
        return tr("High watermark of %1 as broker %2 knows it").arg(words[1], words[2]);
    if (is(words, "leo", 2))
        return tr("Log end of %1 on broker %2").arg(words[1], words[2]);
    if (is(words, "log-bytes", 2))
        return tr("Bytes in the log of %1 on broker %2").arg(words[1], words[2]);
    if (is(words, "log-start", 1))
        return tr("Log start of %1").arg(words[1]);
    if (is(words, "isr-size", 1))
        return tr("Replicas of %1 in sync").arg(words[1]);
    if (is(words, "epoch", 1))
        return tr("Leader epoch of %1").arg(words[1]);
    if (is(words, "controller-epoch", 0))
        return tr("Controller epoch");
    if (is(words, "generation", 1))
        return tr("Generation of %1").arg(words[1]);
    if (is(words, "offsets-partition", 1))
        return tr("Partition of __consumer_offsets for %1").arg(words[1]);
    if (is(words, "committed", 2))
        return tr("Offset that %1 committed for %2").arg(words[1], words[2]);
    if (is(words, "position", 2))
        return tr("Position of %1 in %2").arg(words[1], words[2]);
    if (is(words, "lag", 2))
        return tr("Lag of %1 on %2").arg(words[1], words[2]);
    const bool all = words.value(1) == QLatin1String("all");
    if (is(words, "lost", 1))
        return all ? tr("Acknowledged records lost")
                   : tr("Acknowledged records lost from %1").arg(words[1]);
    if (is(words, "acked", 1))
        return all ? tr("Records acknowledged") : tr("Records acknowledged to %1").arg(words[1]);
    if (is(words, "failed", 1))
        return all ? tr("Records that failed") : tr("Records of %1 that failed").arg(words[1]);
    if (is(words, "consumed", 1))
        return all ? tr("Records consumed") : tr("Records consumed by %1").arg(words[1]);
    if (is(words, "fetch-connections", 1))
        return tr("Connections by which %1 fetches").arg(words[1]);
    if (is(words, "connections", 1))
        return tr("Connections of %1 to brokers").arg(words[1]);
    return {};
}

QString ClaimWords::measure(const QStringList& words)
{
    if (is(words, "requests", 1))
        return tr("Produce requests of %1").arg(words[1]);
    if (is(words, "batches", 1))
        return tr("Batches of %1").arg(words[1]);
    if (is(words, "retries", 1))
        return tr("Batches that %1 sent again").arg(words[1]);
    if (is(words, "serialized-bytes", 1))
        return tr("Bytes that %1 serialized").arg(words[1]);
    if (is(words, "sent-bytes", 1))
        return tr("Bytes that %1 sent").arg(words[1]);
    if (is(words, "fetches", 1))
        return tr("Fetch requests of %1").arg(words[1]);
    if (is(words, "polls", 1))
        return tr("Polls of %1 that gave records").arg(words[1]);
    if (is(words, "filtered", 1))
        return tr("Records that the filter of %1 kept back").arg(words[1]);
    if (is(words, "written", 1))
        return tr("Bytes that broker %1 wrote to disk").arg(words[1]);
    return words.size() == 5 ? lookup(words) : QString();
}

QString ClaimWords::lookup(const QStringList& words)
{
    const bool byTime = words[0] == QLatin1String("lookup-time");
    const QString time = QDateTime::fromMSecsSinceEpoch(words[3].toLongLong(), Qt::UTC)
                             .toString(QStringLiteral("HH:mm"));
    const QString place = byTime ? tr("finding the time %1 in %2").arg(time, words[1])
                                 : tr("finding offset %1 in %2").arg(words[3], words[1]);
    const QString what = words[4];
    if (what == QLatin1String("segment"))
        return tr("Segment chosen, %1").arg(place);
    if (what == QLatin1String("index"))
        return tr("Index entry chosen, %1").arg(place);
    if (what == QLatin1String("position"))
        return tr("Byte where reading begins, %1").arg(place);
    if (what == QLatin1String("offset"))
        return tr("Record found, %1").arg(place);
    if (what == QLatin1String("files"))
        return tr("Files opened, %1").arg(place);
    if (what == QLatin1String("bytes"))
        return tr("Bytes read, %1").arg(place);
    if (what == QLatin1String("batches"))
        return tr("Batches looked at, %1").arg(place);
    if (what == QLatin1String("scan"))
        return tr("Bytes that reading from the start would take, %1").arg(place);
    return {};
}

} // namespace hw::ui
