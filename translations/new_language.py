#!/usr/bin/env python3
"""usage: new_language.py CODE [FILE]: writes highwater_CODE.ts, in which nothing is translated yet.

It has all texts of the window, and those of the lessons and of the glossary in the context Lessons.
"""
import json
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*')


def read(path):
    """JSON with comments."""
    text = path.read_text(encoding="utf-8")
    keep = lambda match: "" if match[0].startswith("//") else match[0]
    return json.loads(COMMENT_OR_STRING.sub(keep, text))


def english_of(value, found):
    """All texts in it, each once, in order."""
    if isinstance(value, list):
        for one in value:
            english_of(one, found)
    elif isinstance(value, dict):
        if isinstance(value.get("en"), str):
            found.setdefault(value["en"])
        else:
            for one in value.values():
                english_of(one, found)
    return found


def lessons():
    found = {}
    for path in sorted((ROOT / "resources/lessons").glob("*.json")):
        english_of(read(path), found)
    return english_of(read(ROOT / "resources/glossary/glossary.json"), found)


def context(name, sources):
    messages = "".join(f"    <message>\n        <source>{escape(source)}</source>\n"
                       f'        <translation type="unfinished"></translation>\n    </message>\n'
                       for source in sources)
    return f"<context>\n    <name>{name}</name>\n{messages}</context>\n"


def main():
    if len(sys.argv) not in (2, 3) or not re.fullmatch("[a-z]{2,3}(_[A-Z]{2})?", sys.argv[1]):
        sys.exit(__doc__)
    code = sys.argv[1]
    window = (ROOT / "translations/highwater_zh_CN.ts").read_text(encoding="utf-8")
    window = window.replace('language="zh_CN"', f'language="{code}"')
    forms = lambda match: "<numerusform></numerusform>" if "<numerusform>" in match[0] else ""
    empty = lambda match: f'<translation type="unfinished">{forms(match)}</translation>'
    window = re.sub("<translation>.*?</translation>", empty, window, flags=re.S)
    window = window.replace("</TS>", context("Lessons", lessons()) + "</TS>")
    target = Path(sys.argv[2] if len(sys.argv) == 3 else f"highwater_{code}.ts")
    target.write_text(window, encoding="utf-8")
    print(f"{target}: fill it with Qt Linguist, then lrelease {target}")


main()
