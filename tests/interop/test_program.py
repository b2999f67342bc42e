#!/usr/bin/env python3
"""The program itself: its folders, ports, signals, arguments and exit codes."""

import os
import pathlib
import shutil
import signal
import socket
import tempfile
import unittest

from serve import Serve, ServeError, kcat, read_all, run, values_of


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refuse(self, *arguments):
        """Wrong use: exit code 2, nothing on standard output, one line on standard error."""
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_same_directory_started_again_has_its_records(self):
        data = self.folder / "data"
        with Serve("--data", str(data)) as cluster:
            cluster.tell("create-topic t 3 3 min.insync.replicas=2")
            cluster.tell("await settled")
            kcat("-P", "-b", cluster.bootstrap, "-t", "t", text="a\nb\nc\n")
            first = cluster.status()
        with Serve("--data", str(data)) as cluster:
            cluster.tell("await settled")
            second = cluster.status()
            self.assertEqual(sorted(values_of(read_all(cluster.bootstrap, "t"))), ["a", "b", "c"])
        self.assertEqual(first["clusterId"], second["clusterId"])
        one, two = ({t["name"]: t for t in s["topics"]}["t"] for s in (first, second))
        self.assertEqual((one["id"], one["configs"]), (two["id"], two["configs"]))
        self.assertTrue(data.is_dir())

    def test_a_directory_says_how_many_there_are(self):
        data = self.folder / "data"
        ports = ("serve", "--port", "0", "--zookeeper-port", "0", "--data", str(data))
        with Serve("--data", str(data), "--ensemble", "3", "--brokers", "2") as cluster:
            cluster.tell("create-topic t 1 2")
            cluster.tell("await settled")
            kcat("-P", "-b", cluster.bootstrap, "-t", "t", "-X", "acks=all", text="a\n")
        with Serve("--data", str(data)) as cluster:  # none asked for: as many as the folder holds
            cluster.tell("await settled")
            self.assertEqual(len(cluster.bootstrap.split(",")), 2)
            self.assertEqual(len(cluster.status()["ensemble"]), 3)
        error = self.refuse(*ports, "--ensemble", "1")
        self.assertIn(f"data directory: '{data}' holds the data of 3 ZooKeeper servers", error)
        self.assertIn("this cluster is to have one ZooKeeper server (zookeeper0)", error)
        error = self.refuse(*ports, "--brokers", "1")
        self.assertIn(f"data directory: '{data}' holds the data of 2 brokers (broker 1 to 2), this "
                      "cluster is to have one broker (broker 1); allowed are 2 and more", error)
        with Serve("--data", str(data), "--brokers", "3") as cluster:  # a new one joins
            cluster.tell("await broker 3 running")
            cluster.tell("create-topic u 1 3")
            cluster.tell("await isr u-0 1,2,3")
            self.assertEqual(values_of(read_all(cluster.bootstrap, "t")), ["a"])
        with Serve("--data", str(data)) as cluster:
            self.assertEqual(len(cluster.bootstrap.split(",")), 3)
            cluster.tell("await settled")

    def test_killed_program_loses_nothing_it_acknowledged(self):
        data = self.folder / "data"
        cluster = Serve("--data", str(data))
        cluster.tell("create-topic t 1 3")
        cluster.tell("await settled")
        kcat("-P", "-b", cluster.bootstrap, "-t", "t", "-X", "acks=all", text="a\nb\n")
        cluster.process.kill()
        cluster.process.wait()
        with Serve("--data", str(data)) as again:
            again.tell("await settled")
            self.assertEqual(values_of(read_all(again.bootstrap, "t")), ["a", "b"])

    def test_a_broker_with_a_damaged_file_stays_down_and_the_others_serve(self):
        data = self.folder / "data"
        with Serve("--data", str(data)) as cluster:
            cluster.tell("create-topic t 1 3")
            cluster.tell("await settled")
            kcat("-P", "-b", cluster.bootstrap, "-t", "t", "-X", "acks=all", text="a\nb\n")
        for name, text, says in (
                ("meta.properties", "", "is empty beside logs; allowed is version=0"),
                ("meta.properties", "version=0\nbroker.id=7\n",
                 "says broker.id=7; allowed is broker.id=2"),
                ("t-0/partition.metadata", "version: 0\ntopic_id: abc\n", "holds no id: id 'abc'")):
            path = data / "broker-2" / name
            good = path.read_text(encoding="utf-8")
            path.write_text(text, encoding="utf-8")
            cluster = Serve("--data", str(data))
            down = next(b for b in cluster.status()["brokers"] if b["id"] == 2)
            self.assertEqual(down["state"], "down")
            self.assertIn(f"{path} {says}", down["note"])
            self.assertEqual(len(cluster.bootstrap.split(",")), 2)
            cluster.tell("await settled")
            self.assertEqual(values_of(read_all(cluster.bootstrap, "t")), ["a", "b"])
            path.write_text(good, encoding="utf-8")
            cluster.tell("restart 2")
            cluster.tell("await isr t-0 1,2,3")
            cluster.tell("quit")
            self.assertEqual(cluster.process.wait(60), 0)
            warned = cluster.process.stderr.read()
            self.assertIn(f"{path} {says}", warned)
            self.assertTrue(warned.startswith("highwater: broker 2: "), warned)
            cluster.close()

    def test_an_ensemble_server_with_a_damaged_file_stays_down_and_the_others_serve(self):
        data = self.folder / "data"
        options = ("--ensemble", "3", "--data", str(data))
        with Serve(*options) as cluster:
            cluster.tell("create-topic t 1 3")
            cluster.tell("await settled")
        path = data / "zookeeper1" / "version-2" / "currentEpoch"
        good = path.read_text(encoding="utf-8")
        path.write_text("12x", encoding="utf-8")
        says = f'{path} holds "12x"; allowed is one number'
        cluster = Serve(*options)
        cluster.tell("await settled")
        cluster.tell("create-topic u 1 3")
        states = [server["state"] == "down" for server in cluster.status()["ensemble"]]
        self.assertEqual(states, [False, True, False])
        with self.assertRaisesRegex(ServeError, "zookeeper1 cannot start: .*currentEpoch holds"):
            cluster.tell("restart zookeeper1")
        path.write_text(good, encoding="utf-8")
        cluster.tell("restart zookeeper1")
        cluster.tell("kill zookeeper0")
        cluster.tell("create-topic v 1 3")
        cluster.tell("quit")
        self.assertEqual(cluster.process.wait(60), 0)
        warned = cluster.process.stderr.read()
        self.assertTrue(warned.startswith(f"highwater: zookeeper1: {says}"), warned)
        for server in (0, 1):
            file = data / f"zookeeper{server}" / "version-2" / "currentEpoch"
            file.write_text("12x", encoding="utf-8")
        error = self.refuse("serve", "--port", "0", "--zookeeper-port", "0", *options)
        self.assertIn('currentEpoch holds "12x"; allowed is one number', error)

    def test_a_folder_taken_away_takes_its_broker_offline(self):
        data = self.folder / "data"
        with Serve("--data", str(data)) as cluster:
            cluster.tell("create-topic t 1 3")
            cluster.tell("await settled")
            cluster.tell("events on")
            shutil.rmtree(data / "broker-2")
            cluster.tell("await broker 2 down 30")
            failed = next(e for e in cluster.events if e["kind"] == "BrokerFailed")
            self.assertIn(f"{data}/broker-2", failed["text"])
            cluster.tell("await isr t-0 1,3 30")
            kcat("-P", "-b", cluster.bootstrap, "-t", "t", "-X", "acks=all", text="a\n")

    def test_nothing_starts_when_no_broker_can(self):
        data = self.folder / "data"
        with Serve("--data", str(data)) as cluster:
            cluster.tell("await settled")
        epoch = data / "zookeeper0" / "version-2" / "currentEpoch"
        good = epoch.read_text(encoding="utf-8")
        epoch.write_text("12x", encoding="utf-8")
        error = self.refuse("serve", "--port", "0", "--zookeeper-port", "0", "--data", str(data))
        self.assertIn(f'{epoch} holds "12x"; allowed is one number', error)
        epoch.write_text(good, encoding="utf-8")
        for broker in (1, 2, 3):
            path = data / f"broker-{broker}" / "meta.properties"
            path.write_text("version=5\n", encoding="utf-8")
        error = self.refuse("serve", "--port", "0", "--zookeeper-port", "0", "--data", str(data))
        self.assertIn("broker-1/meta.properties says version=5; allowed is version=0", error)

    def test_throw_away_folder_goes_with_the_program(self):
        environment = {"TMPDIR": str(self.folder)}
        with Serve(environment=environment) as cluster:
            self.assertEqual(len(list(self.folder.iterdir())), 1)
            cluster.tell("kill 1")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_leftovers_of_a_killed_program_go_with_the_next(self):
        environment = {"TMPDIR": str(self.folder)}
        with Serve(environment=environment) as other:
            cluster = Serve(environment=environment)
            cluster.process.kill()
            cluster.process.wait()
            self.assertEqual(len(list(self.folder.iterdir())), 2)
            with Serve(environment=environment):
                self.assertEqual(len(list(self.folder.iterdir())), 2)
            other.tell("status")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_two_programs_share_neither_folder_nor_port(self):
        data = self.folder / "data"
        with Serve("--data", str(data)) as one, Serve() as two:
            self.assertFalse(set(one.bootstrap.split(",")) & set(two.bootstrap.split(",")))
            dirs = [{b["dir"] for b in c.status()["brokers"]} for c in (one, two)]
            self.assertFalse(dirs[0] & dirs[1])
            error = self.refuse("serve", "--port", "0", "--zookeeper-port", "0",
                                "--data", str(data))
            self.assertIn("in use by another Highwater", error)
            one.tell("status")

    def test_port_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            error = self.refuse("serve", "--brokers", "1", "--zookeeper-port", "0",
                                "--port", str(port))
            self.assertIn(str(port), error)

    def test_directory_that_cannot_be(self):
        file = self.folder / "file"
        file.write_text("x")
        self.assertIn("data directory: ", self.refuse("serve", "--data", str(file)))
        self.assertIn("data directory: ", self.refuse("serve", "--data", str(file / "below")))
        self.assertEqual(file.read_text(), "x")
        if os.getuid() != 0:
            closed = self.folder / "closed"
            closed.mkdir(mode=0o500)
            self.assertIn("data directory: ", self.refuse("serve", "--data", str(closed)))

    def test_bad_arguments(self):
        for arguments in (["--brokers", "0"], ["dance"], ["serve", "--port", "x"],
                          ["serve", "--config", "no.such.setting=1"],
                          ["serve", "--config", "min.insync.replicas=0"], ["shot"]):
            with self.subTest(arguments):
                self.assertIn(arguments[-1].split("=")[0], self.refuse(*arguments))

    def test_signals_stop_cleanly(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            environment = {"TMPDIR": str(self.folder)}
            cluster = Serve(environment=environment)
            cluster.tell("freeze 2")
            cluster.end_by(number)
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_end_of_input_keeps_serving(self):
        cluster = Serve()
        cluster.process.stdin.close()
        kcat("-P", "-b", cluster.bootstrap, "-t", "t", text="a\n")
        self.assertEqual(values_of(read_all(cluster.bootstrap, "t")), ["a"])
        cluster.end_by(signal.SIGTERM)

    def test_plain_answers(self):
        done = run("serve", "--port", "0",  # ZooKeeper's port is a free one, too
                   text="create-topic t\nawait settled\nelect t-0\ndance\ntopics\nquit\n")
        lines = done.stdout.splitlines()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(lines[0], r"^ready bootstrap=127\.0\.0\.1:\d+,127\.0\.0\.1:\d+,"
                                   r"127\.0\.0\.1:\d+ zookeeper=127\.0\.0\.1:\d+ in \d+ ms$")
        self.assertRegex(lines[1], "^ok create-topic t")
        self.assertRegex(lines[2], "^ok await settled: after [0-9]+ ms$")
        self.assertRegex(lines[3], "^ok elect t-0")
        self.assertRegex(lines[4], "^error 'dance' is no command; allowed are ")
        self.assertEqual(lines[-2:], ["ok topics", "ok quit"])

    def test_events_tell_what_happens(self):
        with Serve() as cluster:
            cluster.tell("create-topic t 1 3")
            cluster.tell("await settled")
            leader = cluster.partition("t", 0)["leader"]
            cluster.tell("events on")
            cluster.tell(f"kill {leader}")
            cluster.tell(f"await leader t-0 !{leader}")
            cluster.tell("events off")
            kinds = [event["kind"] for event in cluster.events]
            for kind in ("BrokerKilled", "SessionExpired", "LeaderElected"):
                self.assertIn(kind, kinds)
            self.assertLess(kinds.index("SessionExpired"), kinds.index("LeaderElected"))

    def test_errors_name_what_is_allowed(self):
        with Serve("--brokers", "2") as cluster:
            with self.assertRaisesRegex(ServeError, "broker 1 to 2"):
                cluster.tell("kill 3")
            with self.assertRaisesRegex(ServeError, "2"):
                cluster.tell("create-topic x 1 3")


if __name__ == "__main__":
    unittest.main()
