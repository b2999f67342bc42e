#include <algorithm>

#include <fmt/format.h>

#include "app/commands/words.h"
#include "app/scenario/scenario_reading.h"

namespace hw::app {

namespace {

using Json = JsonObject::Json;

constexpr std::size_t kMaxMeasures = 64;
constexpr std::size_t kMaxCards = 100;

/// What can be pointed at, with how many words behind it.
constexpr std::pair<std::string_view, std::size_t> kPoints[] = {
    {"broker", 1}, {"partition", 1},  {"replica", 2}, {"group", 1}, {"client", 1},
    {"member", 2}, {"ensemble", 0},   {"events", 0},  {"chart", 0}, {"controller", 0},
    {"ledger", 0}, {"lamps", 0},      {"legend", 0},  {"topic", 1}, {"zookeeper", 1},
    {"log", 2},    {"rebalances", 0},
};

void readAt(JsonObject& object, const Json& json, Measure& measure)
{
    const bool isPlace = json.contains("at") && json["at"].is_number();
    if (isPlace)
        measure.at = object.decimal("at", 0, 1e15);
    else
        measure.label = object.translated("at");
    measure.along = object.translated("along");
    if (isPlace && measure.along.empty())
        object.missing("along",
                       "a text is needed: what the numbers of \"at\" are, as records in the "
                       "log; it stands below the chart");
}

Measure readMeasure(Reading& reading, const Json& json, const std::string& place)
{
    JsonObject object = reading.open(json, place);
    Measure measure;
    measure.name = object.translated("name");
    if (measure.name.empty())
        object.missing("name", "a measure needs one, for its line in the chart");
    const std::string figure = object.text("figure").value_or("");
    if (const auto metric = readMetric(figure))
        measure.metric = *metric;
    else
        reading.wrong(object.placeOf("figure"), metric.error().message);
    measure.unit = object.translated("unit");
    if (measure.unit.empty())
        object.missing("unit", "a text is needed, as bytes; measures of one unit share a chart");
    if (json.is_object())
        readAt(object, json, measure);
    measure.every = readSpanAt(reading, object, "every");
    measure.growth = object.flag("growth").value_or(false);
    object.finish();
    return measure;
}

Card readCard(Reading& reading, const Json& json, const std::string& place)
{
    JsonObject object = reading.open(json, place);
    Card card;
    card.point = object.text("point").value_or("");
    checkPoint(reading, object.placeOf("point"), card.point);
    card.title = object.translated("title");
    card.text = object.translated("text");
    if (card.title.empty() || card.text.empty())
        object.missing(card.title.empty() ? "title" : "text", "a card needs both");
    card.lesson = object.text("lesson").value_or("");
    object.finish();
    return card;
}

} // namespace

void checkPoint(Reading& reading, const std::string& place, const std::string& text)
{
    const std::vector<std::string_view> words = wordsOf(text);
    std::string allowed;
    for (const auto& [name, count] : kPoints) {
        if (!words.empty() && words[0] == name && words.size() == count + 1)
            return;
        allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    }
    reading.wrong(place, fmt::format("\"{}\" is nothing to point at; allowed are {}, with their "
                                     "names, as in broker 1 or replica t-0 2",
                                     text, allowed));
}

std::vector<Measure> readMeasures(Reading& reading, JsonObject& object)
{
    std::vector<Measure> measures;
    if (const Json* array = object.array("measure", kMaxMeasures))
        for (const Json& one : *array)
            measures.push_back(readMeasure(
                reading, one, fmt::format("{}[{}]", object.placeOf("measure"), measures.size())));
    return measures;
}

std::vector<Card> readCards(Reading& reading, JsonObject& object)
{
    std::vector<Card> cards;
    if (const Json* array = object.array("cards", kMaxCards))
        for (const Json& one : *array)
            cards.push_back(readCard(reading, one,
                                     fmt::format("{}[{}]", object.placeOf("cards"), cards.size())));
    return cards;
}

} // namespace hw::app
