"""The files: Apache Kafka's tools read ours, `highwater inspect` reads Apache Kafka's."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

from matrix import apache
from matrix.bench import expect, same
from matrix.driver import Client
from serve import Serve

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
EACH = 40  # records of each codec
SIZE = 900


def write_all_kinds(client, topic):
    """Every codec, plain and idempotent, keys, headers, null values."""
    for idempotent in (False, True):
        for codec in CODECS:
            records = [{
                "partition": 0, "key": f"key-{n % 7}",
                "value": None if n % 9 == 8 else f"{codec} {n} " + "x" * SIZE,
                "headers": [["n", str(n)]] if n % 2 else []} for n in range(EACH)]
            client.ask("produce", topic=topic, acks="all", compression=codec,
                       idempotent=idempotent, records=records)
    return 2 * EACH * len(CODECS)


def use_a_group(client, topic, group, records):
    client.ask("join", group=group, topic=topic)
    client.ask("poll", min=1, max=1, records=records)
    client.ask("commit")
    client.ask("leave")


class Written:
    """What a Highwater cluster left on disk after records, a group, a kill and a restart."""

    def __init__(self, launch, folder):
        self.folder = pathlib.Path(folder)
        with Serve("--data", str(self.folder)) as cluster:
            cluster.tell("create-topic t 1 3 segment.bytes=60000 index.interval.bytes=1024")
            cluster.tell("await settled")
            with launch(cluster.bootstrap) as client:
                self.records = write_all_kinds(client, "t")
                leader = cluster.partition("t", 0)["leader"]
                cluster.tell(f"kill {leader}")
                cluster.tell(f"await leader t-0 !{leader}")
                self.records += write_all_kinds(client, "t")
                cluster.tell(f"restart {leader}")
                cluster.tell("await settled")
                use_a_group(client, "t", "readers", self.records)

    def files(self, pattern, partition="t-0"):
        found = sorted(self.folder.glob(f"broker-*/{partition}/{pattern}"))
        expect(found, f"no {partition}/{pattern} on disk")
        return found


def clean(told, what):
    """The tool's own words for what it does not like."""
    code, words = told
    bad = re.search(r"^.*(isvalid: false|exception|mismatch|out of order|corrupt|not match|"
                    r"error).*$", words, re.I | re.M)
    expect(code == 0 and not bad, f"{what}: {bad[0][:300] if bad else words[-300:]}")
    return words


def dump_logs(written):
    for broker in (1, 2, 3):
        logs = [one for one in written.files("*.log") if f"broker-{broker}/" in str(one)]
        words = clean(apache.dump(logs, "--deep-iteration"), "logs")
        offsets = [int(one) for one in re.findall(r"^\| offset: (\d+)", words, re.M)]
        same(offsets, list(range(written.records)), f"offsets in the logs of broker {broker}")
    expect(len(written.files("*.log")) > 6, "several segments")


def dump_indexes(written):
    for options in (("--index-sanity-check",), ("--verify-index-only",), ()):
        words = clean(apache.dump(written.files("*.index"), *options), f"indexes {options}")
    expect(len(re.findall(r"^offset: \d+ position: \d+", words, re.M)) > 10, "index entries")


def dump_time_indexes(written):
    for options in (("--index-sanity-check",), ("--verify-index-only",), ()):
        words = clean(apache.dump(written.files("*.timeindex"), *options), f"indexes {options}")
    expect(len(re.findall(r"^timestamp: \d+ offset: \d+", words, re.M)) > 10, "index entries")


def dump_snapshots(written):
    words = clean(apache.dump(written.files("*.snapshot")), "snapshots")
    expect(re.search(r"producerId: \d+ producerEpoch: 0", words), "a producer's state")


def dump_offsets(written):
    logs = [one for one in written.files("*.log", "__consumer_offsets-*")
            if one.stat().st_size > 0]
    words = clean(apache.dump(logs, "--offsets-decoder", "--deep-iteration"), "offsets")
    expect('"group":"readers"' in words or "readers" in words, "the group's records")
    expect(re.search(r'"offset":%d\b' % written.records, words) or
           f"offset={written.records}" in words, "the committed offset")


READERS = (("dump logs", dump_logs), ("dump indexes", dump_indexes),
           ("dump time indexes", dump_time_indexes), ("dump snapshots", dump_snapshots),
           ("dump offsets", dump_offsets))


def fill_until_it_is_compacted(client, topic):
    """More than a segment of the same few keys."""
    records = [{"partition": 0, "key": f"key-{n % 7}", "value": f"{n} " + "x" * SIZE,
                "headers": []} for n in range(1300)]
    client.ask("produce", topic=topic, acks="all", compression="none", idempotent=True,
               records=records)


def wait_for(condition, what):
    ends = time.monotonic() + 60
    while not condition():
        expect(time.monotonic() < ends, f"{what}: not within 60 s")
        time.sleep(0.2)  # another program's file: nothing tells when it changes


def is_theirs(problem):
    """Apache Kafka stops without the last entry of its metadata log's time index."""
    return problem["kind"] == "time-not-at-end" and "__cluster_metadata-0/" in problem["file"]


def read_theirs(launch):
    """A broker of Apache Kafka writes and stops; nothing in its directory is found wrong."""
    with tempfile.TemporaryDirectory() as folder:
        with apache.Cluster(folder, settings={"log.cleaner.backoff.ms": 500,
                                               "log.initial.task.delay.ms": 500}) as theirs:
            with launch(theirs.bootstrap) as client:
                for topic, policy in (("t", "delete"), ("c", "compact")):
                    client.ask("create-topic", topic=topic, partitions=1, replication=1, configs={
                        "segment.bytes": "1048576", "index.interval.bytes": "1024",
                        "file.delete.delay.ms": "0",
                        "cleanup.policy": policy, "min.cleanable.dirty.ratio": "0.01"})
                records = write_all_kinds(client, "t")
                for _ in range(3):
                    fill_until_it_is_compacted(client, "c")
                checkpoint = theirs.directory(1) / "cleaner-offset-checkpoint"
                wait_for(lambda: "c 0" in checkpoint.read_text(), "a compaction of theirs")
                use_a_group(client, "t", "readers", records)
            directory = theirs.directory(1)
        done = subprocess.run([os.environ["HIGHWATER"], "inspect", str(directory), "--json"],
                              capture_output=True, text=True, timeout=60, check=False)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        problems = [f"{one['kind']} {one['file']}: {one['text']}"
                    for one in lines if one["type"] == "problem" and not is_theirs(one)]
        same(problems, [], "problems that inspect finds")
        found = next(one for one in lines
                     if one["type"] == "partition" and one["name"] == "t-0")
        same((found["records"], found["logStartOffset"], found["logEndOffset"]),
             (records, 0, records), "records of t-0")


def launcher(kind, log):
    """Starts that kind of client against any bootstrap addresses."""
    command, environment = kind.prepare()
    return lambda bootstrap: Client(command, bootstrap, {**os.environ, **environment}, log)
