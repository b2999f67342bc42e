#!/usr/bin/python3
"""kafka-python 3, as PyPI has it."""

import kafka
from kafka import TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType

from kafka_python import KafkaPython
from line_server import serve


class KafkaPython3(KafkaPython):
    def create_topic(self, topic, partitions, replication, configs):
        self._admin().create_topics({topic: {
            "num_partitions": partitions, "replication_factor": replication,
            "configs": configs}})

    def delete_topic(self, topic):
        self._admin().delete_topics([topic])

    def describe_topic(self, topic):
        told = self._admin().describe_topics([topic])[0]
        return {"partitions": [{
            "partition": one["partition_index"], "leader": one["leader_id"],
            "replicas": one["replica_nodes"], "isr": one["isr_nodes"]}
            for one in told["partitions"]]}

    def create_partitions(self, topic, count):
        self._admin().create_partitions({topic: count})

    def describe_configs(self, topic=None, broker=None):
        kind = ConfigResourceType.TOPIC if topic else ConfigResourceType.BROKER
        told = self._admin().describe_configs(
            [ConfigResource(kind, topic or str(broker))], config_filter="all")
        entries = next(iter(next(iter(told.values())).values()))
        return {"configs": {name: entry["value"] for name, entry in entries.items()}}

    def alter_configs(self, topic, set):
        told = self._admin().alter_configs(
            [ConfigResource(ConfigResourceType.TOPIC, topic, configs=set)])
        if told["topic"][topic] != "OK":
            raise RuntimeError(told["topic"][topic])

    def cluster(self):
        told = self._admin().describe_cluster()
        return {"id": told["cluster_id"], "controller": told["controller_id"],
                "brokers": [{"id": one.get("broker_id", one.get("node_id")), "host": one["host"],
                             "port": one["port"]} for one in told["brokers"]]}

    def groups(self):
        return {"groups": [one["group_id"] for one in self._admin().list_groups()]}

    def describe_group(self, group):
        told = self._admin().describe_groups([group])[group]
        return {"state": told["group_state"], "members": len(told["members"]),
                "protocol": told["protocol_data"]}

    def delete_group(self, group):
        for name, outcome in self._admin().delete_groups([group]).items():
            if outcome != "OK":
                raise RuntimeError(f"{name}: {outcome}")

    def delete_offsets(self, group, topic):
        answers = self._admin().delete_group_offsets(group, [TopicPartition(topic, 0)])
        for error in answers.values():
            if error.errno:
                raise error(topic)

    def delete_records(self, topic, partition, before):
        where = TopicPartition(topic, partition)
        return {"low": self._admin().delete_records({where: before})[where]["low_watermark"]}

    def log_dirs(self, broker):
        sizes = {}
        for one in self._admin().describe_log_dirs(brokers=[broker]):
            for result in one.get("results", one.get("log_dirs", [])):
                for topic in result["topics"]:
                    for part in topic["partitions"]:
                        name = f'{topic.get("name", topic.get("topic"))}-{part["partition_index"]}'
                        sizes[name] = part["partition_size"]
        return {"sizes": sizes}

    def producers(self, topic, partition):
        where = TopicPartition(topic, partition)
        state = self._admin().describe_producers([where])[where]
        return {"producers": [{"id": one.producer_id, "epoch": one.producer_epoch,
                               "sequence": one.last_sequence}
                              for one in state.active_producers]}

    def _committed(self, group):
        return self._admin().list_group_offsets(group)[group]


if __name__ == "__main__":
    serve(KafkaPython3, f"kafka-python {kafka.__version__}")
