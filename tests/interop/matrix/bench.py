"""What a check has at hand: a cluster of its own client, that client, and what it expects."""

import contextlib
import re
import time

from matrix.driver import Client, ClientError, Unsupported
from serve import Serve

CHECKS = []  # (name, function), in the order of the table's columns


def check(name):
    """Marks a function as a check under that name."""
    def keep(function):
        CHECKS.append((name, function))
        return function
    return keep


class NotRefused(AssertionError):
    """An operation succeeded that must fail."""


class Bench:
    """One client program against one cluster, for all checks."""

    def __init__(self, cluster, launch, helper=None, elsewhere=None):
        self.cluster = cluster
        self._elsewhere = elsewhere  # bootstrap -> a launch for another cluster
        self.helper = helper  # () -> Client, for those that cannot write where they are told to
        self._launch = launch  # () -> Client
        self._kept = None
        self._numbers = 0
        self._more = []

    @contextlib.contextmanager
    def another_cluster(self, *options):
        """A bench of the same client at a cluster of its own, with other settings."""
        with Serve(*options) as cluster:
            bench = Bench(cluster, self._elsewhere(cluster.bootstrap), None, self._elsewhere)
            try:
                yield bench
            finally:
                bench.forget_all()

    @property
    def client(self):
        """The client; a new one when the last has died."""
        if self._kept is None or self._kept.process.poll() is not None:
            self._kept = self._launch()
        return self._kept

    def another(self):
        """A second program of the same client."""
        made = self._launch()
        self._more.append(made)
        return made

    def forget_all(self):
        """After a failure: nobody knows what the programs were still asked."""
        for one in [*self._more, *filter(None, [self._kept])]:
            one.kill()
        self._more, self._kept = [], None

    def forget_others(self):
        for one in self._more:
            one.close()
        self._more = []

    def ask(self, op, **arguments):
        return self.client.ask(op, **arguments)

    def until_refused(self, pattern, op, **arguments):
        """For what brokers refuse once they have heard of a change, which is soon, not at once."""
        ends = time.monotonic() + 10
        while True:
            try:
                refused(self, pattern, op, **arguments)
                return
            except NotRefused:
                if time.monotonic() > ends:
                    raise
            time.sleep(0.1)

    def unused(self, what):
        self._numbers += 1
        return f"{what}-{self._numbers}"

    def topic(self, partitions=1, replication=3, **configs):
        """A new topic, made without the client."""
        name = self.unused("topic")
        told = " ".join(f"{key.replace('_', '.')}={value}" for key, value in configs.items())
        self.cluster.tell(f"create-topic {name} {partitions} {replication} {told}".strip())
        self.cluster.tell("await settled")
        return name

    def fill(self, topic, values, partition=0, **more):
        """Writes plain records through the client; the places they got."""
        records = [{"partition": partition, "key": None, "value": value, "headers": []}
                   for value in values]
        try:
            return self.produce(topic, records, **more)
        except Unsupported as missing:
            if "partition" not in str(missing) or not self.helper:
                raise
        helper = self.helper()
        self._more.append(helper)
        return helper.ask("produce", topic=topic, records=records, acks="all",
                                 compression="none", idempotent=False)["placed"]

    def produce(self, topic, records, acks="all", compression="none", idempotent=False):
        return self.ask("produce", topic=topic, records=records, acks=acks,
                        compression=compression, idempotent=idempotent)["placed"]

    def read(self, topic, count, partition=0, **start):
        return self.ask("read", topic=topic, partition=partition, count=count,
                        **(start or {"offset": 0}))["records"]

    def close(self):
        self.forget_others()
        if self._kept:
            self._kept.close()


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def same(found, wanted, what):
    if found != wanted and isinstance(found, list) and isinstance(wanted, list):
        at = next((n for n, (one, other) in enumerate(zip(found, wanted)) if one != other),
                  min(len(found), len(wanted)))
        what += f" ({len(found)} for {len(wanted)}, different from number {at} on)"
        found, wanted = found[max(at - 2, 0):], wanted[max(at - 2, 0):]
    if found != wanted:
        raise AssertionError(f"{what}: expected {shortened(wanted)}, found {shortened(found)}")


def shortened(value):
    text = repr(value)
    return text if len(text) <= 1000 else text[:1000] + "…"


def refused(bench, pattern, op, **arguments):
    """The operation must fail, with one of Kafka's reasons; libraries spell them differently."""
    try:
        answer = bench.ask(op, **arguments)
    except ClientError as failure:
        text = re.sub(r"[_\s]", "", str(failure)).lower()
        wanted = re.sub(r"[_\s]", "", pattern).lower()
        expect(re.search(wanted, text), f"refused for another reason than {pattern}: {failure}")
        return
    raise NotRefused(f"{op} was not refused ({pattern}): {shortened(answer)}")


__all__ = ["Bench", "CHECKS", "Client", "check", "expect", "refused", "same"]
