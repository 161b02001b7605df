# SPDX-License-Identifier: Apache-2.0
"""The photos in a PDF that was drawn anew, which are in it as they were in the old one; no byte of the PDF moves."""
import io, re

from .isobmff import Damaged, Unclean, boxes
from . import picture_parts

# A stream's dictionary and beginning, and its end with the object behind it that says how long it is, as cairo writes them.
STREAM = re.compile(rb"/Length (\d+)( 0 R)?(?:(?!endobj).){0,4096}?>>\s*stream\r?\n", re.S)
END = re.compile(rb"\s*endstream\s+endobj\s+(\d+) 0 obj\s+(\d+)\s+endobj")
JPEG, JPEG_2000 = b"\xff\xd8\xff", b"\0\0\0\x0cjP  \r\n"
PHOTO = re.compile(rb"/(DCT|JPX)Decode\b")
# Segments that decide how a JPEG looks, by their first bytes and as many of them as count: JFIF without its thumbnail, the
# colour profile, Adobe's transform.
SEEN = {0xE0: (b"JFIF\0", 12), 0xE2: (b"ICC_PROFILE\0", None), 0xEE: (b"Adobe", 12)}
# The same for boxes of JPEG 2000, and those in its header.
BOXES = {b"jP  ", b"ftyp", b"jp2c", b"ihdr", b"bpcc", b"colr", b"pclr", b"cmap", b"cdef", b"res "}


def blank(data):
    """Has the photos in a PDF, which is a bytearray, say nothing of their origin."""
    whole, place = bytes(data), 0
    while stream := STREAM.search(whole, place):
        start, place = stream.end(), stream_end(whole, stream)
        if whole.startswith(JPEG, start):
            data[start:place] = blank_jpeg(data[start:place])
        elif whole.startswith(JPEG_2000, start):
            data[start:place] = blank_jpeg_2000(data[start:place])
        elif PHOTO.search(whole, max(whole.rfind(b" obj", 0, stream.start()), 0), start):
            raise Unclean("A photo begins as none does.")


def stream_end(data, stream):
    """The end of a stream by its length, since a photo may have "endstream" in it."""
    start, number = stream.end(), int(stream[1])
    if stream[2] is None:
        return start + number
    for end in END.finditer(data, start):
        if int(end[1]) == number and end.start() <= start + int(end[2]) <= end.end():
            return start + int(end[2])
    raise Damaged("A stream has no length.")


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
                    # The size of the thumbnail.
                    data[place : place + 2] = bytes(2)
            data[place:last] = bytes(last - place)
    data[last:] = bytes(len(data) - last)
    return data


def blank_jpeg_2000(data):
    file = io.BytesIO(data)
    for box in boxes(file, 0, len(data)):
        for part in boxes(file, box.body, box.end) if box.kind == b"jp2h" else [box]:
            if part.kind not in BOXES:
                data[part.start + 4 : part.end] = b"free" + bytes(part.end - part.start - 8)
    return data
