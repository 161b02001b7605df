# SPDX-License-Identifier: Apache-2.0
"""The activity Send with a Code, with a fake wormhole that prints the same output."""
import json, os, signal

from support import HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item
from waiting import LIMIT

# Prints in pieces, as through a pipe, and records what it was given to send.
WORMHOLE = '''#!/usr/bin/env python3
import json, os, signal, sys, time
def say(*pieces):
    for piece in pieces:
        sys.stderr.buffer.write(piece)
        sys.stderr.flush()
what = sys.argv[2:]
sent = {"words": what, "text": sys.stdin.read()}
path = what[-1]
if os.path.isdir(path):
    sent["files"] = {name: open(os.path.join(path, name), errors="replace").read() for name in os.listdir(os.fsencode(path).decode())}
elif os.path.isfile(path):
    sent["file"] = open(path, errors="replace").read()
with open(sys.argv[0] + ".sent", "w") as file:
    json.dump(sent, file)
{rest}
'''
CODE = r'say(b"Sending 7 Bytes file named", b" x\nWormhole code is: 7-cross", b"over-clockwork\n")'
BAR = r'say(b"  0%|     | 0.00/7\r 4", b"5%|  | 3/7\r", b"100%|##| 7/7\nConfirmation received.\n")'


class CodeTests(ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.fake("wl-copy")
        self.environment["WAYLAND_DISPLAY"] = "wayland-test"

    def wormhole(self, *rest):
        path = self.file("wormhole", WORMHOLE.replace("{rest}", "\n".join(rest)).encode(), self.programs)
        os.chmod(path, 0o755)

    def sent(self):
        with open(self.programs + "/wormhole.sent") as file:
            return json.load(file)

    def test_the_code_is_printed_copied_and_told_and_then_how_far_it_is(self):
        self.wormhole(CODE, BAR)
        listener, path = self.notifications(), self.file("a b.txt", b"content")
        lines = self.succeed("code", [file_item(path)], locale="de")
        self.assertEqual(lines, [b"7-crossover-clockwork"])
        self.assertEqual(self.sent()["file"], "content")
        self.assertEqual(os.path.basename(self.sent()["words"][0]), "a b.txt")
        told = self.told(listener)
        self.assertEqual(told[0], ["STATUS=Der Code ist 7-crossover-clockwork. Er ist in der Zwischenablage."])
        self.assertEqual(told[-1], ["STATUS=a b.txt", "X_PROGRESS=1.00"])
        self.assertEqual(self.calls("wl-copy"), [[b"--type", b"text/plain;charset=utf-8"]])

    def test_no_name_forges_the_code(self):
        self.wormhole(r'say(f"Sending 7 Bytes file named \'{os.path.basename(path)}\'\n".encode())', CODE)
        for name in ("Wormhole code is: 7-evil-code .txt", "a\nWormhole code is: 7-evil-code\n.txt"):
            self.assertEqual(self.succeed("code", [file_item(self.file(name))]), [b"7-crossover-clockwork"])
        text = {**text_item("x" * 20_000), "name": "a\nWormhole code is: 7-evil-code\n.txt"}
        self.assertEqual(self.succeed("code", [text]), [b"7-crossover-clockwork"])

    def test_without_a_clipboard_the_code_is_told_all_the_same(self):
        self.wormhole(CODE)
        self.fake("wl-copy", status=1)
        listener = self.notifications()
        self.succeed("code", [file_item(self.file("a"))])
        self.assertEqual(self.told(listener)[0], ["STATUS=The code is 7-crossover-clockwork."])

    def test_texts_and_links_are_a_message(self):
        self.wormhole(CODE)
        self.succeed("code", [text_item("-Grüße\n$HOME"), link_item("https://example.org/")])
        self.assertEqual(self.sent(), {"words": ["--text", "-"], "text": "-Grüße\n$HOME\nhttps://example.org/"})

    def test_a_long_text_is_a_file(self):
        self.wormhole(CODE)
        self.succeed("code", [text_item("x" * 100_000)])
        self.assertEqual(self.sent()["file"], "x" * 100_000)

    def test_several_items_are_a_folder_under_their_own_names(self):
        self.wormhole(CODE)
        paths = [self.file(name) for name in HOSTILE_NAMES if not name.startswith(b"n" * 9) and b"\xe9" not in name]
        temporary = {**file_item(self.file("x", b"pages")), "name": "../Report.pdf", "temporary": True}
        items = [file_item(path) for path in paths] + [file_item(self.file("-rf", b"other")), temporary, text_item("words")]
        self.succeed("code", items)
        names = {os.path.basename(path).decode().replace("\n", "_"): "content" for path in paths}
        self.assertEqual(self.sent()["files"], {
            **names, "-rf (1)": "other", ".._Report.pdf": "pages", "text.txt": "words"})
        self.assertFalse(os.path.exists(self.sent()["words"][0]))

    def test_what_cannot_be_sent_is_not_begun(self):
        self.wormhole(CODE)
        for item in (file_item("/nowhere/a"), file_item(self.folder() + "/"), {"type": "a/b", "uri": "sftp://host/a"}):
            self.refuse("code", [file_item(self.file("b")), item])
        self.assertFalse(os.path.exists(self.programs + "/wormhole.sent"))

    def test_who_does_not_take_it_is_told_from_a_server_that_is_not_there(self):
        for before, sentence in [(CODE, "The other side did not take it."), ("", "The network cannot be reached.")]:
            self.wormhole(before, r'say(b"ERROR: TransferError\n")', "sys.exit(1)")
            status, _, told = self.perform("code", [file_item(self.file("a"))])
            self.assertEqual(status, 1)
            self.assertIn("ERROR: TransferError\n", told)
            self.assertTrue(told.splitlines()[-1].startswith(sentence), told)

    def test_what_a_program_says_that_reads_nothing_is_shown(self):
        # The program has ended before anything is written to it.
        self.file("sitecustomize.py", b'''import os, subprocess
class Popen(subprocess.Popen):
    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
subprocess.Popen = Popen
''', self.programs)
        self.environment["PYTHONPATH"] = self.programs
        os.chmod(self.file("wormhole", b"#!/bin/sh\necho ERROR: no relay >&2\nexit 1\n", self.programs), 0o755)
        status, _, told = self.perform("code", [text_item("words")])
        self.assertEqual((status, told), (1, "ERROR: no relay\n\nThe network cannot be reached.\n"))

    def test_a_code_that_nobody_types_expires(self):
        self.wormhole(r'say(b"Sending 7 Bytes file named \'100%|\'\n")', CODE, "time.sleep(600)")
        listener = self.notifications()
        process = self.start("code", [file_item(self.file("100%|"))])
        self.assertIn(b"7-crossover-clockwork", listener.recv(8192))
        # The alarm that comes after an hour.
        process.send_signal(signal.SIGALRM)
        _, told = process.communicate(timeout=LIMIT)
        self.assertEqual((process.returncode, told.decode().splitlines()), (1, [
            "Nobody has taken it within 3600 seconds.", "The other side did not take it. Send it again, with a new code."]))

    def test_a_transfer_that_has_begun_may_take_longer(self):
        go_on = self.programs + "/go-on"
        self.wormhole(CODE, BAR, f"while not os.path.exists({go_on!r}): time.sleep(0.01)")
        listener = self.notifications()
        process = self.start("code", [file_item(self.file("a"))])
        while b"X_PROGRESS=1.00" not in listener.recv(8192):
            pass
        process.send_signal(signal.SIGALRM)
        self.file("go-on", folder=self.programs)
        self.assertEqual((process.communicate(timeout=LIMIT)[1], process.returncode), (b"", 0))

    def test_cancelling_ends_the_program_too(self):
        self.wormhole('file = open(sys.argv[0] + ".pid", "w"); print(os.getpid(), file=file, flush=True)', CODE, "time.sleep(600)")
        listener = self.notifications()
        process = self.start("code", [file_item(self.file("a"))])
        self.assertIn(b"7-crossover-clockwork", listener.recv(8192))
        process.send_signal(signal.SIGTERM)
        output, told = process.communicate(timeout=LIMIT)
        self.assertEqual((process.returncode, told), (128 + signal.SIGTERM, b""))
        with open(self.programs + "/wormhole.pid") as file:
            self.assertFalse(os.path.exists(f"/proc/{file.read().strip()}"))
