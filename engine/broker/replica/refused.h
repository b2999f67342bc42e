#pragma once

#include <string>

#include <tl/expected.hpp>

#include "engine/log/refusal.h"

namespace hw::replica {

/// Why a replica did not do what it was asked: the code and the sentence that a client is told.
using Refused = protocol::Refusal;
template <class T> using Served = tl::expected<T, Refused>;

inline tl::unexpected<Refused> refused(protocol::ErrorCode code, std::string message = {})
{
    return tl::unexpected<Refused>(Refused{code, std::move(message)});
}

} // namespace hw::replica
