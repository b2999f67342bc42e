import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Produce and read. */
final class Records {
    private static final int CHUNK = 250;

    private final String bootstrap;

    Records(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    void register(Map<String, Client.Operation> operations) {
        operations.put("produce", this::produce);
        operations.put("stream", this::stream);
        operations.put("read", this::read);
        operations.put("offset", this::offset);
    }

    static byte[] bytes(JsonNode text) {
        return text == null || text.isNull() ? null
            : text.asText().getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] data) {
        return data == null ? null : new String(data, StandardCharsets.UTF_8);
    }

    private KafkaProducer<byte[], byte[]> producer(boolean idempotent, String acks, String codec) {
        Properties settings = new Properties();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(ProducerConfig.ACKS_CONFIG, acks);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, codec);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, idempotent);
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, idempotent ? 5 : 1);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 8 << 20);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 20_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) Client.DEADLINE_MS);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static ProducerRecord<byte[], byte[]> recordOf(String topic, JsonNode one) {
        List<Header> headers = new ArrayList<>();
        for (JsonNode pair : one.path("headers")) {
            headers.add(new RecordHeader(pair.get(0).asText(), bytes(pair.get(1))));
        }
        return new ProducerRecord<>(topic,
            one.has("partition") ? one.get("partition").asInt() : null,
            one.has("timestamp") ? one.get("timestamp").asLong() : null,
            bytes(one.get("key")), bytes(one.get("value")), headers);
    }

    private Object produce(JsonNode asked) throws Exception {
        String topic = asked.get("topic").asText();
        List<long[]> placed = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(
                asked.get("idempotent").asBoolean(), asked.get("acks").asText(),
                asked.get("compression").asText())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (JsonNode one : asked.get("records")) {
                sent.add(producer.send(recordOf(topic, one)));
            }
            for (Future<RecordMetadata> one : sent) {
                placed.add(new long[] {one.get().partition(), one.get().offset()});
            }
        }
        return Map.of("placed", placed);
    }

    private Object stream(JsonNode asked) throws Exception {
        String topic = asked.get("topic").asText();
        String prefix = asked.get("prefix").asText();
        int count = asked.get("count").asInt();
        List<long[]> placed = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer =
                producer(asked.get("idempotent").asBoolean(), "all", "none")) {
            for (int first = 0; first < count; first += CHUNK) {
                List<Future<RecordMetadata>> sent = new ArrayList<>();
                for (int n = first; n < first + CHUNK; n++) {
                    sent.add(producer.send(new ProducerRecord<>(topic, n % 3, null,
                        (prefix + n).getBytes(StandardCharsets.UTF_8))));
                }
                for (Future<RecordMetadata> one : sent) {
                    placed.add(placeOf(one));
                }
                if (first == count / 4) {
                    Client.say(Map.of("progress", first));
                }
            }
        }
        return Map.of("placed", placed);
    }

    private static long[] placeOf(Future<RecordMetadata> sent) throws InterruptedException {
        try {
            return new long[] {sent.get().partition(), sent.get().offset()};
        } catch (ExecutionException failure) {
            System.err.println(failure.getCause());
            return null;
        }
    }

    static Properties consumerSettings(String bootstrap) {
        Properties settings = new Properties();
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 200);
        return settings;
    }

    static KafkaConsumer<byte[], byte[]> consumer(Properties settings) {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    }

    private Object read(JsonNode asked) {
        TopicPartition where =
            new TopicPartition(asked.get("topic").asText(), asked.get("partition").asInt());
        int count = asked.get("count").asInt();
        List<Object> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(consumerSettings(bootstrap))) {
            consumer.assign(List.of(where));
            if (asked.has("time")) {
                consumer.seek(where, consumer.offsetsForTimes(
                    Map.of(where, asked.get("time").asLong())).get(where).offset());
            } else {
                consumer.seek(where, asked.get("offset").asLong());
            }
            long ends = System.currentTimeMillis() + Client.DEADLINE_MS;
            while (records.size() < count) {
                if (System.currentTimeMillis() > ends) {
                    throw new IllegalStateException("read " + records.size() + " of " + count);
                }
                for (ConsumerRecord<byte[], byte[]> one : consumer.poll(Duration.ofMillis(200))) {
                    records.add(readRecord(one));
                }
            }
        }
        return Map.of("records", records.subList(0, count));
    }

    private static Map<String, Object> readRecord(ConsumerRecord<byte[], byte[]> one) {
        List<String[]> headers = new ArrayList<>();
        for (Header header : one.headers()) {
            headers.add(new String[] {header.key(), text(header.value())});
        }
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("offset", one.offset());
        made.put("timestamp", one.timestamp());
        made.put("key", text(one.key()));
        made.put("value", text(one.value()));
        made.put("headers", headers);
        return made;
    }

    private Object offset(JsonNode asked) {
        TopicPartition where =
            new TopicPartition(asked.get("topic").asText(), asked.get("partition").asInt());
        JsonNode at = asked.get("at");
        Map<String, Object> answer = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(consumerSettings(bootstrap))) {
            if (at.isNumber()) {
                OffsetAndTimestamp found =
                    consumer.offsetsForTimes(Map.of(where, at.asLong())).get(where);
                answer.put("offset", found == null ? -1 : found.offset());
            } else if (at.asText().equals("earliest")) {
                answer.put("offset", consumer.beginningOffsets(List.of(where)).get(where));
            } else {
                answer.put("offset", consumer.endOffsets(List.of(where)).get(where));
            }
        }
        return answer;
    }
}
