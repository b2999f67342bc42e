#include "ui/models/diagram_label.h"

#include <QRegularExpression>
#include <QStringList>

namespace hw::ui {

static QString partOf(const std::string& name, const QRegularExpression& pattern)
{
    return pattern.match(QString::fromStdString(name)).captured(1);
}

QString diagramLabel(const TopicPartition& partition, const std::string& group,
                     const std::string& consumer)
{
    static const QRegularExpression kTopic(QStringLiteral("^Topic([A-Z])$"));
    static const QRegularExpression kGroup(QStringLiteral("^[Gg]roup-?([0-9]+)$"));
    static const QRegularExpression kConsumer(QStringLiteral("(?:^|[^A-Za-z])C([0-9]+)[a-z]?$"));
    const QString topic = partOf(partition.topic, kTopic);
    const QString ofGroup = partOf(group, kGroup);
    const QString number = partOf(consumer, kConsumer);
    if (topic.isEmpty() || ofGroup.isEmpty() || number.isEmpty())
        return {};
    return QStringLiteral("T%1P%2-G%3C%4")
        .arg(topic, QString::number(partition.partition), ofGroup, number);
}

QString diagramLabels(const std::vector<TopicPartition>& partitions, const std::string& group,
                      const std::string& consumer)
{
    QStringList labels;
    for (const TopicPartition& partition : partitions) {
        labels << diagramLabel(partition, group, consumer);
        if (labels.back().isEmpty())
            return {};
    }
    return labels.join(QStringLiteral(", "));
}

} // namespace hw::ui
