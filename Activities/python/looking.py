# SPDX-License-Identifier: Apache-2.0
"""The tags of what is shared, as far as there is time: for the lines beside switches."""
from contextlib import suppress

import exif_tool
from transforms import END, kind_of, opened

# Kinds that we read ourselves.
TEXTS = {"svg", "zip"}


def look(items, kinds, arguments):
    """For each item, as long as there is time: (kind, file, tags), with the file open for reading. An item of no such kind has
    an empty one, and no tags."""
    # What it has not read in time was not looked at.
    with suppress(exif_tool.Stopped), exif_tool.ExifTool(END) as tool:
        for batch in opened(items):
            known = [kind if (kind := kind_of(file.read(64))) in kinds else "" for file, _ in batch]
            wanted = [path for (_, path), kind in zip(batch, known) if kind not in {"", *TEXTS}]
            found = exif_tool.read([tool], wanted, arguments) if wanted else {}
            for kind, (file, path) in zip(known, batch):
                yield kind, file, found.get(path, {})
