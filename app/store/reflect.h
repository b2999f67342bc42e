#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

/// What the compiler knows of plain data: the fields of a struct, the names of types and of
/// enumerators. So that a recording needs no list of every struct that can be seen.
namespace hw::store {

inline constexpr std::size_t kMostFields = 40;

/// Stands for any field while they are counted.
struct AnyField
{
    template <class T> operator T() const; // never defined
};

template <class T, std::size_t... I> constexpr bool takesFields(std::index_sequence<I...>)
{
    return requires { T{(static_cast<void>(I), AnyField{})...}; };
}

/// How many fields a plain struct has. Of no use for structs that hold arrays.
template <class T, std::size_t N = kMostFields> constexpr std::size_t fieldCount()
{
    static_assert(std::is_aggregate_v<T>, "only plain structs have fields to tell");
    static_assert(!takesFields<T>(std::make_index_sequence<kMostFields + 1>()),
                  "more fields than kMostFields: add lines to fieldsOf");
    if constexpr (takesFields<T>(std::make_index_sequence<N>()))
        return N;
    else
        return fieldCount<T, N - 1>();
}

// clang-format off
#define HW_FIELDS(count, ...)                                                                      \
    else if constexpr (n == count) { auto& [__VA_ARGS__] = value; return std::tie(__VA_ARGS__); }

/// References to all fields, in order.
template <class T> constexpr auto fieldsOf(T& value)
{
    constexpr std::size_t n = fieldCount<std::remove_const_t<T>>();
    if constexpr (n == 0) return std::tuple<>();
    HW_FIELDS(1, a)
    HW_FIELDS(2, a, b)
    HW_FIELDS(3, a, b, c)
    HW_FIELDS(4, a, b, c, d)
    HW_FIELDS(5, a, b, c, d, e)
    HW_FIELDS(6, a, b, c, d, e, f)
    HW_FIELDS(7, a, b, c, d, e, f, g)
    HW_FIELDS(8, a, b, c, d, e, f, g, h)
    HW_FIELDS(9, a, b, c, d, e, f, g, h, i)
    HW_FIELDS(10, a, b, c, d, e, f, g, h, i, j)
    HW_FIELDS(11, a, b, c, d, e, f, g, h, i, j, k)
    HW_FIELDS(12, a, b, c, d, e, f, g, h, i, j, k, l)
    HW_FIELDS(13, a, b, c, d, e, f, g, h, i, j, k, l, m)
    HW_FIELDS(14, a, b, c, d, e, f, g, h, i, j, k, l, m, o)
    HW_FIELDS(15, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p)
    HW_FIELDS(16, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q)
    HW_FIELDS(17, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r)
    HW_FIELDS(18, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s)
    HW_FIELDS(19, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t)
    HW_FIELDS(20, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u)
    HW_FIELDS(21, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v)
    HW_FIELDS(22, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w)
    HW_FIELDS(23, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x)
    HW_FIELDS(24, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y)
    HW_FIELDS(25, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z)
    HW_FIELDS(26, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A)
    HW_FIELDS(27, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B)
    HW_FIELDS(28, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C)
    HW_FIELDS(29, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D)
    HW_FIELDS(30, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E)
    HW_FIELDS(31, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F)
    HW_FIELDS(32, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G)
    HW_FIELDS(33, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G, H)
    HW_FIELDS(34, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G, H, I)
    HW_FIELDS(35, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G, H, I, J)
    HW_FIELDS(36, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G, H, I, J, K)
    HW_FIELDS(37, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G, H, I, J, K, L)
    HW_FIELDS(38, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G, H, I, J, K, L, M)
    HW_FIELDS(39, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G, H, I, J, K, L, M, N)
    HW_FIELDS(40, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, x, y, z, A, B,
              C, D, E, F, G, H, I, J, K, L, M, N, O)
}
#undef HW_FIELDS
// clang-format on

namespace detail {

/// From `… [with T = hw::NodeId; …]` or `… [T = hw::NodeId]`.
constexpr std::string_view between(std::string_view text, std::string_view mark)
{
    text.remove_prefix(text.find(mark) + mark.size());
    const std::size_t end = text.find_first_of(";]");
    return text.substr(0, end);
}
template <class T> constexpr std::string_view typeText()
{
    return between(__PRETTY_FUNCTION__, "T = ");
}
template <auto V> constexpr std::string_view valueText()
{
    return between(__PRETTY_FUNCTION__, "V = ");
}
constexpr std::string_view lastWord(std::string_view qualified)
{
    const std::size_t colon = qualified.rfind(':');
    return colon == std::string_view::npos ? qualified : qualified.substr(colon + 1);
}

} // namespace detail

/// `hw::NodeId::Kind`.
template <class T> constexpr std::string_view fullName() { return detail::typeText<T>(); }
/// `Kind`.
template <class T> constexpr std::string_view shortName()
{
    return detail::lastWord(fullName<T>());
}

/// Whether an enumeration, counted from 0 without gaps, has that number: compilers print another
/// number as a cast.
template <class E, std::size_t N> constexpr bool hasEnumerator()
{
    return detail::valueText<static_cast<E>(N)>().find('(') == std::string_view::npos;
}
template <class E, std::size_t N = 0> constexpr std::size_t enumeratorCount()
{
    if constexpr (!hasEnumerator<E, N>())
        return N;
    else
        return enumeratorCount<E, N + 1>();
}
template <class E, std::size_t N> constexpr std::string_view enumeratorName()
{
    return detail::lastWord(detail::valueText<static_cast<E>(N)>());
}

} // namespace hw::store
