#!/usr/bin/env python3
"""Tests of tidy: each writes a small tree, breaks one rule in it and looks for the one error."""

import pathlib
import tempfile
import tomllib
import unittest

import source
import tidy

HERE = pathlib.Path(__file__).resolve().parent
TABLE = tomllib.loads((HERE / "house.toml").read_text(encoding="utf-8"))


class Tree(unittest.TestCase):
    """A folder with some files, checked against the real house.toml."""

    def errors(self, files):
        """Without the missing READMEs, of which these trees have many."""
        return [one for one in self.all_errors(files) if "README.md:1: error: missing" not in one]

    def all_errors(self, files):
        return self.check(files).errors

    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            return tidy.check_house(root, tidy.House(TABLE))

    def assert_only(self, files, start):
        errors = self.errors(files)
        self.assertEqual(len(errors), 1, errors)
        self.assertTrue(errors[0].startswith(start), errors[0])

    def assert_clean(self, files):
        self.assertEqual(self.errors(files), [])


class Includes(Tree):
    def test_forbidden_include_fails_with_file_and_line(self):
        self.assert_only(
            {"engine/log/segment.cpp": '#include "engine/base/ids.h"\n'
                                       '#include "engine/broker/broker.h"\n'},
            "engine/log/segment.cpp:2: error: engine/log may not include engine/broker/broker.h")

    def test_what_a_room_may_include_its_users_may_too(self):
        self.assert_clean({"engine/broker/group/join.cpp": '#include "engine/base/ids.h"\n'
                                                           '#include "engine/world/loop.h"\n'
                                                           '#include "engine/log/log.h"\n'})

    def test_middle_rooms_of_the_broker_never_see_each_other(self):
        for one, other in (("replica", "group"), ("group", "transaction"),
                           ("transaction", "replica")):
            path = f"engine/broker/{one}/a.cpp"
            self.assert_only({path: f'#include "engine/broker/{other}/b.h"'}, f"{path}:1: error")

    def test_worlds_never_see_each_other(self):
        self.assert_only({"engine/world/live/a.cpp": '#include "engine/world/sim/b.h"'},
                         "engine/world/live/a.cpp:1")

    def test_window_sees_the_facade_and_nothing_deeper(self):
        self.assert_clean({"ui/map/a.cpp": '#include "engine/observe/snapshot.h"\n'
                                           '#include "engine/cluster/cluster.h"\n'})
        for deeper in ("engine/cluster/mailbox.h", "engine/world/loop.h", "engine/base/writer.h"):
            self.assert_only({"ui/map/a.cpp": f'#include "{deeper}"'}, "ui/map/a.cpp:1")

    def test_app_sees_everything(self):
        self.assert_clean({"app/main.cpp": '#include "engine/world/live/live_world.h"\n'
                                           '#include "ui/shell/main_window.h"\n'})

    def test_unknown_folder_is_told(self):
        self.assert_only({"engine/attic/a.cpp": ""}, "engine/attic/a.cpp:1: error: this folder is")

    def test_header_beside_is_named_from_the_root(self):
        self.assert_only({"engine/log/a.cpp": '#include "b.h"\n',
                          "engine/log/b.h": "#pragma once\n"}, "engine/log/a.cpp:1")

    def test_library_may_not_depend_on_more_than_its_files_include(self):
        self.assert_only({"engine/CMakeLists.txt": "hw_room(base LIBS fmt::fmt)\n"
                                                   "hw_room(log DEPENDS world broker)\n"},
                         "engine/CMakeLists.txt:2: error: engine/log may not depend on "
                         "engine/broker")

    def test_pragma_once_is_asked_for(self):
        self.assert_only({"engine/log/a.h": "struct A;\n"}, "engine/log/a.h:1: error: #pragma")


