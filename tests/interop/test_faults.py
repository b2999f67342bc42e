#!/usr/bin/env python3
"""Faults by serve's lines, as outside programs feel them, and scenarios played live."""

import pathlib
import subprocess
import tempfile
import unittest

from serve import PATIENCE, Serve, ServeError, kcat, kcat_in_background, read_all, run, values_of

SCENARIOS = pathlib.Path(__file__).parents[2] / "resources" / "scenarios"


class Faults(unittest.TestCase):
    def test_a_program_that_is_cut_off_waits_and_goes_on(self):
        with Serve() as cluster:
            cluster.tell("create-topic t 1 3")
            cluster.tell("await settled")
            kcat("-P", "-b", cluster.bootstrap, "-t", "t", text="before\n")
            for broker in (1, 2, 3):
                cluster.tell(f"cut {broker} outside")
            writer = kcat_in_background("-P", "-b", cluster.bootstrap, "-t", "t",
                                        "-X", "acks=all", stdin=subprocess.PIPE)
            with self.assertRaises(subprocess.TimeoutExpired):
                writer.communicate("held\n", timeout=3)
            self.assertEqual(len(cluster.tell("faults")["faults"]), 3)
            self.assertIn("3 faults healed", cluster.tell("heal")["message"])
            _, errors = writer.communicate(timeout=PATIENCE)
            self.assertEqual(writer.returncode, 0, errors)
            self.assertEqual(cluster.tell("faults")["faults"], [])
            self.assertEqual(values_of(read_all(cluster.bootstrap, "t")), ["before", "held"])

    def test_a_fault_does_not_wait_for_a_command_that_hangs(self):
        with Serve() as cluster:
            cluster.tell("create-topic t 1 3")
            cluster.tell("await settled")
            cluster.tell("freeze zookeeper0")
            cluster.process.stdin.write("stop 2\nthaw zookeeper0\nstatus\n")
            cluster.process.stdin.flush()
            answers = [cluster.tell("await broker 2 down")] + [cluster._next() for _ in range(3)]
            said = [answer.get("command", answer["type"]) for answer in answers]
            self.assertEqual(said, ["thaw zookeeper0", "stop 2", "status", "await broker 2 down"])

    def test_a_flipped_byte_is_found(self):
        with Serve() as cluster:
            cluster.tell("create-topic t 1 1")
            cluster.tell("await settled")
            kcat("-P", "-b", cluster.bootstrap, "-t", "t", text="a\nb\n")
            leader = cluster.partition("t", 0)["leader"]
            cluster.tell(f"kill {leader}")
            said = cluster.tell(f"flip {leader} t-0")["message"]
            self.assertIn("00000000000000000000.log", said)
            folder = cluster.status()["brokers"][leader - 1]["dir"]
            found = run("inspect", f"{folder}/t-0")
            self.assertEqual(found.returncode, 1, found.stdout)
            self.assertIn("bad-crc", found.stdout)
            cluster.tell("heal")
            self.assertEqual(run("inspect", f"{folder}/t-0").returncode, 0)

    def test_errors_name_what_is_wrong(self):
        with Serve() as cluster:
            for line, part in (("cut 1 9", "broker 9"), ("cut 1 nobody", "'nobody' is none"),
                               ("disk 1 wet", "'wet'"), ("heal 77", "no fault 77"),
                               ("uncut 1 2", "is not cut"), ("flip 1 t-9", "t-9")):
                with self.assertRaises(ServeError) as caught:
                    cluster.tell(line)
                self.assertIn(part, str(caught.exception))


class Scenarios(unittest.TestCase):
    PORTS = ("--port", "0", "--zookeeper-port", "0")

    def play(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(text)
            file.flush()
            return run("serve", *self.PORTS, "--scenario", file.name, text="")

    def test_the_examples_pass(self):
        for file in sorted(SCENARIOS.glob("*.json")):
            with self.subTest(file.name):
                done = run("serve", *self.PORTS, "--scenario", str(file), text="")
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                lines = done.stdout.splitlines()
                self.assertTrue(lines[0].startswith("ready "))
                self.assertTrue(lines[-1].startswith("scenario "), lines[-1])
                self.assertIn("  passed  ", lines[-1])
                self.assertTrue(any("  step  " in line for line in lines))

    def test_lines_are_obeyed_while_one_is_played(self):
        done = run("serve", *self.PORTS, "--scenario", str(SCENARIOS / "leader_dies.json"),
                   text="faults\n")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("ok faults: nothing is wrong", done.stdout)

    def test_an_expectation_that_fails_is_told(self):
        done = self.play('{"steps": [{"expect": "broker 2 down", "within": "1s"}]}')
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("broker 2 is running", done.stdout.splitlines()[-1])

    def test_a_mistake_in_the_file_is_wrong_use(self):
        done = self.play('{"steps": [{"at": "soon", "do": "kill 2"}]}')
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn('steps[0].at: "soon"', done.stderr)
        done = run("serve", "--scenario", "/no/such", text="")
        self.assertEqual(done.returncode, 2)
        done = run("serve", "--brokers", "2", "--scenario", "x.json", text="")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--brokers", done.stderr)


if __name__ == "__main__":
    unittest.main()
