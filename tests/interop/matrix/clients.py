"""The clients and where they come from. What cannot be had is skipped, with the reason."""

import dataclasses
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

from matrix.driver import Client

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = ROOT / "tests" / "interop" / "clients"
CACHE = pathlib.Path(os.environ.get("HW_INTEROP_CACHE", ROOT / "build" / "interop"))
PREPARING = threading.Lock()
DOWNLOAD = 600  # seconds one tool may take to fetch what it needs


class Missing(Exception):
    """Why a client cannot be tried here."""


@dataclasses.dataclass
class Kind:
    """A client: its name, and a function that prepares it and returns command and environment."""

    name: str
    prepare: callable

    def launcher(self, bootstrap, log):
        with PREPARING:  # what several clients share is fetched once
            command, environment = self.prepare()
        return lambda: Client(command, bootstrap, {**os.environ, **environment}, log)


def run(command, **more):
    """Runs a tool to its end; its last words are the reason if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=DOWNLOAD,
                              check=False, **more)
    except (OSError, subprocess.TimeoutExpired) as failure:
        raise Missing(f"{command[0]}: {failure}") from failure
    if done.returncode != 0:
        words = (done.stderr + done.stdout).strip().splitlines() or ["no word"]
        wrong = next((one for one in words if re.search("error|cannot|not ", one, re.I)), words[-1])
        raise Missing(f"{' '.join(map(str, command[:3]))}: {wrong.strip()[:200]}")
    return done.stdout


def fetch(command, **more):
    """Runs a tool that downloads; a registry or a cache that stumbles once is asked again."""
    try:
        return run(command, **more)
    except Missing:
        return run(command, **more)


def tool(name, package):
    if shutil.which(name) is None:
        raise Missing(f"{name} is not installed (Debian: {package})")
    return name


def made_once(folder, made_of, make):
    """Runs `make` unless it was done for these very files before."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp, wanted = folder / "made-of", "".join(one.read_text() for one in made_of)
    if not stamp.exists() or stamp.read_text() != wanted:
        make()
        stamp.write_text(wanted)


def script(name, needs=None):
    """A client in Debian's own Python; `needs` is the module that must be there."""
    def prepare():
        if needs:
            module, package = needs
            try:
                run([sys.executable, "-c", f"import {module}"])
            except Missing:
                raise Missing(f"Python's {module} is not installed (Debian: {package})") from None
        return [sys.executable, str(PROGRAMS / name)], {}
    return prepare


def kcat():
    tool("kcat", "kcat")
    return script("kcat.py")()


@functools.cache
def python_packages():
    folder, lock = CACHE / "python", PROGRAMS / "python-requirements.txt"
    made_once(folder, [lock], lambda: fetch(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--upgrade",
         "--only-binary=:all:", "--disable-pip-version-check", "--root-user-action=ignore",
         "--target", str(folder / "packages"), "-r", str(lock)]))
    return folder / "packages"


def from_pypi(name):
    def prepare():
        return [sys.executable, str(PROGRAMS / name)], {"PYTHONPATH": str(python_packages())}
    return prepare


def librdkafka():
    program = pathlib.Path(os.environ["HIGHWATER"]).parent / "tests" / "interop.librdkafka"
    if not program.exists():
        raise Missing("its program was not built (Debian: librdkafka-dev)")
    return [str(program)], {}


@functools.cache
def node_modules():
    tool("npm", "npm")
    folder = CACHE / "node"
    lists = [PROGRAMS / "node" / name for name in ("package.json", "package-lock.json")]

    def make():
        for one in lists:
            shutil.copy(one, folder)
        fetch(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder)
    made_once(folder, lists, make)
    return folder


