# SPDX-License-Identifier: Apache-2.0
"""Data in a film that is not seen or heard: tracks and boxes of its index (ISO/IEC 14496-12; QuickTime File Format).

A box that is not known to be part of a film goes, wherever in the index it is, so that no unexpected box keeps a location. The
bytes of pictures and sound are not inspected.
"""
import array, itertools, mmap, os, re, struct, sys

from . import picture_parts
from .isobmff import EMPTY, Box, Damaged, Unclean, boxes, content, entries, fill, forget_files, free, inside, top, trim
from .places import positions

# The container boxes of an index, each followed by the boxes allowed in it. A track's references to chapters and to sensor data
# are not allowed. "stsd" stands for a codec's entry: the entry itself is a box of the track's kind, followed by the boxes that
# decoders read in it. "tmcd" is the same for a timecode track, and defines the timecode's format.
PARTS = {holder: {kind.ljust(4) for kind in kinds} for holder, *kinds in map(bytes.split, b"""
    moov mvhd trak mvex iods pssh clip ctab gps udta meta uuid;
    trak tkhd tref trgr edts mdia tapt load matt clip senc udta meta uuid;
    tref hint tmcd sync scpt ssrc font vdep vplx auxl fall folw forc dpnd ipir mpod;
    trgr msrc ster; tapt clef prof enof; matt kmat; clip crgn; edts elst;
    mdia mdhd hdlr elng minf; minf vmhd smhd nmhd gmhd hmhd sthd hdlr dinf stbl;
    gmhd gmin text tmcd; tmcd tcmi name; dinf dref;
    stbl stsd stts ctts cslg stsc stsz stz2 stco co64 stss stsh stps sdtp stdp padb sbgp sgpd subs saiz saio senc;
    stsd vide soun auxv pict tmcd wave
        avcC svcC mvcC hvcC lhvC vvcC evcC av1C vpcC apvC avcE hvcE dvcC dvvC dvwC dvc1 esds glbl strf d263 bitr SMI mjqt mjht
        jpgC jp2h j2kH jsub orfo uncC cmpd cmpC cpat ACLR APRG AALP ARES avss DpxE colr pasp clap fiel gama clli mdcv cclv amve
        ndwt SmDm CoLL st3d sv3d vexu hfov btrt ccst auxi sinf rinf chan chnl srat pcmC enda frma mp4a srcq wfex QDCA QDCP dOps
        dfLa dac3 dec3 dac4 alac dmlp ddts udts mhaC mhaP iacb damr dawp dqcp dsmv devc SA3D SAND adrm;
    sinf frma schm schi; rinf frma schm schi; schi tenc stvi user key iviv righ priv; sv3d svhd proj; proj prhd equi cbmp mshp prji;
    vexu eyes must proj pack; eyes stri hero cams cmfy; cams blin; cmfy dadj; pack pkin;
    mvex mehd trex leva; moof mfhd traf pssh; traf tfhd tfdt trun sdtp sbgp sgpd subs saiz saio senc; mfra tfra mfro
""".split(b";"))}
# QuickTime repeats most of them there, and WAVE describes a codec in a box of that codec's number.
PARTS[b"wave"] = PARTS[b"stsd"] - {b"wave"} | {b"ms\0\2", b"ms\0\x11", b"ms\x001", b"ms\0U"}
INDEXES = {b"moov", b"moof", b"mfra"}
# Pictures of the whole film, which may have their own metadata.
POSTERS = {b"PICT", b"idat"}
# Boxes with metadata of a film or a track.
WRITTEN = {b"udta", b"meta", b"uuid"}
# Texts in user data: those of 3GPP TS 26.244, and QuickTime's, which begin with "©". Anything else is a vendor's.
TEXTS, TEXT_SIGN = {
    b"albm", b"auth", b"clsf", b"cprt", b"dscp", b"gnre", b"kywd", b"name", b"perf", b"rtng", b"titl", b"tsel", b"yrrc",
}, b"\xa9"
# Boxes of a list of metadata items, and of an item: other boxes refer to texts and pictures anywhere in the file.
LIST, ITEM = {b"hdlr", b"keys", b"ilst", b"mhdr", b"ctry", b"lang"}, {b"data", b"mean", b"name", b"itif"}
# UUIDs of XMP, which ExifTool writes at the top level, and of the projection of a spherical film.
XMP, DIRECTIONS = bytes.fromhex("be7acfcb97a942e89c71999491e3afac"), bytes.fromhex("ffcc8263f8554a938814587a02521fdd")
# Types of an item's value that are pictures: JPEG, PNG, BMP; and signatures for values without such a type.
PICTURES, SIGNS = {13, 14, 27}, (b"\xff\xd8\xff", b"\x89PNG")
# Handlers of visible and audible tracks, and of captions, in which recorders also write positions; all others are sensors'.
SEEN, CAPTIONS = {b"vide", b"soun", b"auxv", b"pict", b"tmcd"}, {b"sbtl", b"subt", b"text", b"clcp"}
# Locations in user data, as QuickTime and 3GPP define them, and names that other programs use.
PLACES = {b"\xa9xyz", b"\xa9loc", b"\xa9cit", b"\xa9gps", b"\xa9pos", b"loci"}
NAMED = re.compile(
    rb"(?i)location|gps|latitude|longitude|coordinate|xyz|"
    rb"(\A|[. \0])(geo|city|state|country|place|address|position|where|lat|lon)\Z")
