# SPDX-License-Identifier: Apache-2.0
"""Files within documents of formats that no camera writes: GIF, EMF, WMF, BMP, fonts.

Each function gives the bytes without what they say of their origin; what it does not understand is damaged.
"""
import re, struct, zlib

from .isobmff import Damaged, Unclean
from . import picture_parts

# Applications whose blocks in a GIF say how it moves and which colours it has.
GIF_SEEN = {b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012"}
# How other files begin that may be within a metafile, with metadata of theirs.
PHOTO = re.compile(
    rb"\xff\xd8\xff[\xc0-\xc4\xdb\xdd\xe0-\xef\xfe]|Exif\0\0|ns\.adobe\.com/xap|II\*\0|MM\0\*|GIF8[79]a")
PNG = b"\x89PNG\r\n\x1a\n"
EMR_HEADER, EMR_COMMENT, META_ESCAPE = 1, 70, 0x0626
BMP_HEADERS = {12, 40, 52, 56, 108, 124}
FONTS = (b"\0\1\0\0", b"OTTO", b"ttcf", b"wOFF", b"wOF2", b"true\0")


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
            return without_photos(data[:place])
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
            return without_photos(data[:place])


def without_photos(data):
    """A metafile whose PNGs say nothing of their origin; it fails where it has other pictures that may."""
    place = -1
    while (place := data.find(PNG, place + 1)) >= 0:
        blank_png(data, place + len(PNG))
    if PHOTO.search(data):
        raise Unclean("A metafile has a photo.")
    return bytes(data)


def blank_png(data, place):
    """Empties the chunks of a PNG that are not seen."""
    name = b""
    while name != b"IEND":
        length, name = struct.unpack_from(">I4s", data, place)
        end = place + 12 + length
        if end > len(data) or not name.isalpha():
            raise Unclean("A metafile has a picture in pieces.")
        if name not in picture_parts.SEEN["png"] or name == b"eXIf" or not picture_parts.fits(name, length):
            data[place + 4 : end - 4] = b"voId" + bytes(length)
            struct.pack_into(">I", data, end - 4, zlib.crc32(data[place + 4 : end - 4]))
        place = end


def bmp(data):
    """A BMP of its headers, colours and pixels alone."""
    data, (start, header) = bytearray(data), struct.unpack_from("<2I", data, 10)
    if header not in BMP_HEADERS:
        raise Unclean("A BMP has an unknown header.")
    if header == 12:
        width, height, _, bits = struct.unpack_from("<4H", data, 18)
        compression = used = image = 0
    else:
        width, height, _, bits, compression, image, *_, used, _ = struct.unpack_from("<2i2H6I", data, 18)
    masks = {3: 12, 6: 16}.get(compression, 0) if header == 40 else 0
    colours = min(used or 1 << bits, 1 << bits) if bits <= 8 else 0
    palette, rows = 14 + header + masks, (width * bits + 31) // 32 * 4 * abs(height)
    seen = palette + colours * (3 if header == 12 else 4)
    end = start + (image if compression in (1, 2) else rows)
    if compression in (4, 5) or not palette <= start < end <= len(data):
        raise Unclean("A BMP has other pixels than it says.")
    fill(data, seen, start)
    if header >= 124:
        # A profile, or a path that leads to one.
        data[70:74], data[126:134] = b"BGRs", bytes(8)
    struct.pack_into("<I", data, 2, end)
    return bytes(data[:end])


def fill(data, start, end):
    data[start:end] = bytes(max(end - start, 0))
