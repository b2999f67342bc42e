#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/store/reflect.h"
#include "engine/base/result.h"
#include "engine/observe/event.h"
#include "engine/observe/snapshot.h"

/// The closed lists that recorded things choose from. A recording holds their names, so that one
/// that was made before a name was added, taken away or moved can still be read.
namespace hw::store {

/// All enumerations and variants that can be met. Whoever adds one to a fact, a command or a part
/// of a snapshot adds it here: the compiler asks for it.
using KnownKinds = std::tuple<
    observe::Fact, observe::Command, observe::OutcomeArgument, NodeId::Kind, observe::BrokerState,
    observe::ReplicaRole, observe::EnsembleServerPart::State, observe::FaultKind,
    observe::OutcomeKind, observe::fact::ZnodeChanged::Kind, observe::fact::ElectionKind,
    observe::fact::IsrReduction, observe::fact::ZombieFenced::Role, observe::fact::GroupState,
    observe::fact::RebalanceKind, observe::fact::LeaveCause, observe::command::DiskTrouble,
    observe::command::ElectionType, observe::command::Keys, observe::command::Assignor,
    observe::command::OffsetReset, observe::command::GroupProtocol, observe::command::SeekTo>;
inline constexpr std::size_t kKnownKinds = std::tuple_size_v<KnownKinds>;

template <class T, std::size_t I = 0> constexpr std::size_t indexOfKind()
{
    static_assert(I < kKnownKinds, "an enumeration or variant that KnownKinds does not name");
    if constexpr (std::is_same_v<T, std::tuple_element_t<I, KnownKinds>>)
        return I;
    else
        return indexOfKind<T, I + 1>();
}

/// For each list, the names in order.
class KindTable
{
public:
    struct List
    {
        std::string name; ///< `hw::NodeId::Kind`
        std::vector<std::string> kinds;
        bool operator==(const List&) const = default;
    };
    static constexpr std::size_t kTextLimit = 1 << 20; ///< bytes of `text`

    /// This program's.
    static KindTable own();
    /// Of a recording's text; of lists that are not known here nothing is kept. Invalid: not such a
    /// text.
    static Result<KindTable> parse(std::string_view text);
    std::string text() const;

    /// What this program calls the kind that has `number` in the table; none: it does not know it.
    std::optional<std::uint32_t> ownNumber(std::size_t list, std::uint64_t number) const
    {
        const auto& numbers = m_numbers[list];
        if (number >= numbers.size() || numbers[static_cast<std::size_t>(number)] < 0)
            return std::nullopt;
        return static_cast<std::uint32_t>(numbers[static_cast<std::size_t>(number)]);
    }

private:
    explicit KindTable(std::vector<List> lists);

    std::vector<List> m_lists; ///< as many as KnownKinds, in its order
    std::array<std::vector<std::int32_t>, kKnownKinds> m_numbers; ///< -1: not known here
};

} // namespace hw::store
