// The admin calls of librdkafka 2.0: those that answer with an event, and the older lists.

#include "tests/interop/clients/librdkafka/client.h"

#include <functional>
#include <map>

namespace {

using NewTopic = std::unique_ptr<rd_kafka_NewTopic_t, Freeing<rd_kafka_NewTopic_destroy>>;
using DeleteTopic = std::unique_ptr<rd_kafka_DeleteTopic_t, Freeing<rd_kafka_DeleteTopic_destroy>>;
using NewPartitions =
    std::unique_ptr<rd_kafka_NewPartitions_t, Freeing<rd_kafka_NewPartitions_destroy>>;
using Config = std::unique_ptr<rd_kafka_ConfigResource_t, Freeing<rd_kafka_ConfigResource_destroy>>;
using DeleteGroup = std::unique_ptr<rd_kafka_DeleteGroup_t, Freeing<rd_kafka_DeleteGroup_destroy>>;
using DeleteRecords =
    std::unique_ptr<rd_kafka_DeleteRecords_t, Freeing<rd_kafka_DeleteRecords_destroy>>;
using DeleteOffsets = std::unique_ptr<rd_kafka_DeleteConsumerGroupOffsets_t,
                                      Freeing<rd_kafka_DeleteConsumerGroupOffsets_destroy>>;

/// Sends a request by `call` and waits for the event that answers it.
Event answerTo(rd_kafka_t* handle, const std::function<void(rd_kafka_queue_t*)>& call)
{
    const Queue queue(rd_kafka_queue_new(handle));
    call(queue.get());
    Event event(rd_kafka_queue_poll(queue.get(), kPatienceMs));
    if (!event)
        throw std::runtime_error("no answer");
    check(rd_kafka_event_error(event.get()), rd_kafka_event_error_string(event.get()));
    return event;
}

void checkTopics(const rd_kafka_topic_result_t** results, std::size_t count)
{
    for (std::size_t n = 0; n < count; ++n)
        check(rd_kafka_topic_result_error(results[n]),
              rd_kafka_topic_result_error_string(results[n]));
}

void checkGroups(const rd_kafka_group_result_t** results, std::size_t count)
{
    for (std::size_t n = 0; n < count; ++n) {
        if (const rd_kafka_error_t* error = rd_kafka_group_result_error(results[n]))
            throw KafkaError(rd_kafka_error_code(error), rd_kafka_error_string(error));
        const rd_kafka_topic_partition_list_t* parts = rd_kafka_group_result_partitions(results[n]);
        for (int p = 0; parts && p < parts->cnt; ++p)
            check(parts->elems[p].err);
    }
}

std::string topicOf(const Json& asked) { return asked["topic"].get<std::string>(); }

Json createTopic(rd_kafka_t* handle, const Json& asked)
{
    char error[512];
    const NewTopic topic(
        rd_kafka_NewTopic_new(topicOf(asked).c_str(), asked["partitions"].get<int>(),
                              asked["replication"].get<int>(), error, sizeof error));
    for (const auto& [name, value] : asked["configs"].items())
        check(rd_kafka_NewTopic_set_config(topic.get(), name.c_str(),
                                           value.get<std::string>().c_str()));
    rd_kafka_NewTopic_t* list[] = {topic.get()};
    const Event event = answerTo(handle, [&](rd_kafka_queue_t* queue) {
        rd_kafka_CreateTopics(handle, list, 1, nullptr, queue);
    });
    std::size_t count = 0;
    const auto* results = rd_kafka_event_CreateTopics_result(event.get());
    const auto** topics = rd_kafka_CreateTopics_result_topics(results, &count);
    checkTopics(topics, count);
    return Json::object();
}

Json deleteTopic(rd_kafka_t* handle, const Json& asked)
{
    const DeleteTopic topic(rd_kafka_DeleteTopic_new(topicOf(asked).c_str()));
    rd_kafka_DeleteTopic_t* list[] = {topic.get()};
    const Event event = answerTo(handle, [&](rd_kafka_queue_t* queue) {
        rd_kafka_DeleteTopics(handle, list, 1, nullptr, queue);
    });
    std::size_t count = 0;
    const auto* results = rd_kafka_event_DeleteTopics_result(event.get());
    const auto** topics = rd_kafka_DeleteTopics_result_topics(results, &count);
    checkTopics(topics, count);
    return Json::object();
}

Json createPartitions(rd_kafka_t* handle, const Json& asked)
{
    char error[512];
    const NewPartitions more(rd_kafka_NewPartitions_new(
        topicOf(asked).c_str(), asked["count"].get<std::size_t>(), error, sizeof error));
    rd_kafka_NewPartitions_t* list[] = {more.get()};
    const Event event = answerTo(handle, [&](rd_kafka_queue_t* queue) {
        rd_kafka_CreatePartitions(handle, list, 1, nullptr, queue);
    });
    std::size_t count = 0;
    const auto* results = rd_kafka_event_CreatePartitions_result(event.get());
    const auto** topics = rd_kafka_CreatePartitions_result_topics(results, &count);
    checkTopics(topics, count);
    return Json::object();
}

Json describeConfigs(rd_kafka_t* handle, const Json& asked)
{
    const bool ofTopic = asked.contains("topic");
    const std::string name = ofTopic ? topicOf(asked) : std::to_string(asked["broker"].get<int>());
    const Config config(rd_kafka_ConfigResource_new(
        ofTopic ? RD_KAFKA_RESOURCE_TOPIC : RD_KAFKA_RESOURCE_BROKER, name.c_str()));
    rd_kafka_ConfigResource_t* list[] = {config.get()};
    const Event event = answerTo(handle, [&](rd_kafka_queue_t* queue) {
        rd_kafka_DescribeConfigs(handle, list, 1, nullptr, queue);
    });
    std::size_t count = 0;
    const rd_kafka_ConfigResource_t** told = rd_kafka_DescribeConfigs_result_resources(
        rd_kafka_event_DescribeConfigs_result(event.get()), &count);
    check(rd_kafka_ConfigResource_error(told[0]), rd_kafka_ConfigResource_error_string(told[0]));
    Json configs = Json::object();
    const rd_kafka_ConfigEntry_t** entries = rd_kafka_ConfigResource_configs(told[0], &count);
    for (std::size_t n = 0; n < count; ++n) {
        const char* value = rd_kafka_ConfigEntry_value(entries[n]);
        configs[rd_kafka_ConfigEntry_name(entries[n])] = value ? Json(value) : Json();
    }
    return {{"configs", configs}};
}

Json alterConfigs(rd_kafka_t* handle, const Json& asked)
{
    const Config config(
        rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topicOf(asked).c_str()));
    for (const auto& [name, value] : asked["set"].items())
        check(rd_kafka_ConfigResource_set_config(config.get(), name.c_str(),
                                                 value.get<std::string>().c_str()));
    rd_kafka_ConfigResource_t* list[] = {config.get()};
    const Event event = answerTo(handle, [&](rd_kafka_queue_t* queue) {
        rd_kafka_AlterConfigs(handle, list, 1, nullptr, queue);
    });
    std::size_t count = 0;
    const rd_kafka_ConfigResource_t** told = rd_kafka_AlterConfigs_result_resources(
        rd_kafka_event_AlterConfigs_result(event.get()), &count);
    check(rd_kafka_ConfigResource_error(told[0]), rd_kafka_ConfigResource_error_string(told[0]));
    return Json::object();
}

