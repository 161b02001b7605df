# SPDX-License-Identifier: Apache-2.0
"""The results that activities report, in a form that a sheet can open."""
import os, threading
from urllib.parse import unquote_to_bytes

from support import HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item


class MadeTests(ActivityTestCase):
    def made(self, activity, items, status=0, **options):
        """Performs an activity; returns the types and paths that it reports, and the lines that it prints."""
        listener = self.notifications()
        end, lines, _ = self.perform(activity, items, **options)
        self.assertEqual(end, status)
        messages = [line for message in self.told(listener) for line in message if line.startswith("X_MADE=")]
        things = [message.removeprefix("X_MADE=").split(" ") for message in messages]
        for _, uri in things:
            self.assertRegex(uri, r"\Afile:///[A-Za-z0-9._~/%-]+\Z")
        return [(kind, unquote_to_bytes(uri.removeprefix("file://"))) for kind, uri in things], lines

    def test_each_activity_tells_what_it_prints(self):
        self.need("qrencode", "qrencode")
        photo = file_item(self.file("photo.PNG", b"picture"))
        for activity, items, kind in [
            ("save", [photo], "image/png"), ("save", [text_item("words")], "text/plain"),
            ("save", [file_item(self.file("nothing.known"))], "application/octet-stream"),
            ("save", [file_item(self.file("notes.txt.gz"))], "application/octet-stream"),
            ("compress", [photo], "application/zip"), ("qr-code", [text_item("words")], "image/png"),
            ("reading-list", [link_item("https://example.org/")], "text/plain"),
        ]:
            with self.subTest(activity):
                made, lines = self.made(activity, items)
                self.assertEqual(made, [(kind, line) for line in lines])

    def test_hostile_names_are_escaped(self):
        paths = [self.file(name) for name in HOSTILE_NAMES]
        listener = self.notifications()
        # Also with more messages than the socket's queue holds (max_dgram_qlen).
        messages = []
        reader = threading.Thread(target=self.read, args=(listener, len(paths), messages))
        reader.start()
        self.succeed("save", [file_item(path) for path in paths])
        reader.join()
        uris = [message.split(" ")[1].removeprefix("file://") for message in messages]
        self.assertEqual([os.path.basename(unquote_to_bytes(uri)) for uri in uris], HOSTILE_NAMES)

    def test_of_many_the_first_are_told(self):
        items = [file_item(self.file(f"{number}.txt")) for number in range(70)]
        messages = []
        listener = self.notifications()
        reader = threading.Thread(target=self.read, args=(listener, 64, messages))
        reader.start()
        self.assertEqual(len(self.succeed("save", items)), 70)
        reader.join()
        self.assertEqual(len(messages), 64)
        self.assertEqual(self.told(listener), [])

    def read(self, listener, count, messages):
        while len(messages) < count:
            line = listener.recv(8192).decode()
            if line.startswith("X_MADE="):
                messages.append(line)

    def test_what_was_made_before_a_failure_is_told(self):
        items = [file_item(self.file("a.txt")), file_item(self.folder())]
        made, lines = self.made("save", items, status=1)
        self.assertEqual(made, [("text/plain", line) for line in lines])
        self.assertEqual(len(made), 1)

    def test_a_performer_that_does_not_read_holds_nothing_up(self):
        self.notifications()
        items = [file_item(self.file(f"{number}.txt")) for number in range(600)]
        self.assertEqual(len(self.succeed("save", items)), 600)
