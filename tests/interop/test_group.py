#!/usr/bin/env python3
"""Consumer groups of other people's clients."""

import contextlib
import unittest

import kafka

from serve import Serve, kcat, kcat_in_background

SESSION_MS = 6000


@contextlib.contextmanager
def member(cluster, group, topic):
    """A kcat that belongs to the group until the block ends."""
    process = kcat_in_background(
        "-b", cluster.bootstrap, "-G", group, "-X", f"session.timeout.ms={SESSION_MS}",
        "-X", "heartbeat.interval.ms=1000", "-X", "auto.offset.reset=earliest", "-u", topic)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def assigned(cluster, group):
    """{member: [partition, …]} as the cluster tells."""
    for one in cluster.status()["groups"]:
        if one["group"] == group:
            return {m["member"]: sorted(p for _, p in m["assigned"]) for m in one["members"]}
    return {}


class Groups(unittest.TestCase):
    def test_two_members_share_and_one_takes_over(self):
        with Serve() as cluster:
            cluster.tell("create-topic t 3 3")
            cluster.tell("await settled")
            with member(cluster, "g", "t"), member(cluster, "g", "t") as victim:
                cluster.tell("await group g Stable 2")
                shares = sorted(assigned(cluster, "g").values(), key=len)
                self.assertEqual([len(share) for share in shares], [1, 2])
                self.assertEqual(sorted(sum(shares, [])), [0, 1, 2])
                victim.kill()
                limit = SESSION_MS / 1000 + 1 + 1  # session, heartbeat interval, one second
                answer = cluster.tell(f"await group g Stable 1 {limit}")
                self.assertEqual(list(assigned(cluster, "g").values()), [[0, 1, 2]])
                print("taken over", answer["message"])

    def test_commits_are_kept_and_lag_is_told(self):
        with Serve() as cluster:
            cluster.tell("create-topic t 1 3")
            cluster.tell("await settled")
            kcat("-P", "-b", cluster.bootstrap, "-t", "t", text="a\nb\nc\nd\n")
            self.assertEqual(self.consume(cluster, 3), ["a", "b", "c"])
            group = cluster.status()["groups"][0]
            self.assertEqual(group["offsets"], [
                {"topic": "t", "partition": 0, "committed": 3, "lag": 1}])
            cluster.tell(f"kill {group['coordinator']}")
            self.assertEqual(self.consume(cluster, 1), ["d"])

    @staticmethod
    def consume(cluster, count):
        consumer = kafka.KafkaConsumer(
            "t", bootstrap_servers=cluster.bootstrap, group_id="g", auto_offset_reset="earliest",
            enable_auto_commit=False, max_poll_records=1, session_timeout_ms=SESSION_MS,
            heartbeat_interval_ms=1000, consumer_timeout_ms=30000)
        values = []
        for record in consumer:
            values.append(record.value.decode())
            if len(values) == count:
                break
        consumer.commit()
        consumer.close(autocommit=False)
        return values


if __name__ == "__main__":
    unittest.main()
