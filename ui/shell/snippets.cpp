#include "ui/shell/snippets.h"

namespace hw::ui {

// BOOTSTRAP and TOPIC are filled in.

static const char* const kKcat = R"(# the cluster: brokers, topics, leaders, ISR
kcat -b BOOTSTRAP -L

# write one record, read all of a topic
echo "hello" | kcat -b BOOTSTRAP -P -t TOPIC -X acks=all
kcat -b BOOTSTRAP -C -t TOPIC -o beginning

# join a consumer group
kcat -b BOOTSTRAP -X client.id=hello-kcat -G my-group TOPIC
)";

static const char* const kJava = R"(// org.apache.kafka:kafka-clients
import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.serialization.*;

public class Hello {
    public static void main(String[] args) throws Exception {
        Map<String, Object> config = Map.of(
            "bootstrap.servers", "BOOTSTRAP",
            "client.id", "hello-java");
        var toBytes = new StringSerializer();
        try (var producer = new KafkaProducer<String, String>(config, toBytes, toBytes)) {
            System.out.println(producer.send(new ProducerRecord<>("TOPIC", "key", "hello")).get());
        }
        Map<String, Object> reading = new HashMap<>(config);
        reading.put("group.id", "my-group");
        reading.put("auto.offset.reset", "earliest");
        var toText = new StringDeserializer();
        try (var consumer = new KafkaConsumer<String, String>(reading, toText, toText)) {
            consumer.subscribe(List.of("TOPIC"));
            while (true)
                for (var record : consumer.poll(Duration.ofSeconds(1)))
                    System.out.println(record);
        }
    }
}
)";

static const char* const kPython = R"(# pip install kafka-python
from kafka import KafkaConsumer, KafkaProducer

servers = "BOOTSTRAP".split(",")

producer = KafkaProducer(bootstrap_servers=servers, client_id="hello-python", acks="all")
print(producer.send("TOPIC", key=b"key", value=b"hello").get(timeout=10))

consumer = KafkaConsumer("TOPIC", bootstrap_servers=servers, client_id="hello-python",
                         group_id="my-group", auto_offset_reset="earliest")
for record in consumer:
    print(record.partition, record.offset, record.key, record.value)
)";

static const char* const kJavaScript = R"(// npm install kafkajs
const { Kafka } = require('kafkajs')

const kafka = new Kafka({ clientId: 'hello-js', brokers: 'BOOTSTRAP'.split(',') })

async function main() {
  const producer = kafka.producer()
  await producer.connect()
  console.log(await producer.send({
    topic: 'TOPIC', acks: -1, messages: [{ key: 'key', value: 'hello' }] }))
  await producer.disconnect()

  const consumer = kafka.consumer({ groupId: 'my-group' })
  await consumer.connect()
  await consumer.subscribe({ topics: ['TOPIC'], fromBeginning: true })
  await consumer.run({ eachMessage: async ({ partition, message }) =>
    console.log(partition, message.offset, String(message.value)) })
}

main()
)";

static const char* const kGo = R"(// go get github.com/twmb/franz-go/pkg/kgo
package main

import (
    "context"
    "fmt"
    "strings"

    "github.com/twmb/franz-go/pkg/kgo"
)

func main() {
    ctx := context.Background()
    client, err := kgo.NewClient(
        kgo.SeedBrokers(strings.Split("BOOTSTRAP", ",")...),
        kgo.ClientID("hello-go"),
        kgo.ConsumerGroup("my-group"),
        kgo.ConsumeTopics("TOPIC"),
        kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
    )
    if err != nil {
        panic(err)
    }
    defer client.Close()
    record := &kgo.Record{Topic: "TOPIC", Key: []byte("key"), Value: []byte("hello")}
    if err := client.ProduceSync(ctx, record).FirstErr(); err != nil {
        panic(err)
    }
    for {
        client.PollFetches(ctx).EachRecord(func(r *kgo.Record) {
            fmt.Println(r.Partition, r.Offset, string(r.Value))
        })
    }
}
)";

std::vector<Snippet> snippetsFor(const QString& bootstrap, const QString& topic)
{
    const QString go = QString::fromLatin1(kGo).replace(QLatin1String("    "), QLatin1String("\t"));
    std::vector<Snippet> all = {{QStringLiteral("kcat"), QLatin1String(kKcat)},
                                {QStringLiteral("Java"), QLatin1String(kJava)},
                                {QStringLiteral("Python"), QLatin1String(kPython)},
                                {QStringLiteral("JavaScript"), QLatin1String(kJavaScript)},
                                {QStringLiteral("Go"), go}};
    for (Snippet& snippet : all) {
        snippet.code.replace(QLatin1String("BOOTSTRAP"), bootstrap);
        snippet.code.replace(QLatin1String("TOPIC"), topic);
    }
    return all;
}

} // namespace hw::ui
