# SPDX-License-Identifier: Apache-2.0
"""What a film says beside what is seen and heard: tracks, and boxes of its index (ISO/IEC 14496-12; QuickTime File Format).

What is not known to be a part of a film goes wherever it stands in the index, so no place stays there because nobody had
thought of it. The bytes of pictures and sound are not looked into.
"""
import array, contextlib, itertools, mmap, os, struct, sys

import picture_parts
from isobmff import (
    EMPTY, Box, Damaged, Unclean, boxes, content, entries, fill, forget_files, forget_handler, free, inside, top, trim)

# The boxes of an index that hold others, with what may stand in each.
PARTS = {
    b"moov": {b"mvhd", b"trak", b"mvex", b"iods", b"pssh", b"clip", b"ctab", b"gps ", b"udta", b"meta", b"uuid"},
    b"trak": {
        b"tkhd", b"tref", b"trgr", b"edts", b"mdia", b"tapt", b"load", b"matt", b"clip", b"imap", b"senc", b"udta", b"meta",
        b"uuid",
    },
    # Not those to chapters and to what sensors said, which go.
    b"tref": {
        b"hint", b"tmcd", b"sync", b"scpt", b"ssrc", b"font", b"vdep", b"vplx", b"auxl", b"fall", b"folw", b"forc", b"dpnd",
        b"ipir", b"mpod",
    },
    b"edts": {b"elst"},
    b"mdia": {b"mdhd", b"hdlr", b"elng", b"minf"},
    b"minf": {b"vmhd", b"smhd", b"nmhd", b"gmhd", b"hmhd", b"sthd", b"hdlr", b"dinf", b"stbl"},
    b"gmhd": {b"gmin", b"text", b"tmcd"},
    b"dinf": {b"dref"},
    b"stbl": {
        b"stsd", b"stts", b"ctts", b"cslg", b"stsc", b"stsz", b"stz2", b"stco", b"co64", b"stss", b"stsh", b"stps", b"sdtp",
        b"stdp", b"padb", b"sbgp", b"sgpd", b"subs", b"saiz", b"saio", b"senc",
    },
    b"mvex": {b"mehd", b"trex", b"trep", b"leva"},
    b"moof": {b"mfhd", b"traf", b"pssh"},
    b"traf": {
        b"tfhd", b"tfdt", b"trun", b"sdtp", b"sbgp", b"sgpd", b"subs", b"saiz", b"saio", b"senc",
    },
    b"mfra": {b"tfra", b"mfro"},
}
# Pictures of the whole film: they may say what any picture does.
POSTERS = {b"PICT", b"idat"}
# What was written about a film or a track.
WRITTEN = {b"udta", b"meta", b"uuid"}
# Of user data the texts of 3GPP TS 26.244; QuickTime's begin with a sign of their own. The rest is makers' own.
TEXTS, TEXT_SIGN = {
    b"albm", b"auth", b"clsf", b"cprt", b"dscp", b"gnre", b"kywd", b"name", b"perf", b"rtng", b"titl", b"tsel", b"yrrc",
}, b"\xa9"
# Of metadata: other boxes refer to texts and pictures that may lie anywhere.
LIST = {b"hdlr", b"keys", b"ilst", b"mhdr", b"ctry", b"lang"}
# XMP, which ExifTool writes at the top; and how a picture of all directions is shown.
XMP, DIRECTIONS = bytes.fromhex("be7acfcb97a942e89c71999491e3afac"), bytes.fromhex("ffcc8263f8554a938814587a02521fdd")
# Types of an item's value that are pictures: JPEG, PNG, BMP.
PICTURES = {13, 14, 27}
# Where the boxes in a codec's entry begin; with sound that is a matter of its version, of which there are two counts.
INNER = {**dict.fromkeys([b"vide", b"auxv", b"pict"], (86,)), b"soun": (36, 52, 72), b"tmcd": (34,)}
# Boxes in such an entry that hold others, and none of their own kind; and what FFmpeg reads there, but belongs elsewhere.
HOLDERS = frozenset({b"wave", b"sinf", b"schi"})
NO_CODEC = {*WRITTEN, *LIST, *PARTS, *HOLDERS, b"----"}
# A place, as QuickTime's programs and 3GPP's write it.
PLACES = {b"\xa9xyz", b"loci"}
# Handlers of tracks that people see and hear, and of captions, as which recorders write positions; the others' are sensors'.
SEEN, CAPTIONS = {b"vide", b"soun", b"auxv", b"pict", b"tmcd"}, {b"sbtl", b"subt", b"text", b"clcp"}
# Boxes that say by themselves, or by what they refer to, what sensors said.
SENSORS = {b"trak", b"gps "}
# As many places in a film as positions may lie at: ten a second, for a day.
MOST_PLACES = 1_000_000
# How a dashcam's block of a position begins, behind its size, and as many bytes of pictures as come before the first at most.
BLOCK, FIRST_BLOCK = b"freeGPS ", 20 << 20


