#!/usr/bin/python3
"""Apache Kafka's own command-line tools, called with a person's arguments."""

import json
import os
import queue
import re
import subprocess
import tempfile
import threading

from line_server import Late, Unsupported, deadline, say, serve

LIBRARIES = os.environ["KAFKA_LIBRARIES"]
JAVA = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp",
        f"{os.environ['KAFKA_CLASSES']}:{LIBRARIES}/*"]
KEY, HEADERS, HEADER, NULL = "\x1e", "\x1d", "\x1c", "<null>"
TOOLS = "org.apache.kafka.tools."
PATIENCE = 30


class Runner:
    """The Java process that runs one tool after the other; see java/Tools.java."""

    def __init__(self):
        self.process = subprocess.Popen([*JAVA, "Tools"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def run(self, tool, *arguments, text=""):
        """Runs a tool; some say that they failed only in words."""
        self.process.stdin.write(json.dumps(
            {"tool": TOOLS + tool, "arguments": arguments, "input": text}) + "\n")
        self.process.stdin.flush()
        told = json.loads(self.process.stdout.readline())
        words = told["words"]
        if told["code"] != 0 or re.search(r"^(Error|Exception)|Exception:|ERROR", words, re.M):
            raise RuntimeError(words.strip()[:600])
        return words

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)


class Tools:
    def __init__(self, bootstrap):
        self.server = ["--bootstrap-server", bootstrap]
        self.bootstrap = bootstrap
        self.member = None
        self.runner = Runner()
        self.run = self.runner.run

    def close(self):
        self.leave()
        self.runner.close()

    def produce(self, topic, records, acks, compression, idempotent):
        if any(record.get("timestamp") is not None for record in records):
            raise Unsupported("kafka-console-producer cannot set a record's timestamp")
        if any(record.get("partition") for record in records):
            raise Unsupported("kafka-console-producer cannot choose a partition")
        before = self._ends(topic)
        if len(before) > 1 and any(record.get("partition") is not None for record in records):
            raise Unsupported("kafka-console-producer cannot choose a partition")
        if len(before) > 1 and len(records) > 1:  # one by one: it does not say where they went
            return {"placed": [self.produce(topic, [record], acks, compression, idempotent)
                               ["placed"][0] for record in records]}
        lines = "".join(line_of(record) for record in records)
        self.run(
            "ConsoleProducer", *self.server, "--topic", topic, "--compression-codec", compression,
            "--command-property", f"acks={acks}",
            "--command-property", f"enable.idempotence={str(idempotent).lower()}",
            "--command-property", "max.request.size=8388608",
            "--reader-property", "parse.key=true", "--reader-property", f"key.separator={KEY}",
            "--reader-property", "parse.headers=true",
            "--reader-property", f"headers.delimiter={HEADERS}",
            "--reader-property", f"headers.separator={HEADER}",
            "--reader-property", "headers.key.separator==",
            "--reader-property", f"null.marker={NULL}", text=lines)
        after = self._ends(topic)
        placed = [[partition, n] for partition in sorted(after)
                  for n in range(before.get(partition, 0), after[partition])]
        if not placed:  # the tool ends with success all the same
            raise Unsupported("kafka-console-producer tells of refused records only in its log")
        if len(placed) != len(records):
            raise RuntimeError(f"{len(records)} written; ends were {before}, are {after}")
        return {"placed": placed}

    def stream(self, topic, idempotent, prefix, count):
        """kafka-verifiable-producer says for every record where it went."""
        with tempfile.NamedTemporaryFile("w", suffix=".properties") as file:
            file.write(f"enable.idempotence={str(idempotent).lower()}\n"
                       f"max.in.flight.requests.per.connection={5 if idempotent else 1}\n"
                       "retries=1000\n")
            file.flush()
            tool = subprocess.Popen(
                [*JAVA, TOOLS + "VerifiableProducer", *self.server, "--topic", topic,
                 "--max-messages", str(count), "--throughput", str(count // 3), "--acks", "-1",
                 "--command-config", file.name],
                stdout=subprocess.PIPE, text=True)
            placed, acked = [None] * count, 0
            for line in tool.stdout:
                told = json.loads(line)
                if told["name"] != "producer_send_success":
                    continue
                placed[int(told["value"])] = [told["partition"], told["offset"]]
                acked += 1
                if acked == count // 4:
                    say(progress=acked)
            tool.wait(PATIENCE)
        return {"placed": placed}

    def read(self, topic, partition, count, offset=None, time=None):
        if time is not None:
            offset = self.offset(topic, partition, time)["offset"]
        properties = [f"print.{what}=true" for what in
                      ("key", "headers", "timestamp", "offset")]
        properties += [f"key.separator={KEY}", f"headers.separator={HEADERS}",
                       f"line.separator={HEADER}\n", f"null.literal={NULL}"]
        printed = self.run("consumer.ConsoleConsumer", *self.server, "--topic", topic,
                      "--partition", str(partition), "--offset", str(offset),
                      "--max-messages", str(count), "--timeout-ms", "30000",
                      *(part for one in properties for part in ("--formatter-property", one)))
        return {"records": [record_of(line) for line in printed.split(HEADER + "\n")[:-1]]}

    def offset(self, topic, partition, at):
        when = {"earliest": "-2", "latest": "-1"}.get(at, str(at))
        printed = self.run("GetOffsetShell", *self.server, "--topic-partitions",
                      f"{topic}:{partition}", "--time", when)
        return {"offset": int(printed.strip().rsplit(":", 1)[1] or -1)}

    def _ends(self, topic):
        printed = self.run("GetOffsetShell", *self.server, "--topic", topic, "--time", "-1")
        return {int(line.split(":")[1]): int(line.split(":")[2])
                for line in printed.split() if line.startswith(f"{topic}:")}

    def join(self, group, topic):
        self.member = Member(self.server, group, topic)

    def poll(self, **until):
        return self.member.poll(**until)

    def commit(self):
        raise Unsupported("kafka-verifiable-consumer commits by itself, after every batch")

    def leave(self):
        if self.member:
            self.member.leave()
            self.member = None

    def committed(self, group, topic):
        try:
            printed = self.run("consumer.group.ConsumerGroupCommand", *self.server, "--describe",
                               "--offsets", "--group", group)
        except RuntimeError as failure:
            if "does not exist" not in str(failure):
                raise
            return {"offsets": {}}  # a group without offsets and members is no more
        return {"offsets": {row["PARTITION"]: int(row["CURRENT-OFFSET"])
                            for row in columns(printed) if row["TOPIC"] == topic}}

    def create_topic(self, topic, partitions, replication, configs):
        self.run("TopicCommand", *self.server, "--create", "--topic", topic,
            "--partitions", str(partitions), "--replication-factor", str(replication),
            *(part for one in configs.items() for part in ("--config", "=".join(one))))

    def delete_topic(self, topic):
        self.run("TopicCommand", *self.server, "--delete", "--topic", topic)

    def topics(self):
        return {"topics": self.run("TopicCommand", *self.server, "--list").split()}

    def describe_topic(self, topic):
        printed = self.run("TopicCommand", *self.server, "--describe", "--topic", topic)
        found = re.findall(r"Partition: (\d+)\s+Leader: (\S+)\s+Replicas: (\S+)\s+Isr: (\S+)",
                           printed)
        return {"partitions": [{
            "partition": int(partition), "leader": int(leader),
            "replicas": [int(one) for one in replicas.split(",")],
            "isr": [int(one) for one in isr.split(",")]}
            for partition, leader, replicas, isr in found]}

    def create_partitions(self, topic, count):
        self.run("TopicCommand", *self.server, "--alter", "--topic", topic,
                 "--partitions", str(count))

    def describe_configs(self, topic=None, broker=None):
        kind, name = ("topics", topic) if topic else ("brokers", str(broker))
        printed = self.run("ConfigCommand", *self.server, "--describe", "--all",
                      "--entity-type", kind, "--entity-name", name)
        return {"configs": dict(re.findall(r"^\s+([a-z0-9.]+)=(.*?) sensitive=", printed, re.M))}

    def alter_configs(self, topic, set):
        wanted = ",".join("=".join(one) for one in set.items())
        self.run("ConfigCommand", *self.server, "--alter", "--entity-type", "topics",
            "--entity-name", topic, "--add-config", wanted)

    def cluster(self):
        printed = self.run("BrokerApiVersionsCommand", *self.server)
        found = re.findall(r"^(\S+):(\d+) \(id: (\d+)", printed, re.M)
        cluster = self.run("ClusterTool", "cluster-id", *self.server)
        return {"id": cluster.split("Cluster ID:")[1].strip(), "controller": None,
                "brokers": [{"id": int(broker), "host": host, "port": int(port)}
                            for host, port, broker in found]}

    def groups(self):
        return {"groups": self.run("consumer.group.ConsumerGroupCommand", *self.server,
                              "--list").split()}

    def describe_group(self, group):
        printed = self.run("consumer.group.ConsumerGroupCommand", *self.server, "--describe",
                      "--state", "--group", group)
        row = next(line.split() for line in printed.splitlines() if line.startswith(f"{group} "))
        return {"state": row[-2], "members": int(row[-1]), "protocol": row[-3]}

    def delete_group(self, group):
        self.run("consumer.group.ConsumerGroupCommand", *self.server, "--delete", "--group", group)

    def delete_offsets(self, group, topic):
        printed = self.run("consumer.group.ConsumerGroupCommand", *self.server, "--delete-offsets",
                      "--group", group, "--topic", f"{topic}:0")
        if "Successful" not in printed:
            raise RuntimeError(printed.strip())

    def delete_records(self, topic, partition, before):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"version": 1, "partitions": [
                {"topic": topic, "partition": partition, "offset": before}]}, file)
            file.flush()
            printed = self.run("DeleteRecordsCommand", *self.server, "--offset-json-file",
                               file.name)
        found = re.search(r"low_watermark: (\d+)", printed)
        if not found:
            raise RuntimeError(printed.strip())
        return {"low": int(found[1])}

    def log_dirs(self, broker):
        printed = self.run("LogDirsCommand", *self.server, "--describe", "--broker-list",
                           str(broker))
        told = json.loads(next(line for line in printed.splitlines() if line.startswith("{")))
        return {"sizes": {one["partition"]: one["size"] for broker in told["brokers"]
                          for dir in broker["logDirs"] for one in dir["partitions"]}}

    def producers(self, topic, partition):
        printed = self.run("TransactionsCommand", *self.server, "describe-producers",
                           "--topic", topic, "--partition", str(partition))
        return {"producers": [{"id": int(row["ProducerId"]), "epoch": int(row["ProducerEpoch"]),
                               "sequence": int(row["LastSequence"])} for row in columns(printed)]}


