#!/usr/bin/python3
"""kafka-python 2.0.2, as Debian has it."""

import kafka
from kafka import errors
from kafka.admin import ConfigResource, ConfigResourceType, NewPartitions, NewTopic

from kafka_python import KafkaPython
from line_server import serve


def check(code, text):
    if code:
        raise errors.for_code(code)(text)


class KafkaPython2(KafkaPython):
    def create_topic(self, topic, partitions, replication, configs):
        self._admin().create_topics([NewTopic(topic, partitions, replication,
                                              topic_configs=configs)])

    def delete_topic(self, topic):
        self._admin().delete_topics([topic])

    def describe_topic(self, topic):
        told = self._admin().describe_topics([topic])[0]
        check(told["error_code"], topic)
        return {"partitions": [{name: one[name] for name in
                                ("partition", "leader", "replicas", "isr")}
                               for one in told["partitions"]]}

    def create_partitions(self, topic, count):
        self._admin().create_partitions({topic: NewPartitions(count)})

    def describe_configs(self, topic=None, broker=None):
        kind = ConfigResourceType.TOPIC if topic else ConfigResourceType.BROKER
        answers = self._admin().describe_configs([ConfigResource(kind, topic or str(broker))])
        resource = answers[0].resources[0]
        check(resource[0], resource[1])
        return {"configs": {entry[0]: entry[1] for entry in resource[4]}}

    def alter_configs(self, topic, set):
        answer = self._admin().alter_configs(
            [ConfigResource(ConfigResourceType.TOPIC, topic, configs=set)])
        check(*answer.resources[0][:2])

    def cluster(self):
        told = self._admin().describe_cluster()
        return {"id": told["cluster_id"], "controller": told["controller_id"],
                "brokers": [{"id": one["node_id"], "host": one["host"], "port": one["port"]}
                            for one in told["brokers"]]}

    def groups(self):
        return {"groups": [name for name, _ in self._admin().list_consumer_groups()]}

    def describe_group(self, group):
        told = self._admin().describe_consumer_groups([group])[0]
        return {"state": told.state, "members": len(told.members), "protocol": told.protocol}

    def delete_group(self, group):
        for _, error in self._admin().delete_consumer_groups([group]):
            check(error.errno, group)

    def _committed(self, group):
        return self._admin().list_consumer_group_offsets(group)


if __name__ == "__main__":
    serve(KafkaPython2, f"kafka-python {kafka.__version__}")
