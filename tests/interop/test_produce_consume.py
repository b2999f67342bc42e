#!/usr/bin/env python3
"""What other people's clients write comes back, whole and in order."""

import unittest

import kafka

from serve import Serve, kcat, read_all, values_of

COUNT = 5000


class ProduceConsume(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Serve()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()

    def setUp(self):
        self.topic = self.id().rpartition(".")[2].replace("test_", "").replace("_", "-")
        self.cluster.tell(f"create-topic {self.topic} 3 3")
        self.cluster.tell("await settled")

    def check_in_order(self, lines):
        """Everything is there once, offsets without a gap, lines of a partition in order."""
        partitions = read_all(self.cluster.bootstrap, self.topic)
        self.assertEqual(sorted(values_of(partitions)), sorted(lines))
        place = {line: number for number, line in enumerate(lines)}
        for records in partitions.values():
            self.assertEqual([offset for offset, _ in records], list(range(len(records))))
            self.assertEqual(sorted(records, key=lambda r: place[r[1]]), records)
        return partitions

    def test_kcat_with_each_acks(self):
        lines = [f"line {n}" for n in range(COUNT)]
        for number, acks in enumerate(("all", "1", "0")):
            part = lines[number::3]
            kcat("-P", "-b", self.cluster.bootstrap, "-t", self.topic, "-X", f"acks={acks}",
                 text="\n".join(part) + "\n")
        self.assertEqual(sorted(values_of(read_all(self.cluster.bootstrap, self.topic))),
                         sorted(lines))

    def test_kcat_in_order(self):
        lines = [f"line {n}" for n in range(COUNT)]
        kcat("-P", "-b", self.cluster.bootstrap, "-t", self.topic, "-X", "acks=all",
             text="\n".join(lines) + "\n")
        self.check_in_order(lines)

    def test_compression(self):
        lines = [f"a line that compresses well, {n}" for n in range(COUNT)]
        for number, codec in enumerate(("gzip", "snappy", "lz4", "zstd")):
            kcat("-P", "-b", self.cluster.bootstrap, "-t", self.topic, "-z", codec,
                 text="\n".join(lines[number::4]) + "\n")
        self.assertEqual(sorted(values_of(read_all(self.cluster.bootstrap, self.topic))),
                         sorted(lines))

    def test_topic_compression(self):
        """The broker compresses anew what came otherwise."""
        lines = [f"a line that compresses well, {n}" for n in range(400)]
        for wanted in ("uncompressed", "gzip", "snappy", "lz4", "zstd"):
            topic = f"stored-{wanted}"
            self.cluster.tell(f"create-topic {topic} 1 3 compression.type={wanted}")
            self.cluster.tell("await settled")
            for number, codec in enumerate(("none", "gzip", "snappy", "lz4", "zstd")):
                kcat("-P", "-b", self.cluster.bootstrap, "-t", topic, "-z", codec,
                     text="\n".join(lines[number::5]) + "\n")
            self.assertEqual(sorted(values_of(read_all(self.cluster.bootstrap, topic))),
                             sorted(lines))

    def test_kcat_idempotent(self):
        lines = [f"line {n}" for n in range(COUNT)]
        kcat("-P", "-b", self.cluster.bootstrap, "-t", self.topic, "-X", "acks=all",
             "-X", "enable.idempotence=true", text="\n".join(lines) + "\n")
        self.check_in_order(lines)

    def test_kafka_python(self):
        producer = kafka.KafkaProducer(bootstrap_servers=self.cluster.bootstrap, acks="all")
        sent = {}
        for n in range(500):
            future = producer.send(self.topic, key=b"k%d" % (n % 7), value=b"v%d" % n)
            sent[n] = future
        acked = {(f.get(30).partition, f.get(30).offset): b"v%d" % n for n, f in sent.items()}
        producer.close()
        consumer = kafka.KafkaConsumer(
            self.topic, bootstrap_servers=self.cluster.bootstrap, auto_offset_reset="earliest",
            enable_auto_commit=False, consumer_timeout_ms=5000)
        read = {}
        for record in consumer:
            read[record.partition, record.offset] = record.value
            if len(read) == len(acked):
                break
        consumer.close()
        self.assertEqual(read, acked)

    def test_keys_stay_in_one_partition(self):
        lines = [f"k{n % 5}:v{n}" for n in range(300)]
        kcat("-P", "-b", self.cluster.bootstrap, "-t", self.topic, "-K", ":",
             text="\n".join(lines) + "\n")
        printed = kcat("-C", "-b", self.cluster.bootstrap, "-t", self.topic, "-e", "-q",
                       "-o", "beginning", "-f", "%k %p\n")
        pairs = set(printed.splitlines())
        self.assertEqual(len(pairs), 5, pairs)

    def test_status_agrees_with_what_clients_are_told(self):
        kcat("-P", "-b", self.cluster.bootstrap, "-t", self.topic, text="a\nb\nc\n")
        self.cluster.tell("await settled")
        status = {t["name"]: t for t in self.cluster.status()["topics"]}[self.topic]
        admin = kafka.KafkaAdminClient(bootstrap_servers=self.cluster.bootstrap)
        told = admin.describe_topics([self.topic])[0]
        admin.close()
        told = {p["partition"]: p for p in told["partitions"]}
        for partition in status["partitions"]:
            other = told[partition["partition"]]
            self.assertEqual(partition["leader"], other["leader"])
            self.assertEqual(partition["replicas"], other["replicas"])
            self.assertEqual(sorted(partition["isr"]), sorted(other["isr"]))
            self.assertEqual(sorted(partition["isr"]), sorted(partition["isrLeader"]))
        self.assertEqual(sum(p["hw"] for p in status["partitions"]), 3)


if __name__ == "__main__":
    unittest.main()
