// librdkafka's C API behind the operations that clients/README.md names.
#pragma once

#include "tests/interop/clients/librdkafka/handles.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

using Json = nlohmann::json;

/// One client: producers and readers are made for each operation, the group member is kept
/// between them. Touched by one thread.
class Client
{
public:
    explicit Client(std::string bootstrap)
        : m_bootstrap(std::move(bootstrap))
    {
    }

    Json produce(const Json& asked);
    /// `progress` is called when a quarter is written.
    Json stream(const Json& asked, const std::function<void()>& progress);
    Json read(const Json& asked);
    Json offset(const Json& asked);

    Json join(const Json& asked);
    Json poll(const Json& asked);
    Json commit();
    Json committed(const Json& asked);
    Json leave();

    Json admin(const std::string& op, const Json& asked);

private:
    using Settings = std::initializer_list<std::pair<const char*, std::string>>;

    Handle producer(Settings settings) const;
    Handle consumer(const std::string& group) const;
    Handle make(rd_kafka_type_t type, Settings settings) const;
    Handle& adminHandle();

    std::string m_bootstrap;
    Handle m_member;
    Handle m_admin;
};

/// Where a sent record went: the partition and offset, or the error.
struct Delivery
{
    bool answered = false;
    rd_kafka_resp_err_t error = RD_KAFKA_RESP_ERR_NO_ERROR;
    int partition = -1;
    std::int64_t offset = -1;
};
