#!/usr/bin/env python3
"""What administrators do, with kafka-python's admin client."""

import contextlib
import time
import unittest

from kafka.admin import (ConfigResource, ConfigResourceType, KafkaAdminClient, NewPartitions,
                         NewTopic)
from kafka.errors import (InvalidPartitionsError, InvalidRequestError, TopicAlreadyExistsError,
                          UnknownTopicOrPartitionError)

from serve import Serve, ServeError, kcat


@contextlib.contextmanager
def admin_of(cluster):
    admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap)
    try:
        yield admin
    finally:
        admin.close()


def settings(admin, kind, name):
    """{setting: value} as DescribeConfigs tells."""
    found = {}
    for response in admin.describe_configs([ConfigResource(kind, name)]):
        for resource in response.resources:
            for config in resource[4]:
                found[config[0]] = config[1]
    return found


def is_refused(cluster, value):
    """Whether a record of topic t with this value is too large."""
    try:
        kcat("-P", "-b", cluster.bootstrap, "-t", "t", text=value + "\n")
    except AssertionError as failure:
        if "too large" not in str(failure):
            raise
        return True
    return False


class Admin(unittest.TestCase):
    def test_topics_come_grow_and_go(self):
        with Serve() as cluster, admin_of(cluster) as admin:
            admin.create_topics([NewTopic("t", 1, 3, topic_configs={"segment.bytes": "2000"})])
            with self.assertRaises(TopicAlreadyExistsError):
                admin.create_topics([NewTopic("t", 1, 3)])
            admin.create_partitions({"t": NewPartitions(4)})
            cluster.tell("await settled")
            self.assertEqual(cluster.partition("t", 3)["replicas"], [1, 2, 3])
            with self.assertRaises(InvalidPartitionsError):
                admin.create_partitions({"t": NewPartitions(2)})
            self.assertEqual(settings(admin, ConfigResourceType.TOPIC, "t")["segment.bytes"],
                             "2000")
            admin.delete_topics(["t"])
            self.assertNotIn("t", admin.list_topics())
            with self.assertRaises(UnknownTopicOrPartitionError):
                admin.delete_topics(["t"])
            deadline = time.monotonic() + 10
            while True:  # its name is free once every broker has deleted its files
                try:
                    admin.create_topics([NewTopic("t", 2, 3)])
                    break
                except TopicAlreadyExistsError:
                    self.assertLess(time.monotonic(), deadline)
                    time.sleep(0.1)
            cluster.tell("await settled")

    def test_a_changed_setting_is_obeyed(self):
        with Serve() as cluster, admin_of(cluster) as admin:
            cluster.tell("create-topic t 1 3")
            cluster.tell("await settled")
            admin.alter_configs([
                ConfigResource(ConfigResourceType.TOPIC, "t", {"max.message.bytes": "300"})])
            self.assertEqual(settings(admin, ConfigResourceType.TOPIC, "t")["max.message.bytes"],
                             "300")
            deadline = time.monotonic() + 10
            while not is_refused(cluster, "x" * 1000):  # brokers hear of a change soon, not at once
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.1)
            self.assertFalse(is_refused(cluster, "short"))
            self.assertEqual(settings(admin, ConfigResourceType.BROKER, "1")["broker.id"], "1")
            self.assertEqual(settings(admin, ConfigResourceType.BROKER, "1")["num.partitions"],
                             "3")

    def test_the_line_language_deletes_topics(self):
        with Serve() as cluster:
            cluster.tell("create-topic t 3 3")
            cluster.tell("events on")
            cluster.tell("delete-topic t")
            deadline = time.monotonic() + 10
            while not any(event["kind"] == "TopicDeleted" for event in cluster.events):
                self.assertLess(time.monotonic(), deadline, cluster.events[-5:])
                time.sleep(0.1)
            with self.assertRaises(ServeError):
                cluster.tell("delete-topic t")


if __name__ == "__main__":
    unittest.main()
