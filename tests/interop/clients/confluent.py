#!/usr/bin/python3
"""confluent-kafka, Python over librdkafka: Debian's old one or PyPI's newest."""

import confluent_kafka as ck
from confluent_kafka import admin as ca

from line_server import Unsupported, deadline, say, serve
from python_records import from_headers, to_bytes, to_headers, to_text

CHUNK = 250
PATIENCE = 30
FIRST_WITH_CONSUMER_PROTOCOL = 0x020A0000  # 2.10.0: heartbeats of version 1
VERSION = ck.version() if isinstance(ck.version(), str) else ck.version()[0]


class Confluent:
    def __init__(self, bootstrap):
        self.bootstrap = bootstrap
        self.member = None
        self.kept_admin = None

    def close(self):
        self.leave()

    def _settings(self, **more):
        return {"bootstrap.servers": self.bootstrap, "error_cb": lambda _: None,
                **{name.replace("_", "."): value for name, value in more.items()}}

    def _send(self, producer, topic, records):
        """Sends all and waits; each one's place, or its error."""
        placed = [None] * len(records)

        def done(n):
            def keep(error, message):
                placed[n] = error or [message.partition(), message.offset()]
            return keep

        for n, one in enumerate(records):
            more = {}
            if one.get("partition") is not None:
                more["partition"] = one["partition"]
            if one.get("timestamp") is not None:
                more["timestamp"] = one["timestamp"]
            producer.produce(topic, value=to_bytes(one["value"]), key=to_bytes(one.get("key")),
                             headers=to_headers(one.get("headers")), on_delivery=done(n), **more)
        producer.flush(PATIENCE)
        return placed

    def produce(self, topic, records, acks, compression, idempotent):
        producer = ck.Producer(self._settings(
            acks=acks, compression_type=compression, enable_idempotence=idempotent,
            message_max_bytes=8 << 20))
        placed = self._send(producer, topic, records)
        for one in placed:
            if isinstance(one, ck.KafkaError):
                raise ck.KafkaException(one)
        return {"placed": placed}

    def stream(self, topic, idempotent, prefix, count):
        producer = ck.Producer(self._settings(
            acks="all", enable_idempotence=idempotent,
            max_in_flight=5 if idempotent else 1))
        placed = []
        for first in range(0, count, CHUNK):
            placed += self._send(producer, topic, [
                {"value": f"{prefix}{n}", "partition": n % 3}
                for n in range(first, first + CHUNK)])
            if first == count // 4:
                say(progress=first)
        return {"placed": [one if isinstance(one, list) else None for one in placed]}

    def _consumer(self, group="unused", **more):
        return ck.Consumer(self._settings(
            group_id=group, enable_auto_commit=False, auto_offset_reset="earliest",
            check_crcs=True, **more))

    def read(self, topic, partition, count, offset=None, time=None):
        consumer, check = self._consumer(), deadline()
        try:
            if time is not None:
                asked = ck.TopicPartition(topic, partition, time)
                offset = consumer.offsets_for_times([asked], PATIENCE)[0].offset
            consumer.assign([ck.TopicPartition(topic, partition, offset)])
            records = []
            while len(records) < count:
                check(f"read {len(records)} of {count}")
                for one in consumer.consume(count - len(records), 0.2):
                    if one.error():
                        raise ck.KafkaException(one.error())
                    records.append({
                        "offset": one.offset(), "timestamp": one.timestamp()[1],
                        "key": to_text(one.key()), "value": to_text(one.value()),
                        "headers": from_headers(one.headers())})
            return {"records": records}
        finally:
            consumer.close()

    def offset(self, topic, partition, at):
        consumer = self._consumer()
        try:
            if at in ("earliest", "latest"):
                where = ck.TopicPartition(topic, partition)
                marks = consumer.get_watermark_offsets(where, PATIENCE)
                return {"offset": marks[at == "latest"]}
            asked = ck.TopicPartition(topic, partition, at)
            return {"offset": consumer.offsets_for_times([asked], PATIENCE)[0].offset}
        finally:
            consumer.close()

    def join(self, group, topic):
        self.member = self._consumer(group, session_timeout_ms=6000, heartbeat_interval_ms=500)
        self.member.subscribe([topic])

    def knows_consumer_protocol(self):
        if ck.libversion()[1] < FIRST_WITH_CONSUMER_PROTOCOL:
            raise Unsupported(f"librdkafka {ck.libversion()[0]} speaks an early KIP-848 at most")

    def join_consumer_protocol(self, group, topic, instance=None):
        self.knows_consumer_protocol()
        more = {"group_instance_id": instance} if instance else {}
        self.member = self._consumer(group, group_protocol="consumer", **more)
        self.member.subscribe([topic])

    def poll(self, min, max, records=0):
        check, read, owned = deadline(), [], []
        while not (min <= len(owned) <= max and len(read) >= records):
            check(f"owned {owned}, read {len(read)}")
            for one in self.member.consume(500, 0.1):
                if not one.error():
                    read.append([one.partition(), one.offset(), to_text(one.value())])
            owned = sorted(one.partition for one in self.member.assignment())
        return {"owned": owned, "records": read}

    def commit(self):
        self.member.commit(asynchronous=False)

    def committed(self, group, topic):
        consumer = self._consumer(group)
        try:
            known = consumer.list_topics(topic, PATIENCE).topics[topic].partitions
            asked = [ck.TopicPartition(topic, partition) for partition in known]
            told = consumer.committed(asked, PATIENCE)
            return {"offsets": {one.partition: one.offset for one in told if one.offset >= 0}}
        finally:
            consumer.close()

    def leave(self):
        if self.member:
            self.member.close()
            self.member = None

    def _admin(self):
        if self.kept_admin is None:
            self.kept_admin = ca.AdminClient(self._settings())
        return self.kept_admin

    def _call(self, name, *arguments, **more):
        """The one result of a call that answers with futures."""
        method = getattr(self._admin(), name, None)
        if method is None:
            raise Unsupported(f"confluent-kafka {VERSION} has no {name}")
        told = method(*arguments, **more)
        future = next(iter(told.values())) if isinstance(told, dict) else told
        return future.result(PATIENCE)

    def create_topic(self, topic, partitions, replication, configs):
        self._call("create_topics", [ca.NewTopic(
            topic, num_partitions=partitions, replication_factor=replication, config=configs)])

    def delete_topic(self, topic):
        self._call("delete_topics", [topic])

    def topics(self):
        return {"topics": list(self._admin().list_topics(timeout=PATIENCE).topics)}

    def describe_topic(self, topic):
        told = self._admin().list_topics(topic, PATIENCE).topics[topic]
        if told.error:
            raise ck.KafkaException(told.error)
        return {"partitions": [{
            "partition": one.id, "leader": one.leader, "replicas": one.replicas,
            "isr": one.isrs} for one in told.partitions.values()]}

    def create_partitions(self, topic, count):
        self._call("create_partitions", [ca.NewPartitions(topic, count)])

    def describe_configs(self, topic=None, broker=None):
        kind = ca.ConfigResource.Type.TOPIC if topic else ca.ConfigResource.Type.BROKER
        told = self._call("describe_configs", [ca.ConfigResource(kind, topic or str(broker))])
        return {"configs": {name: entry.value for name, entry in told.items()}}

    def alter_configs(self, topic, set):
        kind = ca.ConfigResource.Type.TOPIC
        if not hasattr(self._admin(), "incremental_alter_configs"):
            self._call("alter_configs", [ca.ConfigResource(kind, topic, set_config=set)])
            return
        entries = [ca.ConfigEntry(name, value,
                                  incremental_operation=ca.AlterConfigOpType.SET)
                   for name, value in set.items()]
        self._call("incremental_alter_configs", [ca.ConfigResource(
            kind, topic, incremental_configs=entries)])

    def cluster(self):
        if hasattr(self._admin(), "describe_cluster"):
            told = self._call("describe_cluster")
            return {"id": told.cluster_id, "controller": told.controller.id,
                    "brokers": [{"id": one.id, "host": one.host, "port": one.port}
                                for one in told.nodes]}
        told = self._admin().list_topics(timeout=PATIENCE)
        return {"id": told.cluster_id, "controller": told.controller_id,
                "brokers": [{"id": one.id, "host": one.host, "port": one.port}
                            for one in told.brokers.values()]}

    def groups(self):
        return {"groups": [one.id for one in self._admin().list_groups(timeout=PATIENCE)]}

    def describe_group(self, group):
        if hasattr(self._admin(), "describe_consumer_groups"):
            told = self._call("describe_consumer_groups", [group])
            return {"state": told.state.name, "members": len(told.members),
                    "protocol": told.partition_assignor}
        told = self._admin().list_groups(group, PATIENCE)[0]
        return {"state": told.state, "members": len(told.members), "protocol": told.protocol}

    def describe_consumer_group(self, group):
        self.knows_consumer_protocol()
        return self.describe_group(group)

    def delete_group(self, group):
        self._call("delete_consumer_groups", [group])

    def delete_records(self, topic, partition, before):
        told = self._call("delete_records", [ck.TopicPartition(topic, partition, before)])
        return {"low": told.low_watermark}


if __name__ == "__main__":
    serve(Confluent, f"confluent-kafka {VERSION} (librdkafka {ck.libversion()[0]})")
