#!/usr/bin/env python3
"""The program with its window, drawn without a screen: outside clients join its cluster."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

from serve import PATIENCE, PROGRAM, kcat, run


def without_display():
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    return subprocess.run([PROGRAM], capture_output=True, text=True, env=environment,
                          timeout=PATIENCE, check=False)


class Window(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = self.folder / "data"
        self.data.mkdir()
        self.environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen",
                            "TMPDIR": str(self.data), "HOME": str(self.folder),
                            "XDG_CONFIG_HOME": str(self.folder),
                            "XDG_RUNTIME_DIR": str(self.folder)}

    def open(self, *options):
        """The running program and its bootstrap servers."""
        program = subprocess.Popen([PROGRAM, *options], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=self.environment)
        self.addCleanup(program.communicate)
        self.addCleanup(program.kill)
        first = program.stdout.readline()
        found = re.match(r"ready bootstrap=(\S+) zookeeper=\S+ in \d+ ms", first)
        if not found:
            self.fail(f"not ready: {first}{program.stderr.read()}")
        return program, found.group(1)

    def test_a_client_joins_and_a_signal_ends_it(self):
        program, bootstrap = self.open("--brokers", "3")
        read = kcat("-C", "-b", bootstrap, "-t", "TopicA", "-c", "5", "-q",
                    "-X", "topic.metadata.refresh.interval.ms=200")
        self.assertTrue(read)
        kcat("-P", "-b", bootstrap, "-t", "mine", "-X", "acks=all", text="a\nb\n")
        self.assertEqual(len(list(self.data.iterdir())), 1)
        program.send_signal(signal.SIGTERM)
        self.assertEqual(program.wait(PATIENCE), 0)
        self.assertEqual(list(self.data.iterdir()), [])

    def picture(self, name, *options):
        path = self.folder / name
        done = subprocess.run([PROGRAM, "shot", str(path), "--size", "1000x640", *options],
                              capture_output=True, text=True, env=self.environment,
                              timeout=PATIENCE, check=False)
        return done, path.read_bytes() if path.exists() else b""

    def test_a_lessons_step_is_the_same_picture_every_time(self):
        lesson = ("--lesson", "storage-layout", "--step")
        first, one = self.picture("one.png", *lesson, "2")
        self.assertEqual((first.returncode, first.stderr), (0, ""))
        _, again = self.picture("again.png", *lesson, "2")
        self.assertEqual(one, again)
        for other in (("0",), ("1",), ("2", "--lang", "zh_CN")):
            _, picture = self.picture("other.png", *lesson, *other)
            self.assertTrue(picture)
            self.assertNotEqual(one, picture)

    def test_a_step_that_is_none_is_refused(self):
        for options, why in ((("--step", "1"), "--lesson NAME is needed"),
                             (("--lesson", "storage-layout", "--step", "99"), "0 to 4 is allowed"),
                             (("--lesson", "none"), "'none' is none")):
            with self.subTest(options):
                done, picture = self.picture("no.png", *options)
                self.assertEqual((done.returncode, picture), (2, b""))
                self.assertIn(why, done.stderr)

    def test_two_windows_have_ports_of_their_own(self):
        _, one = self.open("--brokers", "1")
        _, two = self.open("--brokers", "2")
        self.assertFalse(set(one.split(",")) & set(two.split(",")))

    def test_no_display(self):
        done = without_display()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("highwater serve", done.stderr)

    def test_same_picture_every_time(self):
        pictures = []
        for name in ("one.png", "two.png"):
            done = run("shot", str(self.folder / name), "--size", "1200x800", "--theme", "dark")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            pictures.append((self.folder / name).read_bytes())
        self.assertEqual(pictures[0][:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(pictures[0], pictures[1])

    def test_picture_that_cannot_be_written(self):
        done = run("shot", str(self.folder / "no" / "folder.png"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot be written", done.stderr)


def load_tests(_loader, standard, _pattern):
    if "without the window" in without_display().stderr:
        print("skipped: built without the window")
        return unittest.TestSuite()
    return standard


if __name__ == "__main__":
    unittest.main()
