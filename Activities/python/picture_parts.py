# SPDX-License-Identifier: Apache-2.0
"""The parts of JPEG, PNG and WebP files, as far as their lengths say where they are; no picture is decoded.

Behind a picture's end there may be another one that shows more (aCropalypse, CVE-2023-21036), or a film with sound and a
place (a motion photo). Readers of metadata look into some of that, and decoders into none.
"""
import mmap, os, re, struct

from isobmff import Damaged

# What a PNG needs to look as it does (PNG, third edition). eXIf has the orientation, and is left to ExifTool.
PNG_SEEN = {
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP", b"mDCV", b"cLLI",
    b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT", b"eXIf",
}
WEBP_SEEN = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP", b"EXIF", b"XMP "}
PICTURE_DATA = {b"IDAT", b"fdAT", b"fcTL", b"ANMF"}
# More of other chunks than this is no photo: ExifTool has taken two minutes for 90,000 of them.
MOST_CHUNKS = 1000
# The same for a JPEG, of which a profile or a long XMP packet has some hundreds.
MOST_SEGMENTS = 10_000

# In a JPEG's scan 0xFF is followed by 0 or a restart marker; any other one ends it.
SCAN_END = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def trim(file, kind):
    """Takes away what is behind the picture's end; returns whether there was anything."""
    end = ends(file, kind)
    if end >= os.fstat(file.fileno()).st_size:
        return False
    file.truncate(end)
    return True


def ends(file, kind):
    """Where the picture ends."""
    return {"jpg": jpeg_end, "png": png_end, "webp": webp_end}[kind](file)


def jpeg_end(file):
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for marker, start, end in jpeg_segments(data, 0):
            if marker == 0xD9:
                return end
        # It was cut off: there is nothing behind an end that is not there.
        return len(data)


def jpeg_segments(data, place):
    """The segments of a JPEG that begins there, as (marker, start, end); a scan belongs to the one before it."""
    place += 2
    count = 0
    while place + 4 <= len(data):
        count += 1
        if count > MOST_SEGMENTS:
            raise Damaged("It has too many segments.")
        if data[place] != 0xFF:
            raise Damaged(f"There is no marker at {place}.")
        marker, start = data[place + 1], place
        if marker == 0xFF:
            place += 1
            continue
        if marker == 0x01 or 0xD0 <= marker <= 0xD7:
            place += 2
            continue
        if marker == 0xD9:
            break
        length = data[place + 2] << 8 | data[place + 3]
        place += 2 + length
        if length < 2:
            raise Damaged(f"A segment at {start} has no length.")
        if marker == 0xDA:
            found = SCAN_END.search(data, place)
            place = found.start() if found else len(data)
        yield marker, start, min(place, len(data))
    if place + 2 <= len(data) and data[place] == 0xFF and data[place + 1] == 0xD9:
        yield 0xD9, place, place + 2


# What decides how a JPEG looks beside its data: JFIF, the colour profile, Adobe's transform.
JPEG_SEEN = {0xE0, 0xE2, 0xEE}


def blank_jpeg(data, place):
    """Has a JPEG within other data, which is a bytearray, say nothing of its origin; no byte moves. Returns whether it did."""
    changed = False
    for marker, start, end in jpeg_segments(data, place):
        if (0xE0 <= marker <= 0xEF and marker not in JPEG_SEEN or marker == 0xFE) and any(data[start + 4 : end]):
            data[start + 4 : end] = bytes(end - start - 4)
            changed = True
    return changed


def chunks(file, kind):
    """The chunks of a PNG or WebP file, as (name, start, end)."""
    size = os.fstat(file.fileno()).st_size
    place, tail, order = (8, 12, ">") if kind == "png" else (12, 8, "<")
    others = 0
    while place + 8 <= size:
        file.seek(place)
        head = file.read(8)
        name, = (head[4:],) if kind == "png" else (head[:4],)
        length, = struct.unpack(order + "I", head[:4] if kind == "png" else head[4:])
        end = place + tail + length + (length & 1 if kind == "webp" else 0)
        others += name not in PICTURE_DATA
        if others > MOST_CHUNKS:
            raise Damaged("It has too many chunks.")
        if end > size:
            raise Damaged(f"{name} at {place} has {length} bytes.")
        yield name, place, end
        place = end
        if name == b"IEND":
            return


def png_end(file):
    last = None
    for last in chunks(file, "png"):
        pass
    if last is None or last[0] != b"IEND":
        raise Damaged("It has no end.")
    return last[2]


def webp_end(file):
    file.seek(4)
    end = struct.unpack("<I", file.read(4))[0] + 8
    size = os.fstat(file.fileno()).st_size
    if end - (end & 1) > size:
        raise Damaged("It was cut off.")
    return end + (end & 1)


def keep_seen(file, kind):
    """Drops a PNG's or WebP's chunks that do not decide how it looks, once it was trimmed."""
    seen, target = (PNG_SEEN, 8) if kind == "png" else (WEBP_SEEN, 12)
    for name, start, end in list(chunks(file, kind)):
        if name not in seen:
            continue
        if target < start:
            move(file, start, target, end - start)
        target += end - start
    file.truncate(target)
    if kind == "webp":
        file.seek(4)
        file.write(struct.pack("<I", target - 8))


def plain_exif(file):
    """Takes a JPEG's prefix off a WebP's EXIF chunk, which some programs write and ExifTool does not change."""
    for name, start, end in list(chunks(file, "webp")):
        file.seek(start + 4)
        length, prefix = struct.unpack("<I6s", file.read(10))
        if name == b"EXIF" and prefix == b"Exif\0\0":
            size = os.fstat(file.fileno()).st_size
            file.seek(start + 4)
            file.write(struct.pack("<I", length - 6))
            move(file, start + 14, start + 8, size - start - 14)
            file.truncate(size - 6)
            file.seek(4)
            file.write(struct.pack("<I", size - 6 - 8))
            return


def move(file, start, target, length):
    """Moves bytes to an earlier place."""
    while length:
        file.seek(start)
        portion = file.read(min(length, 1 << 20))
        file.seek(target)
        file.write(portion)
        start, target, length = start + len(portion), target + len(portion), length - len(portion)
