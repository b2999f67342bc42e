#pragma once

#include <bit>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/store/kinds.h"
#include "app/store/reflect.h"
#include "engine/base/bytes.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/base/uuid.h"

/// Plain data as bytes, and back.
///
///     number      varint; with a sign: zig-zag        text       length, bytes
///     enumeration its number                          optional   0, or 1 and the value
///     list, map   count, elements                     struct     length in bytes, its fields
///     variant     number of the kind, length in bytes, value
///
/// A struct that ends early leaves the fields that are missing as they are made; what is behind the
/// last known field is skipped. So fields may be added to a struct at its end.
namespace hw::store {

class Packer
{
public:
    const Bytes& bytes() const { return m_out; }
    std::size_t size() const { return m_out.size(); }
    bool empty() const { return m_out.empty(); }
    Bytes take() { return std::exchange(m_out, {}); }

    void number(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            m_out.push_back(static_cast<std::uint8_t>(value | 0x80));
        m_out.push_back(static_cast<std::uint8_t>(value));
    }
    void signedNumber(std::int64_t value)
    {
        number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
    }
    void raw(ByteView bytes) { m_out.insert(m_out.end(), bytes.begin(), bytes.end()); }
    void part(ByteView bytes)
    {
        number(bytes.size());
        raw(bytes);
    }

    template <class T> void put(const T& value);

private:
    /// Runs `write`, then puts the length of what it wrote before it.
    template <class Write> void measured(Write write)
    {
        const std::size_t start = m_out.size();
        m_out.push_back(0);
        write();
        std::uint64_t length = m_out.size() - start - 1;
        if (length < 0x80) {
            m_out[start] = static_cast<std::uint8_t>(length);
            return;
        }
        Packer prefix;
        prefix.number(length);
        m_out[start] = prefix.m_out.front();
        m_out.insert(m_out.begin() + static_cast<std::ptrdiff_t>(start) + 1,
                     prefix.m_out.begin() + 1, prefix.m_out.end());
    }
    template <class Tag, class Rep> void one(const Strong<Tag, Rep>& value) { put(value.value()); }
    void one(const std::string& text) { part(viewOf(text)); }
    void one(const Uuid& id) { raw(id.bytes); }
    void one(Duration value) { signedNumber(value.count()); }
    void one(Instant value) { signedNumber(value.sinceStart().count()); }
    void one(WallTime value) { signedNumber(value.ms()); }
    template <class T> void one(const std::optional<T>& value)
    {
        m_out.push_back(value ? 1 : 0);
        if (value)
            put(*value);
    }
    template <class T> void one(const std::shared_ptr<const T>& value)
    {
        m_out.push_back(value ? 1 : 0);
        if (value)
            put(*value);
    }
    template <class A, class B> void one(const std::pair<A, B>& value)
    {
        put(value.first);
        put(value.second);
    }
    template <class T> void one(const std::vector<T>& list)
    {
        number(list.size());
        for (const T& element : list)
            put(element);
    }
    template <class K, class V> void one(const std::map<K, V>& map)
    {
        number(map.size());
        for (const auto& entry : map)
            put(entry);
    }
    template <class... Kind> void one(const std::variant<Kind...>& value)
    {
        static_cast<void>(indexOfKind<std::variant<Kind...>>());
        number(value.index());
        measured([&] { std::visit([&](const auto& kind) { put(kind); }, value); });
    }

    Bytes m_out;
};

template <class T> void Packer::put(const T& value)
{
    if constexpr (std::is_same_v<T, bool>)
        m_out.push_back(value ? 1 : 0);
    else if constexpr (std::is_enum_v<T>) {
        static_cast<void>(indexOfKind<T>());
        number(static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
        signedNumber(value);
    else if constexpr (std::is_integral_v<T>)
        number(value);
    else if constexpr (std::is_same_v<T, double>) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int shift = 0; shift < 64; shift += 8)
            m_out.push_back(static_cast<std::uint8_t>(bits >> shift));
    } else if constexpr (std::is_aggregate_v<T> && !std::is_same_v<T, Uuid>)
        measured(
            [&] { std::apply([&](const auto&... field) { (put(field), ...); }, fieldsOf(value)); });
    else
        one(value);
}

/// Reads what a Packer wrote, or any bytes: never beyond them, never more memory than a budget.
/// The first thing that does not fit makes it fail for good; then values stay as they were, and the
/// caller asks `ok` once at the end.
class Unpacker
{
public:
    static constexpr std::size_t kMemoryBudget = 256U << 20; ///< bytes that one reader makes
    static constexpr int kMostDepth = 32;                    ///< of structs in structs

    Unpacker(ByteView bytes, const KindTable& kinds, std::size_t budget = kMemoryBudget)
        : m_bytes(bytes)
        , m_end(bytes.size())
        , m_kinds(kinds)
        , m_budget(budget)
    {
    }

