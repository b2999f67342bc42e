#!/usr/bin/python3
"""kafka-python, release 2 of Debian or release 3 of PyPI: producer and consumer are the same."""

import kafka
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from line_server import Unsupported, deadline, say
from python_records import from_headers, to_bytes, to_headers, to_text

CHUNK = 250
PATIENCE_MS = 30_000


def plain(value):
    return int(value) if str(value).lstrip("-").isdigit() else value


class KafkaPython:
    # Release 2 has no idempotent producer.
    can_be_idempotent = kafka.__version__ >= "3"

    def __init__(self, bootstrap):
        self.bootstrap = bootstrap
        self.member = None
        self.kept_admin = None

    def close(self):
        self.leave()

    def _producer(self, idempotent, acks="all", compression="none", **more):
        if self.can_be_idempotent:
            more["enable_idempotence"] = idempotent
        elif idempotent:
            raise Unsupported("kafka-python 2 has no idempotent producer")
        return KafkaProducer(
            bootstrap_servers=self.bootstrap, acks=plain(acks), linger_ms=5,
            compression_type=None if compression == "none" else compression,
            max_request_size=8 << 20, max_block_ms=10_000, **more)

    def produce(self, topic, records, acks, compression, idempotent):
        producer = self._producer(idempotent, acks, compression)
        try:
            futures = [producer.send(
                topic, value=to_bytes(one["value"]), key=to_bytes(one["key"]),
                headers=to_headers(one.get("headers")), partition=one.get("partition"),
                timestamp_ms=one.get("timestamp")) for one in records]
            producer.flush(PATIENCE_MS / 1000)
            told = [future.get(1) for future in futures]
            return {"placed": [[one.partition, one.offset] for one in told]}
        finally:
            producer.close(1)

    def stream(self, topic, idempotent, prefix, count):
        producer = self._producer(idempotent, retries=1000, retry_backoff_ms=50,
                                  request_timeout_ms=PATIENCE_MS,
                                  max_in_flight_requests_per_connection=1)
        placed = []
        for first in range(0, count, CHUNK):
            futures = [producer.send(topic, value=f"{prefix}{n}".encode(), partition=n % 3)
                       for n in range(first, first + CHUNK)]
            producer.flush(PATIENCE_MS / 1000)
            placed += [[one.value.partition, one.value.offset] if one.succeeded() else None
                       for one in futures]
            if first == count // 4:
                say(progress=first)
        producer.close(1)
        return {"placed": placed}

    def _consumer(self, **more):
        return KafkaConsumer(bootstrap_servers=self.bootstrap, enable_auto_commit=False,
                             auto_offset_reset="earliest", check_crcs=True, **more)

    def read(self, topic, partition, count, offset=None, time=None):
        consumer, where, check = self._consumer(), TopicPartition(topic, partition), deadline()
        try:
            consumer.assign([where])
            if time is not None:
                offset = consumer.offsets_for_times({where: time})[where].offset
            consumer.seek(where, offset)
            records = []
            while len(records) < count:
                check(f"read {len(records)} of {count}")
                for one in consumer.poll(200).get(where, []):
                    records.append({
                        "offset": one.offset, "timestamp": one.timestamp,
                        "key": to_text(one.key), "value": to_text(one.value),
                        "headers": from_headers(one.headers)})
            return {"records": records[:count]}
        finally:
            consumer.close()

    def offset(self, topic, partition, at):
        consumer, where = self._consumer(), TopicPartition(topic, partition)
        try:
            if at == "earliest":
                return {"offset": consumer.beginning_offsets([where])[where]}
            if at == "latest":
                return {"offset": consumer.end_offsets([where])[where]}
            found = consumer.offsets_for_times({where: at})[where]
            return {"offset": found.offset if found else -1}
        finally:
            consumer.close()

    def join(self, group, topic):
        self.member = self._consumer(group_id=group, heartbeat_interval_ms=500,
                                     session_timeout_ms=6000)
        self.member.subscribe([topic])

    def poll(self, min, max, records=0):
        check, read, owned = deadline(), [], []
        while not (min <= len(owned) <= max and len(read) >= records):
            check(f"owned {owned}, read {len(read)}")
            for batch in self.member.poll(1000).values():  # it joins anew when a poll ends midway
                read += [[one.partition, one.offset, to_text(one.value)] for one in batch]
            owned = sorted(one.partition for one in self.member.assignment())
        return {"owned": owned, "records": read}

    def commit(self):
        self.member.commit()

    def leave(self):
        if self.member:
            self.member.close()
            self.member = None

    def topics(self):
        return {"topics": list(self._admin().list_topics())}

    def committed(self, group, topic):
        offsets = self._committed(group)
        return {"offsets": {where.partition: one.offset for where, one in offsets.items()
                            if where.topic == topic and one.offset >= 0}}

    def _admin(self):
        if self.kept_admin is None:
            self.kept_admin = kafka.KafkaAdminClient(bootstrap_servers=self.bootstrap)
        return self.kept_admin
