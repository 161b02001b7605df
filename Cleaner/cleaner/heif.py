# SPDX-License-Identifier: Apache-2.0
"""The items of a HEIF picture (ISO/IEC 23008-12). A phone's photo has further items, such as a gain map and a depth map. ExifTool
reads their metadata, but writes only the photo's own."""
import os, struct
from collections import namedtuple

from . import films, isobmff, pdf_pictures
from .isobmff import Damaged

XMP = b"application/rdf+xml"
# Items that are a picture, or derive one from others (ISO/IEC 23008-12). A JPEG may also carry metadata, so it is not listed.
SEEN = {
    b"hvc1", b"hev1", b"lhv1", b"hvt1", b"av01", b"avc1", b"vvc1", b"j2k1", b"unci", b"mski", b"grid", b"iden", b"iovl",
    b"tmap",
}
EXIF, JPEG = b"Exif", b"jpeg"
# Boxes that describe a picture.
PARTS = {b"hdlr", b"pitm", b"iloc", b"iinf", b"iref", b"iprp", b"idat", b"dinf", b"grpl"}
# Properties that define how a picture is coded and shown (ISO/IEC 23008-12, 23001-17; AV1 Image File Format), including Apple's
# own UUIDs for the camera geometry of a spatial photo. TEXTS may stay if only locations go.
SHOWN = {
    b"hvcC", b"lhvC", b"avcC", b"av1C", b"vvcC", b"jpgC", b"j2kH", b"uncC", b"cmpd", b"cmpC", b"cpat", b"cloc", b"fpat", b"ispe",
    b"pixi", b"colr", b"pasp", b"clap", b"irot", b"imir", b"iscl", b"auxC", b"clli", b"mdcv", b"cclv", b"amve", b"ndwt", b"rloc",
    b"lsel", b"oinf", b"tols", b"a1op", b"a1lx", b"cmin", b"cmex",
    *map(bytes.fromhex, (
        "22cc04c7d6d94e079d904eb6ecbaf3a3", "4363e9145b7d4aab97aebea69803b434", "de22508536cb436587432f8705e7c78a")),
}
TEXTS = {b"altt", b"crtt", b"mdft"}
# Groups of pictures.
GROUPS = {
    b"altr", b"ster", b"eqiv", b"tmap", b"pymd", b"brst", b"tsyn", b"aebr", b"wbbr", b"fobr", b"afbr", b"dobr", b"pano", b"favc",
    b"iaug", b"slid", b"vipo",
}
# A data reference to the file itself.
IN_THE_FILE = b"\0\0\0\x0curl \0\0\0\1"
# Names of items that only repeat the item's kind.
NAMES = {b"", b"Color", b"Alpha", b"GMap", b"Exif", b"XMP", b"Image", b"HEVC Image", b"Derived image", b"SampleTransform"}
# Maximum bytes of one item's references: a picture of four thousand tiles needs several thousand.
MOST_REFERENCES = 1 << 18
# Empty XMP, and empty EXIF with its leading TIFF offset.
EMPTY = {XMP: b'<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', EXIF: bytes(4) + b"MM\0*\0\0\0\x08" + bytes(6)}

# An entry of the item list; `is_plain` if the item is neither protected nor compressed.
Item = namedtuple("Item", "number kind is_plain name")
# An item's location: the method (0 file, 1 "idat" box, 2 other items), the data reference, and the extents as (start, length).
Location = namedtuple("Location", "method source extents")


def forget(file, everything):
    """Empties all items that are not pictures, except the photo's own EXIF, which ExifTool changes; XMP and the handler's name
    only if everything goes."""
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
    """Whether `forget` would change an item, which ExifTool's tags do not report."""
    goes = False
    for meta, parts in described(file):
        check(file, meta, parts, everything)
        emptied = emptied_items(file, parts, items_beside(file, parts, everything))
        goes |= any(old != new for _, old, new in emptied)
    return goes


def described(file):
    """The boxes that describe pictures, each with its parts by kind."""
    found, _ = isobmff.top(file)
    for meta in (box for box in found if films.is_picture(file, box)):
        parts = [box for box in isobmff.entries(file, meta) if box.kind in PARTS]
        if len(parts) > len({box.kind for box in parts}):
            raise Damaged("It describes its picture twice.")
        yield meta, {box.kind: box for box in parts}


def check(file, meta, parts, everything):
    """Raises Unclean if the description contains boxes, groups or properties not known to be about coding and display."""
    found = set(strange(file, meta, parts, everything))
    if found:
        raise isobmff.Unclean(f"A picture is described by {sorted(found)}.")


def strange(file, meta, parts, everything):
    """Unknown kinds of boxes, groups and properties; if everything goes, also unusual names and data references."""
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
    """The kinds of the items that go, by number. The photo's own metadata is left to ExifTool if that can read it."""
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
    """Whether ExifTool can read an EXIF or XMP item."""
    if location is None or not location.extents or not item.is_plain or location[:2] != (0, 0):
        return False
    if item.kind == XMP:
        return True
    (start, length), *_ = location.extents
    file.seek(start)
    head = file.read(length)
    return head[4 + int.from_bytes(head[:4], "big") :][:4] in (b"II*\0", b"MM\0*")


def emptied_items(file, parts, going):
    """The content of the items and its empty replacement, as (offset, old, new)."""
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
    """An empty replacement of the same length; a JPEG keeps its picture."""
    if kind == JPEG:
        if not content.startswith(b"\xff\xd8\xff"):
            raise Damaged("A JPEG in it is none.")
        return pdf_pictures.blank_jpeg(bytearray(content))
    return EMPTY[kind].ljust(len(content))[: len(content)] if kind in EMPTY else bytes(len(content))


def photo(file, parts):
    """The number of the photo's item; None if the file names none."""
    return int.from_bytes(isobmff.content(file, parts[b"pitm"])[4:], "big") if b"pitm" in parts else None


def references(file, parts):
    """The references between items, as (kind, from number, to numbers)."""
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
    """The items; the kind of an XMP item is its MIME type."""
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
    """The locations of the wanted items, by number."""
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
            # ExifTool would visit each of them.
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
                # ExifTool leaves an empty extent for an item that it removed.
                found[item].extents.append((start, length))
    return found
