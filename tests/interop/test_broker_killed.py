#!/usr/bin/env python3
"""Brokers die while clients write: what was acknowledged is read afterwards."""

import subprocess
import unittest

import kafka

from serve import PATIENCE, Serve, read_all, values_of

LINES = 100_000
HALF = LINES // 2


class BrokerKilled(unittest.TestCase):
    def test_kcat_goes_on_when_a_leader_is_killed(self):
        """kcat ends with 0 only if all its lines were acknowledged."""
        lines = [f"line {n}" for n in range(LINES)]
        with Serve() as cluster:
            cluster.tell("create-topic t 3 3")
            cluster.tell("await settled")
            writer = subprocess.Popen(
                ["kcat", "-P", "-b", cluster.bootstrap, "-t", "t", "-X", "acks=all",
                 "-X", "max.in.flight.requests.per.connection=1"],
                stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            writer.stdin.write("\n".join(lines[:HALF]) + "\n")
            writer.stdin.flush()
            leader = cluster.partition("t", 0)["leader"]
            cluster.tell(f"kill {leader}")
            writer.stdin.write("\n".join(lines[HALF:]) + "\n")
            _, errors = writer.communicate(timeout=PATIENCE)
            self.assertEqual(writer.returncode, 0, errors)
            cluster.tell(f"await leader t-0 !{leader}")
            cluster.tell(f"restart {leader}")
            cluster.tell("await settled")
            partitions = read_all(cluster.bootstrap, "t")
            self.assertEqual(cluster.status()["ledger"]["lost"], [])
        self.assertEqual(set(values_of(partitions)), set(lines))
        for records in partitions.values():
            # A batch whose answer was lost is sent again; that may repeat lines, never swap them.
            firsts = list(dict.fromkeys(value for _, value in records))
            numbers = [int(value.split()[1]) for value in firsts]
            self.assertEqual(numbers, sorted(numbers))

    def test_every_broker_in_turn(self):
        with Serve() as cluster:
            cluster.tell("create-topic t 3 3")
            cluster.tell("await settled")
            producer = kafka.KafkaProducer(
                bootstrap_servers=cluster.bootstrap, acks="all", retries=1000,
                retry_backoff_ms=50, request_timeout_ms=PATIENCE * 1000)
            futures = {}
            for broker in (1, 2, 3):
                for n in range(200):
                    value = f"{broker} before {n}"
                    futures[value] = producer.send("t", value.encode())
                cluster.tell(f"kill {broker}")
                for n in range(200):
                    value = f"{broker} after {n}"
                    futures[value] = producer.send("t", value.encode())
                cluster.tell(f"await broker {broker} down")
                producer.flush(PATIENCE)
                cluster.tell(f"restart {broker}")
                cluster.tell("await settled")
            acked = {value: future.get(1) for value, future in futures.items()}
            producer.close()
            read = read_all(cluster.bootstrap, "t")
        for value, where in acked.items():
            self.assertEqual(read[where.partition][where.offset], (where.offset, value))

    def test_same_address_after_restart(self):
        with Serve() as cluster:
            before = {b["id"]: (b["endpoint"], b["dir"]) for b in cluster.status()["brokers"]}
            for _ in range(3):
                for broker in before:
                    cluster.tell(f"kill {broker}")
                    cluster.tell(f"restart {broker}")
                    cluster.tell("await settled")
            after = {b["id"]: (b["endpoint"], b["dir"]) for b in cluster.status()["brokers"]}
        self.assertEqual(before, after)


if __name__ == "__main__":
    unittest.main()
