# SPDX-License-Identifier: Apache-2.0
"""The module that plug-ins use: the promises of docs/plugins.md."""
import json, os, re, subprocess, sys
from unittest import mock

from support import ACTIVITIES, HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item
from waiting import LIMIT

import activity
from activity.content import EXTENSIONS

PAGE = os.path.join(ACTIVITIES, "../docs/plugins.md")
HANDED_ITEM = os.path.join(ACTIVITIES, "../Sources/Daemon/ActivityPerforming/Starting/HandedItem.swift")


class ModuleTests(ActivityTestCase):
    def run_program(self, program, *arguments, request=None, given=None, python=("-B",)):
        """Runs a program that begins as on the page, but with the module from the checkout."""
        text = f"import sys\nsys.path.append({ACTIVITIES + '/python'!r})\nfrom activity import *\n" + program
        return subprocess.run(
            [sys.executable, *python, "-c", text, *arguments],
            input=json.dumps(request or {}).encode() if given is None else given,
            capture_output=True, env=self.environment, cwd=self.home, timeout=LIMIT)

    def test_each_name_is_on_the_page(self):
        with open(PAGE, encoding="utf-8") as file:
            section = file.read().split("## The Python module")[1].split("\n## ")[0]
        for name in activity.__all__:
            self.assertRegex(section, rf"`{name}\b", name)
            self.assertTrue(hasattr(activity, name))
        for name in re.findall(r"^\| `([A-Za-z_]+)", section, re.MULTILINE):
            self.assertIn(name, activity.__all__)

    def test_a_text_keeps_the_endings_that_the_daemon_lets_it_keep(self):
        with open(HANDED_ITEM, encoding="utf-8") as file:
            endings = re.search(r"let extensions: Set<String> = \[(.*?)\]", file.read(), re.DOTALL)[1]
        self.assertEqual(set(re.findall(r'"(.*?)"', endings)), EXTENSIONS)

    def test_it_is_found_by_an_isolated_python(self):
        ended = self.run_program("print(name_of('/a/b'))", python=["-I", "-B"])
        self.assertEqual((ended.stdout, ended.stderr), (b"b\n", b""))

    def test_a_request_is_read_once_and_whole(self):
        path = self.file("a b.txt", "words\n".encode())
        items = [file_item(path, "text/plain"), text_item("said"), link_item("https://example.org/")]
        request = {"items": items, "answers": {"width": "1"}, "locale": "de"}
        ended = self.run_program("""
r = request()
assert r is request() and r.answers == {"width": "1"} and r.locale == "de"
print([i.path for i in r.items], [i.is_link for i in r.items], [i.size for i in r.items], r.items[2].address)
print(r.text(100))""", request=request)
        self.assertEqual(ended.stderr, b"")
        self.assertEqual(ended.stdout.decode().splitlines(), [
            f"[{os.fsdecode(path)!r}, None, None] [False, False, True] [None, None, None] https://example.org/",
            "words", "said", "https://example.org/"])

    def test_names_are_given_back_as_they_came(self):
        files = activity.NewFiles(self.home + "/new")
        for name in HOSTILE_NAMES:
            for given in (name, os.fsdecode(name)):
                path = files.add(given, lambda file: file.write(b"x"))
                self.assertIs(type(path), type(given))
                self.assertTrue(os.path.exists(path))
        self.assertEqual(len(os.listdir(self.home + "/new")), 2 * len(HOSTILE_NAMES))

    def test_no_name_leads_out_of_the_folder(self):
        files = activity.NewFiles(self.home + "/new")
        for name, kept in [("../../a.txt", ".._.._a.txt"), ("..", "Untitled"), ("", "Untitled (1)"), ("/", "_"),
                           ("a\0b", "a_b")]:
            self.assertEqual(files.add(name, lambda file: None), self.home + "/new/" + kept)

    def test_folders_are_called_as_in_a_manifest(self):
        with mock.patch.dict(os.environ, self.environment, clear=True):
            self.assertEqual(activity.user_folder("home"), self.home)
            for name in ("downloads", "documents", "pictures"):
                self.assertEqual(activity.user_folder(name), f"{self.home}/{name.capitalize()}")

    def test_what_is_made_is_printed_and_told(self):
        listener = self.notifications()
        ended = self.run_program("""
def work():
    yield "/a b.png"
    yield b"/\\xff.txt"
    yield "https://example.org/x.pdf"
    yield "https://example.org/"
made("/c", "text/x-c")
tell("Half", 0.5)
perform(work)""")
        self.assertEqual(ended.stderr, b"")
        self.assertEqual(ended.stdout, b"/a b.png\n/\xff.txt\nhttps://example.org/x.pdf\nhttps://example.org/\n")
        self.assertEqual([line for message in self.told(listener) for line in message], [
            "X_MADE=text/x-c file:///c", "STATUS=Half", "X_PROGRESS=0.50", "X_MADE=image/png file:///a%20b.png",
            "X_MADE=text/plain file:///%FF.txt", "X_MADE=application/pdf https://example.org/x.pdf",
            "X_MADE=text/html https://example.org/"])

    def test_a_folder_that_the_manifest_leaves_out_is_named_with_the_key(self):
        ended = self.run_program("def work(): raise OSError(30, 'Read-only file system', '/a')\nperform(work)")
        self.assertEqual(
            ended.stderr.decode(), "Read-only file system: '/a' (\"writes\" in its manifest lists where it may write).\n"
            "Nothing can be written to “a”.\n")

    def test_an_exception_is_told_in_place_of_progress(self):
        for work, told in [
            ("Progress(9).add('a', 'Half')", "TypeError: unsupported operand"),
            ("tell('Half'); raise ValueError", "ValueError"),
            ("tell('Half'); raise KeyError('a\\nX_PROGRESS=1')", "KeyError: 'a"),
        ]:
            for program in (f"def work():\n    {work}\nperform(work)", work):
                with self.subTest(program):
                    listener = self.notifications()
                    ended = self.run_program(program)
                    self.assertEqual(ended.returncode, 1)
                    self.assertIn("Traceback", ended.stderr.decode())
                    last = self.told(listener)[-1]
                    self.assertEqual(len(last), 1)
                    self.assertTrue(last[0].startswith("STATUS=" + told), last)

    def test_a_long_one_is_told_too(self):
        # The text is shortened: a message too long for the socket would never arrive.
        listener = self.notifications()
        self.run_program("tell('Half'); raise ValueError('x' * 10_000_000)")
        self.assertEqual(self.told(listener)[-1], ["STATUS=" + ("ValueError: " + "x" * 500)[:500]])

    def test_an_error_may_name_a_descriptor_or_a_path(self):
        for work, told in [
            ("os.stat(9999)", "Bad file descriptor: 9999.\nThere was a fault while reading or writing."),
            ("subprocess.run(pathlib.Path('/bin/false'), check=True)",
             "/bin/false failed with status 1.\nThe program “false” failed."),
            ("os.stat(pathlib.Path('/nowhere'))", "No such file or directory: '/nowhere'.\n“nowhere” is not there any more."),
            ("subprocess.run(['no-such-program'])",
             "No such file or directory: 'no-such-program'.\nThe program “no-such-program” is missing."),
        ]:
            ended = self.run_program(f"import os, pathlib, subprocess\nperform(lambda: {work})")
            self.assertEqual(ended.stderr.decode(), told + "\n")

    def test_a_slip_is_told_with_what_to_write(self):
        request = {"items": [text_item("said")], "answers": {"width": "1"}}
        for work, told in [
            ("perform([])", "TypeError: perform calls the function itself: write perform(work), and not perform(work())."),
            ("perform(lambda: 5)", "TypeError: 5 is no result: yield or return paths or URIs, or nothing."),
            ("perform(lambda: [5])", "TypeError: 5 is no result: yield or return paths or URIs, or nothing."),
            ("NewFiles('new').add('x', b'x')",
             "TypeError: add calls what writes the file: write add(name, lambda file: file.write(content))."),
            ("user_folder('Desktop')",
             "ValueError: There is no user_folder('Desktop'): write downloads, documents, pictures or home."),
            ("Progress('3')",
             "TypeError: Progress counts to a number, and '3' is none: write Progress(len(paths)), for example."),
            ("request().answers['note']",
             "MissingAnswer: There is no answer to 'note': write answers.get('note'), or say that it is required in the form."),
            *((f"{name}(request().items[0].path)",
               "TypeError: A link or a selected text has no path: use item.read(), or have the manifest's \"accepts\" say "
               "\"local\": true.") for name in ("open_file", "name_of", "uri_of")),
        ]:
            with self.subTest(work):
                listener = self.notifications()
                ended = self.run_program(work, request=request)
                self.assertEqual(ended.returncode, 1)
                # The traceback, for the author, is printed once.
                self.assertEqual(ended.stderr.decode().count("Traceback"), 1)
                self.assertEqual(self.told(listener), [["STATUS=" + told]])
        self.assertEqual(os.listdir(self.home + "/new"), [])

    def test_answers_are_a_dictionary(self):
        ended = self.run_program("""
answers = request().answers
assert answers == {"width": "1"} and answers.get("note", "") == "" and "note" not in answers
try: answers["note"]
except KeyError: print("none")""", request={"items": [], "answers": {"width": "1"}})
        self.assertEqual((ended.stdout, ended.stderr), (b"none\n", b""))

    def test_a_status_is_told_before_the_work(self):
        listener = self.notifications()
        self.run_program("""
progress = Progress(1000)
for name in "ab":
    progress.add(0, name)
    progress.add(1, name)
    progress.add(499, name)""")
        self.assertEqual(self.told(listener), [
            ["STATUS=a", "X_PROGRESS=0.00"], ["STATUS=a", "X_PROGRESS=0.50"],
            ["STATUS=b", "X_PROGRESS=0.50"], ["STATUS=b", "X_PROGRESS=1.00"]])

    def test_a_program_that_fails_says_why_itself(self):
        for script, told in [
            ("echo loading >&2; echo 'There is no such picture.' >&2; exit 3", ["loading", "There is no such picture."]),
            ("echo loading >&2; echo 'curl: (6) nas' >&2; exit 3", ["loading", "curl: (6) nas", "The program “sh” failed."]),
            ("exit 3", ["sh failed with status 3.", "The program “sh” failed."]),
        ]:
            with self.subTest(script):
                listener = self.notifications()
                ended = self.run_program(f"""
import subprocess
perform(lambda: subprocess.run(["sh", "-c", {script!r}], check=True, stderr=subprocess.PIPE) and None)""")
                self.assertEqual(ended.returncode, 1)
                self.assertEqual(ended.stderr.decode().splitlines(), told)
                self.assertEqual(self.told(listener), [["STATUS=" + told[-1]]])

    def test_without_a_network_the_key_of_the_manifest_is_named(self):
        program = "import urllib.request\nperform(lambda: urllib.request.urlopen('http://127.0.0.1:1/'))"
        key = ' ("network" in its manifest says whether it has the network).\n'
        unreached = "The network cannot be reached.\n"
        # With only a loopback interface, as in a sandbox.
        alone = "import socket\nsocket.if_nameindex = lambda: [(1, 'lo')]\n" + program
        others = "import socket\nsocket.if_nameindex = lambda: [(1, 'lo'), (2, 'eth0')]\n" + program
        self.assertEqual(self.run_program(alone).stderr.decode(), "Connection refused" + key + unreached)
        closed = "The server does not accept the connection.\n"
        self.assertEqual(self.run_program(others).stderr.decode(), "Connection refused.\n" + closed)

    def test_one_result_may_be_returned(self):
        for result in ("'/a b.png'", "b'/a b.png'", "__import__('pathlib').Path('/a b.png')"):
            ended = self.run_program(f"perform(lambda: {result})")
            self.assertEqual((ended.stdout, ended.stderr), (b"/a b.png\n", b""))

    def test_without_a_request_its_author_is_told_what_to_write(self):
        for given in (b"", b"selected text", b"\xff", b"[]", b"{}"):
            ended = self.run_program("request()", given=given)
            self.assertEqual(ended.returncode, 1)
            self.assertEqual(ended.stderr, b'There is no request on standard input. '
                             b'Write "stdin": "request" in the manifest\'s "perform".\n')

    def test_a_file_that_cannot_be_opened_is_a_sentence(self):
        ended = self.run_program("perform(lambda: [open_file('/dev/null')])")
        self.assertEqual((ended.returncode, ended.stderr), (1, "“null” is not a file.\n".encode()))
