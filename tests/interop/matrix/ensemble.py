"""ZooKeeper's own clients at the ensemble: where they come from, what their checks stand on."""

import importlib.util
import itertools
import os
import pathlib
import shutil
import subprocess
import time

from matrix.clients import Missing
from serve import PATIENCE, Serve

ZKCLI = pathlib.Path("/usr/share/zookeeper/bin/zkCli.sh")
MOMENT = 0.02  # seconds between two looks

# A program that makes an ephemeral node of its shortest session, and hangs.
OWNER = """
import sys, threading, kazoo.client
zk = kazoo.client.KazooClient(hosts=sys.argv[1], timeout=1.0)
zk.start()
zk.create(sys.argv[2], ephemeral=True)
print("made", flush=True)
threading.Event().wait()
"""


def has_kazoo():
    return importlib.util.find_spec("kazoo") is not None


def until(condition, what, patience=PATIENCE):
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {patience} s: {what}")
        time.sleep(MOMENT)


class Ensemble:
    """A cluster whose ensemble is asked."""

    def __init__(self, cluster: Serve):
        self.cluster = cluster
        self.hosts = cluster.ready["zookeeper"]
        self._numbers = itertools.count(1)

    def close(self):
        """Nothing is kept."""

    def server_of(self, zk):
        """The number of the server that a client is connected to."""
        port = zk._connection._socket.getpeername()[1]  # pylint: disable=protected-access
        return [int(one.rsplit(":", 1)[1]) for one in self.hosts.split(",")].index(port)

    def folder(self):
        """An unused path, at which a check may do what it likes."""
        return f"/check-{next(self._numbers)}"

    def topic(self):
        name = f"topic-{next(self._numbers)}"
        self.cluster.tell(f"create-topic {name} 1 3")
        self.cluster.tell("await settled")
        return name

    def zkcli(self, *lines):
        """What zkCli.sh prints for these lines."""
        done = subprocess.run([ZKCLI, "-server", self.hosts.split(",")[0]],
                              input="".join(line + "\n" for line in [*lines, "quit"]),
                              capture_output=True, text=True, timeout=PATIENCE, check=False,
                              env={**os.environ, "ZOO_LOG_DIR": "/tmp"})
        if done.returncode != 0:
            raise AssertionError(f"zkCli.sh: {done.returncode}, {done.stderr}")
        return done.stdout + done.stderr


def need_kazoo():
    if not has_kazoo():
        raise Missing("kazoo is not installed (Debian: python3-kazoo)")
    import kazoo.version  # pylint: disable=import-outside-toplevel
    return f"kazoo {kazoo.version.__version__}"


def need_zkcli():
    if not ZKCLI.exists():
        raise Missing(f"{ZKCLI} is not there (Debian: zookeeper)")
    if shutil.which("java") is None:
        raise Missing("java is not installed (Debian: openjdk-17-jre-headless)")
    return "zkCli.sh of Apache ZooKeeper"
