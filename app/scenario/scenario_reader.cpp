#include "app/scenario/scenario_reader.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "app/commands/line_language.h"
#include "app/commands/words.h"
#include "app/scenario/scenario_reading.h"
#include "engine/cluster/broker_settings.h"
#include "engine/cluster/client_settings.h"

namespace hw::app {

namespace {

using namespace observe;
using Json = JsonObject::Json;

constexpr Duration kLongestSpan = std::chrono::hours(24);
constexpr std::size_t kMaxChoices = 9;
constexpr std::string_view kAllMet = "all met";

/// `2020-10-22 09:00:00`
std::optional<WallTime> readUtc(const std::string& text)
{
    using namespace std::chrono;
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, read = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2d %2d:%2d:%2d%n", &year, &month, &day, &hour, &minute,
                    &second, &read) != 6 ||
        read != static_cast<int>(text.size()))
        return std::nullopt;
    const year_month_day date{std::chrono::year{year}, std::chrono::month{unsigned(month)},
                              std::chrono::day{unsigned(day)}};
    if (!date.ok() || hour > 23 || minute > 59 || second > 59 || year < 1970)
        return std::nullopt;
    const auto at = sys_days(date) + hours(hour) + minutes(minute) + seconds(second);
    return WallTime(duration_cast<milliseconds>(at.time_since_epoch()).count());
}

/// Settings of clients by their names, also of such that join later.
void readClients(Reading& reading, const Json& json, cluster::ClusterSpec& spec)
{
    JsonObject object = reading.open(json, "cluster.clients");
    for (const auto& [name, settings] : json.items()) {
        cluster::ClientConfigs configs = object.settings(name);
        const auto producer = cluster::checkClientConfigs(configs, true);
        const auto consumer = cluster::checkClientConfigs(configs, false);
        if (!producer && !consumer)
            reading.wrong(object.placeOf(name),
                          fmt::format("as a producer: {}; as a consumer: {}",
                                      producer.error().message, consumer.error().message));
        spec.clients[name] = std::move(configs);
    }
}

void readCluster(Reading& reading, const Json& json, cluster::ClusterSpec& spec)
{
    JsonObject object = reading.open(json, "cluster");
    spec.brokers = static_cast<std::int32_t>(
        object.number("brokers", 1, cluster::kMaxBrokers).value_or(spec.brokers));
    spec.ensemble =
        static_cast<std::int32_t>(object.number("ensemble", 1, 5).value_or(spec.ensemble));
    if (object.word("preset", {"classroom", "kafka"}).value_or("classroom") == "kafka")
        spec.preset = cluster::Preset::Kafka;
    spec.configs = object.settings("configs");
    spec.seed = static_cast<std::uint64_t>(object.number("seed", 0, INT64_MAX).value_or(1));
    spec.demo = object.flag("demo").value_or(false);
    if (const Json* clients = object.object("clients"))
        readClients(reading, *clients, spec);
    if (const auto at = object.text("startsAt")) {
        spec.startsAt = readUtc(*at);
        if (!spec.startsAt)
            object.wrong("startsAt",
                         "is no time; a time in UTC is allowed, as 2020-10-22 09:00:00");
    }
    object.finish();
    if (const auto checked = cluster::check(spec); !checked)
        reading.wrong("cluster", checked.error().message);
    else if (const auto settings = cluster::brokerSettings(spec); !settings)
        reading.wrong("cluster.configs", settings.error().message);
}

std::optional<NamedCondition> readConditionAt(Reading& reading, const std::string& place,
                                              const std::string& text)
{
    const Result<Condition> condition = readCondition(text);
    if (condition)
        return NamedCondition{text, *condition};
    reading.wrong(place, fmt::format("\"{}\": {}", text, condition.error().message));
    return std::nullopt;
}

void checkLine(Reading& reading, const std::string& place, const std::string& text)
{
    const Result<Line> line = readLine(text, reading.names());
    if (!line)
        return reading.wrong(place, fmt::format("\"{}\": {}", text, line.error().message));
    const auto* submit = std::get_if<line::Submit>(&*line);
    if (!submit)
        return reading.wrong(
            place,
            fmt::format("\"{}\" does nothing to the cluster; commands are allowed, as kill 2 "
                        "(wait with \"when\" or \"expect\")",
                        text));
    // Later steps may name who joins here.
    if (const auto* consumer = std::get_if<command::AddConsumer>(&submit->command))
        reading.clients.push_back(consumer->name);
    if (const auto* producer = std::get_if<command::AddProducer>(&submit->command))
        reading.clients.push_back(producer->name);
}

