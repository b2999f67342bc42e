#include "engine/observe/znodes.h"

#include <algorithm>

namespace hw::observe {

void ZnodeTree::add(const ZnodeTree& other)
{
    for (Znode& znode : nodes) {
        const auto it = std::ranges::lower_bound(other.nodes, znode.path, {}, &Znode::path);
        if (it == other.nodes.end() || it->path != znode.path)
            continue;
        znode.watches.insert(znode.watches.end(), it->watches.begin(), it->watches.end());
        std::ranges::sort(znode.watches);
    }
    for (ZnodeSession& session : sessions) {
        const auto it = std::ranges::lower_bound(other.sessions, session.id, {}, &ZnodeSession::id);
        if (it == other.sessions.end() || it->id != session.id)
            continue;
        session.connected = session.connected || it->connected;
        session.watches += it->watches;
        if (session.left <= Duration::zero())
            session.left = it->left; // only the leader counts them down
    }
}

} // namespace hw::observe
