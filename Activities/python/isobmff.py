# SPDX-License-Identifier: Apache-2.0
"""Boxes of ISO base media files (ISO/IEC 14496-12): HEIC, AVIF, MP4, and QuickTime's before them.

What has to go becomes free space of the same size, full of zeros. So no offset in the file changes, and no picture is
copied, whether the file has two megabytes or two hundred thousand.
"""
import array, contextlib, errno, mmap, os, re, struct, sys
from collections import namedtuple

Box = namedtuple("Box", "kind start body end")

KINDS = {"heic", "avif", "mp4", "mov"}
# What a reader of pictures and sound needs at the top; the rest is makers' own, such as a second video in a photo.
TOP = {
    b"ftyp", b"styp", b"moov", b"mdat", b"meta", b"moof", b"mfra", b"sidx", b"ssix", b"free", b"skip", b"wide", b"uuid",
    b"idat", b"prft", b"pdin", b"pnot", b"PICT",
}
# Of these only the size counts; those of a film lie at the top and in its index.
EMPTY = {b"free", b"skip", b"wide"}
INDEX = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"udta"}
# Handlers of tracks that people see and hear; others hold what sensors said, and captions may.
SEEN, CAPTIONS = {b"vide", b"soun", b"auxv", b"pict", b"tmcd"}, {b"sbtl", b"subt", b"text", b"clcp"}
# What recorders that write positions as captions call them: DJI's its home too, and receivers write sentences (NMEA 0183).
POSITION = re.compile(
    rb"GPS|(?<![a-z])lat(itude|\s*[:=]|\W{1,4}\d+\.\d)|home\s*\(\s*[NSEW]\s*:|\$[A-Z]{2}(RMC|GGA)", re.IGNORECASE)
# As many bytes of captions as a film may have, and as many as a read counts at least; more goes unread.
MOST_CAPTIONS, READ = 16 << 20, 64
# Boxes that say by themselves, or by what they refer to, what sensors said.
SENSORS = {b"trak", b"gps "}
# How a dashcam's block of a position begins, behind its size, and as many bytes of pictures as come before the first at most.
BLOCK, FIRST_BLOCK = b"freeGPS ", 20 << 20
# What was written about a film or a track.
WRITTEN = {b"udta", b"meta", b"uuid"}
# As many boxes as one holds.
MOST_BOXES = 100_000


class Damaged(ValueError):
    """The file is not what it says, or ends too early."""


def boxes(file, start, end):
    """The boxes between two places."""
    for _ in range(MOST_BOXES):
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
            raise Damaged(f"{kind} at {start} has {size} bytes.")
        yield Box(kind, start, body, start + size)
        start += size
    raise Damaged("It has too many boxes.")


def inside(file, box, *kinds):
    """The boxes of these kinds in a box, or in those on the way there: inside(file, moov, b"trak", b"mdia")."""
    for below in boxes(file, box.body, box.end):
        if below.kind == kinds[0]:
            yield from inside(file, below, *kinds[1:]) if len(kinds) > 1 else [below]


def content(file, box, most=64 << 20):
    if box.end - box.body > most:
        raise Damaged(f"{box.kind} is too large.")
    file.seek(box.body)
    return file.read(box.end - box.body)


def fill(file, start, end):
    """Writes zeros, but not into holes, which have them."""
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
    """Makes free space of a box."""
    file.seek(box.start + 4)
    file.write(b"free")
    fill(file, box.body, box.end)


def top(file):
    """The boxes at the top, and where the last of them ends: what follows there is no part of the picture or film."""
    end, found = os.fstat(file.fileno()).st_size, []
    try:
        for box in boxes(file, 0, end):
            found.append(box)
    except Damaged:
        # A mdat that goes on behind the file's end is a film that was cut off; anything else was put behind it.
        file.seek(found[-1].end + 4 if found else 4)
        if not {b"moov", b"meta"} & {box.kind for box in found} or file.read(4) in TOP - EMPTY:
            raise
    return found, found[-1].end if found else 0


def trim(file):
    """Takes away what is not the picture's or film's; returns whether there was any."""
    found, end = top(file)
    while found and found[-1].kind not in TOP:
        end = found.pop().start
    changed = end < os.fstat(file.fileno()).st_size
    file.truncate(end)
    empty(file, found)
    for box in found:
        if box.kind not in TOP:
            free(file, box)
            changed = True
    return changed


