# SPDX-License-Identifier: Apache-2.0
"""The activity Mail with real mail programs: checks the draft that each one saves."""

import email
import email.policy
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from urllib.parse import quote_from_bytes

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(ROOT, "Tests/Harness"), os.path.join(ROOT, "Activities/python")]

import programs  # noqa: E402
from waiting import wait_until  # noqa: E402
from activity.words import shown  # noqa: E402
from mail_programs import PROGRAMS  # noqa: E402

MAIL = os.path.join(ROOT, "Activities/io.activityd.mail.activity/bin/mail")
NAMES = [
    "two words.txt", "it's \"so\".txt", "a,b,c.txt", "100%20 %.txt", "Grüße.txt", "👍🏽.txt", "n" * 196 + ".txt", "-rf.txt",
    "&#?;+.txt"]
# Only for programs whose row in the table does not exclude such names.
ODD_NAMES = ["a\nb.txt", os.fsdecode(b"caf\xe9.txt")]
BODY = [f"{number}: <b>a</b>  &amp; 'q', \"d\", 100%20 ,x='1'; Größe + 👍🏽" for number in range(1, 21)]


class Mailing:
    """The tests of the program `kind`. Mails after the first one reach a program that is already running."""

    command = [MAIL]

    def setUp(self):
        # A person's real home has accounts that can send.
        self.assertEqual(os.environ["XDG_CONFIG_HOME"], os.environ["HOME"] + "/config", "Run this by tools/with-display.")
        self.program = self.kind()
        self.program.configure()
        self.assertEqual(list(self.program.drafts()), [], "Drafts of another program.")
        chosen = f"[Default Applications]\nx-scheme-handler/mailto={self.program.entry}\n"
        self.program.write("config/mimeapps.list", chosen)
        for name in self.program.services:
            with open("/usr/share/dbus-1/services/" + name, encoding="utf-8") as file:
                lines = [line for line in file if not line.startswith("SystemdService")]
            # The folder in which the bus of tools/with-display looks for services.
            self.program.write("bus/services/" + name, "".join(lines))
        self.environment = os.environ | self.program.environment
        self.processes = []
        self.addCleanup(self.end)
        if self.program.before:
            process = self.start(self.program.before)
            wait_until(lambda: windows("--pid", str(process.pid)), "the program's window")

    def start(self, command):
        process = subprocess.Popen(command, env=self.environment, stdin=subprocess.PIPE, start_new_session=True)
        self.processes.append(process)
        return process

    def end(self):
        for process in self.processes:
            process.stdin.close()
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        self.program.end()

    def share(self, names, words=()):
        """Performs the activity."""
        folder = tempfile.mkdtemp(dir=os.environ["HOME"])
        items = []
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(content(name))
            items.append({"type": "text/plain", "uri": "file://" + quote_from_bytes(os.fsencode(path)), "name": shown(name)})
        process = self.start(self.command)
        process.stdin.write(json.dumps({"items": [*items, *words]}).encode())
        process.stdin.flush()
        process.stdin.close()
        return process

    def draft(self, is_wanted, title, process):
        """Saves the mail in the window with that title; returns the draft."""
        begun = time.monotonic()
        wait_until(lambda: windows("--name", title), f"a mail's window of {self.program.package}")
        came = time.monotonic()
        # The window appears before its mail is complete, and nothing outside shows when it is. So the mail is
        # saved a few seconds later, as by a person, or later on a busy machine; and again if the key had no
        # effect.
        pause = min(max(4, came - begun), 20)
        press = came + pause

        def saved():
            nonlocal pause, press
            self.assertIn(process.poll(), (None, 0))
            for draft in self.program.drafts():
                message = email.message_from_bytes(draft, policy=email.policy.default)
                if is_wanted(message):
                    return message
            if time.monotonic() > press and (found := windows("--name", title)):
                key = ["key", "--clearmodifiers", self.program.key]
                subprocess.run(["xdotool", "windowactivate", "--sync", found[0], *key], stderr=subprocess.DEVNULL)
                pause *= 2
                press = time.monotonic() + pause
            return None

        return wait_until(saved, f"a draft of {self.program.package}")

    def test_files_arrive_alone_and_with_words(self):
        with self.subTest(names=["alone.txt"]):
            expected = [content("alone.txt")]
            self.draft(lambda message: attached(message) == expected, self.program.title, self.share(["alone.txt"]))
        row = PROGRAMS[self.program.package]
        groups = [NAMES[start:start + 3] for start in range(0, len(NAMES), 3)]
        groups += [[name] for name in ODD_NAMES if row.takes(name)]
        for number, names in enumerate(groups):
            mark = f"Group {number}"
            subject = f"{mark}, 100% 'a' & \"b\" Grüße"
            words = {"type": "text/plain", "text": "\n".join(BODY), "name": subject}
            with self.subTest(names=names):
                message = self.draft(
                    lambda message: mark in str(message["Subject"]), mark, self.share(names, [words]))
                self.assertEqual(message["Subject"], subject)
                # The contents include the names, since not every program encodes names by RFC 2231.
                self.assertEqual(attached(message), sorted(map(content, names)))
                self.assertEqual(body(message), BODY)


class HandingOver(Mailing):
    """Claws Mail, started by its row of known-programs.json."""

    kind = programs.ClawsMail
    with open(os.path.join(ROOT, "share/known-programs.json"), encoding="utf-8") as file:
        row = {row["name"]: row for row in json.load(file)["programs"]}["claws-mail"]
    command = [
        os.path.join(ROOT, "Activities/python/bin/hand-over"), json.dumps({**row, "start": ["claws-mail"], "end": []})]

    def test_files_arrive_alone_and_with_words(self):
        """The files arrive without the text, which its row does not accept."""
        for names in (NAMES[:1], NAMES[1:]):
            with self.subTest(names=names):
                expected = sorted(map(content, names))
                self.draft(lambda message: attached(message) == expected, self.program.title, self.share(names))


def windows(kind, pattern):
    search = ["xdotool", "search", "--onlyvisible", kind, pattern]
    return subprocess.run(search, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.split()


def content(name):
    return ascii(name).encode()


def attached(message):
    parts = (part for part in message.walk() if part.get_content_disposition() == "attachment")
    return sorted(part.get_payload(decode=True).rstrip(b"\r\n") for part in parts)


def body(message):
    text = message.get_body(("plain",)).get_content().replace("\N{NO-BREAK SPACE}", " ")
    return [line.rstrip() for line in text.rstrip().splitlines()]


def load_tests(loader, tests, pattern):
    suite = unittest.TestSuite()
    for kind in programs.ALL:
        case = type(kind.__name__, (Mailing, unittest.TestCase), {"kind": kind})
        suite.addTests(loader.loadTestsFromTestCase(case))
    suite.addTests(loader.loadTestsFromTestCase(type("ClawsMailByRow", (HandingOver, unittest.TestCase), {})))
    return suite
