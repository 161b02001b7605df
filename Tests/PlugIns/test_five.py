# SPDX-License-Identifier: Apache-2.0
"""Five plug-ins, created as in docs/plugins.md. Each is checked, tried, registered, linked, performed in
three ways with equal results, and listed in a right-to-left language."""

import json
import os
import socket
import struct
import tempfile
import unittest
import zlib

from plugins import AuthorTestCase, wait_until
from web_folder import serve

ICON = """<svg xmlns="http://www.w3.org/2000/svg" width="70" height="70" viewBox="0 0 70 70">
  <path d="{}" fill="none" stroke="#000" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
"""
PYTHON = """#!/usr/bin/env -S python3 -B
import json, os, socket, struct, sys

sys.path.append("/usr/share/activityd/python")
from activity import NewFiles, fail, name_of, open_file, perform, request, user_folder
"""
STRIP = PYTHON + r"""
KEPT = {b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"sRGB", b"IDAT", b"IEND"}


def strip():
    pictures = NewFiles(user_folder("pictures"))
    for path in sys.argv[1:]:
        yield pictures.add(name_of(path), lambda file: copy(path, file))


def copy(path, new):
    with open_file(path) as file:
        signature = file.read(8)
        if signature != b"\x89PNG\r\n\x1a\n":
            fail(f"{name_of(path)!r} is no PNG.")
        new.write(signature)
        while head := file.read(8):
            length, kind = struct.unpack(">I4s", head)
            rest = file.read(length + 4)
            if kind in KEPT:
                new.write(head + rest)


perform(strip, "image/png")
"""
NOTE = PYTHON + r"""

def note():
    text = request().text(1 << 20).encode() + b"\n"
    yield NewFiles(user_folder("documents")).add("Note.txt", lambda file: file.write(text))


perform(note, "text/plain")
"""
# Reports which targets outside of its sandbox it can see and reach.
LOOK = PYTHON + r"""
with open(sys.argv[1]) as file:
    outside = json.load(file)


def can(work):
    try:
        return bool(work())
    except OSError:
        return False


def write(path):
    with open(path, "w"):
        return True


def connect(family, address):
    with socket.socket(family) as connection:
        return connection.connect(address) is None


def read(path):
    with open(path) as file:
        return file.read()


status = dict(line.split(":\t", 1) for line in read("/proc/self/status").splitlines() if ":\t" in line)
home, pictures = os.environ["HOME"], user_folder("pictures")
os.makedirs(pictures, exist_ok=True)
print(json.dumps({
    "writes to the folder that it names": can(lambda: write(pictures + "/written")),
    "writes to the home": can(lambda: write(home + "/written")),
    "reaches the network": can(lambda: connect(socket.AF_INET, ("127.0.0.1", outside["port"]))),
    "reaches the daemon": can(lambda: connect(socket.AF_UNIX, outside["daemon"])),
    "sees other processes": can(lambda: read(f"/proc/{outside['pid']}/cmdline") == outside["command"]),
    "sees what others have in /tmp": os.path.exists(outside["file"]),
    "could gain privileges": status["NoNewPrivs"] == "0",
    "makes all system calls": status["Seccomp"] == "0",
    **{f"shares the {name} namespace": os.readlink("/proc/self/ns/" + name) == link
       for name, link in outside["namespaces"].items()},
}))
"""


