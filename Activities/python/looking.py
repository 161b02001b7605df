# SPDX-License-Identifier: Apache-2.0
"""Looks at what is shared, as far as there is time: for the lines beside switches."""
import os
from contextlib import ExitStack

import exif_tool
from transforms import END, in_time, kind_of

# As many files as are looked at between two looks at the clock.
BATCH = 32
# Kinds that we read ourselves.
TEXTS = ("svg", "zip")


def look(items, kinds, arguments):
    """For each item, as long as there is time: (kind, file, tags), with the file open for reading. An item of no such kind has
    an empty one, and no tags."""
    with ExitStack() as stack:
        tool = stack.enter_context(exif_tool.ExifTool(END))
        for first in range(0, len(items), BATCH):
            with ExitStack() as batch:
                files = [batch.enter_context(item.open()) for item in items[first : first + BATCH]]
                known = [kind if (kind := kind_of(file.read(64))) in kinds else "" for file in files]
                # A path of ours, whatever the file's own is.
                paths = [f"/proc/{os.getpid()}/fd/{file.fileno()}" for file in files]
                wanted = [path for path, kind in zip(paths, known) if kind not in ("", *TEXTS)]
                found = exif_tool.read([tool], wanted, arguments) if wanted else {}
                for kind, file, path in zip(known, files, paths):
                    yield kind, file, found.get(path, {})
            if not in_time():
                return
