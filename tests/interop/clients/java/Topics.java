import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

/** Admin calls over topics, configs, the cluster and its log directories. */
final class Topics implements AutoCloseable {
    private final Admin admin;

    Topics(String bootstrap) {
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000));
    }

    Admin admin() {
        return admin;
    }

    @Override
    public void close() {
        admin.close();
    }

    void register(Map<String, Client.Operation> operations) {
        operations.put("create-topic", this::createTopic);
        operations.put("delete-topic",
            asked -> admin.deleteTopics(List.of(topicOf(asked))).all().get());
        operations.put("topics", asked -> Map.of("topics", admin.listTopics().names().get()));
        operations.put("describe-topic", this::describeTopic);
        operations.put("create-partitions", asked -> admin.createPartitions(Map.of(
            topicOf(asked), NewPartitions.increaseTo(asked.get("count").asInt()))).all().get());
        operations.put("describe-configs", this::describeConfigs);
        operations.put("alter-configs", this::alterConfigs);
        operations.put("cluster", this::cluster);
        operations.put("delete-records", this::deleteRecords);
        operations.put("log-dirs", this::logDirs);
        operations.put("producers", this::producers);
    }

    static String topicOf(JsonNode asked) {
        return asked.get("topic").asText();
    }

    private static TopicPartition partitionOf(JsonNode asked) {
        return new TopicPartition(topicOf(asked), asked.get("partition").asInt());
    }

    private static Map<String, String> textsOf(JsonNode object) {
        Map<String, String> made = new HashMap<>();
        object.fields().forEachRemaining(one -> made.put(one.getKey(), one.getValue().asText()));
        return made;
    }

    private Object createTopic(JsonNode asked) throws Exception {
        NewTopic topic = new NewTopic(topicOf(asked), asked.get("partitions").asInt(),
            (short) asked.get("replication").asInt());
        admin.createTopics(List.of(topic.configs(textsOf(asked.get("configs"))))).all().get();
        return null;
    }

    private static List<Integer> idsOf(List<Node> nodes) {
        return nodes.stream().map(Node::id).toList();
    }

    private Object describeTopic(JsonNode asked) throws Exception {
        List<Object> partitions = new ArrayList<>();
        for (TopicPartitionInfo one : admin.describeTopics(List.of(topicOf(asked)))
                .allTopicNames().get().get(topicOf(asked)).partitions()) {
            partitions.add(Map.of("partition", one.partition(),
                "leader", one.leader() == null ? -1 : one.leader().id(),
                "replicas", idsOf(one.replicas()), "isr", idsOf(one.isr())));
        }
        return Map.of("partitions", partitions);
    }

    private Object describeConfigs(JsonNode asked) throws Exception {
        ConfigResource resource = asked.has("topic")
            ? new ConfigResource(ConfigResource.Type.TOPIC, topicOf(asked))
            : new ConfigResource(ConfigResource.Type.BROKER, asked.get("broker").asText());
        Map<String, String> configs = new HashMap<>();
        for (ConfigEntry one
                : admin.describeConfigs(List.of(resource)).all().get().get(resource).entries()) {
            configs.put(one.name(), one.value());
        }
        return Map.of("configs", configs);
    }

    private Object alterConfigs(JsonNode asked) throws Exception {
        List<AlterConfigOp> wanted = new ArrayList<>();
        textsOf(asked.get("set")).forEach((name, value) -> wanted.add(
            new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
        admin.incrementalAlterConfigs(Map.of(
            new ConfigResource(ConfigResource.Type.TOPIC, topicOf(asked)), wanted)).all().get();
        return null;
    }

    private Object cluster(JsonNode asked) throws Exception {
        DescribeClusterResult told = admin.describeCluster();
        List<Object> brokers = new ArrayList<>();
        for (Node one : told.nodes().get()) {
            brokers.add(Map.of("id", one.id(), "host", one.host(), "port", one.port()));
        }
        return Map.of("id", told.clusterId().get(), "controller", told.controller().get().id(),
            "brokers", brokers);
    }

    private Object deleteRecords(JsonNode asked) throws Exception {
        TopicPartition where = partitionOf(asked);
        return Map.of("low", admin.deleteRecords(Map.of(where,
            RecordsToDelete.beforeOffset(asked.get("before").asLong())))
            .lowWatermarks().get(where).get().lowWatermark());
    }

    private Object logDirs(JsonNode asked) throws Exception {
        int broker = asked.get("broker").asInt();
        Map<String, Long> sizes = new HashMap<>();
        for (LogDirDescription dir : admin.describeLogDirs(Set.of(broker)).allDescriptions().get()
                .get(broker).values()) {
            dir.replicaInfos().forEach((where, info) -> sizes.put(where.toString(), info.size()));
        }
        return Map.of("sizes", sizes);
    }

    private Object producers(JsonNode asked) throws Exception {
        TopicPartition where = partitionOf(asked);
        List<Object> producers = new ArrayList<>();
        for (ProducerState one : admin.describeProducers(List.of(where)).all().get().get(where)
                .activeProducers()) {
            producers.add(Map.of("id", one.producerId(), "epoch", one.producerEpoch(),
                "sequence", one.lastSequence()));
        }
        return Map.of("producers", producers);
    }
}
