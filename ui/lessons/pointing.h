#pragma once

#include <QString>

#include "engine/observe/snapshot.h"
#include "ui/models/subject.h"

namespace hw::ui {

/// What a lesson's `broker 1`, `partition t-0`, `replica t-0 2`, `topic t`, `group g`,
/// `member g c`, `client p`, `controller`, `ensemble` or `zookeeper 0` is in the picture; none if
/// it is not there, or is no thing on the map (`events`).
Subject subjectOf(const QString& point, const observe::Snapshot& snapshot);

} // namespace hw::ui
