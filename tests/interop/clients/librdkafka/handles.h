// Owners for librdkafka's objects, and its errors as exceptions.
#pragma once

#include <librdkafka/rdkafka.h>
#include <memory>
#include <stdexcept>
#include <string>

/// Frees a librdkafka object with the function that belongs to it.
template <auto Free> struct Freeing
{
    template <typename T> void operator()(T* object) const { Free(object); }
};

using Handle = std::unique_ptr<rd_kafka_t, Freeing<rd_kafka_destroy>>;
using Queue = std::unique_ptr<rd_kafka_queue_t, Freeing<rd_kafka_queue_destroy>>;
using Event = std::unique_ptr<rd_kafka_event_t, Freeing<rd_kafka_event_destroy>>;
using Message = std::unique_ptr<rd_kafka_message_t, Freeing<rd_kafka_message_destroy>>;
using Partitions = std::unique_ptr<rd_kafka_topic_partition_list_t,
                                   Freeing<rd_kafka_topic_partition_list_destroy>>;
using Metadata = std::unique_ptr<const rd_kafka_metadata_t, Freeing<rd_kafka_metadata_destroy>>;
using GroupList = std::unique_ptr<const rd_kafka_group_list, Freeing<rd_kafka_group_list_destroy>>;

/// How long one call may wait for the cluster.
constexpr int kPatienceMs = 30'000;

/// The library's own word for what went wrong, for example "TOPIC_ALREADY_EXISTS".
class KafkaError : public std::runtime_error
{
public:
    explicit KafkaError(rd_kafka_resp_err_t code, const std::string& more = {})
        : std::runtime_error(std::string(rd_kafka_err2name(code)) + ": " + rd_kafka_err2str(code) +
                             " " + more)
    {
    }
};

inline void check(rd_kafka_resp_err_t code, const char* more = nullptr)
{
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR)
        throw KafkaError(code, more ? more : "");
}

inline void check(rd_kafka_error_t* error)
{
    if (!error)
        return;
    const KafkaError thrown(rd_kafka_error_code(error), rd_kafka_error_string(error));
    rd_kafka_error_destroy(error);
    throw thrown;
}

/// An idempotent producer that gave up says why only when asked.
inline void checkNotFatal(rd_kafka_t* handle)
{
    char why[512];
    const rd_kafka_resp_err_t code = rd_kafka_fatal_error(handle, why, sizeof why);
    check(code, why);
}
