#pragma once

#include <QString>

#include <cstdint>

#include "engine/observe/event.h"
#include "ui/models/node_names.h"
#include "ui/models/subject.h"

namespace hw::ui {

/// Where an event belongs, for the filter of the event list.
enum class EventArea : std::uint8_t
{
    Brokers,    ///< life and death of brokers, sessions, the controller
    Partitions, ///< leaders, ISR, logs
    Groups,
    Clients,
    Commands, ///< what was asked for, faults, checks
    Details,  ///< many and small: znodes, watches, segments
};

/// One sentence in the person's language. Kafka's own terms stay as they are.
QString sentenceOf(const observe::Fact& fact, const NodeNames& names = {});
EventArea areaOf(const observe::Fact& fact);
/// Whether something went wrong: lost records, broken checks, refused commands, dead brokers.
bool isBad(const observe::Fact& fact);
/// What the event is about, to select it.
Subject subjectOf(const observe::Event& event);
/// `14:02:31.120`, wall time of the cluster.
QString clockOf(const observe::Event& event);

} // namespace hw::ui
