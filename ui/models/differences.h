#pragma once

#include <QCoreApplication>
#include <QString>

#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/models/subject.h"

namespace hw::ui {

/// One thing that two clusters have otherwise.
struct Difference
{
    Subject subject; ///< a partition, a group, a broker
    QString text;    ///< `TopicA-0: leader 1 | 2`
    bool operator==(const Difference&) const = default;
};

/// One cluster's picture and its numbers, of one moment.
struct Pictured
{
    const observe::Snapshot& snapshot;
    const observe::Gauges& gauges;
};

/// What two clusters have otherwise: brokers' states; partitions' leaders, ISRs, high watermarks
/// and log ends; groups' states and assignments. The first one's stands in front.
class Differences
{
    Q_DECLARE_TR_FUNCTIONS(Differences)
public:
    static std::vector<Difference> between(const Pictured& one, const Pictured& other);
};

} // namespace hw::ui
