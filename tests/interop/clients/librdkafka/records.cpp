// Produce and read.

#include "tests/interop/clients/librdkafka/client.h"

#include <chrono>
#include <vector>

namespace {

constexpr int kChunk = 250;
constexpr int kPartitions = 3;

struct Text
{
    explicit Text(const Json& value)
        : null(value.is_null())
    {
        if (!null)
            bytes = value.get<std::string>();
    }
    void* data() { return null ? nullptr : bytes.data(); }

    bool null;
    std::string bytes;
};

rd_kafka_headers_t* headersOf(const Json& pairs)
{
    rd_kafka_headers_t* made = rd_kafka_headers_new(pairs.size());
    for (const Json& pair : pairs) {
        const auto name = pair[0].get<std::string>();
        Text value(pair[1]);
        rd_kafka_header_add(made, name.data(), static_cast<ssize_t>(name.size()), value.data(),
                            static_cast<ssize_t>(value.bytes.size()));
    }
    return made;
}

Json textOf(const void* data, std::size_t size)
{
    if (!data)
        return nullptr;
    return std::string(static_cast<const char*>(data), size);
}

Json headersOf(const rd_kafka_message_t& message)
{
    Json made = Json::array();
    rd_kafka_headers_t* headers = nullptr;
    if (rd_kafka_message_headers(&message, &headers) != RD_KAFKA_RESP_ERR_NO_ERROR)
        return made;
    const char* name = nullptr;
    const void* value = nullptr;
    std::size_t size = 0;
    for (std::size_t n = 0;
         rd_kafka_header_get_all(headers, n, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR;
         ++n)
        made.push_back({name, textOf(value, size)});
    return made;
}

void send(rd_kafka_t* producer, const std::string& topic, const Json& record, Delivery& told)
{
    Text key(record.value("key", Json()));
    Text value(record["value"]);
    const int partition = record.value("partition", RD_KAFKA_PARTITION_UA);
    const std::int64_t timestamp = record.value("timestamp", std::int64_t{0});
    check(rd_kafka_producev(
        producer, RD_KAFKA_V_TOPIC(topic.c_str()), RD_KAFKA_V_PARTITION(partition),
        RD_KAFKA_V_KEY(key.data(), key.bytes.size()),
        RD_KAFKA_V_VALUE(value.data(), value.bytes.size()), RD_KAFKA_V_TIMESTAMP(timestamp),
        RD_KAFKA_V_HEADERS(headersOf(record.value("headers", Json::array()))),
        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_OPAQUE(&told), RD_KAFKA_V_END));
}

std::string orFalse(bool value) { return value ? "true" : "false"; }

} // namespace

Json Client::produce(const Json& asked)
{
    const Handle made = producer({{"acks", asked["acks"].get<std::string>()},
                                  {"compression.type", asked["compression"].get<std::string>()},
                                  {"enable.idempotence", orFalse(asked["idempotent"].get<bool>())},
                                  {"message.max.bytes", "8000000"}});
    const auto topic = asked["topic"].get<std::string>();
    std::vector<Delivery> told(asked["records"].size());
    for (std::size_t n = 0; n < told.size(); ++n)
        send(made.get(), topic, asked["records"][n], told[n]);
    check(rd_kafka_flush(made.get(), kPatienceMs));
    checkNotFatal(made.get());
    Json placed = Json::array();
    for (const Delivery& one : told) {
        check(one.error);
        placed.push_back({one.partition, one.offset});
    }
    return {{"placed", placed}};
}

Json Client::stream(const Json& asked, const std::function<void()>& progress)
{
    const bool idempotent = asked["idempotent"].get<bool>();
    const Handle made = producer({{"acks", "all"},
                                  {"enable.idempotence", orFalse(idempotent)},
                                  {"max.in.flight", idempotent ? "5" : "1"}});
    const auto topic = asked["topic"].get<std::string>();
    const auto prefix = asked["prefix"].get<std::string>();
    const int count = asked["count"].get<int>();
    std::vector<Delivery> told(static_cast<std::size_t>(count));
    for (int n = 0; n < count; ++n) {
        send(made.get(), topic,
             {{"value", prefix + std::to_string(n)}, {"partition", n % kPartitions}},
             told[static_cast<std::size_t>(n)]);
        if (n % kChunk == kChunk - 1) {
            check(rd_kafka_flush(made.get(), kPatienceMs));
            checkNotFatal(made.get());
        }
        if (n == count / 4)
            progress();
    }
    check(rd_kafka_flush(made.get(), kPatienceMs));
    Json placed = Json::array();
    for (const Delivery& one : told) {
        if (one.answered && !one.error)
            placed.push_back({one.partition, one.offset});
        else
            placed.push_back(nullptr);
    }
    return {{"placed", placed}};
}

Json Client::read(const Json& asked)
{
    const auto topic = asked["topic"].get<std::string>();
    const int partition = asked["partition"].get<int>();
    const Handle reader = consumer("unused");
    const Partitions where(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_t* one =
        rd_kafka_topic_partition_list_add(where.get(), topic.c_str(), partition);
    if (asked.contains("time")) {
        one->offset = asked["time"].get<std::int64_t>();
        check(rd_kafka_offsets_for_times(reader.get(), where.get(), kPatienceMs));
        check(one->err);
    } else {
        one->offset = asked["offset"].get<std::int64_t>();
    }
    check(rd_kafka_assign(reader.get(), where.get()));

    const auto ends = std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatienceMs);
    const auto count = asked["count"].get<std::size_t>();
    Json records = Json::array();
    while (records.size() < count) {
        if (std::chrono::steady_clock::now() > ends)
            throw std::runtime_error("read only " + std::to_string(records.size()));
        const Message message(rd_kafka_consumer_poll(reader.get(), 200));
        if (!message)
            continue;
        check(message->err);
        records.push_back({{"offset", message->offset},
                           {"key", textOf(message->key, message->key_len)},
                           {"value", textOf(message->payload, message->len)},
                           {"headers", headersOf(*message)},
                           {"timestamp", rd_kafka_message_timestamp(message.get(), nullptr)}});
    }
    check(rd_kafka_consumer_close(reader.get()));
    return {{"records", records}};
}

Json Client::offset(const Json& asked)
{
    const auto topic = asked["topic"].get<std::string>();
    const int partition = asked["partition"].get<int>();
    const Handle reader = consumer("unused");
    if (asked["at"].is_string()) {
        std::int64_t low = 0;
        std::int64_t high = 0;
        check(rd_kafka_query_watermark_offsets(reader.get(), topic.c_str(), partition, &low, &high,
                                               kPatienceMs));
        return {{"offset", asked["at"] == "earliest" ? low : high}};
    }
    const Partitions where(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_t* one =
        rd_kafka_topic_partition_list_add(where.get(), topic.c_str(), partition);
    one->offset = asked["at"].get<std::int64_t>();
    check(rd_kafka_offsets_for_times(reader.get(), where.get(), kPatienceMs));
    check(one->err);
    return {{"offset", one->offset}};
}