def columns(text):
    """Rows of a table whose fields have no blanks in them."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    heads = next((n for n, row in enumerate(rows) if row[0] in ("GROUP", "ProducerId")), None)
    if heads is None:
        return []
    return [dict(zip(rows[heads], row, strict=False)) for row in rows[heads + 1:]]


def line_of(record):
    headers = HEADER.join(f"{name}={NULL if value is None else value}"
                          for name, value in record["headers"])
    fields = [headers or NULL, HEADERS, NULL if record["key"] is None else record["key"], KEY,
              NULL if record["value"] is None else record["value"]]
    return "".join(fields) + "\n"


def record_of(line):
    """CreateTime:N, Offset:N, headers, key, value."""
    stamp, offset, headers, key, value = line.split(KEY)
    pairs = [] if headers == "NO_HEADERS" else [one.split(":", 1) for one in
                                                headers.split(HEADERS)]
    return {"timestamp": int(stamp.split(":")[1]), "offset": int(offset.split(":")[1]),
            "key": None if key == NULL else key, "value": None if value == NULL else value,
            "headers": pairs}


class Member:
    """kafka-verifiable-consumer: a line of JSON for all that happens."""

    def __init__(self, server, group, topic):
        self.process = subprocess.Popen(
            [*JAVA, TOOLS + "VerifiableConsumer", *server, "--topic", topic, "--group-id", group,
             "--session-timeout", "6000", "--verbose"], stdout=subprocess.PIPE, text=True)
        self.owned = set()
        self.heard = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.heard.put(json.loads(line))

    def poll(self, min, max, records=0):
        check, read = deadline(), []
        while not (min <= len(self.owned) <= max and len(read) >= records):
            check(f"owned {self.owned}, read {len(read)}")
            try:
                self._take(self.heard.get(timeout=0.2), read)
            except queue.Empty:
                if self.process.poll() is not None:
                    raise Late(f"the tool ended with {self.process.returncode}") from None
        return {"owned": sorted(self.owned), "records": read}

    def _take(self, told, read):
        named = {one["partition"] for one in told.get("partitions", []) if isinstance(one, dict)}
        if told["name"] == "partitions_assigned":
            self.owned |= named
        elif told["name"] == "partitions_revoked":
            self.owned -= named
        elif told["name"] == "record_data":
            read.append([told["partition"], told["offset"], told["value"]])

    def leave(self):
        self.process.terminate()
        self.process.wait(30)


if __name__ == "__main__":
    found = next(one for one in os.listdir(LIBRARIES) if one.startswith("kafka-tools-4"))
    serve(Tools, f"Apache Kafka's tools {found[len('kafka-tools-'):-len('.jar')]}")