def clean(file, everything):
    """Has a film say nothing of places, or nothing but what is seen and heard."""
    trim(file)
    found, end = top(file)
    for box in beside(file, found, everything):
        free(file, box)
    for index in (box for box in found if everything and box.kind == b"moov"):
        forget_index(file, index)
    fragments, filled, count = any(box.kind == b"moof" for box in found), 0, 0
    for box, ranges in placed(file, found, end):
        if box.kind in (b"trak", *CAPTIONS) and fragments:
            raise Unclean("Its fragments have a track of sensors or captions.")
        for start, length in itertools.chain(ranges, [(box.end, 0)]):
            filled, count = filled + length, count + 1
            if filled > end or count > MOST_PLACES:
                raise Damaged("Its positions lie over one another, or there are too many.")
            fill(file, start, start + length)
        free(file, box)


def beside(file, found, everything=False):
    """The boxes that are no part of a film, or that were written about it: all of these, or those that are no text."""
    for box in found:
        if box.kind in PARTS:
            yield from beside_parts(file, box, everything)
        elif box.kind in WRITTEN and not is_picture(file, box):
            yield from written(file, box, everything, {XMP, DIRECTIONS})
        elif box.kind in POSTERS or box.kind == b"prft" and everything:
            # The latter says when a fragment was recorded.
            yield box


def beside_parts(file, parent, everything):
    """The same in an index."""
    for box in boxes(file, parent.body, parent.end):
        if box.kind == b"cmov":
            raise Unclean("Its index is compressed.")
        if box.kind in PARTS[parent.kind]:
            if box.kind in PARTS:
                yield from beside_parts(file, box, everything)
            elif box.kind in WRITTEN:
                yield from written(file, box, everything, {DIRECTIONS})
        else:
            yield box
    if parent.kind == b"trak":
        yield from beside_codecs(file, parent)


def written(file, box, everything, known=()):
    """The same of what was written about a film; of the uuid boxes those that are not known."""
    file.seek(box.body)
    if everything or box.kind == b"uuid" and file.read(16) not in known:
        yield box
    elif box.kind == b"udta":
        for entry in entries(file, box):
            if entry.kind == b"meta":
                yield from written(file, entry, everything)
            elif entry.kind not in TEXTS and not entry.kind.startswith(TEXT_SIGN):
                yield entry
    elif box.kind == b"meta" and any(entry.kind not in LIST | EMPTY for entry in entries(file, box)):
        yield box
    elif box.kind == b"meta":
        for items in (entry for entry in entries(file, box) if entry.kind == b"ilst"):
            yield from (item for item in boxes(file, items.body, items.end) if is_telling(file, item))


def is_telling(file, item):
    """Whether an item of a list has pictures, such as covers, of which one says more than how it looks."""
    return any(
        (item.kind == b"covr" or int.from_bytes(value[1:4], "big") in PICTURES) and picture_parts.says_more(value[8:])
        for value in (content(file, data) for data in inside(file, item, b"data")))


def beside_codecs(file, track):
    """The same in the entries of a track's codecs."""
    for media in inside(file, track, b"mdia"):
        kinds = set(handlers(file, boxes(file, media.body, media.end)))
        for table in inside(file, media, b"minf", b"stbl", b"stsd"):
            for entry in boxes(file, table.body + 8, table.end):
                for place in (place for kind in kinds for place in INNER.get(kind, ())):
                    yield from beside_codec(file, entry.start + place, entry.end)


def beside_codec(file, start, end, holders=HOLDERS):
    try:
        for box in boxes(file, start, end):
            if box.kind in holders:
                yield from beside_codec(file, box.body, box.end, holders - {box.kind})
            elif box.kind in NO_CODEC or box.kind.startswith(TEXT_SIGN):
                yield box
    except Unclean:
        raise
    except Damaged:
        # Some programs put no boxes there.
        pass


def is_picture(file, box):
    """Whether the box describes a picture, as HEIC's at the top does."""
    return box.kind == b"meta" and handlers(file, entries(file, box))[:1] == [b"pict"]


def handlers(file, found):
    return [content(file, box)[8:12] for box in found if box.kind == b"hdlr"]


def says(file):
    """What goes of a film that may name a place, as far as it is not damaged: "sensors", "captions", "others"; None if nothing."""
    found = set()
    with contextlib.suppress(Damaged, struct.error):
        tops, end = top(file)
        for box, _ in placed(file, tops, end):
            found.add("sensors" if box.kind in SENSORS else "captions" if box.kind in CAPTIONS else "others")
        found.update("others" for box in beside(file, tops) if box.kind not in EMPTY)
    return max(found, default=None, key=("others", "captions", "sensors").index)