def png(*texts):
    """A picture of one pixel with these tEXt chunks."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)), *((b"tEXt", text) for text in texts),
              (b"IDAT", zlib.compress(b"\0\1\2\3")), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)


class FiveTests(AuthorTestCase):
    def begin(self, name, template, title, hebrew, shape, program=None, **changes):
        self.succeed(f"activityctl new org.example.{name} --template {template}")
        bundle = f"org.example.{name}.activity"
        self.file(bundle + "/icon.svg", ICON.format(shape))
        with open(f"{self.author}/{bundle}/manifest.json", encoding="utf-8") as file:
            manifest = {**json.load(file), "title": title, "titles": {"he": hebrew}, **changes}
        self.file(bundle + "/manifest.json", json.dumps(manifest))
        if program:
            self.file(bundle + "/bin/run", program)

    def live(self, name, arguments, look):
        """Performs a plug-in in all ways, and calls `look` with the output of each."""
        identifier, bundle = f"org.example.{name}", f"org.example.{name}.activity"
        with open(f"{self.author}/{bundle}/manifest.json", encoding="utf-8") as file:
            hebrew = json.load(file)["titles"]["he"]
        content = arguments.split(" --answer")[0]
        self.assertEqual(self.succeed("activityctl check --strict " + bundle), "1 bundle: no faults.\n")
        if not content.startswith("--"):
            self.assertIn(identifier + "  listed", self.succeed(f"activityctl check --with {content} {bundle}"))
        look(self.succeed(f"activityctl try {bundle} {arguments}"))
        for option in ["", "--link "]:
            self.succeed(f"activityctl register {option}{bundle}")
            wait_until(lambda: identifier in self.succeed("activityctl list"), identifier)
            look(self.succeed(f"activityctl perform {identifier} {arguments}"))
            for command in ["list", "sheet " + content]:
                self.assertIn(hebrew, self.succeed(f"activityctl {command} --locale he"))
            self.assertEqual("Linked from" in self.succeed("activityctl show " + identifier), bool(option))
            self.succeed("activityctl unregister " + identifier)
            self.assertNotIn(identifier, self.succeed("activityctl list"))

    def content(self, printed):
        """The content of the only file whose path was printed."""
        with open(printed.removesuffix("\n"), "rb") as file:
            return file.read()

    def test_an_upload_with_a_form(self):
        self.begin("drop", "upload", "Drop Off", "מסירה", "M35 10v34M22 31l13 13 13-13M12 58h46")
        self.start_daemon()
        server = serve(self)
        self.file("it's 100 %.txt", b"words " * 1000)
        address = f"http://127.0.0.1:{server.server_port}/in"

        def look(printed):
            self.assertEqual(printed, address + "/it%27s%20100%20%25.txt\n")
            self.assertEqual(server.files, {"/in/it%27s%20100%20%25.txt": b"words " * 1000})
            server.files.clear()

        self.live("drop", f"\"it's 100 %.txt\" --answer folder={address} --answer user=ada --answer password=s3cret", look)

    def test_a_converter_with_progress(self):
        self.begin("table", "convert", "Rows", "שורות", "M12 14h46v42H12zM12 28h46M30 28v28")
        self.start_daemon()
        rows = [{"thing": f"tea {number}", "price": str(number)} for number in range(5_000)]
        self.file("prices.csv", "thing,price\n" + "".join(f"{row['thing']},{row['price']}\n" for row in rows))
        self.live("table", "prices.csv", lambda printed: self.assertEqual(json.loads(self.content(printed)), rows))
        self.succeed("activityctl register org.example.table.activity")
        told = [json.loads(line) for line in
                self.succeed("activityctl perform --json org.example.table prices.csv").splitlines()]
        shares = [reply["fraction"] for reply in told if reply.get("fraction") is not None]
        self.assertTrue(shares == sorted(shares) and len(set(shares)) > 10, shares)
        self.assertEqual([reply["state"] for reply in told][::len(told) - 1], ["started", "finished"])

    def strip(self, name, title, hebrew, program, **narrowing):
        self.begin(name, "convert", title, hebrew, "M14 56L56 14M26 14h30v30", program,
                   perform={"exec": ["bin/run", "%F"], **narrowing},
                   accepts=[{"types": ["image/png", "application/json"], "min": 1, "max": 20, "local": True}])

    def test_a_sandboxed_stripper_of_metadata(self):
        self.strip("strip", "Strip", "ניקוי", STRIP, network=False, writes=["pictures"])
        self.start_daemon()
        self.file("photo.png", png(b"Author\0Ada", b"Comment\0at home"))
        self.live("strip", "photo.png", lambda printed: self.assertEqual(self.content(printed), png()))
        self.file("no.png", "words")
        status, text = self.shell("activityctl try org.example.strip.activity no.png --type image/png")
        self.assertEqual((status, "'no.png' is no PNG" in text), (1, True), text)

    def test_its_sandbox_shows_nothing_else(self):
        self.start_daemon()
        server = serve(self)
        with open("/proc/self/cmdline", encoding="utf-8") as file:
            command = file.read()
        with tempfile.NamedTemporaryFile(dir="/tmp") as seen:
            self.file("outside.json", json.dumps({
                "port": server.server_port, "daemon": self.environment["XDG_RUNTIME_DIR"] + "/activityd/io.activityd",
                "pid": os.getpid(), "command": command, "file": seen.name,
                "namespaces": {name: os.readlink("/proc/self/ns/" + name)
                               for name in ["net", "pid", "ipc", "mnt", "user"]}}))
            found = {}
            for name, narrowing in [("free", {}), ("narrow", {"network": False, "writes": ["pictures"]})]:
                self.strip(name, "Look " + name, "מבט " + name, LOOK, **narrowing)
                found[name] = json.loads(self.succeed(
                    f"activityctl try org.example.{name}.activity outside.json --type application/json"))
        for way in found["free"]:
            print(f"{way:40}{'yes' if found['free'][way] else 'no':5}{'yes' if found['narrow'][way] else 'no'}")
        # The tests themselves may run in a sandbox or without privileges.
        shut = [way for way, answer in found["free"].items() if not answer]
        self.assertEqual(set(shut) - {"could gain privileges", "makes all system calls"}, set())
        self.assertEqual([way for way, answer in found["narrow"].items() if answer],
                         ["writes to the folder that it names"])

    def test_text_or_a_link(self):
        self.begin("note", "text", "Note", "פתק", "M16 12h38v46H16zM26 28h18M26 40h18", NOTE,
                   accepts=[{"types": ["text/plain", "x-scheme-handler/https"], "min": 1, "max": 1}],
                   requires={"programs": ["python3"]},
                   perform={"exec": ["bin/run"], "stdin": "request", "network": False, "writes": ["documents"]})
        self.start_daemon()
        for arguments, words in [("--text 'שלום, world'", "שלום, world\n"),
                                 ("'https://example.org/a?b=c&d'", "https://example.org/a?b=c&d\n")]:
            self.live("note", arguments, lambda printed: self.assertEqual(self.content(printed).decode(), words))

    def test_a_title_from_right_to_left(self):
        self.begin("names", "files", "Names", "שמות של קבצים (PNG)", "M54 16H16M54 35H28M54 54H16")
        self.start_daemon()
        self.file("a b.png", png())
        self.live("names", "'a b.png'", lambda printed: self.assertEqual(printed, f"{self.author}/a b.png\n"))
        self.succeed("activityctl register org.example.names.activity")
        self.succeed("activityctl check --report check.html org.example.names.activity")
        with open(f"{self.author}/check.html", encoding="utf-8") as page:
            self.assertIn('dir="rtl"', page.read())


if __name__ == "__main__":
    unittest.main()
