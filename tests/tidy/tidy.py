#!/usr/bin/env python3
"""Checks the house: who includes whom, what is banned where, how long things are.

usage: tidy.py [--root FOLDER] [--house FILE]

Prints `path:line: error: …` and ends with 1 when there is an error. The rules are house.toml.
"""

import argparse
import ast
import os
import pathlib
import re
import sys
import tomllib
from dataclasses import dataclass, field

import source

TOP = ("app", "engine", "ui", "resources", "translations", "tests", ".ci")
CXX = {".cpp", ".h"}
WRITTEN = CXX | {".py", ".cmake", ".sh"}
# Made by the build: they are named by includes but not found in the tree.
GENERATED = re.compile(r'\.moc$|(^|/)ui_\w+\.h$|^moc_\w+\.cpp$')


@dataclass
class Report:
    errors: list = field(default_factory=list)
    warnings: list = field(default_factory=list)

    def add(self, path, line, text, kind="error"):
        message = f"{path}:{line}: {kind}: {text}"
        (self.errors if kind == "error" else self.warnings).append(message)


class House:
    """The table of house.toml, with the transitive closure of `may`."""

    def __init__(self, table):
        self.limits = table["limits"]
        self.bans = [dict(ban, regex=re.compile(ban["pattern"])) for ban in table.get("ban", [])]
        self.rooms = table["rooms"]
        self._reach = {}

    def room_of(self, path):
        """The innermost room around a file, None outside of the house."""
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in self.rooms:
                return folder
        return None

    def reach(self, room):
        """Every room and single file that this room may include, itself among them."""
        if room not in self._reach:
            seen = {room}
            waiting = [room]
            while waiting:
                here = waiting.pop()
                for name in self.rooms.get(here, []):
                    more = [name]
                    if name == "inner":
                        more = [r for r in self.rooms if r.startswith(here + "/")]
                    top = room.partition("/")[0] + "/"
                    waiting += [r for r in more if r not in seen and r.startswith(top)]
                    seen.update(more)
            self._reach[room] = seen
        return self._reach[room]

    def may_include(self, room, path):
        allowed = self.reach(room)
        return "*" in allowed or path in allowed or self.room_of(path) in allowed


def is_under(path, folders):
    return any(path == f or path.startswith(f + "/") for f in folders)


def check_includes(house, path, text, report):
    room = house.room_of(path)
    if path.endswith(".h") and not re.search(r'^\s*#\s*pragma\s+once\b', text, re.MULTILINE):
        report.add(path, 1, "#pragma once is missing")
    if room is None:
        report.add(path, 1, "this folder is no room of tests/tidy/house.toml")
        return
    for line, name, quoted in source.includes(text):
        if name.partition("/")[0] not in TOP:
            continue
        if not house.may_include(room, name):
            report.add(path, line, f"{room} may not include {name} "
                       f"(it may: {', '.join(sorted(house.reach(room)))})")
        elif not quoted:
            report.add(path, line, f'write "{name}": <> is for other people\'s headers')


def check_own_headers(path, text, root, report):
    """Our own headers are named from the repository's root."""
    folder = root / path.rpartition("/")[0]
    for line, name, quoted in source.includes(text):
        if quoted and not GENERATED.search(name) and name.partition("/")[0] not in TOP:
            if (folder / name).is_file():
                report.add(path, line, f'"{name}" is not written from the repository\'s root')


def check_bans(house, path, text, code, report):
    for ban in house.bans:
        if not is_under(path, ban["in"]) or is_under(path, ban.get("except", [])):
            continue
        where = ban.get("where", "code")
        if where == "include":
            found = [(line, name) for line, name, _ in source.includes(text)
                     if ban["regex"].search(name)]
        else:
            whole = text if where == "text" else code
            found = [(number, match.group().strip())
                     for number, line in enumerate(whole.splitlines(), 1)
                     for match in ban["regex"].finditer(line)]
        for line, what in found:
            report.add(path, line, f"`{what}`: no {ban['what']} here; instead: {ban['instead']}")


