#include "engine/protocol/errors.h"

#include <algorithm>

namespace hw::protocol {

const ErrorInfo& infoOf(ErrorCode code)
{
    const auto errors = allErrors();
    const auto found = std::ranges::lower_bound(errors, code, {}, &ErrorInfo::code);
    return found != errors.end() && found->code == code ? *found : errors.front();
}

std::string textOf(ErrorCode code)
{
    return std::string(infoOf(code).name) + " (" + std::to_string(static_cast<int>(code)) + ")";
}

} // namespace hw::protocol
