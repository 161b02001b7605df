# SPDX-License-Identifier: Apache-2.0
"""Files within documents of formats that no camera writes: GIF, EMF, WMF, BMP, fonts.

Each function gives the bytes without what they say of their origin; what it does not understand is damaged.
"""
import struct

from isobmff import Damaged

# Applications whose blocks in a GIF say how it moves and which colours it has.
GIF_SEEN = {b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012"}
# How other files begin that may be within an EMF, with metadata of theirs.
PHOTOS = (b"\xff\xd8\xff", b"Exif\0\0", b"ns.adobe.com/xap")
EMR_HEADER, EMR_COMMENT, META_ESCAPE = 1, 70, 0x0626
FONTS = (b"\0\1\0\0", b"OTTO", b"ttcf", b"wOFF", b"wOF2", b"true")


def cleaned(data):
    """The bytes of a file without what goes; None where its format is another."""
    if data.startswith((b"GIF87a", b"GIF89a")):
        return gif(data)
    if data.startswith(b"\1\0\0\0") and data[40:44] == b" EMF":
        return emf(data)
    if data.startswith((b"\xd7\xcd\xc6\x9a", b"\1\0\x09\0\0", b"\2\0\x09\0\0")):
        return wmf(data)
    if data.startswith(b"BM"):
        return bmp(data)
    return data if data.startswith(FONTS) or not data else None


def gif(data):
    """A GIF up to its end, without comments and what programs add."""
    place = 13 + colours(data[10])
    kept = [data[:place]]
    while True:
        kind, start = data[place], place
        if kind == 0x3B:
            return b"".join([*kept, b"\x3b"])
        if kind == 0x21:
            stays = data[place + 1] == 0xF9 or data[place + 1] == 0xFF and data[place + 3 : place + 14] in GIF_SEEN
            place = blocks_end(data, place + 2)
        elif kind == 0x2C:
            stays, place = True, blocks_end(data, place + 11 + colours(data[place + 9]))
        else:
            raise Damaged(f"A block of a GIF at {place} has no kind.")
        if stays:
            kept.append(data[start:place])


def colours(flags):
    """The length of a table of colours."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def blocks_end(data, place):
    while data[place]:
        place += 1 + data[place]
    return place + 1


def emf(data):
    """An EMF with an empty description, and without comments that draw nothing."""
    data, place = bytearray(data), 0
    if any(photo in data for photo in PHOTOS):
        raise Damaged("A metafile has a photo.")
    while place < len(data):
        kind, size = struct.unpack_from("<2I", data, place)
        end = place + size
        if size < 8 or size % 4 or end > len(data):
            raise Damaged(f"A record of a metafile at {place} has {size} bytes.")
        if kind == EMR_HEADER and place == 0:
            length, start = struct.unpack_from("<2I", data, 60)
            struct.pack_into("<2I", data, 60, 0, 0)
            fill(data, start, min(start + 2 * length, end))
        elif kind == EMR_COMMENT and data[place + 12 : place + 16] not in (b"EMF+", b"GDIC"):
            fill(data, place + 12, end)
        place = end
        if kind == 14:
            return bytes(data[:place])
    raise Damaged("A metafile has no end.")


def wmf(data):
    """A WMF whose escapes, which draw nothing on a screen, are empty."""
    data = bytearray(data)
    place = 22 if data.startswith(b"\xd7") else 0
    place += 18
    while True:
        size, kind = struct.unpack_from("<IH", data, place)
        end = place + 2 * size
        if size < 3 or end > len(data):
            raise Damaged(f"A record of a metafile at {place} has {size} words.")
        if kind == META_ESCAPE:
            fill(data, place + 10, end)
        place = end
        if kind == 0:
            return bytes(data[:place])


def bmp(data):
    size, = struct.unpack_from("<I", data, 2)
    if not 14 < size <= len(data):
        raise Damaged("A BMP has no size.")
    return data[:size]


def fill(data, start, end):
    data[start:end] = bytes(max(end - start, 0))
