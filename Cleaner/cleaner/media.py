# SPDX-License-Identifier: Apache-2.0
"""Inspects parts of pictures, films and sound that ExifTool does not read, or not by default."""
import mmap, struct, tempfile

from . import films, frames, heif, isobmff, picture_parts, places
from .finding import Unread

# Maximum bytes of captions and sensor samples that are searched for positions.
MOST_SAMPLES = 4 << 20
# The longest side, in pixels, of the smallest size that Smaller offers.
SMALLEST = 640
# Maximum bytes read of data beside a picture, such as the film of a motion photo.
MOST_BESIDE = 256 << 20
# Maximum distance of a film behind a picture's end, in bytes.
NEAR = 1 << 16


def look(file, kind, finding, look_into):
    """Reports data beside a picture or film. Returns whether there are sensor tracks, in which ExifTool can find positions on
    request."""
    if kind in picture_parts.ENDS:
        if picture_parts.has_tail(file, kind):
            file.seek(0)
            data, end = file.read(), picture_parts.ENDS[kind](file)
            look_behind(data[end:], finding, look_into)
            # Only data before the end is part of the picture.
            file = spooled(data[:end])
        finding.has_more |= picture_parts.has_unseen(file, kind)
        return False
    for data in beside(file):
        look_behind(data, finding, look_into)
    if heif.has_strange(file):
        finding.add("other")
    finding.has_more |= heif.has_strange(file, everything=True)
    return kind in ("mp4", "mov") and look_at_film(file, finding)


def beside(file):
    """The data behind a HEIF picture or a film, and in unknown top-level boxes, as in a motion photo."""
    found, end = isobmff.top(file)
    for box in found:
        if box.kind not in isobmff.TOP:
            yield isobmff.content(file, box, MOST_BESIDE)
    file.seek(end)
    yield file.read(MOST_BESIDE)


def spooled(data):
    file = tempfile.TemporaryFile(buffering=0)
    file.write(data)
    file.seek(0)
    return file


def look_behind(tail, finding, look_into):
    """Reports data appended to a picture: another picture or a film, which may have its own location."""
    film = tail.find(b"ftyp", 0, NEAR) - 4
    if tail.startswith((b"\xff\xd8\xff", b"\x89PNG")):
        finding.name("preview", "picture")
        look_into(tail)
    elif film >= 0:
        finding.name("preview", "film")
        look_into(tail[film:])
    elif any(tail):
        finding.add("other")


def look_at_film(file, finding):
    found, end = isobmff.top(file)
    has_sensors = False
    for box, ranges in films.placed(file, found, end):
        if box.kind == b"trak" or box.kind in films.CAPTIONS:
            is_captions = box.kind in films.CAPTIONS
            finding.name(*(("text", "captions") if is_captions else ("other", "sensors")))
            if any(box.kind == b"moof" for box in found):
                raise Unread("fragments")
            has_sensors |= not is_captions
            text = b"".join(samples(file, [*ranges, (box.body, box.end - box.body)]))
        else:
            finding.add("location")
            text = isobmff.content(file, box)
        if position := next(places.positions(text.decode("latin-1")), None):
            finding.place(*position)
    if has_boxes(films.beside(file, found)):
        finding.add("other")
    finding.has_more |= has_boxes(films.beside(file, found, everything=True))
    return has_sensors


def has_boxes(found):
    return any(box.kind not in isobmff.EMPTY for box in found)


def samples(file, ranges):
    """The data of the ranges, up to MOST_SAMPLES bytes."""
    left = MOST_SAMPLES
    for start, length in ranges:
        if left <= 0:
            return
        file.seek(start)
        yield file.read(min(length, left))
        left -= length


def look_at_end(file, kind, finding):
    """Reports data behind the sound that is not a tag."""
    has_more = {
        "mp3": lambda: not frames.of_mp3(file)[2], "flac": lambda: not frames.ends_flac(file),
        "ogg": lambda: None in frames.streams(file)}
    if kind in has_more and has_more[kind]():
        finding.add("other")


def makes_jpeg(file, kind, tags, shows_behind):
    """Whether As JPEG converts a picture: it must be a single picture without transparency. shows_behind()
    decodes a PNG that may have transparent pixels."""
    if kind not in ("png", "webp", "tif", "heic", "avif") or not picture_parts.is_one(file):
        return False
    file.seek(0)
    head = file.read(64)
    if kind == "png":
        has_band = tags.get("PNG:ColorType", 0) & 4 or b"tRNS" in head or "PNG:Transparency" in tags
        return not has_band or not shows_behind()
    if kind == "webp":
        is_moving_or_clear = head[12:16] == b"VP8X" and head[20] & 0x12 or head[12:16] == b"VP8L" and head[24] & 0x10
        return not is_moving_or_clear
    if kind == "tif":
        return not any(name.endswith(":ExtraSamples") for name in tags) and not has_pages(file)
    return head[8:12] not in (b"avis", b"hevc", b"hevx", b"msf1")


def has_pages(file):
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        first, = struct.unpack_from("<I" if data[:2] == b"II" else ">I", data, 4)
        return picture_parts.tiff_directory(data, first).next != 0