    bool ok() const { return m_ok; }
    std::size_t left() const { return m_end - m_at; }
    bool atEnd() const { return m_at >= m_end; }
    std::size_t budgetLeft() const { return m_budget; }
    /// A kind was met that this program does not know; a value as made stands in its place. Asking
    /// forgets it.
    bool takeUnknown() { return std::exchange(m_unknown, false); }
    void setFailed()
    {
        m_ok = false;
        m_at = m_end;
    }

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint8_t next = byte();
            value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
            if (next < 0x80)
                return value;
        }
        setFailed();
        return 0;
    }
    std::int64_t signedNumber()
    {
        const std::uint64_t value = number();
        return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
    }
    ByteView part() { return raw(number()); }
    ByteView raw(std::uint64_t count)
    {
        if (count > left()) {
            setFailed();
            return {};
        }
        const ByteView found = m_bytes.subspan(m_at, static_cast<std::size_t>(count));
        m_at += static_cast<std::size_t>(count);
        return found;
    }
    /// A count of things of which each takes a byte at least, and `memory` bytes once read.
    std::size_t count(std::size_t memory)
    {
        const std::uint64_t found = number();
        if (found > left() || !charge(static_cast<std::size_t>(found) * memory)) {
            setFailed();
            return 0;
        }
        return static_cast<std::size_t>(found);
    }

    template <class T> void get(T& value);
    template <class T> T get()
    {
        T value{};
        get(value);
        return value;
    }

private:
    std::uint8_t byte()
    {
        if (m_at >= m_end) {
            setFailed();
            return 0;
        }
        return m_bytes[m_at++];
    }
    bool charge(std::size_t memory)
    {
        if (memory > m_budget)
            return false;
        m_budget -= memory;
        return true;
    }
    /// Lets `read` see the next `length` bytes only, then goes on behind them.
    template <class Read> void measured(Read read)
    {
        const std::uint64_t length = number();
        if (length > left() || ++m_depth > kMostDepth) {
            setFailed();
            return;
        }
        const std::size_t end = m_at + static_cast<std::size_t>(length);
        const std::size_t outer = std::exchange(m_end, end);
        read();
        m_end = outer;
        m_at = m_ok ? end : outer;
        --m_depth;
    }
    template <class Tag, class Rep> void one(Strong<Tag, Rep>& value)
    {
        value = Strong<Tag, Rep>(get<Rep>());
    }
    void one(std::string& text)
    {
        const ByteView bytes = part();
        if (charge(bytes.size()))
            text = hw::textOf(bytes);
        else
            setFailed();
    }
    void one(Uuid& id)
    {
        const ByteView bytes = raw(id.bytes.size());
        std::copy(bytes.begin(), bytes.end(), id.bytes.begin());
    }
    void one(Duration& value) { value = Duration(signedNumber()); }
    void one(Instant& value) { value = Instant(Duration(signedNumber())); }
    void one(WallTime& value) { value = WallTime(signedNumber()); }
    template <class T> void one(std::optional<T>& value)
    {
        if (byte() != 0)
            get(value.emplace());
        else
            value.reset();
    }
    template <class T> void one(std::shared_ptr<const T>& value)
    {
        if (byte() == 0 || !charge(sizeof(T)))
            return;
        auto made = std::make_shared<T>();
        get(*made);
        value = std::move(made);
    }
    template <class A, class B> void one(std::pair<A, B>& value)
    {
        get(value.first);
        get(value.second);
    }
    template <class T> void one(std::vector<T>& list)
    {
        const std::size_t size = count(sizeof(T));
        list.clear();
        list.reserve(size);
        for (std::size_t i = 0; i < size && m_ok; ++i)
            get(list.emplace_back());
    }
    template <class K, class V> void one(std::map<K, V>& map)
    {
        const std::size_t size = count(sizeof(K) + sizeof(V) + 4 * sizeof(void*));
        map.clear();
        for (std::size_t i = 0; i < size && m_ok; ++i) {
            std::pair<K, V> entry;
            get(entry);
            map.insert(std::move(entry));
        }
    }
    template <class... Kind> void one(std::variant<Kind...>& value)
    {
        const auto kind = m_kinds.ownNumber(indexOfKind<std::variant<Kind...>>(), number());
        measured([&] {
            if (kind)
                alternative(value, *kind, std::index_sequence_for<Kind...>());
            else
                m_unknown = true;
        });
    }
    template <class Variant, std::size_t... I>
    void alternative(Variant& value, std::uint32_t kind, std::index_sequence<I...>)
    {
        static_cast<void>(((kind == I ? (get(value.template emplace<I>()), true) : false) || ...));
    }

    ByteView m_bytes;
    std::size_t m_at = 0;
    std::size_t m_end;
    const KindTable& m_kinds;
    std::size_t m_budget;
    int m_depth = 0;
    bool m_ok = true;
    bool m_unknown = false;
};

template <class T> void Unpacker::get(T& value)
{
    if constexpr (std::is_same_v<T, bool>)
        value = byte() != 0;
    else if constexpr (std::is_enum_v<T>) {
        const auto own = m_kinds.ownNumber(indexOfKind<T>(), number());
        m_unknown = m_unknown || (!own && m_ok);
        value = static_cast<T>(own.value_or(0));
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
        value = static_cast<T>(signedNumber());
    else if constexpr (std::is_integral_v<T>)
        value = static_cast<T>(number());
    else if constexpr (std::is_same_v<T, double>) {
        std::uint64_t bits = 0;
        for (int shift = 0; shift < 64; shift += 8)
            bits |= static_cast<std::uint64_t>(byte()) << shift;
        value = std::bit_cast<double>(bits);
    } else if constexpr (std::is_aggregate_v<T> && !std::is_same_v<T, Uuid>)
        measured([&] {
            const auto take = [&](auto& field) {
                if (!atEnd())
                    get(field);
            };
            std::apply([&](auto&... field) { (take(field), ...); }, fieldsOf(value));
        });
    else
        one(value);
}

} // namespace hw::store
