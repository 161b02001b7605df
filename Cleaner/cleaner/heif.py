# SPDX-License-Identifier: Apache-2.0
"""The items of a HEIF picture (ISO/IEC 23008-12). A phone's photo has others beside it: what brightens it, and how far away
everything is. ExifTool reads their metadata, and writes none but the photo's own."""
import os, struct
from collections import namedtuple

from . import films, isobmff, pdf_pictures
from .isobmff import Damaged

XMP = b"application/rdf+xml"
# Items that are a picture, or tell how to make one of others (ISO/IEC 23008-12). A JPEG is one that may say more.
SEEN = {
    b"hvc1", b"hev1", b"lhv1", b"hvt1", b"av01", b"avc1", b"vvc1", b"j2k1", b"unci", b"mski", b"grid", b"iden", b"iovl",
    b"tmap",
}
EXIF, JPEG = b"Exif", b"jpeg"
# Boxes of a picture's own description.
PARTS = {b"hdlr", b"pitm", b"iloc", b"iinf", b"iref", b"iprp", b"idat", b"dinf", b"grpl"}
# Properties that decide how a picture is coded and shown (ISO/IEC 23008-12, 23001-17; AV1 Image File Format), among them how
# the two cameras of a spatial photo stand, which Apple writes by numbers of its own; and words, which may stay where a place goes.
SHOWN = {
    b"hvcC", b"lhvC", b"avcC", b"av1C", b"vvcC", b"jpgC", b"j2kH", b"uncC", b"cmpd", b"cmpC", b"cpat", b"cloc", b"fpat", b"ispe",
    b"pixi", b"colr", b"pasp", b"clap", b"irot", b"imir", b"iscl", b"auxC", b"clli", b"mdcv", b"cclv", b"amve", b"ndwt", b"rloc",
    b"lsel", b"oinf", b"tols", b"a1op", b"a1lx", b"cmin", b"cmex",
    *map(bytes.fromhex, (
        "22cc04c7d6d94e079d904eb6ecbaf3a3", "4363e9145b7d4aab97aebea69803b434", "de22508536cb436587432f8705e7c78a")),
}
TEXTS = {b"altt", b"crtt", b"mdft"}
# How pictures belong together.
GROUPS = {
    b"altr", b"ster", b"eqiv", b"tmap", b"pymd", b"brst", b"tsyn", b"aebr", b"wbbr", b"fobr", b"afbr", b"dobr", b"pano", b"favc",
    b"iaug", b"slid", b"vipo",
}
# A place of data that is the file itself.
IN_THE_FILE = b"\0\0\0\x0curl \0\0\0\1"
# What programs call items: by their kinds.
NAMES = {b"", b"Color", b"Alpha", b"GMap", b"Exif", b"XMP", b"Image", b"HEVC Image", b"Derived image", b"SampleTransform"}
# Most bytes of one item's references: a picture of four thousand tiles has a few thousand.
MOST_REFERENCES = 1 << 18
# What says nothing: XMP, and EXIF behind the place where its TIFF begins.
EMPTY = {XMP: b'<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', EXIF: bytes(4) + b"MM\0*\0\0\0\x08" + bytes(6)}

# What a list says of an item, which is plain if it is neither protected nor packed.
Item = namedtuple("Item", "number kind is_plain name")
# Where an item's content is: in the file itself, in the box for small items, in other items; and in which of several files.
Location = namedtuple("Location", "method source extents")


def forget(file, everything):
    """Empties what is no picture but the photo's own EXIF; XMP and what wrote the description only if everything goes."""
    for meta, parts in described(file):
        check(file, meta, parts, everything)
        going = items_beside(file, parts, everything)
        pictures = {item for kind, _, others in references(file, parts) if kind == b"dimg" for item in others}
        if any(going.get(item, JPEG) != JPEG for item in {photo(file, parts), *pictures}):
            raise isobmff.Unclean("A picture is of an unknown kind.")
        for box in isobmff.entries(file, meta):
            if box.kind in isobmff.EMPTY:
                isobmff.free(file, box)
        for place, _, content in emptied_items(file, parts, going):
            file.seek(place)
            file.write(content)
        if everything:
            isobmff.forget_handler(file, parts[b"hdlr"])


def has_strange(file, everything=False):
    """Whether an item goes that no tag tells of."""
    goes = False
    for meta, parts in described(file):
        check(file, meta, parts, everything)
        emptied = emptied_items(file, parts, items_beside(file, parts, everything))
        goes |= any(old != new for _, old, new in emptied)
    return goes


def described(file):
    """The descriptions of pictures, each with its parts by their kinds."""
    found, _ = isobmff.top(file)
    for meta in (box for box in found if films.is_picture(file, box)):
        parts = [box for box in isobmff.entries(file, meta) if box.kind in PARTS]
        if len(parts) > len({box.kind for box in parts}):
            raise Damaged("It describes its picture twice.")
        yield meta, {box.kind: box for box in parts}


def check(file, meta, parts, everything):
    """Refuses a description that has something in it of which it is not known that it says how a picture is coded and shown."""
    found = set(strange(file, meta, parts, everything))
    if found:
        raise isobmff.Unclean(f"A picture is described by {sorted(found)}.")


