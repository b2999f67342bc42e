#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace hw {

/// What kind of expected failure happened; the message says the particulars.
enum class Failure
{
    Invalid,     ///< input is malformed or out of its allowed range
    NotFound,
    Exists,
    Busy,        ///< locked or in use by somebody else
    Denied,      ///< no permission
    NoSpace,
    Io,          ///< a read, write or sync failed
    Closed,      ///< a channel or host is gone
    TimedOut,
    Corrupt,     ///< stored bytes contradict themselves (bad CRC, torn write)
    Unsupported,
};

struct Error
{
    Failure kind = Failure::Invalid;
    /// One clear sentence: what was wrong, with its value, and what is allowed.
    std::string message;
};

template <class T> using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Failure kind, std::string message)
{
    return tl::unexpected<Error>(Error{kind, std::move(message)});
}

} // namespace hw
