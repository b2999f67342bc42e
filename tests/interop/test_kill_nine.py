#!/usr/bin/env python3
"""The whole program dies by SIGKILL while clients write; on the same directory it starts again.

All three replicas of everything die with it, but the page cache does not: every record whose
acknowledgement was read must be there, and every file must be what the logs say. What lies there
between two lives is as `highwater inspect` expects it.

usage: test_kill_nine.py [ROUNDS], 4 if not said; KILL_ROUNDS does the same. KILL_RECORDS is how
many records a round acknowledges at most, KILL_SEED repeats a run.
"""

import os
import pathlib
import random
import signal
import struct
import sys
import tempfile
import threading
import time
import unittest

import kafka

from serve import PATIENCE, Serve, read_all, run

ROUNDS = int(os.environ.get("KILL_ROUNDS", "4"))
RECORDS = int(os.environ.get("KILL_RECORDS", "3000"))
SEED = int(os.environ.get("KILL_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 31)
PARTITIONS = 3
INDEX_INTERVAL = 4096


class Writer(threading.Thread):
    """Sends numbered values until its producer is closed; remembers what was acknowledged."""

    def __init__(self, bootstrap, name, acked):
        super().__init__(daemon=True)
        self.name, self.acked = name, acked
        self.producer = kafka.KafkaProducer(bootstrap_servers=bootstrap, acks="all", retries=0,
                                            linger_ms=1, max_block_ms=2000,
                                            api_version_auto_timeout_ms=PATIENCE * 1000)
        self.ended = False

    def run(self):
        n = 0
        while not self.ended:
            value = f"{self.name} {n} " + "x" * (n % 500)
            n += 1
            try:
                future = self.producer.send("t", value.encode())
            except Exception:  # pylint: disable=broad-except
                return  # the cluster is gone
            future.add_callback(lambda where, value=value:
                                self.acked.append((where.partition, where.offset, value)))
            if n % 50 == 0:
                time.sleep(0.001)


def batches(path):
    """(base, last offset, largest time, position) of each batch; fails on anything else."""
    data = path.read_bytes()
    at, found = 0, []
    while at < len(data):
        base, length = struct.unpack_from(">qi", data, at)
        delta, _, largest = struct.unpack_from(">iqq", data, at + 23)
        if length < 49 or at + 12 + length > len(data):
            raise AssertionError(f"{path}: half a batch at byte {at}")
        found.append((base, base + delta, largest, at))
        at += 12 + length
    return found


def entries(path, layout, size):
    """Entries up to the zeros of an index that is still being written."""
    data = path.read_bytes()
    found = [struct.unpack_from(layout, data, at) for at in range(0, len(data) - size + 1, size)]
    while found and not any(found[-1]):
        found.pop()
    return found


def rebuilt(log):
    """What Kafka's rule makes of a `.log`: entries of `.index` and of `.timeindex`."""
    base = int(log.stem)
    index, times = [], []
    indexed_at, largest, largest_at = 0, -1, base
    for _, last, time_ms, position in batches(log):
        if time_ms > largest:
            largest, largest_at = time_ms, last
        if position - indexed_at > INDEX_INTERVAL:
            index.append((last - base, position))
            indexed_at = position
            if not times or largest > times[-1][0]:
                times.append((largest, largest_at - base))
    return index, times, (largest, largest_at - base)


class KillNine(unittest.TestCase):
    def check_files(self, directory):
        """The cluster is down, cleanly."""
        logs = sorted(pathlib.Path(directory).glob("broker-*/t-*/*.log"))
        self.assertTrue(logs)
        for log in logs:
            index, times, last = rebuilt(log)
            if last[0] >= 0 and (not times or last[0] > times[-1][0]):
                times.append(last)
            self.assertEqual(entries(log.with_suffix(".index"), ">ii", 8), index, log)
            self.assertEqual(entries(log.with_suffix(".timeindex"), ">qi", 12), times, log)
        for checkpoint in pathlib.Path(directory).glob("broker-*/*-checkpoint"):
            lines = checkpoint.read_text(encoding="utf-8").splitlines()
            self.assertEqual((lines[0], int(lines[1])), ("0", len(lines) - 2), checkpoint)
        for leftover in pathlib.Path(directory).glob("broker-*/t-*/*"):
            self.assertNotIn(leftover.suffix, (".tmp", ".swap", ".cleaned"), leftover)

    def test_acknowledged_records_survive(self):
        print(f"KILL_SEED={SEED} KILL_ROUNDS={ROUNDS}", flush=True)
        rng = random.Random(SEED)
        acked = []
        with tempfile.TemporaryDirectory() as directory:
            options = ("--data", directory, "--config", "segment.bytes=200000")
            for number in range(ROUNDS):
                cluster = Serve(*options)
                if number == 0:
                    cluster.tell(f"create-topic t {PARTITIONS} 3")
                cluster.tell(f"await settled {PATIENCE}")
                self.check_records(cluster, acked)
                writers = [Writer(cluster.bootstrap, f"{number}.{w}", acked) for w in range(2)]
                for writer in writers:
                    writer.start()
                enough = len(acked) + rng.randrange(RECORDS // 10, RECORDS)
                until = time.monotonic() + PATIENCE
                while len(acked) < enough and time.monotonic() < until:
                    time.sleep(0.001)
                cluster.process.send_signal(signal.SIGKILL)
                cluster.process.wait(PATIENCE)
                for writer in writers:
                    writer.ended = True
                for writer in writers:
                    writer.producer.close(timeout=1)
                    writer.join(PATIENCE)
                cluster.close()
                self.inspect(directory)
                print(f"round {number}: {len(acked)} acknowledged", flush=True)
            with Serve(*options) as cluster:
                cluster.tell(f"await settled {PATIENCE}")
                self.check_records(cluster, acked)
            self.check_files(directory)
            self.inspect(directory)

    def inspect(self, directory):
        """Nothing in it is wrong: what a start will cut or clear away is told as a remark."""
        done = run("inspect", directory, timeout=10 * PATIENCE)
        problems = [line for line in done.stdout.splitlines() if line.startswith("problem ")]
        self.assertEqual((done.returncode, problems[:5]), (0, []), done.stderr)

    def check_records(self, cluster, acked):
        if not acked:
            return
        there = {partition: dict(records)
                 for partition, records in read_all(cluster.bootstrap, "t").items()}
        lost = [one for one in list(acked) if there.get(one[0], {}).get(one[1]) != one[2]]
        self.assertEqual(lost[:5], [], f"{len(lost)} of {len(acked)} acknowledged are gone, "
                                       f"KILL_SEED={SEED}")


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        ROUNDS = int(sys.argv.pop(1))
    unittest.main()
