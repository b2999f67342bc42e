#pragma once

#include <QString>

#include <string>
#include <vector>

#include "engine/base/ids.h"

namespace hw::ui {

/// What the architecture diagram writes on a line from a partition to its reader: `TAP0-G1C1` is
/// topic A, partition 0, group 1, consumer 1.
///
///     T + last letter of the topic + P + partition + - + G + number of the group + C + number
///
/// of the consumer, for names like the diagram's: `TopicA`, `group-1`, and a consumer that ends in
/// C and its number, with one small letter behind it at most (`G1C1`, `C2`, `group-1-C3`, `G2C1r`).
/// Empty for all others.
QString diagramLabel(const TopicPartition& partition, const std::string& group,
                     const std::string& consumer);
/// Those of several partitions, with commas between them; empty as soon as one has none.
QString diagramLabels(const std::vector<TopicPartition>& partitions, const std::string& group,
                      const std::string& consumer);

} // namespace hw::ui
