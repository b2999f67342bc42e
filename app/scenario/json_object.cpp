#include "app/scenario/json_object.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::app {

namespace {

/// A value may be long; a message shows its beginning.
std::string shown(const JsonObject::Json& value)
{
    constexpr std::size_t kMost = 60;
    std::string text = value.dump(-1, ' ', false, JsonObject::Json::error_handler_t::replace);
    return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

} // namespace

JsonObject::JsonObject(const Json& json, std::string place, std::optional<Error>& mistake)
    : m_json(json)
    , m_place(std::move(place))
    , m_mistake(mistake)
{
    if (!m_json.is_object())
        note(fmt::format("{}: {} is no object; {{…}} is allowed",
                         m_place.empty() ? "the file" : m_place, shown(m_json)));
}

void JsonObject::note(std::string message)
{
    if (!m_mistake)
        m_mistake = Error{Failure::Invalid, std::move(message)};
}

std::string JsonObject::placeOf(std::string_view key) const
{
    return m_place.empty() ? std::string(key) : fmt::format("{}.{}", m_place, key);
}

void JsonObject::wrong(std::string_view key, std::string_view allowed)
{
    const std::string value = has(key) ? shown(m_json[std::string(key)]) : "nothing";
    note(fmt::format("{}: {} {}", placeOf(key), value, allowed));
}

void JsonObject::missing(std::string_view key, std::string_view allowed)
{
    note(fmt::format("{} is missing; {}", placeOf(key), allowed));
}

const JsonObject::Json* JsonObject::find(std::string_view key)
{
    m_known.emplace_back(key);
    if (!m_json.is_object())
        return nullptr;
    const auto found = m_json.find(key);
    return found == m_json.end() ? nullptr : &*found;
}

std::optional<std::string> JsonObject::text(std::string_view key)
{
    const Json* value = find(key);
    if (!value)
        return std::nullopt;
    if (value->is_string())
        return value->get<std::string>();
    wrong(key, "is no text; \"…\" is allowed");
    return std::nullopt;
}

std::optional<std::int64_t> JsonObject::number(std::string_view key, std::int64_t least,
                                               std::int64_t most)
{
    const Json* value = find(key);
    if (!value)
        return std::nullopt;
    const bool fits = !value->is_number_unsigned() ||
                      value->get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX);
    if (value->is_number_integer() && fits) {
        const auto number = value->get<std::int64_t>();
        if (number >= least && number <= most)
            return number;
    }
    wrong(key, fmt::format("is {}; whole numbers from {} to {} are allowed",
                           value->is_number() ? "out of range" : "no number", least, most));
    return std::nullopt;
}

std::optional<double> JsonObject::decimal(std::string_view key, double least, double most)
{
    const Json* value = find(key);
    if (!value)
        return std::nullopt;
    if (value->is_number()) {
        const auto number = value->get<double>();
        if (number >= least && number <= most)
            return number;
    }
    wrong(key, fmt::format("is {}; numbers from {} to {} are allowed",
                           value->is_number() ? "out of range" : "no number", least, most));
    return std::nullopt;
}

std::optional<bool> JsonObject::flag(std::string_view key)
{
    const Json* value = find(key);
    if (!value)
        return std::nullopt;
    if (value->is_boolean())
        return value->get<bool>();
    wrong(key, "is neither true nor false");
    return std::nullopt;
}

std::optional<std::string> JsonObject::word(std::string_view key,
                                            const std::vector<std::string>& allowed)
{
    const Json* value = find(key);
    if (!value)
        return std::nullopt;
    // 1 is as good as "1".
    const std::string given = value->is_string() ? value->get<std::string>() : value->dump();
    const bool isWord = value->is_string() || value->is_number_integer();
    if (isWord && std::ranges::find(allowed, given) != allowed.end())
        return given;
    std::string all;
    for (const std::string& word : allowed)
        all += (all.empty() ? "" : ", ") + word;
    wrong(key, "is not one; allowed are " + all);
    return std::nullopt;
}

std::vector<std::string> JsonObject::texts(std::string_view key)
{
    constexpr const char* kAllowed = "is no text; \"…\" or [\"…\", \"…\"] is allowed";
    const Json* value = find(key);
    std::vector<std::string> all;
    if (!value)
        return all;
    if (value->is_string())
        return {value->get<std::string>()};
    if (!value->is_array()) {
        wrong(key, kAllowed);
        return all;
    }
    for (const Json& one : *value) {
        if (!one.is_string()) {
            wrong(key, kAllowed);
            return {};
        }
        all.push_back(one.get<std::string>());
    }
    return all;
}

/// `en`, `zh_CN`.
static bool isLanguage(std::string_view code)
{
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const bool isShort = code.size() >= 2 && lower(code[0]) && lower(code[1]);
    return isShort && (code.size() == 2 ||
                       (code.size() == 5 && code[2] == '_' && upper(code[3]) && upper(code[4])));
}

Texts JsonObject::translated(std::string_view key)
{
    const Json* value = find(key);
    if (!value)
        return {};
    if (value->is_string())
        return Texts(value->get<std::string>());
    if (!value->is_object() || value->empty()) {
        wrong(key, "is no text; \"…\" or {\"en\": \"…\", \"zh_CN\": \"…\"} is allowed");
        return {};
    }
    Texts texts;
    for (const auto& [language, text] : value->items()) {
        if (isLanguage(language) && text.is_string())
            texts.byLanguage[language] = text.get<std::string>();
        else
            note(fmt::format("{}.{}: {} is no text in a language; en, zh_CN and the like are "
                             "allowed",
                             placeOf(key), language, shown(text)));
    }
    return texts;
}

std::map<std::string, std::string> JsonObject::settings(std::string_view key)
{
    std::map<std::string, std::string> all;
    const Json* value = object(key);
    if (!value)
        return all;
    for (const auto& [name, setting] : value->items()) {
        if (setting.is_string())
            all[name] = setting.get<std::string>();
        else if (setting.is_number() || setting.is_boolean())
            all[name] = setting.dump();
        else
            note(fmt::format("{}.{}: {} is no value; a text, a number, true or false is allowed",
                             placeOf(key), name, shown(setting)));
    }
    return all;
}

const JsonObject::Json* JsonObject::object(std::string_view key)
{
    const Json* value = find(key);
    if (value && !value->is_object()) {
        wrong(key, "is no object; {…} is allowed");
        return nullptr;
    }
    return value;
}

const JsonObject::Json* JsonObject::array(std::string_view key, std::size_t most)
{
    const Json* value = find(key);
    if (!value)
        return nullptr;
    if (value->is_array() && value->size() <= most)
        return value;
    note(fmt::format("{}: {}; an array [… , …] of at most {} is allowed", placeOf(key),
                     value->is_array() ? fmt::format("{} are too many", value->size())
                                       : shown(*value) + " is no array",
                     most));
    return nullptr;
}

void JsonObject::finish()
{
    if (!m_json.is_object())
        return;
    for (const auto& [key, value] : m_json.items()) {
        if (std::ranges::find(m_known, key) != m_known.end())
            continue;
        std::string all;
        for (const std::string& known : m_known)
            all += (all.empty() ? "" : ", ") + known;
        note(fmt::format("{}: '{}' is unknown; allowed are {}",
                         m_place.empty() ? "the file" : m_place, key, all));
        return;
    }
}

} // namespace hw::app
