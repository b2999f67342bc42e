#pragma once

#include <cstdint>
#include <string>

#include "engine/observe/event.h"
#include "engine/observe/snapshot.h"

/// Printouts of what a cluster looks like: what `highwater serve` answers to `status`, and what the
/// window and recordings export. One shape for all; fields may be added, never renamed.
/// Offsets are numbers, null is unknown. `asOfMs` is the time, on the clock of `atMs`, of which a
/// broker's own figures are: figures of several brokers are never of one instant.
namespace hw::cluster {

/// What could not be kept since the start, because nobody took it in time.
struct Losses
{
    std::uint64_t events = 0;
    std::uint64_t dots = 0;
};

/// One line: `{"type":"status","schema":1,…}`. Bytes from outside that are no UTF-8 come out as
/// replacement characters.
std::string statusJson(const observe::Snapshot& snapshot, const observe::Gauges& gauges,
                       const Losses& losses);
/// One line: `{"type":"topics","topics":[…]}`, each topic as in `statusJson`.
std::string topicsJson(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
/// One line: `{"type":"groups","groups":[…]}`, each group as in `statusJson`.
std::string groupsJson(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
/// One line: `{"type":"faults","faults":[…]}`: those that act now, each as in `statusJson`.
std::string faultsJson(const observe::Snapshot& snapshot);
/// One line: `{"type":"event","id":7,"kind":"LeaderElected",…,"text":"…"}`.
std::string eventJson(const observe::Event& event);

/// The same for people: several lines, each ended.
std::string statusText(const observe::Snapshot& snapshot, const observe::Gauges& gauges,
                       const Losses& losses);
std::string topicsText(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
std::string groupsText(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
/// One line for each fault that acts now: `#881 the link broker 1 <-> broker 2 is cut, for 3.2 s
/// (undo: heal 881)`.
std::string faultsText(const observe::Snapshot& snapshot);
/// One line, not ended: `12.345 s  broker 2  #881 <- #870  t-0: leader 1 → 2, …`.
std::string eventText(const observe::Event& event);

} // namespace hw::cluster
