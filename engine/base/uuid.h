#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace hw {

/// 128 bits that name a topic or a cluster. All zero: none.
struct Uuid
{
    std::array<std::uint8_t, 16> bytes{};

    auto operator<=>(const Uuid&) const = default;
    bool isZero() const { return *this == Uuid{}; }
    /// URL-safe base64 without padding, 22 characters, as Kafka prints it.
    std::string text() const;
    /// `8-4-4-4-12` hex digits, as Java prints it (member ids).
    std::string dashed() const;
    static Result<Uuid> parse(std::string_view text22);
};

} // namespace hw
