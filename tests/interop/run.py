#!/usr/bin/python3
"""Other people's Kafka clients against `highwater serve`: a table of client × check.

Exits with 1 if a check failed. What cannot be tried here is skipped, and says why.
"""

import argparse
import functools
import os
import pathlib
import sys
import tempfile
import time
from concurrent import futures

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from matrix import clients, file_checks, table  # noqa: E402
from matrix.bench import CHECKS, Bench  # noqa: E402
from matrix.driver import Unsupported  # noqa: E402
from matrix import ensemble, kazoo_checks, moving_checks, zkcli_checks  # noqa: E402
from matrix import record_checks, group_checks, consumer_protocol_checks  # noqa: E402,F401
from matrix import admin_checks, cause_checks, kill_checks  # noqa: E402,F401
from serve import Serve  # noqa: E402


FILES = "kafka-files"  # not a client: Apache Kafka's tools over our files, and the reverse
# Not clients that are all asked the same: how each is had, its checks, what they stand on, and the
# cluster that they need.
APART = {"kazoo": (ensemble.need_kazoo, kazoo_checks.CHECKS, ensemble.Ensemble, ()),
         "kazoo-3": (ensemble.need_kazoo, kazoo_checks.CHECKS + kazoo_checks.MOVES,
                     ensemble.Ensemble, ("--ensemble", "3")),
         "zkcli": (ensemble.need_zkcli, zkcli_checks.CHECKS, ensemble.Ensemble, ()),
         "kafka-moving": (moving_checks.need_tools, moving_checks.CHECKS, moving_checks.Moving,
                          ("--brokers", "4"))}
OTHERS = (FILES, *APART)
# Most of a run is waiting for sessions to end and for virtual machines to start: what takes longest
# begins first.
LONGEST = ("java-tools", FILES, "java", "platformatic", "kafkajs", "zkcli", "kafka-moving",
           "kazoo-3")


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", metavar="CLIENT", default=[],
                        help="try this client alone; may be given again")
    parser.add_argument("--check", action="append", metavar="NAME", default=[],
                        help="make this check alone; may be given again")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--jobs", type=int, default=4, metavar="N",
                        help="clients tried at the same time, each with a cluster of its own")
    parser.add_argument("--list", action="store_true", help="name the clients and the checks")
    chosen = parser.parse_args()
    known = {*OTHERS, *(kind.name for kind in clients.KINDS)}
    for name in chosen.only:
        if name not in known:
            parser.error(f"no client {name!r}; there are {', '.join(sorted(known))}")
    for name in chosen.check:
        if name not in dict(CHECKS):
            parser.error(f"no check {name!r}; there are {', '.join(dict(CHECKS))}")
    return chosen


def try_check(bench, client, name, function):
    started = time.monotonic()
    outcome, reason = "passed", ""
    try:
        if (client, name) in clients.LIMITS:
            raise Unsupported(clients.LIMITS[client, name])
        function(bench)
    except Unsupported as missing:
        outcome, reason = "skipped", str(missing)
    except Exception as failure:  # one check's end is not the run's
        outcome, reason = "failed", f"{type(failure).__name__}: {failure}"
        bench.forget_all()
    bench.forget_others()
    return table.Result(client, name, outcome, reason, round(time.monotonic() - started, 2))


def try_client(kind, checks, log, report):
    """All checks with one client against a cluster of its own; its own name and version."""
    with Serve() as cluster:
        try:
            bench = Bench(cluster, kind.launcher(cluster.bootstrap, log),
                          lambda: clients.HELPER.launcher(cluster.bootstrap, log)(),
                          lambda bootstrap: kind.launcher(bootstrap, log))
            version = bench.client.name
        except Exception as missing:  # a client that does not even start cannot be tried
            kept = "skipped" if isinstance(missing, clients.Missing) else "failed"
            return str(missing), [report(table.Result(kind.name, name, kept, str(missing)))
                                  for name, _ in checks]
        try:
            return version, [report(try_check(bench, kind.name, *one)) for one in checks]
        finally:
            bench.close()


def attempted(who, name, function, *arguments):
    started, outcome, reason = time.monotonic(), "passed", ""
    try:
        function(*arguments)
    except clients.Missing as missing:
        outcome, reason = "skipped", str(missing)
    except Exception as failure:  # one check's end is not the run's
        outcome, reason = "failed", f"{type(failure).__name__}: {failure}"
    return table.Result(who, name, outcome, reason, round(time.monotonic() - started, 2))


