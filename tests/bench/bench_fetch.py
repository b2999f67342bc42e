#!/usr/bin/python3
"""How records reach an outside client that reads a log from its start: from the file to the socket
inside the system (sendfile), and the plain way through the program's memory, side by side."""

import os
import pathlib
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "interop"))
from budgets import budget  # noqa: E402
from serve import Serve  # noqa: E402

ROUNDS = 6
BYTES = 512 * 1024 * 1024
RECORD = 1024
FETCH_MAX = 16 * 1024 * 1024


class Reader:
    """A consumer that only counts: Fetch version 4 over a plain socket."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray(FETCH_MAX + (1 << 20))

    def read(self, count):
        view = memoryview(self.buffer)[:count]
        at = 0
        while at < count:
            got = self.socket.recv_into(view[at:])
            if got == 0:
                raise RuntimeError("the broker closed the connection")
            at += got
        return view

    def fetch(self, topic, offset):
        """Bytes of records, and the offset after them."""
        name = topic.encode()
        body = struct.pack(">hhih4s", 1, 4, 7, 4, b"read")
        body += struct.pack(">iiiibi", -1, 100, 1, FETCH_MAX, 0, 1)
        body += struct.pack(">h", len(name)) + name + struct.pack(">iiqi", 1, 0, offset, FETCH_MAX)
        self.socket.sendall(struct.pack(">i", len(body)) + body)
        size = struct.unpack(">i", self.read(4))[0]
        answer = self.read(size)
        at = 4 + 4 + 4 + 2 + len(name) + 4  # correlation, throttle, topics, name, partitions
        _, error, _, _, aborted, records = struct.unpack_from(">ihqqii", answer, at)
        if error or aborted > 0:
            raise RuntimeError(f"fetch at {offset}: error {error}")
        at = first = at + struct.calcsize(">ihqqii")
        while at < first + records:
            base, length = struct.unpack_from(">qi", answer, at)
            delta = struct.unpack_from(">i", answer, at + 23)[0]
            offset = base + delta + 1
            at += 12 + length
        return records, offset


def processor_time(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def one_round(cluster, topic):
    leader = cluster.partition(topic, 0)["leader"]
    endpoint = cluster.bootstrap.split(",")[leader - 1]
    reader = Reader(int(endpoint.rsplit(":", 1)[1]))
    before = processor_time(cluster.process.pid)
    started = time.monotonic()
    total = offset = 0
    while total < BYTES:
        got, offset = reader.fetch(topic, offset)
        total += got
    seconds = time.monotonic() - started
    spent = processor_time(cluster.process.pid) - before
    return total / seconds / 1e6, spent / (total / 1e9)


def measure(records, sendfile):
    with Serve("--config", "log.segment.bytes=1073741824", "--config", "log.retention.bytes=-1",
               "--config", f"highwater.fetch.sendfile={sendfile}") as cluster:
        cluster.tell("create-topic t 1 1")
        cluster.tell("await settled")
        with open(records, "rb") as lines:
            subprocess.run(["kcat", "-P", "-b", cluster.bootstrap, "-t", "t", "-X", "acks=all"],
                           stdin=lines, check=True)
        rounds = [one_round(cluster, "t") for _ in range(ROUNDS)][1:]  # the first warms up
    what = "sendfile" if sendfile == "true" else "through memory"
    for name, unit, values in (("speed", "MB/s", [rate for rate, _ in rounds]),
                               ("processor time", "s/GB", [spent for _, spent in rounds])):
        print(f"fetch from files, {what:<15} {name:<15} {statistics.median(values):8.2f} {unit}  "
              f"({min(values):.2f} to {max(values):.2f} in {len(values)} rounds)", flush=True)
        budget(f"fetch from files, {what}, {name}", statistics.median(values), unit, "both told")


def main():
    with tempfile.NamedTemporaryFile() as file:
        file.write((b"x" * (RECORD - 1) + b"\n") * (BYTES // RECORD + 1))
        file.flush()
        for sendfile in ("true", "false"):
            measure(file.name, sendfile)


if __name__ == "__main__":
    main()