def placed(file, found, end):
    """The boxes by which a film names a place, with where it lies that they refer to, as (box, [(start, length)…])."""
    for box in found:
        if box.kind == b"meta" and not is_picture(file, box):
            yield from ((entry, ()) for entry in named_places(file, box))
        elif box.kind == b"mdat":
            yield from ((block, ()) for block in unlisted_blocks(file, box))
        elif box.kind == b"moov":
            for blocks in inside(file, box, b"gps "):
                yield blocks, gps_blocks(file, blocks, end)
            yield from ((entry, ()) for entry in places(file, box))
            for track in inside(file, box, b"trak"):
                if kind := hidden(file, track):
                    yield track._replace(kind=kind), samples(file, track, end)
                else:
                    yield from ((entry, ()) for entry in places(file, track))


def gps_blocks(file, box, end):
    """Where the positions lie that a dashcam writes between its pictures (Novatek)."""
    table = numbers(content(file, box)[8:], "I")
    for start, length in zip(table[::2], table[1::2]):
        if start + length <= end:
            file.seek(start)
            yield start, length if file.read(12)[4:] == BLOCK else 0


def unlisted_blocks(file, media):
    """The same where no list leads to them."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        # A name at the very beginning has no room for a size before it.
        place = data.find(BLOCK, media.body + 4, min(media.body + FIRST_BLOCK, media.end)) - 4
        while place >= media.body:
            end = place + int.from_bytes(data[place : place + 4], "big")
            is_whole = place + 12 <= end <= media.end
            yield Box(b"gps ", place, place + 8, end if is_whole else place + 8)
            if not is_whole:
                raise Damaged(f"A block of a position at {place} has no size.")
            place = data.find(BLOCK, end, media.end) - 4


def hidden(file, track):
    """What a track is that is not seen or heard: captions by their handler, or else "trak"; empty for the others."""
    found = [kind for media in inside(file, track, b"mdia") for kind in handlers(file, boxes(file, media.body, media.end))]
    captions = [kind for kind in found if kind in CAPTIONS]
    if captions:
        return captions[0]
    # A track of times may have texts in it.
    tables = inside(file, track, b"mdia", b"minf", b"stbl", b"stsd") if b"tmcd" in found else ()
    samples = {entry.kind for table in tables for entry in boxes(file, table.body + 8, table.end)}
    return b"" if found and SEEN.issuperset(found) and samples <= {b"tmcd"} else b"trak"


def places(file, parent):
    """The entries that name a place in what was written about a film or a track."""
    for box in boxes(file, parent.body, parent.end):
        if box.kind in (b"udta", b"meta"):
            yield from named_places(file, box)


def named_places(file, box):
    """The entries that name a place: of user data, and of lists of items, whose kind may be the number of a key."""
    keys = set()
    for entry in entries(file, box):
        # As a text Sony's cameras write of the whole recording.
        if entry.kind in PLACES or entry.kind == b"xml " and b"GPS" in content(file, entry):
            yield entry
        elif entry.kind == b"keys":
            names = boxes(file, entry.body + 8, entry.end)
            keys = {struct.pack(">I", number) for number, name in enumerate(names, 1)
                    if any(word in content(file, name).lower() for word in (b"location", b"gps"))}
        elif entry.kind == b"ilst":
            yield from (item for item in boxes(file, entry.body, entry.end) if item.kind in keys or item.kind in PLACES)
        elif entry.kind == b"meta" and box.kind == b"udta":
            yield from named_places(file, entry)


def forget_index(file, parent):
    """Has an index say nothing of when, by which programs and where on a disk it was made."""
    for box in boxes(file, parent.body, parent.end):
        if box.kind in PARTS:
            forget_index(file, box)
        elif box.kind in (b"mvhd", b"tkhd", b"mdhd"):
            forget_dates(file, box)
        elif box.kind == b"dref":
            forget_files(file, box)
        elif box.kind == b"hdlr":
            forget_handler(file, box)
    if parent.kind == b"mdia":
        kinds = set(handlers(file, boxes(file, parent.body, parent.end)))
        for table in inside(file, parent, b"minf", b"stbl", b"stsd"):
            for entry in boxes(file, table.body + 8, table.end):
                forget_codec(file, entry, kinds)


def forget_codec(file, entry, kinds):
    """Frees a codec's maker and its name, and the name of a reel."""
    size = entry.end - entry.start
    picture, names = ((20, 24), (50, 82)), {b"soun": ((20, 24),), b"tmcd": ((34, size),)}
    for start, end in (span for kind in kinds for span in names.get(kind, picture if kind in INNER else ())):
        if end <= size:
            fill(file, entry.start + start, entry.start + end)


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