Question readQuestion(Reading& reading, const Json& json, const std::string& place)
{
    JsonObject object = reading.open(json, place);
    Question question;
    question.ask = object.translated("ask");
    if (question.ask.empty())
        object.missing("ask", "a question needs a text");
    if (const Json* choices = object.array("choices", kMaxChoices))
        for (const Json& one : *choices) {
            // Read as a member, so that a text and an object of texts are both allowed.
            const Json wrapped = {{"choice", one}};
            JsonObject choice = reading.open(
                wrapped, fmt::format("{}.choices[{}]", place, question.choices.size()));
            question.choices.push_back(choice.translated("choice"));
        }
    if (question.choices.size() < 2)
        object.missing("choices", "at least two answers are needed");
    else
        question.right = static_cast<std::size_t>(
            object.number("right", 1, static_cast<std::int64_t>(question.choices.size()))
                .value_or(1) -
            1);
    if (!object.has("right"))
        object.missing("right", "the number of the right answer, from 1, is needed");
    question.because = object.translated("because");
    object.finish();
    return question;
}

std::vector<NamedCondition> readConditions(Reading& reading, JsonObject& object, const char* key)
{
    std::vector<NamedCondition> conditions;
    for (const std::string& text : object.texts(key))
        if (auto condition = readConditionAt(reading, object.placeOf(key), text))
            conditions.push_back(std::move(*condition));
    return conditions;
}

ScenarioStep readStep(Reading& reading, const Json& json, const std::string& place)
{
    JsonObject object = reading.open(json, place);
    ScenarioStep step;
    step.place = place;
    step.at = readSpanAt(reading, object, "at");
    step.after = readSpanAt(reading, object, "after");
    const auto when = object.text("when");
    step.whenAllMet = when == kAllMet;
    if (when && !step.whenAllMet)
        step.when = readConditionAt(reading, object.placeOf("when"), *when);
    step.lines = object.texts("do");
    for (const std::string& line : step.lines)
        checkLine(reading, object.placeOf("do"), line);
    step.refused = object.texts("refused");
    for (const std::string& line : step.refused)
        checkLine(reading, object.placeOf("refused"), line);
    step.expects = readConditions(reading, object, "expect");
    step.holds = readConditions(reading, object, "holds");
    step.holdsFor = readSpanAt(reading, object, "for").value_or(kDefaultHold);
    step.within = readSpanAt(reading, object, "within").value_or(kDefaultWithin);
    step.text = object.translated("text");
    step.point = object.texts("point");
    for (const std::string& point : step.point)
        checkPoint(reading, object.placeOf("point"), point);
    step.measures = readMeasures(reading, object);
    if (const Json* question = object.object("question"))
        step.question = readQuestion(reading, *question, object.placeOf("question"));
    object.finish();
    const int times = object.has("at") + object.has("after") + object.has("when");
    if (times > 1)
        reading.wrong(place, "it has several of at, after and when; one is allowed");
    if (object.has("within") && !object.has("when") && !object.has("expect"))
        reading.wrong(object.placeOf("within"), "nothing is awaited; it is allowed beside when "
                                                "and expect");
    if (object.has("for") && !object.has("holds"))
        reading.wrong(object.placeOf("for"), "nothing has to hold; it is allowed beside holds");
    if (!object.has("do") && !object.has("expect") && !object.has("text") && !object.has("when") &&
        !object.has("holds") && !object.has("refused"))
        reading.wrong(place,
                      "it does nothing; do, refused, expect, holds, when or text is allowed");
    return step;
}

void readSteps(Reading& reading, const Json& json, std::vector<ScenarioStep>& steps)
{
    Duration latest{};
    for (const Json& one : json) {
        ScenarioStep step = readStep(reading, one, fmt::format("steps[{}]", steps.size()));
        if (step.at && *step.at < latest)
            reading.wrong(step.place + ".at",
                          fmt::format("{} ms is before the {} ms of an earlier step; steps go in "
                                      "order of time",
                                      toMs(*step.at), toMs(latest)));
        latest = std::max(latest, step.at.value_or(Duration{}));
        steps.push_back(std::move(step));
    }
}

/// Line and column of a byte, both from 1.
std::string whereIs(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == before.npos ? before.size() : before.size() - start - 1;
    return fmt::format("line {}, column {}", line, column);
}

} // namespace

std::optional<Duration> readSpanAt(Reading& reading, JsonObject& object, const char* key)
{
    const auto text = object.text(key);
    if (!text)
        return std::nullopt;
    const Result<Duration> span = readSpan(*text);
    if (span)
        return *span;
    reading.wrong(object.placeOf(key), span.error().message);
    return std::nullopt;
}

