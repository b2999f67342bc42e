// The group member.

#include "tests/interop/clients/librdkafka/client.h"

#include <algorithm>
#include <chrono>
#include <vector>

Json Client::join(const Json& asked)
{
    m_member = consumer(asked["group"].get<std::string>());
    const Partitions topics(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_list_add(topics.get(), asked["topic"].get<std::string>().c_str(),
                                      RD_KAFKA_PARTITION_UA);
    check(rd_kafka_subscribe(m_member.get(), topics.get()));
    return Json::object();
}

namespace {

std::vector<int> ownedBy(rd_kafka_t* member)
{
    rd_kafka_topic_partition_list_t* list = nullptr;
    check(rd_kafka_assignment(member, &list));
    const Partitions kept(list);
    std::vector<int> owned;
    for (int n = 0; n < kept->cnt; ++n)
        owned.push_back(kept->elems[n].partition);
    std::sort(owned.begin(), owned.end());
    return owned;
}

} // namespace

Json Client::poll(const Json& asked)
{
    const auto least = asked["min"].get<std::size_t>();
    const auto most = asked["max"].get<std::size_t>();
    const auto records = asked.value("records", std::size_t{0});
    const auto ends = std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatienceMs);
    Json read = Json::array();
    std::vector<int> owned;
    while (owned.size() < least || owned.size() > most || read.size() < records) {
        if (std::chrono::steady_clock::now() > ends)
            throw std::runtime_error("owned " + Json(owned).dump() + ", read " +
                                     std::to_string(read.size()));
        const Message message(rd_kafka_consumer_poll(m_member.get(), 100));
        if (message && !message->err)
            read.push_back({message->partition, message->offset,
                            std::string(static_cast<const char*>(message->payload), message->len)});
        owned = ownedBy(m_member.get());
    }
    return {{"owned", owned}, {"records", read}};
}

Json Client::commit()
{
    check(rd_kafka_commit(m_member.get(), nullptr, 0));
    return Json::object();
}

Json Client::committed(const Json& asked)
{
    const Handle reader = consumer(asked["group"].get<std::string>());
    const auto topic = asked["topic"].get<std::string>();
    const rd_kafka_metadata_t* told = nullptr;
    rd_kafka_topic_t* handle = rd_kafka_topic_new(reader.get(), topic.c_str(), nullptr);
    const rd_kafka_resp_err_t error =
        rd_kafka_metadata(reader.get(), 0, handle, &told, kPatienceMs);
    rd_kafka_topic_destroy(handle);
    check(error);
    const Metadata kept(told);
    const Partitions where(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_list_add_range(where.get(), topic.c_str(), 0,
                                            kept->topics[0].partition_cnt - 1);
    check(rd_kafka_committed(reader.get(), where.get(), kPatienceMs));
    Json offsets = Json::object();
    for (int n = 0; n < where->cnt; ++n) {
        if (where->elems[n].offset >= 0)
            offsets[std::to_string(where->elems[n].partition)] = where->elems[n].offset;
    }
    return {{"offsets", offsets}};
}

Json Client::leave()
{
    if (m_member)
        check(rd_kafka_consumer_close(m_member.get()));
    m_member.reset();
    return Json::object();
}
