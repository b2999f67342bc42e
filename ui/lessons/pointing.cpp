#include "ui/lessons/pointing.h"

#include <QStringList>

#include <optional>

namespace hw::ui {

static std::optional<TopicPartition> partitionOf(const QString& word)
{
    const auto dash = word.lastIndexOf(QLatin1Char('-'));
    bool isNumber = false;
    const int number = word.mid(dash + 1).toInt(&isNumber);
    if (dash < 1 || !isNumber)
        return std::nullopt;
    return TopicPartition{word.left(dash).toStdString(), number};
}

static Subject memberNamed(const std::string& groupName, const std::string& name,
                           const observe::Snapshot& snapshot)
{
    for (const auto& group : snapshot.groups)
        if (group->name == groupName)
            for (const observe::MemberPart& member : group->members)
                if (member.name == name)
                    return Subject::memberOf(groupName, member.member);
    return {};
}

static Subject clientNamed(const std::string& name, const observe::Snapshot& snapshot)
{
    for (const auto& producer : snapshot.producers)
        if (producer->name == name)
            return Subject::producer(producer->client);
    for (const auto& consumer : snapshot.consumers)
        if (consumer->name == name)
            return memberNamed(consumer->group, name, snapshot);
    return {};
}

Subject subjectOf(const QString& point, const observe::Snapshot& snapshot)
{
    const QStringList words = point.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty())
        return {};
    const QString& what = words[0];
    const QString name = words.value(1);
    if (what == QLatin1String("broker"))
        return Subject::broker(BrokerId(name.toInt()));
    if (what == QLatin1String("controller") && snapshot.controller.broker != kNoBroker)
        return Subject::broker(snapshot.controller.broker);
    if (what == QLatin1String("ensemble") || what == QLatin1String("zookeeper"))
        return Subject::ensemble(name.toInt());
    if (what == QLatin1String("topic"))
        return Subject::topic(name.toStdString());
    if (what == QLatin1String("group"))
        return Subject::group(name.toStdString());
    if (what == QLatin1String("member"))
        return memberNamed(name.toStdString(), words.value(2).toStdString(), snapshot);
    if (what == QLatin1String("client"))
        return clientNamed(name.toStdString(), snapshot);
    const auto partition = partitionOf(name);
    if (partition && what == QLatin1String("partition"))
        return Subject::of(*partition);
    if (partition && (what == QLatin1String("replica") || what == QLatin1String("log")))
        return Subject::replica(*partition, BrokerId(words.value(2).toInt()));
    return {};
}

} // namespace hw::ui
