#!/usr/bin/env python3
"""Real producers write through random kills of brokers, up to two of three at a time.

Every record whose acknowledgement was given is found afterwards where it was said to be; what an
idempotent producer wrote is there once and in order. Some brokers stay down for longer than their
ZooKeeper session, so leaders move; others are back before anybody has noticed.

KILL_COUNT is how many kills (20), KILL_SEED repeats a run's choices.
"""

import os
import random
import threading
import time
import unittest

import kafka

from serve import PATIENCE, Serve, read_all

try:
    import confluent_kafka
except ImportError:
    confluent_kafka = None

KILLS = int(os.environ.get("KILL_COUNT", "20"))
SEED = int(os.environ.get("KILL_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 31)
PARTITIONS = 3
BROKERS = (1, 2, 3)
PACE = 0.002  # seconds between two records


class KafkaPython:
    """Sends again what was not acknowledged, as often as it takes: that may repeat records."""

    def __init__(self, bootstrap, acked):
        self.acked = acked
        self.producer = kafka.KafkaProducer(
            bootstrap_servers=bootstrap, acks="all", retries=1_000_000, retry_backoff_ms=50,
            request_timeout_ms=PATIENCE * 1000, max_block_ms=PATIENCE * 1000, linger_ms=2,
            max_in_flight_requests_per_connection=1)

    def send(self, value):
        self.producer.send("t", value.encode()).add_callback(
            lambda where: self.acked.append((where.partition, where.offset, value)))

    def close(self):
        self.producer.flush(PATIENCE)
        self.producer.close()


class Idempotent:
    """librdkafka with enable.idempotence.

    Before 2.3.0 it takes a batch whose answer was lost for written; when the broker then does not
    know it, it gives up for good ("rewound sequence number", "sequence desynchronization"; issue
    3584 there). As any application has to, this one then goes on with a new producer.
    """

    GIVES_UP = confluent_kafka is not None and confluent_kafka.libversion()[1] < 0x02030000

    def __init__(self, bootstrap, acked):
        self.bootstrap, self.acked, self.failed = bootstrap, acked, []
        self.start()

    def start(self):
        self.producer = confluent_kafka.Producer({
            "bootstrap.servers": self.bootstrap, "enable.idempotence": True, "linger.ms": 2,
            "message.timeout.ms": PATIENCE * 1000, "socket.timeout.ms": 3000,
            "retry.backoff.ms": 50, "reconnect.backoff.max.ms": 500, "log_level": 0})

    def send(self, value):
        """Waits as long as there is no room, or no topic: a broker that has just started knows
        none before a controller has told it."""
        def told(error, message):
            if error is None:
                self.acked.append((message.partition(), message.offset(), value))
            else:
                self.failed.append((value, error.code(), str(error)))
        until = time.monotonic() + PATIENCE
        while True:
            self.producer.poll(0)
            try:
                return self.producer.produce("t", value.encode(), callback=told)
            except (BufferError, confluent_kafka.KafkaException) as failure:
                error = failure.args[0]
                fatal = isinstance(failure, confluent_kafka.KafkaException) and error.fatal()
                if time.monotonic() > until or (fatal and not self.GIVES_UP):
                    raise
                if fatal:
                    print(f"a producer gave up: {error.str()}", flush=True)
                    self.producer.flush(PATIENCE)
                    self.start()
                time.sleep(0.05)

    def close(self):
        """It gives up what waits for a topic that a broker says it does not know (see `send`): the
        topic's partitions are destroyed, and what is in them with that error."""
        left = self.producer.flush(PATIENCE)
        errors = confluent_kafka.KafkaError
        # pylint: disable-next=protected-access
        known = {errors._UNKNOWN_PARTITION, errors.UNKNOWN_TOPIC_OR_PART, errors._DESTROY}
        if self.GIVES_UP:  # pylint: disable-next=protected-access
            known |= {errors._FATAL, errors._PURGE_QUEUE, errors.OUT_OF_ORDER_SEQUENCE_NUMBER}
        others = [one for one in self.failed if one[1] not in known]
        if left or others:
            raise AssertionError(f"{left} records left, {len(others)} failed: {others[:3]}")


class Writer(threading.Thread):
    """Numbered values until it is told to end."""

    def __init__(self, client):
        super().__init__(daemon=True)
        self.client, self.sent, self.ended, self.failure = client, 0, False, None

    def run(self):
        try:
            while not self.ended:
                self.client.send(str(self.sent))
                self.sent += 1
                time.sleep(PACE)
        except Exception as failure:  # pylint: disable=broad-except
            self.failure = failure


class RandomKills(unittest.TestCase):
    def kill_at_random(self, cluster, rng):
        """Ends with all brokers running."""
        back = {}  # broker → when it is started again
        for _ in range(KILLS):
            time.sleep(rng.uniform(0.05, 1.5))
            now = time.monotonic()
            up = [broker for broker in BROKERS if broker not in back]
            while len(up) == 1 or (back and min(back.values()) <= now):
                due = min(back, key=back.get)
                time.sleep(max(0.0, back.pop(due) - time.monotonic()))
                cluster.tell(f"restart {due}")
                up = [broker for broker in BROKERS if broker not in back]
            struck = rng.choice(up)
            cluster.tell(f"kill {struck}")
            back[struck] = time.monotonic() + rng.choice((rng.uniform(0.05, 0.5),
                                                          rng.uniform(0.5, 8)))
        for broker in back:
            cluster.tell(f"restart {broker}")
        cluster.tell(f"await settled {PATIENCE}")

    def run_through(self, make):
        """What was acknowledged and what is there."""
        print(f"KILL_SEED={SEED}", flush=True)
        acked = []
        with Serve("--config", "auto.create.topics.enable=false") as cluster:
            cluster.tell(f"create-topic t {PARTITIONS} 3 min.insync.replicas=2")
            cluster.tell(f"await settled {PATIENCE}")
            writer = Writer(make(cluster.bootstrap, acked))
            writer.start()
            self.kill_at_random(cluster, random.Random(SEED))
            writer.ended = True
            writer.join(PATIENCE)
            self.assertIsNone(writer.failure)
            writer.client.close()
            there = read_all(cluster.bootstrap, "t")
            self.assertEqual(cluster.status()["ledger"]["lost"], [])
        print(f"{KILLS} kills, {writer.sent} sent, {len(acked)} acknowledged, "
              f"{sum(map(len, there.values()))} there", flush=True)
        self.assertGreater(len(acked), 10 * KILLS)
        at = {partition: dict(records) for partition, records in there.items()}
        lost = [one for one in acked if at.get(one[0], {}).get(one[1]) != one[2]]
        self.assertEqual(lost[:5], [], f"{len(lost)} of {len(acked)} acknowledged are gone, "
                                       f"KILL_SEED={SEED}")
        return writer.sent, acked, there

    def test_kafka_python(self):
        sent, acked, _ = self.run_through(KafkaPython)
        self.assertEqual(len(acked), sent)

    @unittest.skipUnless(confluent_kafka, "python3-confluent-kafka is not installed")
    def test_idempotent_confluent_kafka(self):
        _, acked, there = self.run_through(Idempotent)
        values = [value for records in there.values() for _, value in records]
        self.assertEqual(len(values), len(set(values)))
        self.assertLessEqual({value for _, _, value in acked}, set(values))
        for records in there.values():
            numbers = [int(value) for _, value in records]
            self.assertEqual(numbers, sorted(numbers))


if __name__ == "__main__":
    unittest.main()
