#!/usr/bin/python3
"""Through librdkafka over TCP: Highwater beside Apache Kafka on the same machine, in one run."""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "interop"))
from budgets import budget  # noqa: E402
from matrix import apache, clients  # noqa: E402
from serve import Serve  # noqa: E402

LOAD = pathlib.Path(os.environ["HIGHWATER"]).parent / "tests" / "rdkafka_load"
ROUNDS = 4  # the first one is thrown away: it warms caches, and Java
BYTES = int(os.environ.get("HW_BENCH_MIB", "128")) << 20
SIZES = (100, 1024)
BROKERS = 3
REST = 5  # seconds without load after it
SETTLING = 2  # a follower that asks a leader too early asks again after replica.fetch.backoff.ms


def processor_time(pid):
    """Seconds of all its threads."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Highwater:
    name = "Highwater"

    def __init__(self, _folder):
        self.cluster = Serve("--preset", "kafka", "--config", "log.retention.bytes=-1")
        self.bootstrap = self.cluster.bootstrap
        self.ready = self.cluster.ready["ms"] / 1000

    def resident(self):
        status = pathlib.Path(f"/proc/{self.cluster.process.pid}/status").read_text()
        line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def processor_time(self):
        return processor_time(self.cluster.process.pid)

    def create(self, topic):
        self.cluster.tell(f"create-topic {topic} 3 3")
        self.cluster.tell("await settled")

    def stop(self):
        self.cluster.stop()


class ApacheKafka:
    name = "Apache Kafka"

    def __init__(self, folder):
        self.cluster = apache.Cluster(folder, BROKERS, memory="1g", quick_start=False)
        self.bootstrap = self.cluster.bootstrap
        self.ready = self.cluster.ready - self.cluster.launched

    def resident(self):
        return self.cluster.resident()

    def processor_time(self):
        return sum(processor_time(one.pid) for one in self.cluster.processes)

    def create(self, topic):
        subprocess.run(apache.java(
            "org.apache.kafka.tools.TopicCommand", "--bootstrap-server", self.bootstrap, "--create",
            "--topic", topic, "--partitions", "3", "--replication-factor", "3"),
            check=True, stdout=subprocess.DEVNULL)
        time.sleep(1)  # its leaders are elected after the answer

    def stop(self):
        self.cluster.stop()


def load(what, cluster, topic, count, size):
    """One run of the load program: {figure: value}."""
    def spent():
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return cluster.processor_time(), children.ru_utime + children.ru_stime

    before = spent()
    done = subprocess.run([LOAD, what, cluster.bootstrap, topic, str(count), str(size)],
                          capture_output=True, text=True, check=False, timeout=600)
    if done.returncode != 0:
        raise SystemExit(f"{LOAD} {what}: {done.stderr.strip()}")
    gigabytes = count * size / 1e9
    brokers, client = ((then - now) / gigabytes
                       for then, now in zip(spent(), before, strict=True))
    return {**{name: float(value) for name, value in
               (part.split("=") for part in done.stdout.split())},
            f"{what}_brokers": brokers, f"{what}_client": client}


def measure(make):
    with tempfile.TemporaryDirectory() as folder:
        one = make(folder)
        try:
            found = {"ready": one.ready, "idle": one.resident()}
            for size in SIZES:
                runs = []
                for number in range(ROUNDS):
                    topic = f"t-{size}-{number}"
                    one.create(topic)
                    time.sleep(SETTLING)
                    os.sync()  # a round does not pay for writing what came before it
                    count = BYTES // size
                    runs.append({**load("produce", one, topic, count, size),
                                 **load("consume", one, topic, count, size)})
                for figure in runs[0]:
                    found[f"{figure} {size}"] = statistics.median(
                        run[figure] for run in runs[1:])
            found["busy"] = one.resident()
            before = one.processor_time()
            time.sleep(REST)
            found["rest"] = (one.processor_time() - before) / REST * 100
            return found
        finally:
            one.stop()


ROWS = (
    ("ready", "time to ready", "s"),
    ("idle", "resident, idle", "MiB"),
    ("busy", "resident, after the load", "MiB"),
    ("rest", "processor time of all brokers without load, after it", "% of one"),
    *((f"{figure} {size}", f"{words}, {size} bytes", unit) for size in SIZES
      for figure, words, unit in (
          ("produced_mb_s", "produced, acks=all, RF 3", "MB/s"),
          ("p50_ms", "  its median latency at full load", "ms"),
          ("p99_ms", "  99th percentile of latency", "ms"),
          ("produce_brokers", "  processor time of all brokers", "s/GB"),
          ("produce_client", "  processor time of the client", "s/GB"),
          ("consumed_mb_s", "consumed", "MB/s"),
          ("consume_brokers", "  processor time of all brokers", "s/GB"),
          ("consume_client", "  processor time of the client", "s/GB"))),
)


# Of the ratio to Apache Kafka, by figure.
AIMS = {"ready": "up to 0.02", "busy": "up to 0.05", "produced_mb_s": "from 2",
        "p99_ms": "up to 0.5", "consumed_mb_s": "from 2"}


def main():
    print(f"{os.cpu_count()} processors; median of {ROUNDS - 1} rounds of {BYTES >> 20} MiB, "
          "three partitions, one producer; aims: 2 x the throughput, half the 99th percentile, "
          "5 % of the memory, 50 x faster to ready")
    ours = measure(Highwater)
    try:
        theirs = measure(ApacheKafka)
    except clients.Missing as missing:
        print(f"skipped: Apache Kafka: {missing}")
        theirs = {}
    print(f"{'':<44} {'Highwater':>12} {'Apache Kafka':>14} {'ratio':>8}")
    for key, words, unit in ROWS:
        mine, other = ours[key], theirs.get(key)
        beside = f"{other:>14.2f} {mine / other:>8.3f}" if other else f"{'skipped':>14}"
        print(f"{words + ', ' + unit:<44} {mine:>12.2f} {beside}")
        if other and key.split()[0] in AIMS:
            budget(f"beside Apache Kafka: {words.strip()}", mine / other, "x its",
                   AIMS[key.split()[0]])


if __name__ == "__main__":
    main()