def empty(file, found):
    """Has free space say nothing."""
    ahead = list(found)
    while ahead:
        box = ahead.pop()
        if box.kind in EMPTY:
            fill(file, box.body, box.end)
        elif box.kind in INDEX:
            ahead += boxes(file, box.body, box.end)


def has_tail(file):
    """Whether `trim` finds something to take away."""
    found, end = top(file)
    return end < os.fstat(file.fileno()).st_size or any(box.kind not in TOP for box in found)


def clean(file, everything):
    """Has a film say nothing of places, or nothing but what is seen and heard."""
    trim(file)
    found, end = top(file)
    fragments, filled = any(box.kind == b"moof" for box in found), 0
    for box in found if everything else ():
        if box.kind == b"uuid" or box.kind == b"meta" and has_text(file, box):
            free(file, box)
        elif box.kind == b"moov":
            forget(file, box)
            for track in inside(file, box, b"trak"):
                forget(file, track)
                clean_track(file, track)
    for box, ranges in placed(file, found, end):
        if box.kind == b"trak" and fragments:
            raise Damaged("Its fragments have a track of sensors.")
        for start, length in ranges:
            filled += length
            if filled > end:
                raise Damaged("Its tracks of sensors lie over one another.")
            fill(file, start, start + length)
        free(file, box)


def places_in(file):
    """The kinds of the boxes by which a film names a place, as far as it is not damaged."""
    found = set()
    with contextlib.suppress(Damaged, struct.error):
        for box, _ in placed(file, *top(file)):
            found.add(box.kind)
    return found


def has_sensors(file):
    """Whether a film has a track that is not seen or heard."""
    return bool(places_in(file) & SENSORS)


def placed(file, found, end):
    """The boxes by which a film names a place, with where it lies that they refer to, as (box, [(start, length)…])."""
    captions = [MOST_CAPTIONS]
    for box in found:
        if box.kind == b"meta" and has_text(file, box, POSITION):
            yield box, ()
        elif box.kind == b"mdat":
            yield from ((block, ()) for block in unlisted_blocks(file, box))
        elif box.kind == b"moov":
            for blocks in inside(file, box, b"gps "):
                yield blocks, gps_blocks(file, blocks, end)
            yield from ((entry, ()) for entry in places(file, box))
            for track in inside(file, box, b"trak"):
                if is_hidden(file, track, captions):
                    yield track, samples(file, track, end)
                else:
                    yield from ((entry, ()) for entry in places(file, track))


def has_text(file, meta, pattern=None):
    """Whether a film's own metadata is a text, as Sony's cameras write it, that has the pattern if there is one."""
    texts = (content(file, box) for box in entries(file, meta) if box.kind == b"xml ")
    return any(not pattern or pattern.search(text) for text in texts)


def gps_blocks(file, box, end):
    """Where the positions lie that a dashcam writes between its pictures (Novatek)."""
    table = numbers(content(file, box)[8:], "I")
    for start, length in zip(table[::2], table[1::2]):
        if start + length <= end:
            file.seek(start)
            if file.read(12)[4:] == BLOCK:
                yield start, length


def unlisted_blocks(file, media):
    """The same where no list leads to them."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        # A name at the very beginning has no room for a size before it.
        place = data.find(BLOCK, media.body + 4, min(media.body + FIRST_BLOCK, media.end)) - 4
        while place >= media.body:
            end = place + int.from_bytes(data[place : place + 4], "big")
            is_whole = place + 12 <= end <= media.end
            yield Box(b"gps ", place, place + 8, end if is_whole else media.end)
            if not is_whole:
                raise Damaged(f"A block of a position at {place} has no size.")
            place = data.find(BLOCK, end, media.end) - 4


def is_hidden(file, track, captions):
    """Whether a track is not seen or heard, or its captions speak of a position."""
    handler = next((content(file, box)[8:12] for box in inside(file, track, b"mdia", b"hdlr")), b"")
    return says_position(file, track, captions) if handler in CAPTIONS else handler not in SEEN


def says_position(file, track, most):
    """Whether captions speak of a position, or are too many to tell; `most` counts down over all of a film's tracks."""
    for start, length in samples(file, track, os.fstat(file.fileno()).st_size):
        most[0] -= max(length, READ)
        file.seek(start)
        if most[0] < 0 or POSITION.search(file.read(length)):
            return True
    return False


