#include "ui/models/outline.h"

namespace hw::ui {

QPen outlineOf(ReplicaLook look, const Colors& colors, double width)
{
    switch (look) {
    case ReplicaLook::Leader:
        return QPen(colors.leader, width * 1.5);
    case ReplicaLook::Follower:
        return QPen(colors.follower, width);
    case ReplicaLook::OutOfIsr: {
        QPen pen(colors.outOfSync, width * 1.2);
        pen.setDashPattern({4, 2.5});
        return pen;
    }
    case ReplicaLook::FormerLeader: {
        QPen pen(colors.textSoft, width * 1.5);
        pen.setDashPattern({6, 2});
        return pen;
    }
    case ReplicaLook::Offline:
        break;
    }
    QPen pen(colors.offline, width);
    pen.setDashPattern({1.5, 2.5});
    return pen;
}

} // namespace hw::ui
