#include "engine/base/ids.h"

namespace hw {

std::string NodeId::text() const
{
    switch (kind) {
    case Kind::Broker:
        return "broker " + std::to_string(number);
    case Kind::Ensemble:
        return "zookeeper" + std::to_string(number);
    case Kind::Client:
        return "client " + std::to_string(number);
    case Kind::Outside:
        return "outside " + std::to_string(number);
    case Kind::None:
        break;
    }
    return "-";
}

} // namespace hw