# Maximum bytes of a text that are searched for coordinates: anything longer is a picture.
MOST_TEXT = 1 << 16
# Names of programs, people and reels, as (box, start and end within its content).
NAMES = [
    (b"hdlr", 12, None), (b"svhd", 4, None), (b"tcmi", 24, None), (b"name", 0, None),
    *((kind, 20, 24) for kind in SEEN), *((kind, 50, 82) for kind in SEEN - {b"soun"}),
]
# Sample formats of sensor data, whatever the track's handler.
MEASURED = {b"gpmd", b"camm", b"mett", b"metx", b"mebx", b"rtmd", b"urim"}
# Boxes that contain sensor data or refer to it.
SENSORS = {b"trak", b"gps "}
# Maximum positions of a film: ten a second, for a day.
MOST_PLACES = 1_000_000
# The signature of a dashcam's position block, after its size, and the maximum bytes of pictures before the first block.
BLOCK, FIRST_BLOCK = b"freeGPS ", 20 << 20


def clean(file, everything):
    """Removes a film's locations, or everything that is not seen or heard."""
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
    """The boxes that go: those that are no part of a film, and metadata, except texts unless everything goes."""
    for box in found:
        if box.kind in INDEXES:
            for parent, part in parts(file, box):
                if part.kind == b"cmov":
                    raise Unclean("Its index is compressed.")
                if part.kind not in PARTS[parent]:
                    yield part
                elif part.kind in WRITTEN:
                    yield from written(file, part, everything, {DIRECTIONS})
        elif box.kind in WRITTEN and not is_picture(file, box):
            yield from written(file, box, everything, {XMP, DIRECTIONS})
        elif box.kind in POSTERS or box.kind == b"prft" and everything:
            # "prft" has the time at which a fragment was recorded.
            yield box


def parts(file, parent, kind=b"", is_codec=False):
    """The boxes of an index, each with the kind of its parent. A remainder too short for a box is returned as free space."""
    if parent.kind == b"mdia":
        kind = next(iter(handlers(file, boxes(file, parent.body, parent.end))), b"")
    place = parent.body
    for box in boxes(file, parent.body, parent.end, cut=is_codec):
        place = box.end
        # QuickTime ends a list with zeros.
        yield parent.kind, box if box.kind != bytes(4) else box._replace(kind=b"free")
        if box.kind not in PARTS or box.kind not in PARTS[parent.kind] or parent.kind == b"tref":
            continue
        if box.kind != b"stsd":
            yield from parts(file, box, kind, is_codec)
            continue
        for entry in boxes(file, box.body + 8, box.end) if kind in SEEN else ():
            start = min(inner(file, box, entry, kind), entry.end)
            yield b"stsd", Box(kind, entry.start, entry.start, start)
            holder = Box(b"tmcd" if kind == b"tmcd" else b"stsd", entry.start, start, entry.end)
            yield from parts(file, holder, is_codec=True)
    if place < parent.end:
        yield parent.kind, Box(b"free", place, place, parent.end)


def inner(file, table, entry, kind):
    """The offset of the boxes within a codec's entry."""
    fields = content(file, entry)
    if kind == b"tmcd":
        return entry.start + 34
    if kind == b"soun":
        # In a table of version 1, as ISO defines it, an entry has no QuickTime fields.
        has_more = content(file, table)[0] == 0
        return entry.start + 36 + (has_more and {1: 16, 2: 36}.get(int.from_bytes(fields[8:10], "big"), 0))
    # A palette comes first if the colour table is 0 and the numbers of its first and last colour are plausible.
    first, last = int.from_bytes(fields[78:82], "big"), int.from_bytes(fields[84:86], "big")
    has_palette = fields[76:78] == bytes(2) and fields[75] & 31 in (1, 2, 4, 8) and first <= last < 256
    return entry.start + 86 + (has_palette and 8 + 8 * (last - first + 1))


def written(file, box, everything, known=()):
    """The boxes of metadata that go; of "uuid" boxes, those that are not in `known`, or all if everything goes."""
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
        for entry in entries(file, box):
            if entry.kind in EMPTY:
                yield entry
            elif entry.kind == b"ilst":
                for item in boxes(file, entry.body, entry.end):
                    if item.kind in EMPTY or is_telling(file, item):
                        yield item
                    else:
                        yield from (part for part in boxes(file, item.body, item.end) if part.kind not in ITEM)


