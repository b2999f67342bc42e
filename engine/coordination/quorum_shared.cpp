#include "engine/coordination/quorum_shared.h"

namespace hw::coordination::quorum {

EventId Shared::commit(const Proposed& proposed)
{
    recent.add(proposed.txn);
    return replica.apply(proposed.txn, proposed.tag);
}

void Shared::send(world::Channel& to, const Message& message)
{
    sendEncoded(to, encode(message), message);
}

void Shared::sendEncoded(world::Channel& to, const Pieces& frame, const Message& message)
{
    if (journal.wantsFlights()) {
        observe::Flight flight;
        flight.from = host.node();
        flight.to = to.peer().node;
        flight.apiKey = observe::kQuorumApi;
        flight.operation = static_cast<std::int32_t>(message.index());
        flight.api = nameOf(message);
        flight.sentAt = loop().now();
        flight.bytes = static_cast<std::uint32_t>(frame.size());
        flight.cause = loop().cause();
        journal.flight(std::move(flight), frame);
    }
    to.send({frame, loop().cause()});
}

} // namespace hw::coordination::quorum
