# SPDX-License-Identifier: Apache-2.0
"""Photos in a PDF or HEIC, which are files in their own formats: their metadata is overwritten in place, and their length is
kept."""
import io, struct

from .isobmff import Damaged, Unclean, boxes
from . import picture_parts

JPEG, JPEG_2000, CODESTREAM = b"\xff\xd8\xff", b"\0\0\0\x0cjP  \r\n", b"\xff\x4f\xff"
# Segments that define how a JPEG looks, with their signatures and the bytes kept (None: all): JFIF without its thumbnail, the
# colour profile, Adobe's transform.
SEEN = {0xE0: (b"JFIF\0", 12), 0xE2: (b"ICC_PROFILE\0", None), 0xEE: (b"Adobe", 12)}
# Boxes that JPEG 2000 needs, including those in its header.
BOXES = {b"jP  ", b"ftyp", b"jp2c", b"ihdr", b"bpcc", b"colr", b"pclr", b"cmap", b"cdef", b"res "}
COMMENT, TILE = 0xFF64, 0xFF90


def blank_jpeg(data):
    last = 0
    for marker, start, last in picture_parts.jpeg_segments(bytes(data), 0):
        is_said = 0xE0 <= marker <= 0xEF or marker == 0xFE
        if not is_said and marker not in picture_parts.SEEN["jpg"]:
            raise Unclean(f"A photo has the marker {marker:x} at {start}.")
        if is_said:
            begins, length = SEEN.get(marker, (b"", 0))
            place = start + 4
            if begins and data.startswith(begins, place):
                place = last if length is None else min(place + length, last)
                if marker == 0xE0:
                    # The thumbnail's width and height.
                    data[place : place + 2] = bytes(2)
            data[place:last] = bytes(last - place)
    data[last:] = bytes(len(data) - last)
    return data


def blank_jpeg_2000(data):
    if data.startswith(CODESTREAM):
        blank_comments(data, 0)
        return data
    file = io.BytesIO(data)
    for box in boxes(file, 0, len(data)):
        for part in boxes(file, box.body, box.end) if box.kind == b"jp2h" else [box]:
            if part.kind not in BOXES:
                data[part.start + 4 : part.end] = b"free" + bytes(part.end - part.start - 8)
        if box.kind == b"jp2c":
            blank_comments(data, box.body)
    return data


def blank_comments(data, place):
    """Clears the comments in the header of a codestream."""
    place += 2
    while True:
        marker, length = struct.unpack_from(">2H", data, place)
        if marker == TILE:
            return
        if marker < 0xFF00 or length < 2:
            raise Damaged(f"There is no marker at {place}.")
        if marker == COMMENT:
            data[place + 6 : place + 2 + length] = bytes(length - 4)
        place += 2 + length
