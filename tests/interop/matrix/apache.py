"""Apache Kafka itself, from its Maven artefacts: brokers on loopback, and what reads files."""

import base64
import pathlib
import socket
import subprocess
import time
import uuid

from matrix import clients

PATIENCE = 120  # seconds until brokers that do not answer are taken for broken


# For short runs. A broker that is measured starts as Apache Kafka's own scripts start it.
QUICK = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
FAST = ("-server", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20",
        "-XX:InitiatingHeapOccupancyPercent=35", "-XX:+ExplicitGCInvokesConcurrent")


def java(*arguments, memory="512m", quick_start=True):
    """A command line of Java with Kafka's jars."""
    return ["java", f"-Xmx{memory}", *(QUICK if quick_start else (f"-Xms{memory}", *FAST)),
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp", f"{clients.java_libraries()}/*", *arguments]


def dump(files, *options):
    """What Apache Kafka's DumpLogSegments says of these files."""
    done = subprocess.run(
        java("org.apache.kafka.tools.DumpLogSegments", "--files",
             ",".join(str(one) for one in files), *options),
        capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout + done.stderr


def free_ports(count):
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


class Cluster:
    """KRaft brokers, each controller and broker at once, under one folder."""

    def __init__(self, folder, count=1, memory="512m", settings=None, quick_start=True):
        self.folder = pathlib.Path(folder)
        self.processes = []
        ports = free_ports(2 * count)
        brokers, controllers = ports[:count], ports[count:]
        self.bootstrap = ",".join(f"127.0.0.1:{port}" for port in brokers)
        voters = ",".join(f"{n + 1}@127.0.0.1:{port}" for n, port in enumerate(controllers))
        cluster = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        self.started = time.monotonic()
        self._files = [self._write(n, broker, controller, voters, min(count, 3), settings or {})
                       for n, (broker, controller) in
                       enumerate(zip(brokers, controllers, strict=True))]
        self._log = open(self.folder / "kafka.log", "w", encoding="utf-8")
        self._formatted = [self._format(cluster, one) for one in self._files]
        self.launched = time.monotonic()
        for one in self._files:
            self.processes.append(subprocess.Popen(
                java("kafka.Kafka", str(one), memory=memory, quick_start=quick_start),
                stdout=self._log, stderr=self._log))
        self._await(count)

    def _write(self, n, broker, controller, voters, replicas, settings):
        home = self.directory(n + 1)
        home.mkdir(parents=True)
        lines = {
            "process.roles": "broker,controller", "node.id": n + 1,
            "controller.quorum.voters": voters,
            "listeners": f"PLAINTEXT://127.0.0.1:{broker},CONTROLLER://127.0.0.1:{controller}",
            "advertised.listeners": f"PLAINTEXT://127.0.0.1:{broker}",
            "controller.listener.names": "CONTROLLER",
            "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
            "log.dirs": home, "offsets.topic.replication.factor": replicas,
            "transaction.state.log.replication.factor": replicas,
            "transaction.state.log.min.isr": 1, "group.initial.rebalance.delay.ms": 0, **settings}
        file = self.folder / f"broker-{n + 1}.properties"
        file.write_text("".join(f"{name}={value}\n" for name, value in lines.items()))
        return file

    def directory(self, broker):
        return self.folder / f"broker-{broker}"

    def _format(self, cluster, file):
        subprocess.run(java("kafka.tools.StorageTool", "format", "-t", cluster, "-c", str(file)),
                       stdout=self._log, stderr=self._log, check=True, timeout=PATIENCE)

    def _await(self, count):
        """Until every broker is in the metadata that one of them gives out."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            told = subprocess.run(["kcat", "-L", "-b", self.bootstrap, "-m", "2"],
                                  capture_output=True, text=True, check=False)
            if f" {count} brokers" in told.stdout:
                self.ready = time.monotonic()
                return
            if any(one.poll() is not None for one in self.processes):
                break
        self.stop()
        raise clients.Missing(f"Apache Kafka did not start; see {self.folder / 'kafka.log'}")

    def resident(self):
        """MiB of all brokers together."""
        total = 0
        for one in self.processes:
            for line in pathlib.Path(f"/proc/{one.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    total += int(line.split()[1])
        return total / 1024

    def stop(self):
        for one in self.processes:
            one.terminate()
        for one in self.processes:
            try:
                one.wait(60)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait()
        self._log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
