"""Apache Kafka's own tools for moving partitions, electing leaders and describing topics.

As `kafka-reassign-partitions.sh`, `kafka-leader-election.sh` and `kafka-topics.sh` start them, with
a person's arguments, against a cluster of four brokers.
"""

import itertools
import json
import os
import re
import sys
import tempfile

from matrix import clients
from matrix.bench import expect, same
from matrix.ensemble import until
from serve import Serve

CHECKS = []  # (name, function)
REASSIGN = "reassign.ReassignPartitionsCommand"


def check(name):
    def keep(function):
        CHECKS.append((name, function))
        return function
    return keep


def need_tools():
    """Their jars, or the reason why they cannot be had."""
    libraries = clients.java_libraries()
    clients.java_classes()
    found = next(one.name for one in libraries.iterdir() if one.name.startswith("kafka-tools-"))
    return f"Apache Kafka's {found[:-len('.jar')]}, moving"


class Moving:
    """A cluster whose partitions are moved by Apache Kafka's tools."""

    def __init__(self, cluster: Serve):
        os.environ["KAFKA_LIBRARIES"] = str(clients.java_libraries())
        os.environ["KAFKA_CLASSES"] = str(clients.java_classes())
        sys.path.insert(0, str(clients.PROGRAMS))
        from java_tools import Runner  # pylint: disable=import-outside-toplevel,import-error
        self.cluster = cluster
        self._runner = Runner()
        self._numbers = itertools.count(1)

    def close(self):
        self._runner.close()

    def run(self, tool, *arguments):
        return self._runner.run(tool, "--bootstrap-server", self.cluster.bootstrap, *arguments)

    def topic(self, *replicas):
        """One partition on these brokers, made by kafka-topics.sh."""
        name = f"moving-{next(self._numbers)}"
        self.run("TopicCommand", "--create", "--topic", name, "--replica-assignment",
                 ":".join(map(str, replicas)))
        self.cluster.tell("await settled")
        return name

    def reassign(self, topic, replicas, *what):
        """The tool with its file, which says that partition 0 shall be on these brokers."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"version": 1, "partitions": [
                {"topic": topic, "partition": 0, "replicas": replicas}]}, file)
            file.flush()
            return self.run(REASSIGN, "--reassignment-json-file", file.name, *what)

    def part(self, topic):
        return self.cluster.partition(topic, 0)

    def described(self, topic):
        printed = self.run("TopicCommand", "--describe", "--topic", topic)
        found = re.search(r"Partition: 0\s+Leader: (\S+)\s+Replicas: (\S+)\s+Isr: (\S+)", printed)
        expect(found, f"a description: {printed}")
        leader, replicas, isr = found.groups()
        return leader, [int(one) for one in replicas.split(",")], sorted(isr.split(","))


@check("reassign, verify")
def reassigned(moving: Moving):
    topic = moving.topic(1, 2, 3)
    said = moving.reassign(topic, [4, 2, 3], "--execute")
    expect("Successfully started partition reassignment" in said, said)
    until(lambda: moving.part(topic)["replicas"] == [4, 2, 3], "the new replicas")
    moving.cluster.tell("await settled")
    said = moving.reassign(topic, [4, 2, 3], "--verify")
    expect(f"Reassignment of partition {topic}-0 is completed" in said, said)
    leader, replicas, isr = moving.described(topic)
    same((replicas, isr), ([4, 2, 3], ["2", "3", "4"]), "what kafka-topics.sh says")
    same(int(leader), moving.part(topic)["leader"], "its leader")


@check("generate a plan, execute it")
def generated(moving: Moving):
    topic = moving.topic(1, 2)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"version": 1, "topics": [{"topic": topic}]}, file)
        file.flush()
        said = moving.run(REASSIGN, "--generate", "--topics-to-move-json-file", file.name,
                          "--broker-list", "3,4")
    plans = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    same(len(plans), 2, f"the present assignment and a plan: {said}")
    present, planned = (plan["partitions"][0]["replicas"] for plan in plans)
    same(present, [1, 2], "the present assignment")
    same(sorted(planned), [3, 4], "the plan")
    moving.reassign(topic, planned, "--execute")
    until(lambda: moving.part(topic)["replicas"] == planned, "the new replicas")
    moving.cluster.tell("await settled")
    said = moving.reassign(topic, planned, "--verify")
    expect(f"Reassignment of partition {topic}-0 is completed" in said, said)
    expect("Clearing broker-level throttles" in said, said)


@check("a throttle is refused, nothing moves")
def throttled(moving: Moving):
    topic = moving.topic(1, 2)
    try:
        said = moving.reassign(topic, [3, 4], "--execute", "--throttle", "10000000")
    except RuntimeError as refused:
        said = str(refused)
    expect("unknown topic setting" in said and "throttled.replicas" in said, said)
    same(moving.part(topic)["replicas"], [1, 2], "the replicas, as before")


@check("list and cancel a reassignment")
def cancelled(moving: Moving):
    topic = moving.topic(1, 2)
    moving.cluster.tell("cut 1 4")  # its copy cannot come
    try:
        moving.reassign(topic, [1, 4], "--execute")
        listed = moving.run(REASSIGN, "--list")
        expect(re.search(rf"{topic}-0: replicas: 1,4,2\. adding: 4\. removing: 2\.", listed),
               listed)
        said = moving.reassign(topic, [1, 4], "--cancel")
        expect("Successfully cancelled partition reassignment" in said, said)
        listed = moving.run(REASSIGN, "--list")
        expect("No partition reassignments found" in listed, listed)
        same(moving.part(topic)["replicas"], [1, 2], "the replicas, as before")
    finally:
        moving.cluster.tell("heal")
        moving.cluster.tell("await settled")


@check("elect the preferred leader")
def preferred(moving: Moving):
    topic = moving.topic(2, 3)
    moving.cluster.tell("kill 2")
    moving.cluster.tell(f"await leader {topic}-0 3")
    moving.cluster.tell("restart 2")
    moving.cluster.tell("await settled")
    said = moving.run("LeaderElectionCommand", "--election-type", "preferred", "--topic", topic,
                      "--partition", "0")
    expect("Successfully completed leader election" in said, said)
    moving.cluster.tell(f"await leader {topic}-0 2")
    said = moving.run("LeaderElectionCommand", "--election-type", "preferred", "--topic", topic,
                      "--partition", "0")
    expect("Valid replica already elected" in said, said)


@check("elect all preferred leaders")
def all_preferred(moving: Moving):
    topic = moving.topic(3, 2)
    moving.cluster.tell("kill 3")
    moving.cluster.tell(f"await leader {topic}-0 2")
    moving.cluster.tell("restart 3")
    moving.cluster.tell("await settled")
    said = moving.run("LeaderElectionCommand", "--election-type", "preferred",
                      "--all-topic-partitions")
    expect(re.search(rf"Successfully completed leader election \(PREFERRED\) for partitions "
                     rf".*{topic}-0", said), said)
    moving.cluster.tell(f"await leader {topic}-0 3")
    moving.cluster.tell("await settled")


@check("elect an unclean leader")
def unclean(moving: Moving):
    topic = moving.topic(1, 2)
    moving.cluster.tell("kill 2")
    moving.cluster.tell(f"await isr {topic}-0 1")
    moving.cluster.tell("kill 1")
    moving.cluster.tell("restart 2")
    try:
        moving.cluster.tell("await broker 2 running")
        until(lambda: moving.part(topic)["leader"] in (-1, None), "nobody may lead")
        said = moving.run("TopicCommand", "--describe", "--unavailable-partitions")
        expect(topic in said, said)
        said = moving.run("LeaderElectionCommand", "--election-type", "unclean", "--topic", topic,
                          "--partition", "0")
        expect("Successfully completed leader election" in said, said)
        moving.cluster.tell(f"await leader {topic}-0 2")
    finally:
        moving.cluster.tell("restart 1")
        moving.cluster.tell("await settled")


@check("describe what is not well")
def not_well(moving: Moving):
    topic = moving.topic(3, 4)
    moving.cluster.tell("kill 4")
    try:
        moving.cluster.tell(f"await isr {topic}-0 3")
        said = moving.run("TopicCommand", "--describe", "--under-replicated-partitions",
                          "--topic", topic)
        expect(re.search(r"Replicas: 3,4\s+Isr: 3\b", said), said)
    finally:
        moving.cluster.tell("restart 4")
        moving.cluster.tell("await settled")
    said = moving.run("TopicCommand", "--describe", "--under-replicated-partitions",
                      "--topic", topic)
    expect(topic not in said, said)