def strange(file, meta, parts, everything):
    """The kinds of boxes, groups and properties that are not known, and if everything goes what names say."""
    within = lambda kind: isobmff.boxes(file, parts[kind].body, parts[kind].end) if kind in parts else ()
    kept = SHOWN if everything else SHOWN | TEXTS
    yield from (box.kind for box in isobmff.entries(file, meta) if box.kind not in PARTS | isobmff.EMPTY)
    yield from (group.kind for group in within(b"grpl") if group.kind not in GROUPS)
    for lists in within(b"iprp"):
        properties = isobmff.boxes(file, lists.body, lists.end) if lists.kind == b"ipco" else ()
        kinds = {isobmff.content(file, box)[:16] if box.kind == b"uuid" else box.kind for box in properties}
        yield from kinds - kept | {lists.kind} - {b"ipco", b"ipma"}
    if everything:
        yield from {item.name for item in items(file, parts[b"iinf"])} - NAMES if b"iinf" in parts else ()
        yield from {isobmff.content(file, box)[8:] for box in within(b"dinf")} - {b"", IN_THE_FILE}


def items_beside(file, parts, everything=False):
    """The kinds of the items that go, by their numbers. What describes the photo itself is left to ExifTool, if that reads it."""
    if not {b"iinf", b"iloc"} <= parts.keys():
        return {}
    shown = photo(file, parts)
    own = {item for kind, item, others in references(file, parts) if kind == b"cdsc" and shown in others}
    found = {item.number: item for item in items(file, parts[b"iinf"]) if item.kind not in SEEN}
    located = locations(isobmff.content(file, parts[b"iloc"]), found)
    return {
        number: item.kind for number, item in found.items()
        if not (item.kind == EXIF and number in own or item.kind == XMP and not everything)
        or not is_read(file, item, located.get(number))
    }


def is_read(file, item, location):
    """Whether ExifTool reads an item of EXIF or XMP."""
    if location is None or not location.extents or not item.is_plain or location[:2] != (0, 0):
        return False
    if item.kind == XMP:
        return True
    (start, length), *_ = location.extents
    file.seek(start)
    head = file.read(length)
    return head[4 + int.from_bytes(head[:4], "big") :][:4] in (b"II*\0", b"MM\0*")


def emptied_items(file, parts, going):
    """The content of the items, and what says nothing instead, as (place, old, new)."""
    if not going:
        return
    end, total = os.fstat(file.fileno()).st_size, 0
    for number, location in locations(isobmff.content(file, parts[b"iloc"]), going).items():
        within = parts.get(b"idat") if location.method == 1 else isobmff.Box(b"", 0, 0, end)
        for start, length in location.extents:
            total += length
            if within is None or within.body + start + length > within.end:
                raise Damaged("An item lies nowhere.")
            if total > end:
                raise Damaged("Its items lie over one another.")
            file.seek(within.body + start)
            old = file.read(length)
            yield within.body + start, old, emptied(going[number], old)


def emptied(kind, content):
    """As many bytes that say nothing; a JPEG looks as it did."""
    if kind == JPEG:
        if not content.startswith(b"\xff\xd8\xff"):
            raise Damaged("A JPEG in it is none.")
        return pdf_pictures.blank_jpeg(bytearray(content))
    return EMPTY[kind].ljust(len(content))[: len(content)] if kind in EMPTY else bytes(len(content))


def photo(file, parts):
    """The number of the item that is the photo."""
    return int.from_bytes(isobmff.content(file, parts[b"pitm"])[4:], "big") if b"pitm" in parts else None


def references(file, parts):
    """What items refer to, as (kind, number, numbers)."""
    if b"iref" not in parts:
        return
    lists = parts[b"iref"]
    size = 4 if isobmff.content(file, lists)[0] else 2
    for reference in isobmff.boxes(file, lists.body + 4, lists.end):
        content = isobmff.content(file, reference, MOST_REFERENCES)
        places = (0, *range(size + 2, len(content), size))
        first, *others = [int.from_bytes(content[place : place + size], "big") for place in places]
        yield reference.kind, first, others


def items(file, infos):
    """The items; one of XMP has its type instead of its kind."""
    wide = isobmff.content(file, infos)[0] > 0
    for info in isobmff.boxes(file, infos.body + (8 if wide else 6), infos.end):
        content = isobmff.content(file, info)
        if content[0] < 2:
            raise Damaged("An item has no kind.")
        end = 8 if content[0] > 2 else 6
        kind, (name, *more) = content[end + 2 : end + 6], content[end + 6 :].split(b"\0")
        is_plain = content[end : end + 2] == b"\0\0" and not (kind == b"mime" and any(more[1:]))
        yield Item(
            int.from_bytes(content[4:end], "big"), XMP if kind == b"mime" and more[:1] == [XMP] else kind, is_plain, name)


def locations(table, wanted):
    """Where those items lie, by their numbers."""
    version, place, found = table[0], 6, {}
    offset_size, length_size, base_size, index_size = table[4] >> 4, table[4] & 15, table[5] >> 4, table[5] & 15
    number_size = 4 if version > 1 else 2

    def number(size):
        nonlocal place
        place += size
        if place > len(table):
            raise Damaged("A list of items is cut off.")
        return int.from_bytes(table[place - size : place], "big")

    for _ in range(number(number_size)):
        item, method, source = number(number_size), number(2) & 15 if version else 0, number(2)
        base = number(base_size)
        count, size = number(2), (index_size if version else 0) + offset_size + length_size
        if count > 1 and size == 0:
            # ExifTool looks at each of them.
            raise Damaged("An item lies nowhere, many times.")
        if item not in wanted:
            place += count * size
            continue
        found[item] = Location(method, source, [])
        for _ in range(count):
            number(index_size if version else 0)
            start, length = base + number(offset_size), number(length_size)
            if method > 1:
                raise Damaged("An item lies in others.")
            if length:
                # ExifTool leaves an empty one of what it takes out.
                found[item].extents.append((start, length))
    return found
