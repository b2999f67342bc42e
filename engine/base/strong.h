#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace hw {

/// A number with a meaning: `Offset` and `LeaderEpoch` are both integers, but cannot be mixed up.
/// `Tag` only tells types apart. Adding a plain number gives the same type; the difference of two
/// values is a plain number.
template <class Tag, class Rep_> class Strong
{
public:
    using Rep = Rep_;
    constexpr Strong() = default;
    constexpr explicit Strong(Rep value) : m_value(value) {}

    constexpr Rep value() const { return m_value; }
    constexpr auto operator<=>(const Strong&) const = default;

    constexpr Strong operator+(Rep step) const { return Strong(m_value + step); }
    constexpr Strong operator-(Rep step) const { return Strong(m_value - step); }
    constexpr Rep operator-(Strong other) const { return m_value - other.m_value; }
    constexpr Strong& operator++()
    {
        ++m_value;
        return *this;
    }

private:
    Rep m_value = 0;
};

} // namespace hw

template <class Tag, class Rep> struct fmt::formatter<hw::Strong<Tag, Rep>> : fmt::formatter<Rep>
{
    template <class Context> auto format(hw::Strong<Tag, Rep> value, Context& context) const
    {
        return fmt::formatter<Rep>::format(value.value(), context);
    }
};
