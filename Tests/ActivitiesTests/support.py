# SPDX-License-Identifier: Apache-2.0
"""Performs a system activity by its manifest (arguments and standard input), with a temporary home folder."""
import json, os, shutil, socket, subprocess, sys, tempfile, unittest
from urllib.parse import quote_from_bytes

sys.dont_write_bytecode = True
ACTIVITIES = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../Activities"))
sys.path += [os.path.join(ACTIVITIES, "python"), os.path.join(ACTIVITIES, "../Tests/Harness")]
from waiting import LIMIT, wait_until


def uri(path):
    return "file://" + quote_from_bytes(os.fsencode(path))


def file_item(path, kind="application/octet-stream"):
    name = os.path.basename(os.fsencode(path)).decode(errors="replace")
    return {"type": kind, "uri": uri(path), "name": name}


def text_item(text):
    return {"type": "text/plain", "text": text}


def link_item(address, **more):
    return {"type": "x-scheme-handler/" + address.split(":")[0], "uri": address, **more}


class ActivityTestCase(unittest.TestCase):
    def setUp(self):
        self.home = self.folder()
        self.programs = self.folder()
        path = self.programs + ":" + os.environ["PATH"]
        self.environment = {"HOME": self.home, "PATH": path, "LANG": "C.UTF-8", "TMPDIR": self.folder()}

    def folder(self):
        path = tempfile.mkdtemp(prefix="activities-")
        self.addCleanup(shutil.rmtree, path)
        return path

    def file(self, name, content=b"content", folder=None):
        path = os.path.join(os.fsencode(folder or self.folder()), os.fsencode(name))
        with open(path, "wb") as file:
            file.write(content)
        return path

    def need(self, program, package):
        """Fails the test if a program that it needs is missing."""
        if not shutil.which(program):
            self.fail(f"{program} is missing: install the package {package} (make deps).")

    def options(self, activity):
        """Runs the program of the activity's live field; returns its exit status, the options as (value, label), and its
        sentence."""
        folder = f"{ACTIVITIES}/io.activityd.{activity}.activity"
        with open(folder + "/manifest.json") as file:
            field, = [field for field in json.load(file)["form"] if "optionsExec" in field]
        program = os.path.join(folder, field["optionsExec"][0])
        ended = subprocess.run(
            [program, *field["optionsExec"][1:]], stdin=subprocess.DEVNULL, capture_output=True,
            env=self.environment, cwd=self.home, timeout=LIMIT)
        options = [tuple(line.split("\t")) for line in ended.stdout.decode().splitlines()]
        return ended.returncode, options, ended.stderr.decode()

    def prints(self, activity, expected):
        """Asserts that the program prints these options. Retries, as a service may reply too late on a busy machine."""
        printed = []
        try:
            wait_until(lambda: printed.append(self.options(activity)) or printed[-1] == expected, activity)
        except TimeoutError:
            self.assertEqual(printed[-1], expected)

    def start(self, activity, items, answers=None, before=(), locale=None, more=None, **options):
        """Starts the activity's program, with the words of `before` in front of its command. The caller waits for it."""
        folder = f"{ACTIVITIES}/io.activityd.{activity}.activity"
        with open(folder + "/manifest.json") as file:
            perform = json.load(file)["perform"]
        paths = [self.local_path(item) for item in items]
        codes = {"%F": paths, "%f": paths[:1], "%u": [item.get("uri") for item in items][:1]}
        codes |= {"{%s}" % name: [answer] for name, answer in (answers or {}).items()}
        command = [word for argument in perform["exec"] for word in codes.get(argument, [argument])]
        if "/" in command[0]:
            command[0] = os.path.join(folder, command[0])
        process = subprocess.Popen(
            [*before, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=self.environment, cwd=self.home, **options)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        if perform.get("stdin") == "request":
            process.stdin.write(json.dumps({"items": items, "answers": answers or {}, "locale": locale, **(more or {})}).encode())
        process.stdin.close()
        process.stdin = None
        return process

    def local_path(self, item):
        from activity.local_files import path_of
        return path_of(item.get("uri")) or self.file("text.txt", (item.get("text") or "").encode())

    def perform(self, activity, items, answers=None, **options):
        """Performs an activity; returns its exit status, the lines of its output, and its error output."""
        process = self.start(activity, items, answers, **options)
        output, sentence = process.communicate(timeout=LIMIT)
        return process.returncode, output.split(b"\n")[:-1], sentence.decode()

    def succeed(self, activity, items, answers=None, **options):
        status, lines, sentence = self.perform(activity, items, answers, **options)
        self.assertEqual((status, sentence), (0, ""))
        return lines

    def refuse(self, activity, items, answers=None, **options):
        """Asserts that the activity fails with a sentence as its last line, without a traceback or a path; returns the
        sentence."""
        status, lines, told = self.perform(activity, items, answers, **options)
        self.assertNotEqual(status, 0)
        self.assertNotIn("Traceback", told)
        sentence = told.splitlines()[-1]
        self.assertRegex(sentence, r"\A[^/\n]+[.。]\Z")
        return sentence

    def without(self, *names):
        """The test's PATH without the folders that contain those programs."""
        folders = self.environment["PATH"].split(":")
        return ":".join(folder for folder in folders if not any(os.path.exists(f"{folder}/{name}") for name in names))

    def fake(self, name, status=0, output=""):
        """Puts a program first in PATH that records its arguments; see `calls`."""
        path = os.path.join(self.programs, name)
        with open(path, "w") as file:
            file.write(f"#!/bin/sh\nprintf '%s\\0' \"$#\" \"$@\" >>'{path}.calls'\n")
            file.write(f"printf '%s' '{output}'\nexit {status}\n")
        os.chmod(path, 0o755)

    def calls(self, name):
        try:
            with open(os.path.join(self.programs, name + ".calls"), "rb") as file:
                words = iter(file.read().split(b"\0")[:-1])
        except FileNotFoundError:
            return []
        return [[next(words) for _ in range(int(count))] for count in words]

    def notifications(self):
        """Creates the socket for NOTIFY_SOCKET."""
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.bind(self.folder() + "/notify")
        listener.settimeout(LIMIT)
        self.environment["NOTIFY_SOCKET"] = listener.getsockname()
        return listener

    def told(self, listener):
        """The messages received so far, each a list of lines."""
        listener.setblocking(False)
        messages = []
        try:
            while True:
                messages.append(listener.recv(8192).decode().split("\n"))
        except BlockingIOError:
            return messages

    def small_disk(self, folder):
        """A prefix for a command that mounts a disk of 64 KiB on the folder, and lists the files left on it."""
        script = 'mount -t tmpfs -o size=64k none "$0" && { "$@"; status=$?; ls -A "$0"; exit $status; }'
        return ["unshare", "--mount", "--map-root-user", "sh", "-c", script, folder]


# Names that a shell, a unit, an archive or a list may misinterpret.
HOSTILE_NAMES = [
    b"two words.txt", b"a\nb.txt", b"quote'\"`.txt", b"-rf", b"--help", b"100%f %h.txt", b".hidden", b"@list",
    b"$HOME ${PATH} $(id).txt", b"caf\xe9.txt", "日本 👍🏽.txt".encode(), b"star*?[x].txt", b"back\\slash\\n.txt",
    b"a;b&c|d.txt", b"n" * 251 + b".txt", "é".encode() * 127,
]