Result<Duration> readSpan(std::string_view word)
{
    const std::size_t digits = std::min(word.find_first_not_of("0123456789."), word.size());
    const std::string_view number = word.substr(0, digits);
    const std::string_view unit = word.substr(digits);
    const double scale = unit == "ms" ? 1 : unit == "s" ? 1000 : unit == "m" ? 60'000 : 0;
    const bool isNumber = !number.empty() && number.size() < 16 && number != "." &&
                          std::ranges::count(number, '.') <= 1;
    const double ms = isNumber ? std::stod(std::string(number)) * scale : -1;
    if (scale == 0 || ms < 0 || ms > static_cast<double>(toMs(kLongestSpan)))
        return fail(Failure::Invalid,
                    fmt::format("\"{}\" is no time; a number with ms, s or m, up to a day, is "
                                "allowed, as in 12s, 500ms or 1.5s",
                                word));
    return fromMs(std::llround(ms));
}

namespace {

/// A key that stands twice in one object: JSON takes the last, silently.
class Doubles
{
public:
    bool take(Json::parse_event_t event, const Json& parsed)
    {
        if (event == Json::parse_event_t::object_start)
            m_open.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            m_open.pop_back();
        else if (event == Json::parse_event_t::key && !m_open.back().insert(parsed).second)
            m_first = m_first.value_or(parsed.get<std::string>());
        return true;
    }
    const std::optional<std::string>& first() const { return m_first; }

private:
    std::vector<std::set<std::string>> m_open;
    std::optional<std::string> m_first;
};

Result<Json> parseScenario(std::string_view text)
{
    if (text.size() > kMaxScenarioBytes)
        return fail(Failure::Invalid, fmt::format("{} bytes are too many; {} are allowed",
                                                  text.size(), kMaxScenarioBytes));
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fail(Failure::Invalid, "the file is empty; {\"steps\": […]} is allowed");
    Doubles doubles;
    Json json;
    try {
        json = Json::parse(
            text,
            [&](int, Json::parse_event_t event, Json& parsed) {
                return doubles.take(event, parsed);
            },
            true, true);
    } catch (const Json::parse_error& error) {
        const char* what = error.byte > text.size()
                               ? "the file ends before all that is open is closed"
                               : "that is no JSON there";
        return fail(Failure::Invalid, fmt::format("{}: {}; objects, arrays, texts, numbers and "
                                                  "// comments are allowed",
                                                  whereIs(text, error.byte), what));
    }
    if (doubles.first())
        return fail(Failure::Invalid,
                    fmt::format("\"{}\" stands twice in one object", *doubles.first()));
    return json;
}

/// Who has settings joins, now or in a step.
void checkClients(Reading& reading, const cluster::ClusterSpec& spec)
{
    for (const auto& [name, settings] : spec.clients) {
        if (std::ranges::find(reading.clients, name) == reading.clients.end())
            reading.wrong("cluster.clients." + name,
                          fmt::format("there is no client {0}; names of the workload's clients and "
                                      "of those that steps add are allowed",
                                      name));
    }
}

} // namespace

Result<Scenario> readScenario(std::string_view text)
{
    const Result<Json> parsed = parseScenario(text);
    if (!parsed)
        return tl::unexpected(parsed.error());
    const Json& json = *parsed;
    Reading reading;
    Scenario scenario;
    JsonObject object = reading.open(json, "");
    scenario.name = object.translated("name");
    scenario.text = object.translated("text");
    scenario.differs = object.translated("differs");
    scenario.part = object.word("part", {"A", "B", "C", "D"}).value_or("");
    if (const Json* spec = object.object("cluster"))
        readCluster(reading, *spec, scenario.spec);
    if (const Json* workload = object.object("workload"))
        readWorkload(reading, *workload, scenario.workload, scenario.spec);
    if (const Json* steps = object.array("steps", kMaxScenarioSteps))
        readSteps(reading, *steps, scenario.steps);
    else
        object.missing("steps", "a scenario needs some");
    scenario.always = readConditions(reading, object, "always");
    scenario.cards = readCards(reading, object);
    object.finish();
    checkWorkload(reading, scenario.workload, scenario.spec);
    checkClients(reading, scenario.spec);
    if (reading.mistake)
        return tl::unexpected(*reading.mistake);
    return scenario;
}

Result<Scenario> readScenarioFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    // Nothing at all to read is no mistake of the stream's.
    if (!file || (file.peek() != std::ifstream::traits_type::eof() && !(bytes << file.rdbuf())) ||
        std::filesystem::is_directory(path))
        return fail(
            Failure::NotFound,
            fmt::format("--scenario: '{}' cannot be read; a scenario file is allowed", path));
    Result<Scenario> scenario = readScenario(bytes.str());
    if (!scenario)
        return fail(scenario.error().kind, fmt::format("{}: {}", path, scenario.error().message));
    scenario->id = std::filesystem::path(path).stem().string();
    if (scenario->name.empty())
        scenario->name = Texts(scenario->id);
    return scenario;
}

} // namespace hw::app
