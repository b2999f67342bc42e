#!/usr/bin/python3
"""What a person at the command line gets: start, memory, election and throughput of `serve`."""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "interop"))
from budgets import budget  # noqa: E402
from serve import Serve  # noqa: E402

ROUNDS = 7
BYTES = 256 * 1024 * 1024


def show(what, values, unit, aim, name=None):
    """The first round is thrown away: it warms caches."""
    rest = values[1:]
    print(f"{what:<44} {statistics.median(rest):8.1f} {unit}  "
          f"({min(rest):.1f} to {max(rest):.1f} in {len(rest)} rounds; {aim})", flush=True)
    if aim.startswith("aim: "):
        budget(name or what, statistics.median(rest), unit, aim.removeprefix("aim: "))


def ready():
    times = []
    for _ in range(ROUNDS):
        with Serve() as cluster:
            times.append(cluster.ready["ms"])
    show("ready, 3 brokers", times, "ms", "aim: up to 100")


def memory():
    values = []
    for _ in range(3):
        with Serve() as cluster:
            cluster.tell("await settled")
            status = pathlib.Path(f"/proc/{cluster.process.pid}/status").read_text()
            line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
            values.append(int(line.split()[1]) / 1024)
    show("resident, 3 idle brokers", values, "MiB", "aim: up to 60")


def new_leader():
    """From the end of the dead broker's session to the election of a new leader."""
    waits = []
    with Serve() as cluster:
        cluster.tell("create-topic t 1 3")
        cluster.tell("await settled")
        cluster.tell("events on")
        for _ in range(ROUNDS):
            cluster.events.clear()
            leader = cluster.partition("t", 0)["leader"]
            cluster.tell(f"kill {leader}")
            cluster.tell(f"await leader t-0 !{leader}")
            when = {event["kind"]: event["atMs"] for event in reversed(cluster.events)
                    if event["kind"] == "SessionExpired" or
                    event["kind"] == "LeaderElected" and event["text"].startswith("t-0")}
            waits.append(when["LeaderElected"] - when["SessionExpired"])
            cluster.tell(f"restart {leader}")
            cluster.tell("await settled")
    show("session's end to new leader", waits, "ms", "aim: up to 20")


def produce(cluster, file, topic):
    started = time.monotonic()
    with open(file, "rb") as lines:
        subprocess.run(["kcat", "-P", "-b", cluster.bootstrap, "-t", topic, "-X", "acks=all"],
                       stdin=lines, check=True)
    return time.monotonic() - started


def throughput(size):
    count = BYTES // size
    with tempfile.NamedTemporaryFile() as file:
        file.write((b"x" * (size - 1) + b"\n") * count)
        file.flush()
        rates = []
        for round_number in range(4):
            with Serve("--config", "log.segment.bytes=1073741824",
                       "--config", "log.retention.bytes=-1") as cluster:
                topic = f"t{round_number}"
                cluster.tell(f"create-topic {topic} 3 3")
                cluster.tell("await settled")
                rates.append(count / produce(cluster, file.name, topic))
    show(f"kcat, acks=all, RF 3, {size} bytes", rates, "records/s", f"{count} records a round")
    aim = "aim: from 150" if size == 1024 else "aim: none"
    show("  the same", [rate * size / 1e6 for rate in rates], "MB/s", aim,
         f"kcat, acks=all, RF 3, {size} bytes")


def main():
    print(f"{os.cpu_count()} processors; Apache Kafka stands beside it in bench_clients.py")
    ready()
    memory()
    new_leader()
    throughput(100)
    throughput(1024)


if __name__ == "__main__":
    main()