class Bans(Tree):
    def test_banned_in_the_engine(self):
        for code in (
            "#include <thread>", "#include <mutex>", "#include <random>", "#include <QString>",
            "#include <asio.hpp>", "#include <unordered_map>", "#include <fstream>",
            "#include <unistd.h>", "#include <format>",
            "std::unordered_map<int, int> m;", "auto n = std::hash<int>{}(1);",
            "auto t = std::chrono::steady_clock::now();", "auto t = time(nullptr);",
            "clock_gettime(0, &t);", "int r = rand();", "std::mt19937 m;",
            "std::uniform_int_distribution<int> d;", "std::this_thread::yield();",
            "auto s = std::format(\"\");", "std::map<const Node*, int> byNode;",
            "bool emit = true;", "co_await x;",
        ):
            with self.subTest(code):
                self.assert_only({"engine/log/a.cpp": "\n" + code + "\n"},
                                 "engine/log/a.cpp:2: error")

    def test_live_world_has_threads_clocks_and_files(self):
        self.assert_clean({"engine/world/live/a.cpp": "#include <asio.hpp>\n#include <mutex>\n"
                                                      "#include <thread>\n#include <unistd.h>\n"
                                                      "auto t = steady_clock::now();\n"})

    def test_mailbox_alone_may_lock(self):
        self.assert_clean({"engine/cluster/mailbox.h": "#pragma once\n#include <mutex>\n"})
        self.assert_only({"engine/cluster/other.h": "#pragma once\n#include <mutex>\n"},
                         "engine/cluster/other.h:2")

    def test_comments_and_strings_are_not_code(self):
        self.assert_clean({"engine/log/a.cpp": "// emit, std::thread\n/* rand() \n sleep(1) */\n"
                                               'auto s = "std::mutex"; auto r = R"(foreach)";\n'})

    def test_charts_alone_includes_qcustomplot(self):
        self.assert_clean({"ui/charts/a.cpp": "#include <qcustomplot.h>\n"})
        self.assert_only({"ui/map/a.cpp": "#include <qcustomplot.h>\n"}, "ui/map/a.cpp:1")

    def test_tests_do_not_sleep(self):
        self.assert_only({"tests/ui/test_a.cpp": "\nstd::this_thread::sleep_for(1ms);\n"},
                         "tests/ui/test_a.cpp:2")

    def test_paths_of_one_machine_are_banned_in_strings_and_comments_too(self):
        self.assert_only({"app/a.cpp": 'auto p = "/home/' + 'me/x";\n'}, "app/a.cpp:1")
        self.assert_clean({"app/a.cpp": 'auto p = m_root + "/brokers/home/x"; // a/tmp/b\n'})


class Sizes(Tree):
    @staticmethod
    def function(lines):
        return "int f()\n{\n" + "    g();\n" * (lines - 3) + "}\n"

    def test_long_functions(self):
        self.assert_clean({"app/a.cpp": self.function(100)})
        self.assert_only({"app/a.cpp": "\n" + self.function(101)},
                         "app/a.cpp:2: error: a function of 101 lines")
        warnings = self.check({"app/a.cpp": self.function(71)}).warnings
        self.assertIn("a function of 71 lines", warnings[0])

    def test_long_python_functions(self):
        self.assert_only({"tests/tidy/a.py": "def f():\n" + "    g()\n" * 100},
                         "tests/tidy/a.py:1: error: a function of 101 lines")

    def test_long_files(self):
        self.assert_clean({"app/a.cpp": "int a;\n" * 600})
        self.assert_only({"app/a.cpp": "int a;\n" * 601}, "app/a.cpp:601: error: 601 lines")

    def test_long_lines_and_tabs(self):
        self.assert_clean({"app/a.cpp": "// " + "ä" * 97 + "\n"})
        self.assert_only({"app/a.cpp": "// " + "x" * 98 + "\n"}, "app/a.cpp:1: error: 101 columns")
        self.assert_only({"app/a.cpp": "\tint a;\n"}, "app/a.cpp:1: error: a tab")

    def test_readmes(self):
        missing = self.all_errors({"app/a.cpp": ""})
        self.assertEqual([m.partition(" ")[0] for m in missing], ["app/README.md:1:"])
        self.assert_only({"app/a.cpp": "", "app/README.md": "x\n" * 41}, "app/README.md:41")


class Functions(unittest.TestCase):
    def found(self, text):
        return list(source.functions(source.code_only(text)))

    def test_methods_constructors_and_lambdas(self):
        self.assertEqual(self.found("namespace a {\n"
                                    "class B : public C\n{\npublic:\n"
                                    "    B(int x)\n        : m_x{x}\n        , m_y(1)\n"
                                    "    {\n    }\n"
                                    "    int m_y{0};\n"
                                    "    int f() const { return g([] { return 1; }); }\n"
                                    "};\n}\n"), [(5, 5), (11, 1)])

    def test_types_tables_and_braces_in_strings_are_no_functions(self):
        self.assertEqual(self.found("enum class E { A };\nconst int kX[] = {1, 2};\n"
                                    'auto s = "f() {";\nstruct alignas(8) S { int a; };\n'), [])

    def test_nested_tables(self):
        table = "const X kTable[] = {\n    {g(A{1}), {2}},\n};\n"
        self.assertEqual(self.found(table + "int f() {\n}\n"), [(4, 2)])

    def test_templates_and_operators(self):
        self.assertEqual(self.found("template <class T = int>\nbool operator==(T a, T b)\n{\n}\n"),
                         [(1, 4)])


if __name__ == "__main__":
    unittest.main()
