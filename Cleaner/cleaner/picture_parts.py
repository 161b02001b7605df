# SPDX-License-Identifier: Apache-2.0
"""The parts of JPEG, PNG, WebP and TIFF files, located by their lengths; no picture is decoded.

Behind a picture's end there may be an uncropped one (aCropalypse, CVE-2023-21036), or a film with sound and a location (a motion
photo). Metadata readers see some of that, and decoders none.
"""
import functools, io, mmap, os, re, struct
from collections import namedtuple

from . import gif, isobmff
from .isobmff import Damaged

# For parts that stay whatever their content begins with.
ANY = (b"",)
# Markers of a JPEG's frames, one for each coding; the last one is JPEG-LS's.
FRAMES = {*range(0xC0, 0xD0), 0xF7} - {0xC4, 0xC8, 0xCC}
# The parts that a picture of each kind needs to look as it does, with the beginnings of their content. EXIF has the orientation,
# and is left to ExifTool. For JPEG: the parts of T.81 and JPEG-LS, JFIF, the profile, Adobe's transform; for PNG: those of its
# third edition.
SEEN = {
    "jpg": {
        **dict.fromkeys([*FRAMES, 0xC4, 0xCC, *range(0xD9, 0xDE), 0xF8], ANY), 0xE0: (b"JFIF\0",), 0xE1: (b"Exif\0",),
        0xE2: (b"ICC_PROFILE\0",), 0xEE: (b"Adobe",),
    },
    "png": dict.fromkeys([
        b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP", b"mDCV", b"cLLI",
        b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT", b"eXIf", b"CgBI",
    ], ANY),
    "webp": dict.fromkeys([b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP", b"EXIF", b"XMP "], ANY),
}
# The parts of each picture in an animated WebP.
FRAME_SEEN = dict.fromkeys([b"VP8 ", b"VP8L", b"ALPH"], ANY)
# Allowed lengths of parts: for a JPEG with up to four components and eight tables of codes. JFIF has three bytes for each pixel
# of its thumbnail.
LENGTHS = {
    **dict.fromkeys(FRAMES, range(9, 19, 3)), 0xC4: range(18, 8 * 273 + 1), 0xCC: range(2, 17, 2), 0xDA: range(6, 13, 2),
    0xDB: {65 * small + 129 * large for small in range(5) for large in range(5 - small)}, 0xDC: {2}, 0xDD: {2},
    0xE0: range(14, 1 << 16, 3), 0xF8: {11},
    b"IHDR": {13}, b"PLTE": range(3, 769, 3), b"IEND": {0}, b"tRNS": range(1, 257), b"cHRM": {32}, b"gAMA": {4},
    b"sBIT": range(1, 5), b"sRGB": {1}, b"cICP": {4}, b"mDCV": {24}, b"cLLI": {8}, b"bKGD": {1, 2, 6}, b"pHYs": {9},
    b"acTL": {8}, b"fcTL": {26}, b"CgBI": {4}, b"tIME": {7},
    b"VP8X": {10}, b"ANIM": {6},
}
# JFIF with "AMPF" at its end, which Apple writes into a photo that has further ones beside it.
APPLES = (0xE0, 18)
PICTURE_DATA = {b"IDAT", b"fdAT", b"fcTL", b"ANMF"}
# Parts that may occur several times, as any part of a JPEG may; and parts that no decoder reads behind those pictures of a WebP.
SEVERAL = {*range(256), *PICTURE_DATA, b"tEXt", b"zTXt", b"iTXt"}
PAST = {**dict.fromkeys([b"VP8 ", b"VP8L"], {*FRAME_SEEN, b"ANMF"}), b"ANMF": {*FRAME_SEEN}}
# Maximum chunks without picture data: a photo has fewer, and ExifTool took two minutes for 90,000.
MOST_CHUNKS = 1000
# Maximum segments of a JPEG; a profile or a long XMP packet has several hundred.
MOST_SEGMENTS = 10_000

# Markers that may follow a JPEG's first scan: tables, further scans, the end. Any other one belongs to appended data.
AFTER_SCAN = {0xC4, 0xCC, 0xDA, 0xDB, 0xDC, 0xDD, 0xD9}
# In a JPEG's scan 0xFF is followed by 0 or a restart marker; any other one ends it.
SCAN_END = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
# Photoshop's segment in thumbnails, about colour management.
ADOBE_CM = re.compile(rb"Adobe_CM\0.{1,3}", re.DOTALL)
NOT_ZERO = re.compile(rb"[^\0]")


def trim(file, kind):
    """Truncates the file at the picture's end if anything but zeros is behind it; returns whether there was."""
    has_more = has_tail(file, kind)
    if has_more:
        file.truncate(ENDS[kind](file))
    return has_more


def has_tail(file, kind):
    """Whether there is anything behind the picture's end but zeros."""
    end = ENDS[kind](file)
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return NOT_ZERO.search(data, end) is not None


def has_unseen(file, kind):
    """Whether `keep_seen` drops a part."""
    if kind == "gif":
        return len(seen_of_gif(file)) < gif_end(file)
    return kind in SEEN and bool(parts_beside(file, kind, SEEN[kind]))


# A part that goes, and the start of the part around it, or None.
Part = namedtuple("Part", "start end around")


def parts_beside(file, kind, kept):
    """The parts of a JPEG, PNG or WebP that are not in `kept`."""
    return list(beside(file, kind, kept, segments(file) if kind == "jpg" else chunks(file, kind)))


def beside(file, kind, kept, parts, around=None):
    """The parts that are not in `kept`, or not allowed after those before them."""
    past = set()
    for name, start, end in parts:
        file.seek(start + (4 if kind == "jpg" else 8))
        is_stray = name in (b"fcTL", b"fdAT") and b"acTL" not in past
        if name in past or is_stray or not file.read(64).startswith(kept.get(name, ())):
            yield Part(start, end, around)
        elif name == b"ANMF":
            yield from beside(file, kind, FRAME_SEEN, chunks(file, kind, start + 24, end), start)
        elif name == 0xEE and end > start + 16:
            # Some programs append data to Adobe's transform.
            yield Part(start + 16, end, start)
        past |= PAST.get(name, {name} - SEVERAL)


def fits(name, length):
    """Whether the content of a part has a length that its standard allows."""
    return length in LENGTHS.get(name, (length,)) or (name, length) == APPLES


@functools.lru_cache(maxsize=1)
def segments(file):
    """The segments of a JPEG. Cached by file object: a file must not change until it is opened again."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return list(jpeg_segments(data, 0))


def says_more(data):
    """Whether a small picture has metadata; a JPEG's comment does not count. True for anything but JPEG, PNG and BMP."""
    if data.startswith(b"BM"):
        return int.from_bytes(data[2:6], "little") != len(data)
    try:
        if data.startswith(b"\x89PNG"):
            names, _, ends = zip(*chunks(io.BytesIO(data), "png", size=len(data)))
            return ends[-1] < len(data) or names[-1] != b"IEND" or not set(names) <= SEEN["png"].keys() - {b"eXIf"}
        found = list(jpeg_segments(data, 0))
        return any(data[found[-1][2] :]) or any(
            marker == 0xE1 or not data[start + 4 : end].startswith({**SEEN["jpg"], 0xFE: ANY}.get(marker, ()))
            and not ADOBE_CM.fullmatch(data, start + 4, end)
            for marker, start, end in found)
    except (ValueError, IndexError):
        return True


def jpeg_end(file):
    scans = False
    for marker, _, end in segments(file):
        if marker == 0xD9:
            return end
        if scans and marker not in AFTER_SCAN:
            break
        scans |= marker == 0xDA
    raise Damaged("It has no end.")


def jpeg_segments(data, place):
    """The segments of a JPEG that begins at an offset, as (marker, start, end). A scan's data belongs to its segment."""
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
        is_seen = data[start + 4 : start + 16].startswith(SEEN["jpg"].get(marker, ()))
        if length < 2 or is_seen and not fits(marker, length - 2):
            raise Damaged(f"The segment {marker:x} at {start} has {length} bytes.")
        if marker == 0xDA:
            found = SCAN_END.search(data, place)
            place = found.start() if found else len(data)
        yield marker, start, min(place, len(data))
    if place + 2 <= len(data) and data[place] == 0xFF and data[place + 1] == 0xD9:
        yield 0xD9, place, place + 2


def chunks(file, kind, place=None, size=None):
    """The chunks of a PNG or WebP file, or of a part of it, as (name, start, end)."""
    size = size or os.fstat(file.fileno()).st_size
    first, tail, order = (8, 12, ">") if kind == "png" else (12, 8, "<")
    place = place or first
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
        if end > size or not fits(name, length):
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


# Tags of a TIFF (TIFF 6.0; its supplements; DNG): those that point to further directories, pairs with the offsets and lengths of
# pixel data, and the mark of a raw photo, in which a vendor may refer to more in its own ways.
DIRECTORIES = (330, 34665, 34853, 40965)
PIXELS = ((273, 279), (324, 325), (513, 514))
SUBFILE_TYPE, SUB_IFDS, RAW = 254, 330, 50706
TIFF_READ = {*DIRECTORIES, SUBFILE_TYPE, RAW, *(tag for pair in PIXELS for tag in pair)}
# Maximum numbers in these fields: those of a gigabyte in strips of a kilobyte.
MOST_NUMBERS = 1 << 20
# Bytes of a value, by type.
VALUE_SIZES = dict(enumerate((1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4)))

Directory = namedtuple("Directory", "fields next end")


def tiff_directory(data, place):
    """Reads a TIFF directory: its fields' integers, the offset of the next directory, and the end of its values."""
    order = "<" if data[:2] == b"II" else ">"
    count, = struct.unpack_from(order + "H", data, place)
    last = place + 2 + 12 * count
    following, = struct.unpack_from(order + "I", data, last)
    fields, end = {}, last + 4
    for at in range(place + 2, last, 12):
        tag, kind, number = struct.unpack_from(order + "HHI", data, at)
        length = number * VALUE_SIZES.get(kind, 1)
        start = struct.unpack_from(order + "I", data, at + 8)[0] if length > 4 else at + 8
        end = max(end, start + length)
        # Read each tag once: a small directory may refer to a long list of numbers many times.
        if tag in TIFF_READ and tag not in fields:
            if number > MOST_NUMBERS:
                raise Damaged("It has too many numbers.")
            letter = {3: "H", 4: "I", 13: "I"}.get(kind)
            fields[tag] = struct.unpack_from(f"{order}{number}{letter}", data, start) if letter else ()
    return Directory(fields, following, end)


def tiff_directories(data):
    """The directories of a TIFF, including sub-directories."""
    ahead, read, numbers = list(struct.unpack_from("<I" if data[:2] == b"II" else ">I", data, 4)), set(), 0
    while ahead:
        place = ahead.pop()
        if place == 0 or place in read:
            continue
        read.add(place)
        directory = tiff_directory(data, place)
        numbers += sum(map(len, directory.fields.values()))
        if len(read) > MOST_CHUNKS or numbers > MOST_NUMBERS:
            raise Damaged("It has too many directories.")
        if RAW in directory.fields:
            raise isobmff.Unclean("It is a raw photo.")
        yield directory
        ahead += [directory.next, *(place for tag in DIRECTORIES for place in directory.fields.get(tag, ()))]


def tiff_end(file):
    """The end of the data that a TIFF's directories refer to."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        end = 8
        for directory in tiff_directories(data):
            ends = [directory.end]
            for starts, lengths in PIXELS:
                starts, lengths = directory.fields.get(starts, ()), directory.fields.get(lengths, ())
                if len(starts) != len(lengths):
                    raise Damaged("Its pixels have no length.")
                ends += map(sum, zip(starts, lengths))
            end = max(end, *ends)
        return min(end, len(data))


def is_one(file):
    """Whether a file has a single picture, in cases that its header does not tell: a PNG may be animated (APNG), and a TIFF's
    first picture may be a preview of another one, as in raw photos."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:4] not in (b"II*\0", b"MM\0*"):
            return data[:4] != b"\x89PNG" or b"acTL" not in data[:4096]
        first, = struct.unpack_from("<I" if data[:2] == b"II" else ">I", data, 4)
        try:
            fields = tiff_directory(data, first).fields
        except struct.error:
            return False
        return SUB_IFDS not in fields and not fields.get(SUBFILE_TYPE, (0,))[0] & 1


def webp_end(file):
    file.seek(4)
    end = struct.unpack("<I", file.read(4))[0] + 8
    size = os.fstat(file.fileno()).st_size
    if end - (end & 1) > size:
        raise Damaged("It was cut off.")
    return end + (end & 1)


def gif_end(file):
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return gif.end(data)


# Functions that return the offset of a picture's end, by kind.
ENDS = {"jpg": jpeg_end, "png": png_end, "webp": webp_end, "gif": gif_end, "tif": tiff_end}


def keep_seen(file, kind):
    """Drops the parts of a JPEG, PNG, WebP or GIF that do not affect how it looks. Call trim() first."""
    if kind in SEEN:
        drop(file, kind, parts_beside(file, kind, SEEN[kind]))
    elif kind == "gif":
        seen = seen_of_gif(file)
        file.seek(0)
        file.write(seen)
        file.truncate()


def seen_of_gif(file):
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return gif.cleaned(data)


def drop(file, kind, dropped):
    """Removes parts from a JPEG, PNG or WebP."""
    if not dropped:
        return
    dropped = sorted(set(dropped))
    place, form = (2, ">H") if kind == "jpg" else (4, "<I")
    for start, end, around in dropped:
        if around:
            file.seek(around + place)
            length, = struct.unpack(form, file.read(struct.calcsize(form)))
            file.seek(around + place)
            file.write(struct.pack(form, length + (length & 1 if kind == "webp" else 0) - (end - start)))
    target, size = dropped[0].start, os.fstat(file.fileno()).st_size
    for (_, end, _), following in zip(dropped, [part.start for part in dropped[1:]] + [size]):
        move(file, end, target, following - end)
        target += following - end
    file.truncate(target)
    if kind == "webp":
        file.seek(4)
        file.write(struct.pack("<I", target - 8))


def plain_exif(file):
    """Removes JPEG's prefix from a WebP's EXIF chunk: some programs write it, and ExifTool does not change such a chunk."""
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
    """Moves bytes to an earlier offset."""
    while length:
        file.seek(start)
        portion = file.read(min(length, 1 << 20))
        file.seek(target)
        file.write(portion)
        start, target, length = start + len(portion), target + len(portion), length - len(portion)
