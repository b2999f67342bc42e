import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** One member of a consumer group. */
final class Member {
    private final String bootstrap;
    private KafkaConsumer<byte[], byte[]> consumer;

    Member(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    void register(Map<String, Client.Operation> operations) {
        operations.put("join", asked -> join(asked, "classic"));
        operations.put("knows-consumer-protocol", asked -> null);
        operations.put("join-consumer-protocol", asked -> join(asked, "consumer"));
        operations.put("poll", this::poll);
        operations.put("commit", asked -> {
            consumer.commitSync();
            return null;
        });
        operations.put("leave", asked -> {
            leave();
            return null;
        });
    }

    void leave() {
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
    }

    private Object join(JsonNode asked, String protocol) {
        Properties settings = Records.consumerSettings(bootstrap);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, asked.get("group").asText());
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, protocol);
        if (asked.hasNonNull("instance")) {
            settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, asked.get("instance").asText());
        }
        if (protocol.equals("classic")) { // else the brokers say
            settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6000);
            settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 500);
        }
        consumer = Records.consumer(settings);
        consumer.subscribe(List.of(asked.get("topic").asText()));
        return null;
    }

    private List<Integer> owned() {
        return consumer.assignment().stream().map(TopicPartition::partition).sorted().toList();
    }

    private Object poll(JsonNode asked) {
        int least = asked.get("min").asInt();
        int most = asked.get("max").asInt();
        int wanted = asked.path("records").asInt(0);
        long ends = System.currentTimeMillis() + Client.DEADLINE_MS;
        List<Object> read = new ArrayList<>();
        while (owned().size() < least || owned().size() > most || read.size() < wanted) {
            if (System.currentTimeMillis() > ends) {
                throw new IllegalStateException("owned " + owned() + ", read " + read.size());
            }
            for (ConsumerRecord<byte[], byte[]> one : consumer.poll(Duration.ofMillis(100))) {
                read.add(Arrays.asList(one.partition(), one.offset(), Records.text(one.value())));
            }
        }
        return Map.of("owned", owned(), "records", read);
    }
}
