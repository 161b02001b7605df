# SPDX-License-Identifier: Apache-2.0
"""libvips' programs, in processes of their own: a picture that they do not survive ends them and not us."""
import os, re, resource, subprocess
from collections import defaultdict
from contextlib import ExitStack

from activity import fail
from activity.words import said
from transforms import in_time

# Most memory of a process, in bytes, and seconds that it may take for a file.
MEMORY, PATIENCE = 4 << 30, 60
# As many files as one vipsheader is asked about.
BATCH = 32
# libvips' own list of decoders that were not made for pictures of strangers, such as ImageMagick's.
SAFE = {"VIPS_BLOCK_UNTRUSTED": "1"}
# A line of `vipsheader -a`, which begins with the path where there are several.
FIELD = re.compile(rb"^(?:/proc/\d+/fd/(\d+): )?(width|height|bands|n-pages|interpretation): (\S+)$", re.MULTILINE)


class Failed(Exception):
    """The program said why."""


def run(*command, files=1):
    """What a program prints."""
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE * files, env={**os.environ, **SAFE},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    if ended.returncode != 0:
        raise Failed(ended.stderr[-4000:].decode(errors="replace").rstrip())
    return ended.stdout


class Header:
    """What a picture says of itself before it is decoded."""

    def __init__(self, fields):
        self.width, self.height = int(fields[b"width"]), int(fields[b"height"])
        self.pages, self.bands = int(fields.get(b"n-pages", "1")), int(fields[b"bands"])
        self.colours = 4 if fields.get(b"interpretation") == "cmyk" else 1 if self.bands < 3 else 3

    @property
    def longest(self):
        return max(self.width, self.height)

    @property
    def has_alpha(self):
        return self.bands > self.colours


def printed_fields(*command):
    """The fields of each file by its descriptor, which is empty for a single one."""
    by_file = defaultdict(dict)
    for descriptor, key, value in FIELD.findall(run(*command)):
        by_file[descriptor][key] = value.decode()
    return by_file


def header(copy):
    """A copy's header; the program fails where it has none."""
    try:
        return Header(printed_fields("vipsheader", "-a", os.fsdecode(copy.path))[b""])
    except (Failed, KeyError, subprocess.TimeoutExpired) as error:
        fail(said("damaged", copy.item.file_name), str(error) or None)


def look(items):
    """For each item, as long as there is time: the file, open for reading, and its header."""
    for first in range(0, len(items), BATCH):
        with ExitStack() as stack:
            files = [stack.enter_context(item.open()) for item in items[first : first + BATCH]]
            paths = [f"/proc/{os.getpid()}/fd/{file.fileno()}" for file in files]
            by_file = printed_fields("vipsheader", "-a", *paths)
            for file in files:
                yield file, Header(by_file[b"%d" % file.fileno() if len(files) > 1 else b""])
        if not in_time():
            return
