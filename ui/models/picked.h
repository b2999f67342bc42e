#pragma once

#include <string>

#include "engine/observe/event.h"
#include "engine/observe/snapshot.h"
#include "ui/models/subject.h"

namespace hw::ui {

/// What is selected when somebody picks a row or a lamp: the thing that it is about, as far as it
/// is there in the snapshot that is shown; none if it is not.
class Picked
{
public:
    /// A replica rather than its partition where the event is about one.
    static Subject of(const observe::Event& event, const observe::Snapshot& now);
    /// Itself, or what it was part of: a member's group, a replica's partition and topic.
    static Subject existing(const Subject& subject, const observe::Snapshot& now);
    /// An embedded consumer is the member that it is.
    static Subject of(NodeId node, const observe::Snapshot& now);
    /// What a broken invariant's sentence names: a group, a partition's replica, a broker.
    static Subject named(const std::string& sentence, const observe::Snapshot& now);
};

} // namespace hw::ui
