#!/usr/bin/env python3
"""Switches one rule of the engine off at a time and finds the first seed that notices.

A rule that no seed finds within the range means that a checker is missing: exit code 1.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time


def first_seed(program, rule, seeds, limit):
    """(seed or None, what was seen, seconds)"""
    started = time.monotonic()
    command = [program, "simulate", "--seeds", seeds, "--jobs", "1", "--json"]
    if rule:
        command += ["--without-rule", rule]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, f"not found in {limit} s", time.monotonic() - started
    took = time.monotonic() - started
    for line in ended.stdout.splitlines():
        said = json.loads(line)
        if said["type"] == "seed" and not said["good"]:
            seen = said["findings"][0]
            return said["seed"], f"invariant {seen['invariant']}: {seen['what']}", took
    if ended.returncode != 0:
        words = ended.stderr.strip().splitlines() or ["died"]
        seed = next((int(w.split()[1]) for w in words if w.startswith("seed ")), 0)
        said = re.sub(r"\S*/(?=[^/ ]+:\d+:)", "", words[0])  # where, without this machine's folders
        return seed, "an assumption broke: " + said, took
    return None, f"not found by seeds {seeds}", took


def table(rows, seeds):
    """What MUTATIONS.md holds; `rows` as (rule, without, seed, seen, seconds)."""
    found = sum(row[2] is not None for row in rows)
    lines = ["# What the simulator notices", "",
             f"Each rule of the engine switched off alone, seeds {seeds} tried in order: "
             f"{found} of {len(rows)} rules were noticed.",
             "Made anew by `./dev mutations --write tests/sim/MUTATIONS.md`; the seconds are those "
             "of a busy machine.", "",
             "| rule | without it | seed | noticed by | seconds |",
             "| --- | --- | --- | --- | --- |"]
    for rule, without, seed, seen, took in rows:
        shown = "none" if seed is None else seed
        seen = " ".join(seen.split()).replace("|", "/")
        lines.append(f"| {rule} | {without} | {shown} | {seen} | {took:.0f} |")
    return "\n".join(lines) + "\n"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("rules", nargs="*", help="only these")
    options.add_argument("--seeds", default="1-500",
                         help="tried for each rule; good ones, as long as no rule is broken")
    options.add_argument("--limit", type=float, default=300, help="seconds for each rule")
    options.add_argument("--write", metavar="FILE", help="the table, as MUTATIONS.md has it")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = options.parse_args()
    program = os.environ["HIGHWATER"]
    listed = subprocess.run([program, "simulate", "--rules"], capture_output=True, text=True,
                            check=True).stdout.splitlines()
    rules = dict(line.split("\t") for line in listed)
    unknown = set(asked.rules) - set(rules)
    if unknown:
        sys.exit(f"no such rule: {', '.join(sorted(unknown))}; allowed are {', '.join(rules)}")
    chosen = asked.rules or list(rules)
    seed, seen, _ = first_seed(program, None, asked.seeds, None)
    if seed is not None:
        sys.exit(f"seed {seed} fails though no rule is broken, choose others: {seen}")
    rows = []
    missed = []
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        runs = {rule: pool.submit(first_seed, program, rule, asked.seeds, asked.limit)
                for rule in chosen}
        for rule, run in runs.items():
            seed, seen, took = run.result()
            found = "-" if seed is None else str(seed)
            print(f"{rule:28} {found:>5}  {took:6.1f} s  {seen[:150]}", flush=True)
            rows.append((rule, rules[rule], seed, seen[:150], took))
            if seed is None:
                missed.append(rule)
    found = sum(row[2] is not None for row in rows)
    print(f"{found} of {len(chosen)} rules found within seeds {asked.seeds}")
    if asked.write:
        with open(asked.write, "w", encoding="utf-8") as file:
            file.write(table(rows, asked.seeds))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
