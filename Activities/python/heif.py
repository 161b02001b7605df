# SPDX-License-Identifier: Apache-2.0
"""The items of a HEIF picture (ISO/IEC 23008-12). A phone's photo has others beside it: what brightens it, and how far away
everything is. ExifTool reads their metadata, and writes none but the photo's own."""
import os, struct

import films, isobmff, pdf_pictures
from isobmff import Damaged

XMP = b"application/rdf+xml"
# Items that are a picture, or tell how to make one of others (ISO/IEC 23008-12). A JPEG is one that may say more.
SEEN = {
    b"hvc1", b"hev1", b"lhv1", b"hvt1", b"av01", b"avc1", b"vvc1", b"j2k1", b"unci", b"mski", b"grid", b"iden", b"iovl",
    b"tmap",
}
EXIF, JPEG = b"Exif", b"jpeg"
# Boxes of a picture's own description, and properties that say more than how it is shown: by words that may be a place's,
# and by others.
PARTS = {b"hdlr", b"pitm", b"iloc", b"iinf", b"iref", b"iprp", b"idat", b"dinf", b"grpl"}
TAGS, TEXTS = {b"udes", b"uuid"}, {b"altt", b"crtt", b"mdft"}
# What says nothing: XMP, and EXIF behind the place where its TIFF begins.
EMPTY = {XMP: b'<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', EXIF: bytes(4) + b"MM\0*\0\0\0\x08" + bytes(6)}


def forget(file, everything):
    """Empties what is no picture but the photo's own EXIF; XMP, texts and the handler's name only if everything goes."""
    end = os.fstat(file.fileno()).st_size
    for meta, parts in described(file):
        for box in beside(file, meta, parts, everything):
            isobmff.free(file, box)
        if everything and b"hdlr" in parts:
            isobmff.forget_handler(file, parts[b"hdlr"])
        going, total = items_beside(file, parts, everything), 0
        pictures = {item for kind, _, others in references(file, parts) if kind == b"dimg" for item in others}
        if any(going.get(item, JPEG) != JPEG for item in {photo(file, parts), *pictures}):
            raise isobmff.Unclean("A picture is of an unknown kind.")
        for item, inner, start, length in extents(isobmff.content(file, parts[b"iloc"]), going) if going else ():
            total += length
            if total > end:
                raise Damaged("Its items lie over one another.")
            within = parts.get(b"idat") if inner else isobmff.Box(b"", 0, 0, end)
            if within is None or within.body + start + length > within.end:
                raise Damaged("An item lies nowhere.")
            file.seek(within.body + start)
            content = emptied(going[item], file.read(length))
            file.seek(within.body + start)
            file.write(content)


def has_strange(file):
    """Whether something goes with the location that no tag tells of; not where the file is damaged."""
    try:
        return any(
            any(beside(file, meta, parts)) or any(kind not in (EXIF, JPEG) for kind in items_beside(file, parts).values())
            for meta, parts in described(file))
    except (Damaged, struct.error, IndexError):
        return False


def described(file):
    """The descriptions of pictures, each with its parts by their kinds."""
    found, _ = isobmff.top(file)
    for meta in (box for box in found if films.is_picture(file, box)):
        yield meta, {box.kind: box for box in isobmff.entries(file, meta)}


def beside(file, meta, parts, everything=False):
    """The boxes and properties that are no picture's, or say more than how it is shown."""
    yield from (box for box in isobmff.entries(file, meta) if box.kind not in PARTS | isobmff.EMPTY)
    lists, saying = parts.get(b"iprp"), TAGS | TEXTS if everything else TAGS
    for properties in isobmff.boxes(file, lists.body, lists.end) if lists else ():
        if properties.kind == b"ipco":
            yield from (box for box in isobmff.boxes(file, properties.body, properties.end) if box.kind in saying)
        elif properties.kind not in {b"ipma"} | isobmff.EMPTY:
            yield properties


def items_beside(file, parts, everything=False):
    """The kinds of the items that are no picture, by their numbers."""
    if not {b"iinf", b"iloc"} <= parts.keys():
        return {}
    shown = photo(file, parts)
    # What describes the photo itself is left to ExifTool, which can write it.
    own = {item for kind, item, others in references(file, parts) if kind == b"cdsc" and shown in others}
    return {
        item: kind for item, kind in items(file, parts[b"iinf"])
        if kind not in SEEN and not (kind == EXIF and item in own) and (everything or kind != XMP)
    }


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
        content = isobmff.content(file, reference)
        places = (0, *range(size + 2, len(content), size))
        first, *others = [int.from_bytes(content[place : place + size], "big") for place in places]
        yield reference.kind, first, others


def items(file, infos):
    """The items, as (number, kind), and the type of XMP instead of its kind."""
    wide = isobmff.content(file, infos)[0] > 0
    for info in isobmff.boxes(file, infos.body + (8 if wide else 6), infos.end):
        content = isobmff.content(file, info)
        if content[0] < 2:
            raise Damaged("An item has no kind.")
        end = 8 if content[0] > 2 else 6
        kind, name = content[end + 2 : end + 6], content[end + 6 :].split(b"\0")
        yield int.from_bytes(content[4:end], "big"), XMP if kind == b"mime" and name[1:2] == [XMP] else kind


def extents(table, wanted):
    """Where those items lie, as (item, whether in the box for small items, start, length)."""
    version, place = table[0], 6
    offset_size, length_size, base_size, index_size = table[4] >> 4, table[4] & 15, table[5] >> 4, table[5] & 15
    number_size = 4 if version > 1 else 2

    def number(size):
        nonlocal place
        place += size
        if place > len(table):
            raise Damaged("A list of items is cut off.")
        return int.from_bytes(table[place - size : place], "big")

    for _ in range(number(number_size)):
        item, method = number(number_size), number(2) & 15 if version else 0
        number(2)
        base = number(base_size)
        count, size = number(2), (index_size if version else 0) + offset_size + length_size
        if count > 1 and size == 0:
            # ExifTool looks at each of them.
            raise Damaged("An item lies nowhere, many times.")
        if item not in wanted:
            place += count * size
            continue
        for _ in range(count):
            number(index_size if version else 0)
            start, length = base + number(offset_size), number(length_size)
            if method > 1 or length == 0:
                raise Damaged("An item lies in others.")
            yield item, method == 1, start, length
