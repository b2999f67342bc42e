#include "engine/observe/snapshot.h"

namespace hw::observe {

static bool sameConnections(const std::vector<ConnectionReport>& a,
                            const std::vector<ConnectionReport>& b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].peer != b[i].peer || a[i].address != b[i].address ||
            a[i].clientId != b[i].clientId || a[i].softwareName != b[i].softwareName ||
            a[i].softwareVersion != b[i].softwareVersion || a[i].produces != b[i].produces ||
            a[i].consumes != b[i].consumes)
            return false;
    }
    return true;
}

bool BrokerPart::operator==(const BrokerPart& other) const
{
    return id == other.id && state == other.state && endpoint == other.endpoint &&
           directory == other.directory && epoch == other.epoch &&
           incarnation == other.incarnation && session == other.session &&
           sessionTimeout == other.sessionTimeout && downSince == other.downSince &&
           controller == other.controller && note == other.note &&
           sameConnections(connections, other.connections);
}

} // namespace hw::observe