def is_telling(file, item):
    """Whether an item of a list has a picture, such as a cover, with metadata of its own."""
    return any(
        (item.kind == b"covr" or int.from_bytes(value[1:4], "big") in PICTURES or value[8:].startswith(SIGNS))
        and picture_parts.says_more(value[8:])
        for value in (content(file, data) for data in inside(file, item, b"data")))


def is_picture(file, box):
    """Whether the box describes a picture, like HEIC's at the top level."""
    return box.kind == b"meta" and handlers(file, entries(file, box))[:1] == [b"pict"]


def handlers(file, found):
    return [content(file, box)[8:12] for box in found if box.kind == b"hdlr"]


def placed(file, found, end):
    """The boxes with a film's locations, each with the ranges that it refers to, as (box, [(start, length)…])."""
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
    """The ranges of a dashcam's position blocks between its pictures (Novatek); the length is 0 for one without the signature."""
    table = numbers(content(file, box)[8:], "I")
    for start, length in zip(table[::2], table[1::2]):
        if start + length <= end:
            file.seek(start)
            yield start, length if file.read(12)[4:] == BLOCK else 0


def unlisted_blocks(file, media):
    """The position blocks that are not in any list."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        # A signature at the very beginning would leave no room for the size before it.
        place = data.find(BLOCK, media.body + 4, min(media.body + FIRST_BLOCK, media.end)) - 4
        while place >= media.body:
            end = place + int.from_bytes(data[place : place + 4], "big")
            is_whole = place + 12 <= end <= media.end
            yield Box(b"gps ", place, place + 8, end if is_whole else place + 8)
            if not is_whole:
                raise Damaged(f"A block of a position at {place} has no size.")
            place = data.find(BLOCK, end, media.end) - 4


def hidden(file, track):
    """The kind of a track that is not seen or heard: a caption's handler, else "trak"; empty for all other tracks."""
    found = [kind for media in inside(file, track, b"mdia") for kind in handlers(file, boxes(file, media.body, media.end))]
    captions = [kind for kind in found if kind in CAPTIONS]
    if captions:
        return captions[0]
    # A timecode track may contain texts.
    tables = inside(file, track, b"mdia", b"minf", b"stbl", b"stsd")
    samples = {entry.kind for table in tables for entry in boxes(file, table.body + 8, table.end)}
    is_seen = samples <= {b"tmcd"} if found == [b"tmcd"] else samples.isdisjoint(MEASURED)
    return b"" if len(set(found)) == 1 and SEEN.issuperset(found) and is_seen else b"trak"


def places(file, parent):
    """The entries with locations in the metadata of a film or a track."""
    for box in boxes(file, parent.body, parent.end):
        if box.kind in (b"udta", b"meta"):
            yield from named_places(file, box)


def named_places(file, box):
    """The entries with locations in user data, and in lists of items, whose kind may be the index of a key."""
    keys = set()
    for entry in entries(file, box):
        # Sony's cameras write such a text about the whole recording.
        if entry.kind in PLACES or entry.kind == b"xml " and b"GPS" in content(file, entry):
            yield entry
        elif entry.kind == b"keys":
            names = boxes(file, entry.body + 8, entry.end)
            keys = {struct.pack(">I", number) for number, name in enumerate(names, 1) if NAMED.search(content(file, name))}
        elif entry.kind == b"ilst":
            yield from (item for item in boxes(file, entry.body, entry.end)
                        if item.kind in keys or item.kind in PLACES or is_place(file, item))
        elif entry.kind == b"meta" and box.kind == b"udta":
            yield from named_places(file, entry)
        elif (entry.kind.startswith(TEXT_SIGN) or entry.kind in TEXTS) and has_position(file, entry):
            yield entry


def is_place(file, item):
    """Whether an item of a list has a location's name, or a position as its value."""
    return (any(NAMED.search(content(file, name)) for name in inside(file, item, b"name"))
            or any(has_position(file, data) for data in inside(file, item, b"data")))


def has_position(file, text):
    """Whether a text, with one or two bytes per character, contains coordinates."""
    words = content(file, text)[:MOST_TEXT].replace(b"\0", b"").decode("latin-1")
    return next(positions(words), None) is not None


def forget_index(file, index):
    """Clears an index's times, names of programs and paths."""
    for _, box in parts(file, index):
        if box.kind in (b"mvhd", b"tkhd", b"mdhd"):
            is_wide = content(file, box)[:1] == b"\1"
            fill(file, box.body + 4, min(box.body + (20 if is_wide else 12), box.end))
        elif box.kind == b"dref":
            forget_files(file, box)
        for _, start, end in (name for name in NAMES if name[0] == box.kind):
            fill(file, min(box.body + start, box.end), min(box.body + end, box.end) if end else box.end)


def samples(file, track, end):
    """The ranges of the track's samples, chunk by chunk, as (start, length)."""
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
