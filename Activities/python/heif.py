# SPDX-License-Identifier: Apache-2.0
"""The items of a HEIF picture (ISO/IEC 23008-12). A phone's photo has others beside it: what brightens it, and how far away
everything is. ExifTool reads their XMP, and writes none but the photo's own."""
import isobmff
from isobmff import Damaged

XMP = b"application/rdf+xml"
EMPTY = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'


def forget(file):
    """Empties all XMP, and the name of the program in the handler."""
    found, end = isobmff.top(file)
    for meta in (box for box in found if box.kind == b"meta"):
        parts = {box.kind: box for box in isobmff.entries(file, meta)}
        if b"hdlr" in parts:
            isobmff.forget_handler(file, parts[b"hdlr"])
        if b"iinf" in parts and b"iloc" in parts:
            wanted = set(xmp_items(file, parts[b"iinf"]))
            for inner, start, length in extents(isobmff.content(file, parts[b"iloc"]), wanted):
                within = parts.get(b"idat") if inner else isobmff.Box(b"", 0, 0, end)
                if within is None or within.body + start + length > within.end:
                    raise Damaged("An item lies nowhere.")
                file.seek(within.body + start)
                file.write(EMPTY.ljust(length)[:length])


def xmp_items(file, infos):
    """The numbers of the items that are XMP."""
    wide = isobmff.content(file, infos)[0] > 0
    for info in isobmff.boxes(file, infos.body + (8 if wide else 6), infos.end):
        content = isobmff.content(file, info)
        end = 8 if content[0] > 2 else 6
        kind, name = content[end + 2 : end + 6], content[end + 6 :].split(b"\0")
        if kind == b"mime" and name[1:2] == [XMP]:
            yield int.from_bytes(content[4:end], "big")


def extents(table, wanted):
    """Where those items lie, as (whether in the box for small items, start, length)."""
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
        for _ in range(number(2)):
            number(index_size if version else 0)
            start, length = base + number(offset_size), number(length_size)
            if item in wanted:
                if method > 1 or length == 0:
                    raise Damaged("An item lies in others.")
                yield method == 1, start, length
