# SPDX-License-Identifier: Apache-2.0
"""Purpose's program, with the test's socket in place of the KDE app."""

import json
import os
import signal
import socket
import struct
import subprocess
import unittest

from entries import HOSTILE, PURPOSE, EntryTestCase
from waiting import LIMIT, wait_until


def head(major, number):
    for short, size in [(24, 1), (25, 2), (26, 4), (27, 8)]:
        if number < 24:
            return bytes([major << 5 | number])
        if number < 1 << 8 * size:
            return bytes([major << 5 | short]) + number.to_bytes(size, "big")
    raise AssertionError(number)


def cbor(value):
    """The bytes of QCborValue::fromJsonValue(value).toCbor()."""
    if isinstance(value, bool) or value is None:
        return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, float):
        return b"\xfb" + struct.pack(">d", value)
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(key) + cbor(item) for key, item in value.items())


def framed(data):
    return b"%d\n" % len(data) + data


def shared(urls, **more):
    return framed(cbor({"urls": urls, "mimeType": "text/plain", **more}))


class PurposeTests(EntryTestCase):
    def answer(self, data, code=0, output="open\n"):
        """Sends these bytes to the program; returns the lines that it sends."""
        bin = self.stand_in(code, output)
        path = self.home + "/socket"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path)
            server.listen(1)
            server.settimeout(LIMIT)
            program = subprocess.Popen(
                [PURPOSE + "/contents/code/main.py", "--server", path, "--pluginType", "Export", "--pluginPath", "x"],
                env={**os.environ, "PATH": bin + ":" + os.environ["PATH"]})
            connection = server.accept()[0]
            with connection:
                connection.settimeout(LIMIT)
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                lines = connection.makefile().readlines()
            self.assertEqual(program.wait(LIMIT), 0)
        os.unlink(path)
        return [json.loads(line) for line in lines]

    def test_the_job_ends_when_the_sheet_is_open_which_goes_on(self):
        """KDE's share menu shows an empty window until then. It must not report success: the app would tell
        the person that something was shared."""
        bin = self.stand_in()
        with open(bin + "/activity-sheet", "w", encoding="utf-8") as sheet:
            sheet.write(f"#!/bin/sh\necho $$ >'{self.home}/pid'\necho open\nexec sleep 1000\n")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(self.home + "/socket")
            server.listen(1)
            server.settimeout(LIMIT)
            program = subprocess.Popen(
                [PURPOSE + "/contents/code/main.py", "--server", self.home + "/socket"],
                env={**os.environ, "PATH": bin + ":" + os.environ["PATH"]})
            with server.accept()[0] as app:
                app.sendall(shared(["file:///a"]))
                self.assertEqual(json.loads(app.makefile().readline()), {"error": 1, "errorText": ""})
                self.assertEqual(program.wait(LIMIT), 0)
        with open(self.home + "/pid", encoding="utf-8") as file:
            os.kill(int(file.read()), signal.SIGTERM)

    def test_files_are_shared(self):
        paths = self.files([name for name in HOSTILE if name.isascii()])
        urls = ["file://" + path.decode().replace("%", "%25").replace("#", "%23").replace("\n", "%0A").replace("?", "%3F")
                for path in paths]
        self.assertEqual(self.answer(shared(urls)), [{"error": 1, "errorText": ""}])
        self.assertEqual(self.arguments(), [b"--announce", b"--", *paths])

    def test_a_name_in_utf_8_and_a_link(self):
        urls = ["file:///tmp/Grüße \u202e.txt", "file:///tmp/Gr%C3%BC%FF", "https://example.org/?q=a%20b", "sftp://host/file"]
        self.answer(shared(urls, title="x", number=1.5, flag=True, nothing=None, negative=-7, list=[{"a": 70000}]))
        self.assertEqual(self.arguments()[2:], ["/tmp/Grüße \u202e.txt".encode(), b"/tmp/Gr\xc3\xbc\xff",
                                                *[url.encode() for url in urls[2:]]])

    def test_a_thousand_files(self):
        self.answer(shared([f"file:///photos/{number}.jpg" for number in range(1000)]))
        self.assertEqual(len(self.arguments()), 1002)

    def test_another_machines_file_is_no_path_here(self):
        self.answer(shared(["file://host/etc/passwd"]))
        self.assertEqual(self.arguments()[2:], [b"file://host/etc/passwd"])

    def test_without_a_sheet_the_app_is_told(self):
        for code, output in [(2, ""), (127, ""), (0, "something\n")]:
            end = self.answer(shared(["file:///a"]), code, output)
            self.assertEqual(end, [{"error": 100, "errorText": "The share sheet could not be opened."}], output)

    def test_what_purpose_does_not_write(self):
        deep = b"\x81" * 100_000 + b"\x00"
        for data in [b"", b"\n", b"x\n", b"-1\n", b"9" * 30, b"99999999999\n", b"5\nab", framed(b""), framed(b"\xff"),
                     framed(b"\xbf\xff"), framed(b"\xa1\x01\x01"), framed(b"\x9b" + b"\xff" * 8), framed(deep),
                     framed(b"\x63\xff\xff\xff"), framed(cbor([])), framed(cbor({})), shared([]), shared([1]), shared([""]),
                     shared("file:///a"), shared(["a\0b"])]:
            end = self.answer(data)
            self.assertEqual([line.get("error") for line in end], [100], data[:40])
            self.assertTrue(end[0]["errorText"], data[:40])
            self.assertFalse(os.path.exists(self.record), data[:40])

    def test_by_hand(self):
        result = subprocess.run([PURPOSE + "/contents/code/main.py"], capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("Purpose", result.stderr)


if __name__ == "__main__":
    unittest.main()