def check_lines(limits, path, text, report):
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            report.add(path, number, "a tab; indent by four blanks")
        if len(line) > limits["columns"]:
            report.add(path, number, f"{len(line)} columns; {limits['columns']} are allowed")
    if len(lines) > limits["file_error"]:
        report.add(path, limits["file_error"] + 1,
                   f"{len(lines)} lines; a file has at most {limits['file_error']}")
    elif len(lines) > limits["file_warn"]:
        report.add(path, limits["file_warn"] + 1,
                   f"{len(lines)} lines; better below {limits['file_warn']}", "warning")


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno - node.lineno + 1


def check_functions(limits, path, found, report):
    for line, length in found:
        if length > limits["function_error"]:
            report.add(path, line, f"a function of {length} lines; {limits['function_error']} "
                       f"are allowed, {limits['function_warn']} are plenty")
        elif length > limits["function_warn"]:
            report.add(path, line, f"a function of {length} lines; better below "
                       f"{limits['function_warn']}", "warning")


def check_readmes(limits, root, folders, report):
    for folder in sorted(folders):
        readme = folder + "/README.md"
        if (root / readme).is_file():
            length = len((root / readme).read_text(encoding="utf-8").splitlines())
            if length > limits["readme"]:
                report.add(readme, limits["readme"] + 1,
                           f"{length} lines; a folder's README has at most {limits['readme']}")
        elif not is_under(folder.rpartition("/")[0], limits.get("readme_of_parent", [])):
            report.add(readme, 1, "missing: say the folder's purpose, where to start, invariants",
                       limits["missing_readme"])


def check_libraries(house, root, report):
    """engine/CMakeLists.txt repeats the table: a library depends on nothing it may not include."""
    path = "engine/CMakeLists.txt"
    if not (root / path).is_file():
        return
    text = (root / path).read_text(encoding="utf-8")
    for match in re.finditer(r'hw_room\(([^)]*)\)', text):
        words = match.group(1).split()
        line = text.count("\n", 0, match.start()) + 1
        room = "engine/" + words[0]
        if room not in house.rooms:
            report.add(path, line, f"{room} is no room of tests/tidy/house.toml")
        in_depends = False
        for word in words[1:]:
            if word.isupper():
                in_depends = word == "DEPENDS"
            elif in_depends and "engine/" + word not in house.reach(room):
                report.add(path, line, f"{room} may not depend on engine/{word}")


def files_of(root):
    """Paths of all files that we write, relative to the root, sorted."""
    for top in TOP:
        for folder, folders, names in os.walk(root / top):
            folders[:] = sorted(f for f in folders if f not in ("build", "__pycache__"))
            for name in sorted(names):
                yield (pathlib.Path(folder) / name).relative_to(root).as_posix()
    if (root / "dev").is_file():
        yield "dev"


def check_file(house, root, path, report):
    suffix = pathlib.PurePosixPath(path).suffix
    written = suffix in WRITTEN or path.endswith("CMakeLists.txt") or path == "dev" \
        or is_under(path, [".ci"])
    if not written:
        return
    text = (root / path).read_text(encoding="utf-8")
    limits = house.limits
    check_lines(limits, path, text, report)
    code = source.code_only(text) if suffix in CXX else ""
    check_bans(house, path, text, code, report)
    if suffix in CXX:
        check_includes(house, path, text, report)
        check_own_headers(path, text, root, report)
        check_functions(limits, path, source.functions(code), report)
    elif suffix == ".py":
        check_functions(limits, path, python_functions(text), report)


def check_house(root, house):
    report = Report()
    folders = set()
    for path in files_of(root):
        check_file(house, root, path, report)
        if pathlib.PurePosixPath(path).suffix in CXX | {".py"}:
            folders.add(path.rpartition("/")[0])
    check_readmes(house.limits, root, folders, report)
    check_libraries(house, root, report)
    return report


def main(arguments):
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=here.parent.parent)
    parser.add_argument("--house", type=pathlib.Path, default=here / "house.toml")
    options = parser.parse_args(arguments)
    house = House(tomllib.loads(options.house.read_text(encoding="utf-8")))
    report = check_house(options.root, house)
    for message in report.warnings + report.errors:
        print(message)
    print(f"tidy: {len(report.errors)} errors, {len(report.warnings)} warnings")
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
