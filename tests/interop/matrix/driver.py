"""One client program, asked one thing at a time: a line of JSON in, a line of JSON out."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time

PATIENCE = 60  # seconds until a client that says nothing is taken for stuck


class ClientError(Exception):
    """The client answered `error`: what its library threw."""


class Unsupported(Exception):
    """The client has no such feature; its word why is in the message."""


class Client:
    """A running client program; see clients/README.md for what it is asked."""

    def __init__(self, command, bootstrap, environment=None, log=None):
        self.process = subprocess.Popen(
            [*command, bootstrap], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            text=True, env=environment, start_new_session=True)
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.name = self._next(PATIENCE)["client"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask(self, op, patience=PATIENCE, **arguments):
        """Asks and waits for the answer."""
        self.begin(op, **arguments)
        return self.end(patience)

    def begin(self, op, **arguments):
        """Asks without waiting; `progress` or `end` must follow."""
        self.process.stdin.write(json.dumps({"op": op, **arguments}) + "\n")
        self.process.stdin.flush()

    def progress(self, patience=PATIENCE):
        """Waits for the sign that a long operation is half way."""
        answer = self._next(patience)
        if "progress" not in answer:
            self._result(answer)
            raise ClientError("it ended before it was half way")

    def end(self, patience=PATIENCE):
        """The answer to what was begun."""
        answer = self._next(patience)
        while "progress" in answer:
            answer = self._next(patience)
        return self._result(answer)

    @staticmethod
    def _result(answer):
        if "unsupported" in answer:
            raise Unsupported(answer["unsupported"])
        if "error" in answer:
            raise ClientError(answer["error"])
        return answer["ok"]

    def freeze(self):
        """It is there, but neither runs nor answers; `kill` ends that."""
        os.killpg(self.process.pid, signal.SIGSTOP)

    def kill(self):
        """As a crash, with all that it started: nothing is said to the cluster."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def _read(self):
        for line in self.process.stdout:
            if line.startswith("{"):
                self._lines.put(json.loads(line))
        self._lines.put(None)

    def _next(self, patience):
        ends = time.monotonic() + patience
        try:
            answer = self._lines.get(timeout=max(0.0, ends - time.monotonic()))
        except queue.Empty:
            self.kill()
            raise ClientError(f"no answer within {patience} s") from None
        if answer is None:
            self._lines.put(None)
            raise ClientError(f"the client program ended (exit code {self.process.wait()})")
        return answer