def node(name, oldest):
    def prepare():
        tool("node", "nodejs")
        version = run(["node", "--version"]).strip()
        if [int(part) for part in version[1:].split(".")][:2] < oldest:
            needed = ".".join(map(str, oldest))
            raise Missing(f"it needs Node {needed} or newer, this is {version}")
        folder = node_modules()
        for one in (PROGRAMS / "node").glob("*.mjs"):
            shutil.copy(one, folder)  # Node looks for packages beside the program
        return ["node", str(folder / name)], {}
    return prepare


@functools.cache
def go_programs():
    tool("go", "golang-go")
    folder, source = CACHE / "go", PROGRAMS / "go"
    version = run(["go", "env", "GOVERSION"], env={**os.environ, "GOTOOLCHAIN": "local"}).strip()
    number = [int(part) for part in re.findall(r"\d+", version)[:2]]
    wanted = [int(part) for part in
              re.search(r"^go (\d+)\.(\d+)", (source / "go.mod").read_text(), re.M).groups()]
    module = "go.mod" if number >= wanted else "debian12.mod"
    settings = {**os.environ, "GOTOOLCHAIN": "local"}
    made_of = [source / module, *sorted(source.glob("*/*.go"))]
    made_once(folder, made_of, lambda: fetch(
        ["go", "build", "-mod=readonly", f"-modfile={module}", "-o",
         str(folder / "bin") + "/", "./..."],
        cwd=source, env=settings))
    return folder / "bin"


def go(name):
    def prepare():
        return [str(go_programs() / name)], {}
    return prepare


@functools.cache
def java_libraries():
    """Apache Kafka's own jars, with all that they need."""
    tool("java", "openjdk-17-jdk-headless")
    tool("mvn", "maven")
    folder, pom = CACHE / "java", PROGRAMS / "java" / "pom.xml"
    made_once(folder, [pom], lambda: fetch(
        ["mvn", "-q", "-B", "-f", str(pom), "dependency:copy-dependencies",
         f"-DoutputDirectory={folder / 'lib'}"]))
    return folder / "lib"


@functools.cache
def java_classes():
    libraries, folder = java_libraries(), CACHE / "java" / "classes"
    tool("javac", "openjdk-17-jdk-headless")
    sources = sorted((PROGRAMS / "java").glob("*.java"))
    made_once(folder, sources, lambda: run(
        ["javac", "-cp", f"{libraries}/*", "-d", str(folder), *map(str, sources)]))
    return folder


def java():
    return ["java", *JAVA_OPTIONS, "-cp", f"{java_classes()}:{java_libraries()}/*", "Client"], {}


# Small and quick to start: there are many short runs.
JAVA_OPTIONS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m", "-Xshare:auto",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error")


def java_tools():
    return [sys.executable, str(PROGRAMS / "java_tools.py")], {
        "KAFKA_LIBRARIES": str(java_libraries()), "KAFKA_CLASSES": str(java_classes())}


# What a library does wrong with every broker, as its source shows.
LIMITS = {
    ("platformatic", "log append time"):
        "it takes each record's own timestamp, whatever the batch says of their type",
    ("platformatic", "coordinator killed"):
        "a consumer looks for its group's coordinator once, keeps the answer for good, and throws "
        "when no broker in the metadata has that id any more",
}
HELPER = Kind("kcat", kcat)
WRITER = Kind("java", java)  # of the files that are read crosswise
KINDS = (
    HELPER,
    Kind("librdkafka", librdkafka),
    Kind("kafka-python", script("kafka_python_2.py", ("kafka", "python3-kafka"))),
    Kind("kafka-python-3", from_pypi("kafka_python_3.py")),
    Kind("confluent-kafka",
         script("confluent.py", ("confluent_kafka", "python3-confluent-kafka"))),
    Kind("confluent-kafka-2", from_pypi("confluent.py")),
    Kind("kafkajs", node("kafkajs.mjs", [14, 0])),
    Kind("platformatic", node("platformatic.mjs", [20, 19])),
    WRITER,
    Kind("java-tools", java_tools),
    Kind("franz-go", go("franz")),
    Kind("sarama", go("sarama")),
)