def places(file, parent):
    """The entries that name a place in what was written about a film or a track."""
    for box in boxes(file, parent.body, parent.end):
        if box.kind in (b"udta", b"meta"):
            yield from named_places(file, box)


def named_places(file, box):
    """The entries that name a place: of user data, and of lists of items, whose kind may be the number of a key."""
    keys = []
    for entry in entries(file, box):
        if entry.kind in (b"\xa9xyz", b"loci"):
            yield entry
        elif entry.kind == b"keys":
            names = boxes(file, entry.body + 8, entry.end)
            keys = [struct.pack(">I", number) for number, name in enumerate(names, 1) if b"location" in content(file, name)]
        elif entry.kind == b"ilst":
            yield from (item for item in boxes(file, entry.body, entry.end) if item.kind in keys or item.kind == b"\xa9xyz")
        elif entry.kind == b"meta" and box.kind == b"udta":
            yield from named_places(file, entry)


def entries(file, box):
    """The boxes in user data or in metadata."""
    return boxes(file, box.body + (4 if is_full(file, box) else 0), box.end)


def is_full(file, box):
    """Whether a version comes first, as in MP4's meta and not in QuickTime's."""
    file.seek(box.body + 4)
    return box.kind == b"meta" and file.read(4) != b"hdlr"


def forget(file, parent):
    """Frees what was written about a film or a track, and its dates."""
    for box in boxes(file, parent.body, parent.end):
        if box.kind in WRITTEN:
            free(file, box)
        elif box.kind in (b"mvhd", b"tkhd"):
            forget_dates(file, box)


def clean_track(file, track):
    for box in inside(file, track, b"mdia", b"mdhd"):
        forget_dates(file, box)
    # A codec may be called by the camera's maker.
    kind = b""
    for box in inside(file, track, b"mdia", b"hdlr"):
        kind = content(file, box)[8:12]
        forget_handler(file, box)
    for box in inside(file, track, b"mdia", b"minf", b"hdlr"):
        forget_handler(file, box)
    for table in inside(file, track, b"mdia", b"minf", b"stbl", b"stsd") if kind in (b"vide", b"soun") else ():
        for entry in boxes(file, table.body + 8, table.end):
            fill(file, min(entry.start + 20, entry.end), min(entry.start + 24, entry.end))
            if kind == b"vide" and entry.end - entry.start >= 82:
                fill(file, entry.start + 50, entry.start + 82)


def forget_handler(file, box):
    """Frees a handler of its maker and its name."""
    fill(file, min(box.body + 12, box.end), box.end)


def forget_dates(file, box):
    """Of a header that begins with version, flags, and when it was made and changed."""
    file.seek(box.body)
    wide = file.read(1) == b"\1"
    fill(file, box.body + 4, min(box.body + (20 if wide else 12), box.end))


def samples(file, track, end):
    """Where the track's samples lie, chunk by chunk, as (start, length)."""
    tables = {}
    for table in inside(file, track, b"mdia", b"minf", b"stbl"):
        tables |= {box.kind: content(file, box) for box in boxes(file, table.body, table.end)}
    offsets = numbers(tables[b"co64"][8:], "Q") if b"co64" in tables else numbers(tables.get(b"stco", b"")[8:], "I")
    runs = numbers(tables.get(b"stsc", b"")[8:], "I")
    if b"stsz" not in tables or len(tables[b"stsz"]) < 12:
        if offsets:
            raise Damaged("A track has no sizes.")
        return
    firsts = runs[::3].tolist()
    if 0 in firsts or firsts != sorted(set(firsts)):
        raise Damaged("A track's chunks are out of order.")
    same, = struct.unpack(">I", tables[b"stsz"][4:8])
    sizes = numbers(tables[b"stsz"][12:], "I")
    place, total = 0, 0
    for run in range(0, len(runs) - 2, 3):
        first, count = runs[run] - 1, runs[run + 1]
        last = runs[run + 3] - 1 if run + 3 < len(runs) else len(offsets)
        for start in offsets[first:last]:
            length = same * count if same else sum(sizes[place : place + count])
            place += count
            total += length
            if start + length > end or total > end:
                raise Damaged("A track lies outside of the file.")
            yield start, length


def numbers(content, kind):
    """A table of big-endian numbers."""
    table = array.array(kind)
    table.frombytes(content[: len(content) // table.itemsize * table.itemsize])
    if sys.byteorder == "little":
        table.byteswap()
    return table
