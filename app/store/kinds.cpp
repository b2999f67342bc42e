#include "app/store/kinds.h"

#include <algorithm>

namespace hw::store {

namespace {

template <class T> struct NamesOf
{
    static std::string name() { return std::string(fullName<T>()); }
    static std::vector<std::string> kinds()
    {
        return [&]<std::size_t... I>(std::index_sequence<I...>)
        {
            return std::vector<std::string>{std::string(enumeratorName<T, I>())...};
        }
        (std::make_index_sequence<enumeratorCount<T>()>());
    }
};

template <class T> std::string kindName()
{
    if constexpr (std::is_integral_v<T>)
        return "number";
    else if constexpr (std::is_floating_point_v<T>)
        return "real";
    else if constexpr (std::is_same_v<T, std::string>)
        return "text";
    else
        return std::string(shortName<T>());
}

template <class... Kind> struct NamesOf<std::variant<Kind...>>
{
    static std::string name()
    {
        using This = std::variant<Kind...>;
        if constexpr (std::is_same_v<This, observe::Fact>)
            return "Fact";
        else if constexpr (std::is_same_v<This, observe::Command>)
            return "Command";
        else
            return "OutcomeArgument";
    }
    static std::vector<std::string> kinds() { return {kindName<Kind>()...}; }
};

std::vector<KindTable::List> ownLists()
{
    return [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        return std::vector<KindTable::List>{
            {NamesOf<std::tuple_element_t<I, KnownKinds>>::name(),
             NamesOf<std::tuple_element_t<I, KnownKinds>>::kinds()}...};
    }
    (std::make_index_sequence<kKnownKinds>());
}

std::vector<std::string> split(std::string_view text, char at)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(at), text.size());
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

} // namespace

KindTable::KindTable(std::vector<List> lists)
    : m_lists(std::move(lists))
{
    const std::vector<List> own = ownLists();
    for (std::size_t i = 0; i < kKnownKinds; ++i) {
        for (const std::string& kind : m_lists[i].kinds) {
            const auto found = std::ranges::find(own[i].kinds, kind);
            m_numbers[i].push_back(
                found == own[i].kinds.end() ? -1 : static_cast<int>(found - own[i].kinds.begin()));
        }
    }
}

KindTable KindTable::own() { return KindTable(ownLists()); }

Result<KindTable> KindTable::parse(std::string_view text)
{
    if (text.size() > kTextLimit)
        return fail(Failure::Corrupt, "its list of kinds is too long");
    std::vector<List> lists = ownLists();
    for (List& list : lists)
        list.kinds.clear();
    bool any = false;
    for (const std::string& line : split(text, '\n')) {
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos)
            return fail(Failure::Corrupt, "its list of kinds is damaged");
        const auto list = std::ranges::find(lists, line.substr(0, equals), &List::name);
        if (list == lists.end())
            continue; // of a newer program
        list->kinds = split(std::string_view(line).substr(equals + 1), ',');
        any = true;
    }
    if (!any)
        return fail(Failure::Corrupt, "its list of kinds is missing");
    return KindTable(std::move(lists));
}

std::string KindTable::text() const
{
    std::string text;
    for (const List& list : m_lists) {
        text += list.name + '=';
        for (std::size_t i = 0; i < list.kinds.size(); ++i)
            text += (i == 0 ? "" : ",") + list.kinds[i];
        text += '\n';
    }
    return text;
}

} // namespace hw::store
