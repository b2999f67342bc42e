#!/usr/bin/env python3
"""Runs what screen readers hear where they can hear it: under X11, with an accessibility bus.

usage: heard.py TEST-PROGRAM…

Of each program the functions whose names speak of screenReaders. Exit code 77, as ctest takes for
skipped, when the machine has no X server or no bus for it; a function that is skipped nonetheless
is a failure.
"""

import os
import re
import shutil
import subprocess
import sys
import time

LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PATIENCE = 30


def missing():
    """Names of what is not installed."""
    tools = [tool for tool in ("Xvfb", "dbus-run-session") if not shutil.which(tool)]
    return tools + ([] if os.path.exists(LAUNCHER) else [LAUNCHER])


def heard(program):
    """Whether all of it was heard; prints what was not."""
    listed = subprocess.run([program, "-functions"], capture_output=True, text=True, check=True)
    functions = re.findall(r"^(\w*[sS]creenReaders\w*)\(\)", listed.stdout, re.MULTILINE)
    if not functions:
        print(f"{program} has no function that speaks of screenReaders")
        return False
    ran = subprocess.run([program, *functions], capture_output=True, text=True, check=False)
    good = ran.returncode == 0 and "SKIP" not in ran.stdout
    print(f"{os.path.basename(program)}: {len(functions)} functions, "
          f"{'all heard' if good else 'NOT heard'}", flush=True)
    if not good:
        print(ran.stdout + ran.stderr)
    return good


def on_the_bus(programs):
    """Inside dbus-run-session and with a display."""
    with subprocess.Popen([LAUNCHER, "--launch-immediately", "--a11y=1"],
                          stderr=subprocess.DEVNULL) as launcher:
        try:
            end = time.monotonic() + PATIENCE
            while subprocess.run(["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus",
                                  "/org/a11y/bus", "org.a11y.Bus.GetAddress"],
                                 capture_output=True, check=False).returncode != 0:
                if time.monotonic() > end:
                    print("the accessibility bus did not come")
                    return 1
                time.sleep(0.1)
            return 0 if all([heard(program) for program in programs]) else 1
        finally:
            launcher.terminate()


def main():
    programs = sys.argv[1:]
    if programs[:1] == ["--on-the-bus"]:
        return on_the_bus(programs[1:])
    if missing():
        print("skipped: " + ", ".join(missing()) + " not installed")
        return 77
    reading, writing = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24"],
                          pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            display = os.read(reading, 16).decode().strip()
            return subprocess.run(
                ["dbus-run-session", "--", sys.executable, __file__, "--on-the-bus", *programs],
                env={**os.environ, "DISPLAY": ":" + display, "QT_QPA_PLATFORM": "xcb",
                     "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}, check=False).returncode
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
