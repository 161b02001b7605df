# SPDX-License-Identifier: Apache-2.0
"""Boxes of ISO base media files (ISO/IEC 14496-12): HEIC, AVIF, MP4, and their predecessor QuickTime.

A box that goes becomes free space of the same size, filled with zeros. So no offset changes and no picture data is moved, however
large the file is.
"""
import errno, os, struct
from collections import namedtuple

Box = namedtuple("Box", "kind start body end")

KINDS = {"heic", "avif", "mp4", "mov"}
# Top-level boxes that readers need; the others are vendors' own, such as a second video in a photo.
TOP = {
    b"ftyp", b"styp", b"moov", b"mdat", b"meta", b"moof", b"mfra", b"sidx", b"ssix", b"free", b"skip", b"wide", b"uuid",
    b"idat", b"prft", b"pdin", b"pnot", b"PICT",
}
# Free space, whose content is ignored.
EMPTY = {b"free", b"skip", b"wide"}
# Maximum boxes in a box, and at the top level of a film: some recorders write a fragment for each picture.
MOST_BOXES, MOST_FRAGMENTS = 100_000, 1_000_000


class Damaged(ValueError):
    """The file violates its format, or is truncated."""


class Unclean(Damaged):
    """The file contains something that cannot be removed."""


def boxes(file, start, end, most=MOST_BOXES, cut=False):
    """The boxes between two offsets. Raises Damaged for one of a wrong size; with `cut`, it extends to the end instead, as in
    FFmpeg."""
    for _ in range(most):
        if end - start < 8:
            # QuickTime ends a list with four zeros.
            return
        file.seek(start)
        head = file.read(16)
        size, kind = struct.unpack(">I4s", head[:8])
        body = start + 8
        if size == 1 and len(head) == 16:
            size, body = struct.unpack(">Q", head[8:])[0], start + 16
        elif size == 0:
            size = end - start
        if size < body - start or size > end - start:
            if not cut:
                raise Damaged(f"{kind} at {start} has {size} bytes.")
            size, body = end - start, start + 8
        yield Box(kind, start, body, start + size)
        start += size
    raise Unclean("It has too many boxes.")


def inside(file, box, *kinds):
    """The boxes at a path of kinds below a box: inside(file, moov, b"trak", b"mdia")."""
    for below in boxes(file, box.body, box.end):
        if below.kind == kinds[0]:
            yield from inside(file, below, *kinds[1:]) if len(kinds) > 1 else [below]


def content(file, box, most=64 << 20):
    if box.end - box.body > most:
        raise Damaged(f"{box.kind} is too large.")
    file.seek(box.body)
    return file.read(box.end - box.body)


def fill(file, start, end):
    """Writes zeros, except into holes, which read as zeros anyway."""
    while start < end:
        try:
            start = os.lseek(file.fileno(), start, os.SEEK_DATA)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            return
        hole = os.lseek(file.fileno(), start, os.SEEK_HOLE)
        file.seek(start)
        while start < min(hole, end):
            start += file.write(bytes(min(1 << 20, hole - start, end - start)))


def free(file, box):
    """Turns a box into free space."""
    if box.kind not in EMPTY:
        file.seek(box.start + 4)
        file.write(b"free")
    fill(file, box.body, box.end)


def top(file):
    """The top-level boxes and the end of the last one; anything behind it is not part of the picture or film."""
    end, found = os.fstat(file.fileno()).st_size, []
    try:
        for box in boxes(file, 0, end, MOST_FRAGMENTS):
            found.append(box)
    except Damaged:
        # A known box that extends past the file's end means a truncated film; anything else was appended to it.
        file.seek(found[-1].end + 4 if found else 4)
        if not {b"moov", b"meta"} & {box.kind for box in found} or file.read(4) in TOP - EMPTY:
            raise
    return found, found[-1].end if found else 0


def trim(file):
    """Removes data and top-level boxes that are not part of the picture or film, and clears free space. Returns whether anything
    but free space was removed."""
    found, end = top(file)
    while found and found[-1].kind not in TOP:
        end = found.pop().start
    if not {b"moov", b"moof", b"meta"} & {box.kind for box in found}:
        # For example the compact form of a small picture (ISO/IEC 23008-12, "mini"), which is not supported.
        raise Damaged("It has no picture or film.")
    changed = end < os.fstat(file.fileno()).st_size
    file.truncate(end)
    for box in found:
        if box.kind in EMPTY:
            fill(file, box.body, box.end)
        elif box.kind not in TOP:
            free(file, box)
            changed = True
    return changed


def has_tail(file):
    """Whether `trim` would remove anything but free space."""
    found, end = top(file)
    return end < os.fstat(file.fileno()).st_size or any(box.kind not in TOP for box in found)


def entries(file, box):
    """The boxes in a "udta" or "meta" box."""
    return boxes(file, box.body + (4 if is_full(file, box) else 0), box.end)


def is_full(file, box):
    """Whether the content begins with a version, as in MP4's "meta" but not QuickTime's."""
    file.seek(box.body + 4)
    return box.kind == b"meta" and file.read(4) != b"hdlr"


def forget_handler(file, box):
    """Clears a handler's manufacturer and name."""
    fill(file, min(box.body + 12, box.end), box.end)


def forget_files(file, box):
    """Clears the file names in a list of data references."""
    for reference in boxes(file, box.body + 8, box.end):
        fill(file, min(reference.body + 4, reference.end), reference.end)