Json deleteRecords(rd_kafka_t* handle, const Json& asked)
{
    const Partitions where(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_list_add(where.get(), topicOf(asked).c_str(),
                                      asked["partition"].get<int>())
        ->offset = asked["before"].get<std::int64_t>();
    const DeleteRecords wish(rd_kafka_DeleteRecords_new(where.get()));
    rd_kafka_DeleteRecords_t* list[] = {wish.get()};
    const Event event = answerTo(handle, [&](rd_kafka_queue_t* queue) {
        rd_kafka_DeleteRecords(handle, list, 1, nullptr, queue);
    });
    const rd_kafka_topic_partition_list_t* told =
        rd_kafka_DeleteRecords_result_offsets(rd_kafka_event_DeleteRecords_result(event.get()));
    check(told->elems[0].err);
    return {{"low", told->elems[0].offset}};
}

Json deleteGroup(rd_kafka_t* handle, const Json& asked)
{
    const DeleteGroup group(rd_kafka_DeleteGroup_new(asked["group"].get<std::string>().c_str()));
    rd_kafka_DeleteGroup_t* list[] = {group.get()};
    const Event event = answerTo(handle, [&](rd_kafka_queue_t* queue) {
        rd_kafka_DeleteGroups(handle, list, 1, nullptr, queue);
    });
    std::size_t count = 0;
    const auto* results = rd_kafka_event_DeleteGroups_result(event.get());
    const auto** groups = rd_kafka_DeleteGroups_result_groups(results, &count);
    checkGroups(groups, count);
    return Json::object();
}

Json deleteOffsets(rd_kafka_t* handle, const Json& asked)
{
    const Partitions where(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_list_add(where.get(), topicOf(asked).c_str(), 0);
    const DeleteOffsets wish(rd_kafka_DeleteConsumerGroupOffsets_new(
        asked["group"].get<std::string>().c_str(), where.get()));
    rd_kafka_DeleteConsumerGroupOffsets_t* list[] = {wish.get()};
    const Event event = answerTo(handle, [&](rd_kafka_queue_t* queue) {
        rd_kafka_DeleteConsumerGroupOffsets(handle, list, 1, nullptr, queue);
    });
    std::size_t count = 0;
    const auto* results = rd_kafka_event_DeleteConsumerGroupOffsets_result(event.get());
    const auto** groups = rd_kafka_DeleteConsumerGroupOffsets_result_groups(results, &count);
    checkGroups(groups, count);
    return Json::object();
}

Metadata metadataOf(rd_kafka_t* handle)
{
    const rd_kafka_metadata_t* told = nullptr;
    check(rd_kafka_metadata(handle, 1, nullptr, &told, kPatienceMs));
    return Metadata(told);
}

Json topics(rd_kafka_t* handle, const Json&)
{
    const Metadata told = metadataOf(handle);
    Json names = Json::array();
    for (int n = 0; n < told->topic_cnt; ++n)
        names.push_back(told->topics[n].topic);
    return {{"topics", names}};
}

Json describeTopic(rd_kafka_t* handle, const Json& asked)
{
    const Metadata told = metadataOf(handle);
    for (int n = 0; n < told->topic_cnt; ++n) {
        const rd_kafka_metadata_topic_t& topic = told->topics[n];
        if (topicOf(asked) != topic.topic)
            continue;
        check(topic.err);
        Json parts = Json::array();
        for (int p = 0; p < topic.partition_cnt; ++p) {
            const rd_kafka_metadata_partition_t& one = topic.partitions[p];
            parts.push_back(
                {{"partition", one.id},
                 {"leader", one.leader},
                 {"replicas", std::vector<int>(one.replicas, one.replicas + one.replica_cnt)},
                 {"isr", std::vector<int>(one.isrs, one.isrs + one.isr_cnt)}});
        }
        return {{"partitions", parts}};
    }
    throw KafkaError(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
}

Json cluster(rd_kafka_t* handle, const Json&)
{
    const Metadata told = metadataOf(handle);
    Json brokers = Json::array();
    for (int n = 0; n < told->broker_cnt; ++n)
        brokers.push_back({{"id", told->brokers[n].id},
                           {"host", told->brokers[n].host},
                           {"port", told->brokers[n].port}});
    const std::unique_ptr<char, Freeing<std::free>> id(rd_kafka_clusterid(handle, kPatienceMs));
    return {{"id", id ? Json(id.get()) : Json()},
            {"controller", rd_kafka_controllerid(handle, kPatienceMs)},
            {"brokers", brokers}};
}

GroupList groupList(rd_kafka_t* handle, const char* group)
{
    const rd_kafka_group_list* told = nullptr;
    check(rd_kafka_list_groups(handle, group, &told, kPatienceMs));
    return GroupList(told);
}

Json groups(rd_kafka_t* handle, const Json&)
{
    const GroupList told = groupList(handle, nullptr);
    Json names = Json::array();
    for (int n = 0; n < told->group_cnt; ++n)
        names.push_back(told->groups[n].group);
    return {{"groups", names}};
}

Json describeGroup(rd_kafka_t* handle, const Json& asked)
{
    const GroupList told = groupList(handle, asked["group"].get<std::string>().c_str());
    if (told->group_cnt != 1)
        throw std::runtime_error("not one group");
    const rd_kafka_group_info& one = told->groups[0];
    check(one.err);
    return {{"state", one.state}, {"members", one.member_cnt}, {"protocol", one.protocol}};
}

} // namespace

Json Client::admin(const std::string& op, const Json& asked)
{
    static const std::map<std::string, Json (*)(rd_kafka_t*, const Json&)> kCalls = {
        {"create-topic", createTopic},
        {"delete-topic", deleteTopic},
        {"create-partitions", createPartitions},
        {"describe-configs", describeConfigs},
        {"alter-configs", alterConfigs},
        {"delete-records", deleteRecords},
        {"delete-group", deleteGroup},
        {"delete-offsets", deleteOffsets},
        {"topics", topics},
        {"describe-topic", describeTopic},
        {"cluster", cluster},
        {"groups", groups},
        {"describe-group", describeGroup},
    };
    const auto call = kCalls.find(op);
    if (call == kCalls.end())
        return nullptr;
    return call->second(adminHandle().get(), asked);
}