def try_apart(who, report):
    """A client with checks of its own against a cluster of its own; its name and version."""
    need, checks, stand, options_of_serve = APART[who]
    try:
        with clients.PREPARING:
            version = need()
    except clients.Missing as missing:
        return str(missing), [report(table.Result(who, name, "skipped", str(missing)))
                              for name, _ in checks]
    with Serve(*options_of_serve) as cluster:
        bench = stand(cluster)
        try:
            return version, [report(attempted(who, name, function, bench))
                             for name, function in checks]
        finally:
            bench.close()


def try_files(log, report):
    """Apache Kafka's tools over our files, and `highwater inspect` over theirs; their name too."""
    def attempt(name, function, *arguments):
        return report(attempted(FILES, name, function, *arguments))

    names = [name for name, _ in file_checks.READERS]
    try:
        launch = file_checks.launcher(clients.WRITER, log)
    except clients.Missing as missing:
        return FILES, [report(table.Result(FILES, name, "skipped", str(missing)))
                       for name in [*names, "read theirs"]]
    with tempfile.TemporaryDirectory() as folder:
        try:
            written = file_checks.Written(launch, folder)
        except Exception as failure:
            found = [report(table.Result(FILES, name, "failed", f"nothing to read: {failure}"))
                     for name in names]
        else:
            found = [attempt(name, function, written) for name, function in file_checks.READERS]
    return FILES, [*found, attempt("read theirs", file_checks.read_theirs, launch)]


def main():
    chosen = options()
    if chosen.list:
        print("clients:", ", ".join(kind.name for kind in clients.KINDS))
        print("besides:", ", ".join(OTHERS), "with checks of their own")
        print("checks: ", ", ".join(name for name, _ in CHECKS))
        return 0
    checks = [one for one in CHECKS if not chosen.check or one[0] in chosen.check]
    kinds = [kind for kind in clients.KINDS if not chosen.only or kind.name in chosen.only]

    def report(one):
        if one.outcome == "failed" or os.environ.get("HW_INTEROP_VERBOSE"):
            print(f"{one.outcome}: {one.client}, {one.check} ({one.seconds} s): {one.reason}",
                  file=sys.stderr, flush=True)
        return one

    def timed(work, *arguments):
        started = time.monotonic()
        version, found = work(*arguments)
        print(f"{version}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        return version, found

    clients.CACHE.mkdir(parents=True, exist_ok=True)
    with open(clients.CACHE / "clients.log", "w", encoding="utf-8") as log, \
            futures.ThreadPoolExecutor(chosen.jobs) as pool:
        tasks = {kind.name: functools.partial(timed, try_client, kind, checks, log, report)
                 for kind in kinds}
        others = {FILES: functools.partial(timed, try_files, log, report)}
        for who in APART:
            others[who] = functools.partial(timed, try_apart, who, report)
        for who, task in others.items():
            if not chosen.check and (not chosen.only or who in chosen.only):
                tasks[who] = task
        order = sorted(tasks, key=lambda one: [*LONGEST, one].index(one))
        begun = {name: pool.submit(tasks[name]) for name in order}
        told = {name: begun[name].result() for name in tasks}
    names = {name: version for name, (version, _) in told.items() if name != FILES}
    results = [one for _, found in told.values() for one in found]
    name_left_out(told, dict(checks))
    print_outcome(results, names, chosen.json)
    return 1 if table.count(results)["failed"] else 0


def name_left_out(tried, checks):
    left_out = [name for name in (*(kind.name for kind in clients.KINDS), *OTHERS)
                if name not in tried]
    left_out += [name for name, _ in CHECKS if name not in checks]
    if left_out:
        print("left out, as asked for:", ", ".join(left_out), file=sys.stderr)


def print_outcome(results, names, json_wanted):
    if json_wanted:
        print(table.as_json(results, names))
        return
    print(table.as_text(results))
    why = dict.fromkeys((one.client, one.reason) for one in results if one.outcome == "skipped")
    for client, reason in why:
        what = [one.check for one in results
                if (one.client, one.reason, one.outcome) == (client, reason, "skipped")]
        which = "everything" if len(what) == len({one.check for one in results}) else \
            ", ".join(what)
        print(f"skipped: {client}: {which}: {reason}")
    total = table.count(results)
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")


if __name__ == "__main__":
    sys.exit(main())
