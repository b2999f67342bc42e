#!/usr/bin/env python3
"""Writes the lessons and the glossary as C++ text. usage: embed.py OUT.cpp FILE.json…"""
import sys
from pathlib import Path

CHUNK = 8000  # compilers need only take string literals of 65,536 bytes


def literal(text):
    """The text as raw string literals in a row."""
    chunks = [text[at:at + CHUNK] for at in range(0, len(text), CHUNK)] or [""]
    return "\n".join(f'R"lesson({chunk})lesson"' for chunk in chunks)


def main():
    out = Path(sys.argv[1])
    files = sorted(map(Path, sys.argv[2:]), key=lambda file: file.stem)
    glossary = [file for file in files if file.stem == "glossary"]
    files = [file for file in files if file.stem != "glossary"]
    lines = ['#include "app/lessons/glossary.h"', '#include "app/lessons/library.h"', "",
             "namespace hw::app {", "",
             "std::vector<BuiltInLesson> builtInLessons()", "{", "    return {"]
    lines += [f'        {{"{file.stem}", {literal(file.read_text(encoding="utf-8"))}}},'
              for file in files]
    lines += ["    };", "}", "", "std::string_view builtInGlossary()", "{", "    return"]
    lines += [f'        {literal(file.read_text(encoding="utf-8"))}' for file in glossary]
    lines += ["    ;", "}", "", "} // namespace hw::app", ""]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines), encoding="utf-8")


main()
