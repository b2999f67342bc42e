#include "ui/models/server_words.h"

namespace hw::ui {

using namespace observe;

const EnsembleServerPart* findServer(const Snapshot& s, NodeId node)
{
    const auto at = static_cast<std::size_t>(node.number);
    const bool isKnown = node.kind == NodeId::Kind::Ensemble && at < s.ensemble.size();
    return isKnown ? &s.ensemble[at] : nullptr;
}

QString ServerWords::state(EnsembleServerPart::State state)
{
    using State = EnsembleServerPart::State;
    switch (state) {
    case State::Down:
        return tr("down");
    case State::Standalone:
        return tr("standalone");
    case State::Leader:
        return tr("leader of the ensemble");
    case State::Follower:
        return tr("follower in the ensemble");
    case State::Looking:
        return tr("looking for a leader");
    case State::Frozen:
        return tr("frozen");
    }
    return {};
}

} // namespace hw::ui
