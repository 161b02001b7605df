# SPDX-License-Identifier: Apache-2.0
"""The photos in a PDF, which are files of their own formats in it, with all that a camera wrote into them."""
import io, struct

from .isobmff import Damaged, boxes
from .package_parts import Unknown
from .picture_parts import FRAMES, jpeg_segments

# Markers of a JPEG that decide how it looks; a PDF says its colours and how it is turned elsewhere.
SEEN = {*FRAMES, 0xC4, 0xCC, 0xDA, 0xDB, 0xDC, 0xDD, 0xD9}
# The same of two applications, with as much as counts of what they say.
APPLICATIONS = {0xE0: b"JFIF\0", 0xEE: b"Adobe"}
COUNTS = 12
# Boxes of JPEG 2000 that do, and those in its header.
BOXES = {b"jP  ", b"ftyp", b"jp2c", b"ihdr", b"bpcc", b"colr", b"pclr", b"cmap", b"cdef", b"res "}
CODESTREAM, COMMENT, TILE = b"\xff\x4f", 0xFF64, 0xFF90


def jpeg(data):
    """A JPEG of its tables and scans, up to its end."""
    kept = [b"\xff\xd8"]
    for marker, start, end in jpeg_segments(data, 0):
        says = data[start + 4 : end]
        if marker in SEEN:
            kept.append(data[start:end])
        elif says.startswith(APPLICATIONS.get(marker, ())):
            # JFIF ends with the size of its thumbnail, which is none.
            says = says[:COUNTS] + bytes(2 if marker == 0xE0 else 0)
            kept.append(struct.pack(">BBH", 0xFF, marker, 2 + len(says)) + says)
        elif not 0xE0 <= marker <= 0xEF and marker != 0xFE:
            raise Unknown(f"JPEG {marker:x}")
    if not kept[-1].endswith(b"\xff\xd9"):
        kept.append(b"\xff\xd9")
    return b"".join(kept)


def jpeg_2000(data):
    """A JPEG 2000 whose boxes of anything else are free space."""
    data = bytearray(data)
    if data.startswith(CODESTREAM):
        blank_comments(data, 0)
        return bytes(data)
    file = io.BytesIO(data)
    for box in boxes(file, 0, len(data)):
        for part in boxes(file, box.body, box.end) if box.kind == b"jp2h" else [box]:
            if part.kind not in BOXES:
                data[part.start + 4 : part.end] = b"free" + bytes(part.end - part.start - 8)
        if box.kind == b"jp2c":
            blank_comments(data, box.body)
    return bytes(data)


def blank_comments(data, place):
    """Empties what programs write into the header of a codestream."""
    place += len(CODESTREAM)
    while True:
        marker, length = struct.unpack_from(">2H", data, place)
        if marker == TILE:
            return
        if marker < 0xFF00 or length < 2:
            raise Damaged(f"There is no marker at {place}.")
        if marker == COMMENT:
            data[place + 6 : place + 2 + length] = b" " * (length - 4)
        place += 2 + length


# By the filter that decodes them.
CLEANED = {"/DCTDecode": jpeg, "/JPXDecode": jpeg_2000}
