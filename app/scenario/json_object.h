#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/scenario/scenario.h"
#include "engine/base/result.h"

namespace hw::app {

/// Takes the members of a JSON object one by one, remembers the first mistake, and in the end finds
/// the members that nobody asked for. After a mistake it gives defaults.
class JsonObject
{
public:
    using Json = nlohmann::ordered_json;

    /// `place` is where it stands: `steps[2]`; empty for the whole file.
    JsonObject(const Json& json, std::string place, std::optional<Error>& mistake);

    std::optional<std::string> text(std::string_view key);
    std::optional<std::int64_t> number(std::string_view key, std::int64_t least, std::int64_t most);
    std::optional<double> decimal(std::string_view key, double least, double most);
    std::optional<bool> flag(std::string_view key);
    /// One of `allowed`.
    std::optional<std::string> word(std::string_view key, const std::vector<std::string>& allowed);
    /// A text, or several in an array.
    std::vector<std::string> texts(std::string_view key);
    /// A text (then it is English), or an object of texts by language.
    Texts translated(std::string_view key);
    /// Values may be texts, numbers or truth values: settings are written as they are.
    std::map<std::string, std::string> settings(std::string_view key);
    /// Null if it is not there.
    const Json* object(std::string_view key);
    const Json* array(std::string_view key, std::size_t most);
    bool has(std::string_view key) const { return m_json.is_object() && m_json.contains(key); }

    /// The place of a member: `steps[2].at`.
    std::string placeOf(std::string_view key) const;
    /// Notes a mistake: the member's place, its value, and what is allowed.
    void wrong(std::string_view key, std::string_view allowed);
    void missing(std::string_view key, std::string_view allowed);
    /// Call last: whatever was not asked for is a mistake.
    void finish();

private:
    const Json* find(std::string_view key);
    void note(std::string message);

    const Json& m_json;
    const std::string m_place;
    std::optional<Error>& m_mistake;
    std::vector<std::string> m_known;
};

} // namespace hw::app
