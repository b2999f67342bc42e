"""A running `highwater serve`, for tests: on free ports, in a folder of its own."""

import contextlib
import json
import os
import queue
import signal
import socket
import subprocess
import threading

PROGRAM = os.environ.get("HIGHWATER", "highwater")
PATIENCE = 60  # seconds until a hanging program is taken for broken


class ServeError(Exception):
    """The program answered `error …`."""


class Serve:
    """Start one with `with Serve() as cluster:`; leaving the block stops it cleanly."""

    def __init__(self, *options, ports=("--port", "0", "--zookeeper-port", "0"), environment=None):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--json", *ports, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **(environment or {})})
        self.events = []
        self.rebalances = []  # with --watch-groups
        self._answers = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.ready = self._next()
        if self.ready["type"] != "ready":
            raise ServeError(f"not ready: {self.ready}, {self.process.stderr.read()}")
        self.bootstrap = self.ready["bootstrap"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def tell(self, line):
        """Gives one line and returns the answer to it. An error is raised."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self._next()
        if answer["type"] == "error":
            raise ServeError(answer["message"])
        return answer

    def status(self):
        return self.tell("status")

    def partition(self, topic, number):
        for one in self.status()["topics"]:
            if one["name"] == topic:
                return one["partitions"][number]
        raise KeyError(topic)

    def address(self, broker):
        """(host, port) of a broker."""
        host, port = self.bootstrap.split(",")[broker - 1].rsplit(":", 1)
        return host, int(port)

    def connect(self, broker=1):
        connection = socket.create_connection(self.address(broker), timeout=PATIENCE)
        return contextlib.closing(connection)

    def stop(self):
        """`quit`, and the exit code must be 0."""
        if self.process.poll() is None:
            self.tell("quit")
        self.finish()

    def end_by(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.finish()

    def close(self):
        """Of a program that was killed: lets go of its pipes."""
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def finish(self, expected=0):
        code = self.process.wait(PATIENCE)
        errors = self.process.stderr.read()
        if code != expected or errors:
            raise AssertionError(f"exit code {code}, standard error: {errors}")

    def _read(self):
        for line in self.process.stdout:
            entry = json.loads(line)
            if entry["type"] == "event":
                self.events.append(entry)
            elif entry["type"] == "rebalance":
                self.rebalances.append(entry)
            else:
                self._answers.put(entry)
        self._answers.put({"type": "end"})

    def _next(self):
        try:
            return self._answers.get(timeout=PATIENCE)
        except queue.Empty:
            self.process.kill()
            raise AssertionError("no answer; the program hangs") from None


def run(*arguments, text=None, timeout=PATIENCE):
    """Runs highwater to its end."""
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True,
                          timeout=timeout, check=False)


def kcat(*arguments, text=None, timeout=PATIENCE):
    """Runs kcat to its end and returns what it printed; a failure is raised."""
    done = subprocess.run(["kcat", *arguments], input=text, capture_output=True, text=True,
                          timeout=timeout, check=False)
    if done.returncode != 0:
        raise AssertionError(f"kcat {' '.join(arguments)}: {done.returncode}, {done.stderr}")
    return done.stdout


def kcat_in_background(*arguments, **more):
    return subprocess.Popen(["kcat", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, **more)


def read_all(bootstrap, topic):
    """All records of a topic as {partition: [(offset, value), …]}, each in the order read."""
    partitions = {}
    printed = kcat("-C", "-b", bootstrap, "-t", topic, "-e", "-q", "-o", "beginning",
                   "-f", "%p %o %s\n")
    for line in printed.splitlines():
        partition, offset, value = line.split(" ", 2)
        partitions.setdefault(int(partition), []).append((int(offset), value))
    return partitions


def values_of(partitions):
    return [value for records in partitions.values() for _, value in records]
