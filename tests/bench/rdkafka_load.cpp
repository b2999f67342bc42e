// A load on any Kafka cluster through librdkafka's C API, for bench_clients.py.
//
//   rdkafka_load produce|consume BOOTSTRAP TOPIC COUNT SIZE
//
// Prints name=value pairs: MB/s, and for produce the latency from handing a record over until its
// acknowledgement (acks=all), at full load.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <librdkafka/rdkafka.h>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPatienceMs = 60'000;
constexpr int kPartitions = 3;

[[noreturn]] void fail(const char* what)
{
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

struct Load
{
    std::string bootstrap;
    std::string topic;
    std::int64_t count = 0;
    std::size_t size = 0;
};

rd_kafka_t* clientOf(rd_kafka_type_t type, const Load& load, rd_kafka_conf_t* conf)
{
    char error[512];
    const auto set = [&](const char* name, const char* value) {
        if (rd_kafka_conf_set(conf, name, value, error, sizeof error) != RD_KAFKA_CONF_OK)
            fail(error);
    };
    set("bootstrap.servers", load.bootstrap.c_str());
    set("acks", "all");
    set("linger.ms", "5");
    set("queue.buffering.max.messages", "100000");
    set("group.id", "bench");
    set("auto.offset.reset", "earliest");
    set("enable.auto.commit", "false");
    // A client with that many unread messages asks for more only once a second.
    set("queued.min.messages", "10000000");
    set("queued.max.messages.kbytes", "1048576");
    rd_kafka_t* made = rd_kafka_new(type, conf, error, sizeof error);
    if (!made)
        fail(error);
    return made;
}

double megabytesPerSecond(const Load& load, Clock::time_point started)
{
    const std::chrono::duration<double> took = Clock::now() - started;
    return static_cast<double>(load.count) * static_cast<double>(load.size) / 1e6 / took.count();
}

/// Latency of each record in nanoseconds, by its number.
struct Latencies
{
    std::vector<Clock::rep> times;
    bool failed = false;
};

/// Waits until the client knows the topic's leaders: one that asks too early looks again a second
/// later, which is of no cluster's doing. The first to ask may make the topic.
void awaitLeaders(rd_kafka_t* client, const Load& load)
{
    rd_kafka_topic_t* topic = rd_kafka_topic_new(client, load.topic.c_str(), nullptr);
    const auto isTold = [&] {
        const rd_kafka_metadata_t* known = nullptr;
        if (!topic ||
            rd_kafka_metadata(client, 0, topic, &known, kPatienceMs) != RD_KAFKA_RESP_ERR_NO_ERROR)
            fail("the topic's leaders are not told");
        const rd_kafka_metadata_topic& it = known->topics[0];
        const bool told = it.err == RD_KAFKA_RESP_ERR_NO_ERROR && it.partition_cnt > 0 &&
                          std::all_of(it.partitions, it.partitions + it.partition_cnt,
                                      [](const auto& one) { return one.leader >= 0; });
        rd_kafka_metadata_destroy(known);
        return told;
    };
    while (!isTold())
        rd_kafka_poll(client, 20);
    rd_kafka_topic_destroy(topic);
}

void produce(const Load& load)
{
    Latencies latencies;
    latencies.times.resize(static_cast<std::size_t>(load.count));
    rd_kafka_conf_t* conf = rd_kafka_conf_new();
    rd_kafka_conf_set_opaque(conf, &latencies);
    rd_kafka_conf_set_dr_msg_cb(conf, [](rd_kafka_t*, const rd_kafka_message_t* one, void* opaque) {
        auto& kept = *static_cast<Latencies*>(opaque);
        kept.failed |= one->err != RD_KAFKA_RESP_ERR_NO_ERROR;
        Clock::rep& time = *static_cast<Clock::rep*>(one->_private);
        time = Clock::now().time_since_epoch().count() - time;
    });
    rd_kafka_t* producer = clientOf(RD_KAFKA_PRODUCER, load, conf);
    awaitLeaders(producer, load);
    const std::string value(load.size, 'x');
    const auto started = Clock::now();
    for (std::int64_t n = 0; n < load.count; ++n) {
        Clock::rep& time = latencies.times[static_cast<std::size_t>(n)];
        time = Clock::now().time_since_epoch().count();
        while (rd_kafka_producev(producer, RD_KAFKA_V_TOPIC(load.topic.c_str()),
                                 RD_KAFKA_V_PARTITION(static_cast<int>(n % kPartitions)),
                                 RD_KAFKA_V_VALUE(const_cast<char*>(value.data()), value.size()),
                                 RD_KAFKA_V_OPAQUE(&time),
                                 RD_KAFKA_V_END) == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
            rd_kafka_poll(producer, 10);
            time = Clock::now().time_since_epoch().count();
        }
        if (n % 1000 == 0)
            rd_kafka_poll(producer, 0);
    }
    if (rd_kafka_flush(producer, kPatienceMs) != RD_KAFKA_RESP_ERR_NO_ERROR || latencies.failed)
        fail("not all records were acknowledged");
    std::printf("produced_mb_s=%f ", megabytesPerSecond(load, started));
    std::sort(latencies.times.begin(), latencies.times.end());
    const auto at = [&](double share) {
        const auto n = static_cast<std::size_t>(share * static_cast<double>(load.count - 1));
        return static_cast<double>(latencies.times[n]) / 1e6;
    };
    std::printf("p50_ms=%f p99_ms=%f\n", at(0.5), at(0.99));
    rd_kafka_destroy(producer);
}

void consume(const Load& load)
{
    rd_kafka_t* consumer = clientOf(RD_KAFKA_CONSUMER, load, rd_kafka_conf_new());
    awaitLeaders(consumer, load);
    rd_kafka_topic_partition_list_t* where = rd_kafka_topic_partition_list_new(kPartitions);
    for (int partition = 0; partition < kPartitions; ++partition)
        rd_kafka_topic_partition_list_add(where, load.topic.c_str(), partition)->offset = 0;
    rd_kafka_poll_set_consumer(consumer);
    rd_kafka_assign(consumer, where);
    rd_kafka_topic_partition_list_destroy(where);
    rd_kafka_queue_t* queue = rd_kafka_queue_get_consumer(consumer);
    std::vector<rd_kafka_message_t*> messages(10'000);
    const auto started = Clock::now();
    for (std::int64_t read = 0; read < load.count;) {
        // It waits until it has all it is asked for.
        const auto most = std::min(messages.size(), static_cast<std::size_t>(load.count - read));
        const ssize_t got = rd_kafka_consume_batch_queue(queue, kPatienceMs, messages.data(), most);
        if (got <= 0)
            fail("records are missing");
        for (ssize_t n = 0; n < got; ++n) {
            read += messages[static_cast<std::size_t>(n)]->err == RD_KAFKA_RESP_ERR_NO_ERROR;
            rd_kafka_message_destroy(messages[static_cast<std::size_t>(n)]);
        }
    }
    std::printf("consumed_mb_s=%f\n", megabytesPerSecond(load, started));
    rd_kafka_queue_destroy(queue);
    rd_kafka_consumer_close(consumer);
    rd_kafka_destroy(consumer);
}

} // namespace

int main(int count, char** arguments)
{
    const std::string what = count == 6 ? arguments[1] : "";
    if (what != "produce" && what != "consume") {
        std::fprintf(stderr, "usage: %s produce|consume BOOTSTRAP TOPIC COUNT SIZE\n",
                     arguments[0]);
        return 2;
    }
    const Load load{arguments[2], arguments[3], std::atoll(arguments[4]),
                    static_cast<std::size_t>(std::atoll(arguments[5]))};
    if (what == "produce")
        produce(load);
    else
        consume(load);
    return 0;
}
