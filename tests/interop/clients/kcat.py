#!/usr/bin/python3
"""kcat, the command-line client over librdkafka."""

import json
import queue
import re
import subprocess
import threading

from line_server import Late, Unsupported, deadline, say, serve

SEPARATOR = "\x1e"
END = "\x1d"
CHUNK = 250


def run(*arguments, text=None):
    done = subprocess.run(["kcat", *arguments], input=text, capture_output=True, text=True,
                          timeout=60, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().split("\n% Delivery failed")[0])
    return done.stdout


class Kcat:
    def __init__(self, bootstrap):
        self.bootstrap = bootstrap
        self.member = None

    def close(self):
        self.leave()

    def produce(self, topic, records, acks, compression, idempotent):
        """kcat does not say where records went; the log's ends before and after do."""
        options = ["-b", self.bootstrap, "-t", topic, "-X", f"acks={acks}", "-z", compression,
                   "-X", f"enable.idempotence={str(idempotent).lower()}"]
        if any(record.get("timestamp") is not None for record in records):
            raise Unsupported("kcat cannot set a record's timestamp")
        plain = all(record.get("partition") is not None and record["value"] and
                    not record["headers"] for record in records)
        one_key = {record["key"] is None for record in records}
        if plain and len({record["partition"] for record in records}) == 1 == len(one_key):
            return {"placed": self._produce_all(options, topic, records)}
        return {"placed": [self._produce_all(options, topic, [record])[0] for record in records]}

    def _produce_all(self, options, topic, records):
        """Records of one shape, in one run of kcat."""
        first, more = records[0], []
        if first.get("partition") is not None:
            more += ["-p", str(first["partition"])]
        for name, value in first["headers"]:
            more += ["-H", name if value is None else f"{name}={value}"]
        if first["value"] is None:
            more += ["-Z"]
        if first["key"] is not None:
            more += ["-K", SEPARATOR]
        lines = [(one["key"] + SEPARATOR if one["key"] is not None else "") +
                 (one["value"] or "") + "\n" for one in records]
        before = self._ends(topic, first.get("partition"))
        run("-P", *options, *more, text="".join(lines))
        after = self._ends(topic, first.get("partition"))
        moved = [p for p in after if after[p] > before[p]]
        if len(moved) != 1 or after[moved[0]] - before[moved[0]] != len(records):
            raise RuntimeError(f"{len(records)} written; ends were {before}, are {after}")
        return [[moved[0], before[moved[0]] + n] for n in range(len(records))]

    def stream(self, topic, idempotent, prefix, count):
        """kcat fails as a whole unless every line was acknowledged."""
        writers = [subprocess.Popen(
            ["kcat", "-P", "-b", self.bootstrap, "-t", topic, "-p", str(partition),
             "-X", "acks=all", "-X", f"enable.idempotence={str(idempotent).lower()}",
             "-X", "max.in.flight=1" if not idempotent else "max.in.flight=5"],
            stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for partition in range(3)]
        for n in range(count):
            writers[n % 3].stdin.write(f"{prefix}{n}\n")
            if n % CHUNK == 0:
                for writer in writers:
                    writer.stdin.flush()
            if n == count // 4:
                say(progress=n)
        for writer in writers:
            _, errors = writer.communicate(timeout=60)
            if writer.returncode != 0:
                raise RuntimeError(errors.strip()[:300])
        return {"placed": "all"}

    def read(self, topic, partition, count, offset=None, time=None):
        start = str(offset) if time is None else f"s@{time}"
        fields = SEPARATOR.join(["%o", "%T", "%K", "%S", "%h", "%k", "%s"])
        printed = run("-C", "-b", self.bootstrap, "-t", topic, "-p", str(partition), "-o", start,
                      "-c", str(count), "-q", "-X", "check.crcs=true",
                      "-f", fields + END)
        records = []
        for text in printed.split(END)[:-1]:
            at, stamp, key_size, size, headers, key, value = text.split(SEPARATOR)
            records.append({
                "offset": int(at), "timestamp": int(stamp),
                "key": None if int(key_size) < 0 else key,
                "value": None if int(size) < 0 else value,
                "headers": [read_header(one) for one in headers.split(",") if one]})
        return {"records": records}

    def offset(self, topic, partition, at):
        when = {"earliest": "-2", "latest": "-1"}.get(at, str(at))
        printed = run("-Q", "-b", self.bootstrap, "-t", f"{topic}:{partition}:{when}")
        return {"offset": int(printed.rsplit("offset", 1)[1])}

    def _ends(self, topic, partition):
        partitions = [partition] if partition is not None else [
            one["partition"] for one in self.describe_topic(topic)["partitions"]]
        return {one: self.offset(topic, one, "latest")["offset"] for one in partitions}

    def _metadata(self, *topic):
        options = ["-t", topic[0]] if topic else []
        return json.loads(run("-L", "-J", "-b", self.bootstrap, *options))

    def cluster(self):
        told = self._metadata()
        brokers = [{"id": one["id"], "host": one["name"].rsplit(":", 1)[0],
                    "port": int(one["name"].rsplit(":", 1)[1])} for one in told["brokers"]]
        return {"id": None, "controller": told.get("controllerid"), "brokers": brokers}

    def topics(self):
        return {"topics": [one["topic"] for one in self._metadata()["topics"]]}

    def describe_topic(self, topic):
        told = self._metadata(topic)["topics"][0]
        if "error" in told:
            raise RuntimeError(told["error"])
        return {"partitions": [{
            "partition": one["partition"], "leader": one["leader"],
            "replicas": [replica["id"] for replica in one["replicas"]],
            "isr": [replica["id"] for replica in one["isrs"]]} for one in told["partitions"]]}

    def join(self, group, topic):
        self.member = Member(self.bootstrap, group, topic)

    def poll(self, **until):
        return self.member.poll(**until)

    def commit(self):
        raise Unsupported("kcat commits by itself, as it leaves")

    def leave(self):
        if self.member:
            self.member.leave()
            self.member = None


class Member:
    """One `kcat -G` process: assignments come on standard error, records on standard output."""

    def __init__(self, bootstrap, group, topic):
        self.process = subprocess.Popen(
            ["kcat", "-G", group, "-b", bootstrap, "-u", "-X", "auto.offset.reset=earliest",
             "-X", "session.timeout.ms=6000", "-X", "heartbeat.interval.ms=500",
             "-f", f"%p{SEPARATOR}%o{SEPARATOR}%s\n", topic],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.owned = []
        self.heard = queue.Queue()
        for stream in (self.process.stdout, self.process.stderr):
            threading.Thread(target=self._listen, args=(stream,), daemon=True).start()

    def _listen(self, stream):
        for line in stream:
            self.heard.put(line.rstrip("\n"))

    def poll(self, min, max, records=0):
        check, read = deadline(), []
        while not (min <= len(self.owned) <= max and len(read) >= records):
            check(f"owned {self.owned}, read {len(read)}")
            try:
                self._take(self.heard.get(timeout=0.2), read)
            except queue.Empty:
                if self.process.poll() is not None:
                    raise Late(f"kcat ended with {self.process.returncode}") from None
        return {"owned": sorted(self.owned), "records": read}

    def _take(self, line, read):
        if SEPARATOR in line:
            partition, offset, value = line.split(SEPARATOR)
            read.append([int(partition), int(offset), value])
        elif "rebalanced" in line and "assigned:" in line:
            self.owned = [int(n) for n in re.findall(r"\[(\d+)\]", line.split("assigned:")[1])]
        elif "rebalanced" in line:
            self.owned = []

    def leave(self):
        self.process.terminate()
        self.process.wait(30)


def read_header(text):
    name, _, value = text.partition("=")
    return [name, None if value == "NULL" else value]


if __name__ == "__main__":
    version = subprocess.run(["kcat", "-V"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"Version ([\d.]+).*librdkafka ([\d.]+)", version, re.DOTALL)
    serve(Kcat, f"kcat {found[1]} (librdkafka {found[2]})")
