#include "ui/export/event_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

#include "ui/models/event_text.h"
#include "ui/models/wall_clock.h"
#include "ui/models/words.h"

namespace hw::ui {

using observe::Event;

static const std::array kEventColumns = {"id",   "seconds", "time",  "node",
                                         "kind", "subject", "cause", "text"};

static QString subjectCell(const Event& event)
{
    const Subject subject = subjectOf(event);
    switch (subject.kind) {
    case Subject::Kind::Partition:
        return qs(subject.partition.text());
    case Subject::Kind::Broker:
    case Subject::Kind::Ensemble:
    case Subject::Kind::Producer:
        return qs(subject.node.text());
    case Subject::Kind::Member:
        return qs(subject.name + "/" + subject.member);
    default:
        return qs(subject.name);
    }
}

static double secondsCell(const Event& event)
{
    return std::chrono::duration<double>(event.at.sinceStart()).count();
}

static QString timeCell(const Event& event) { return WallClock::iso(event.wall.ms()); }

static QString csvCell(QString cell)
{
    if (!cell.contains(QLatin1Char(',')) && !cell.contains(QLatin1Char('"')) &&
        !cell.contains(QLatin1Char('\n')) && !cell.contains(QLatin1Char('\r')))
        return cell;
    return QLatin1Char('"') + cell.replace(QLatin1Char('"'), QLatin1String("\"\"")) +
           QLatin1Char('"');
}

QByteArray EventFile::csv(const std::vector<Event>& events, const NodeNames& names)
{
    QStringList head;
    for (const char* column : kEventColumns)
        head << QLatin1String(column);
    QByteArray all = head.join(QLatin1Char(',')).toUtf8() + "\r\n";
    for (const Event& event : events) {
        const QStringList row = {
            QString::number(event.id.value()),
            QString::number(secondsCell(event), 'f', 6),
            timeCell(event),
            qs(event.node.text()),
            qs(observe::nameOf(event.fact)),
            csvCell(subjectCell(event)),
            event.cause == kNoEvent ? QString() : QString::number(event.cause.value()),
            csvCell(sentenceOf(event.fact, names)),
        };
        all += row.join(QLatin1Char(',')).toUtf8() + "\r\n";
    }
    return all;
}

QByteArray EventFile::json(const std::vector<Event>& events, const NodeNames& names)
{
    QJsonArray all;
    for (const Event& event : events) {
        all.append(QJsonObject{
            {"id", static_cast<qint64>(event.id.value())},
            {"seconds", secondsCell(event)},
            {"time", timeCell(event)},
            {"node", qs(event.node.text())},
            {"kind", qs(observe::nameOf(event.fact))},
            {"subject", subjectCell(event)},
            {"cause", event.cause == kNoEvent
                          ? QJsonValue()
                          : QJsonValue(static_cast<qint64>(event.cause.value()))},
            {"text", sentenceOf(event.fact, names)},
        });
    }
    return QJsonDocument(all).toJson();
}

} // namespace hw::ui
