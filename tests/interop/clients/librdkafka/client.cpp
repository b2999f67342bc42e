#include "tests/interop/clients/librdkafka/client.h"

Handle Client::make(rd_kafka_type_t type, Settings settings) const
{
    rd_kafka_conf_t* conf = rd_kafka_conf_new();
    char error[512];
    const auto set = [&](const char* name, const std::string& value) {
        if (rd_kafka_conf_set(conf, name, value.c_str(), error, sizeof error) != RD_KAFKA_CONF_OK)
            throw std::runtime_error(error);
    };
    set("bootstrap.servers", m_bootstrap);
    set("log_level", "0");
    for (const auto& [name, value] : settings)
        set(name, value);
    if (type == RD_KAFKA_PRODUCER) {
        rd_kafka_conf_set_dr_msg_cb(conf, [](rd_kafka_t*, const rd_kafka_message_t* one, void*) {
            *static_cast<Delivery*>(one->_private) =
                Delivery{true, one->err, one->partition, one->offset};
        });
    }
    rd_kafka_t* made = rd_kafka_new(type, conf, error, sizeof error);
    if (!made)
        throw std::runtime_error(error);
    return Handle(made);
}

Handle Client::producer(Settings settings) const { return make(RD_KAFKA_PRODUCER, settings); }

Handle Client::consumer(const std::string& group) const
{
    Handle made = make(RD_KAFKA_CONSUMER, {{"group.id", group},
                                           {"enable.auto.commit", "false"},
                                           {"auto.offset.reset", "earliest"},
                                           {"check.crcs", "true"},
                                           {"session.timeout.ms", "6000"},
                                           {"heartbeat.interval.ms", "500"}});
    check(rd_kafka_poll_set_consumer(made.get()));
    return made;
}

Handle& Client::adminHandle()
{
    if (!m_admin)
        m_admin = producer({});
    return m_admin;
}
