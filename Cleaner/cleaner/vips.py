# SPDX-License-Identifier: Apache-2.0
"""Runs libvips's programs as separate processes, so that a picture that crashes one does not end this program."""
import os, re, resource, subprocess
from collections import defaultdict

from .copies import check_room
from .refusing import Refused

# Limits of a process: bytes of memory, and seconds.
MEMORY, PATIENCE = 4 << 30, 60
# Disables the decoders that libvips considers unsafe for untrusted pictures, such as ImageMagick's.
SAFE = {"VIPS_BLOCK_UNTRUSTED": "1"}
# A line of `vipsheader -a`, which begins with the path if there are several files.
FIELD = re.compile(rb"^(?:/proc/\d+/fd/(\d+): )?(width|height|bands|format|n-pages|interpretation): (\S+)$", re.MULTILINE)


# The value of an opaque pixel in the last band, by the band's format.
OPAQUE = {"uchar": 255, "ushort": 65535}


class Failed(Exception):
    """A program failed; the argument is its error output."""


def start(*command, content=b""):
    """Runs a program with the content on its standard input, and waits for it."""
    return subprocess.run(
        command, input=content, capture_output=True, timeout=PATIENCE, env={**os.environ, **SAFE},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))


def run(*command, content=b""):
    """The output of a program. Raises Failed if it fails."""
    ended = start(*command, content=content)
    if ended.returncode != 0:
        raise Failed(ended.stderr[-4000:].decode(errors="replace").rstrip())
    return ended.stdout


# Errors of reading a picture.
FAULTS = (Failed, KeyError, ValueError, subprocess.SubprocessError)


class Header:
    """A picture's header, read without decoding the picture."""

    def __init__(self, fields):
        self.width, self.height = int(fields[b"width"]), int(fields[b"height"])
        self.pages, self.bands = int(fields.get(b"n-pages", "1")), int(fields[b"bands"])
        self.full = OPAQUE.get(fields.get(b"format"))
        self.colours = 4 if fields.get(b"interpretation") == "cmyk" else 1 if self.bands < 3 else 3

    @property
    def longest(self):
        return max(self.width, self.height)

    @property
    def has_alpha(self):
        return self.bands > self.colours


def fields(printed):
    """The fields of each file, by its descriptor; b"" for a single file."""
    by_file = defaultdict(dict)
    for descriptor, key, value in FIELD.findall(printed):
        by_file[descriptor][key] = value.decode()
    return by_file


def header(copy):
    """A copy's header. Raises Refused if it cannot be read."""
    return read(copy, header_of)


def is_seen_through(copy):
    return read(copy, shows_behind)


def read(copy, look):
    """Calls look(path) for a copy. Raises Refused if that fails."""
    try:
        return look(os.fsdecode(copy.path))
    except FAULTS as error:
        raise Refused("damaged", copy.item.file_name, str(error)) from None


def header_of(path):
    return Header(fields(run("vipsheader", "-a", path))[b""])


def shows_behind(path):
    """Whether any pixel is transparent. Screenshots have an alpha band in which every pixel is opaque."""
    header = header_of(path)
    if not header.has_alpha:
        return False
    band = run("vips", "extract_band", path, ".png[compression=0]", str(header.bands - 1))
    return float(run("vips", "min", "stdin", content=band)) != header.full


def may_show_behind(path):
    """The same; also True for a damaged picture or without libvips, when no JPEG can be made."""
    try:
        return shows_behind(path)
    except (*FAULTS, OSError):
        return True


def change_each(files, progress, change):
    """Calls change(copy) for each copy, and reports the progress."""
    for copy in files:
        progress.add(0, copy.item.file_name)
        change(copy)
        progress.add(1, copy.item.file_name)


def make(copy, path, key, *command):
    """Runs a program that makes a file at path from a copy; returns the file's size. Raises Refused with the key if it fails."""
    try:
        run(*command)
        return os.path.getsize(path)
    except (Failed, FileNotFoundError, subprocess.TimeoutExpired) as error:
        check_room(copy.path)
        raise Refused(key, copy.item.file_name, str(error)) from None


def jpeg_name(name):
    """The name for a JPEG made from a file with this name."""
    stem, suffix = os.path.splitext(name)
    return name if suffix.lower() in (".jpg", ".jpeg") else stem + ".jpg"
