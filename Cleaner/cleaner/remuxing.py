# SPDX-License-Identifier: Apache-2.0
"""Matroska, WebM and AVI in a container that ffmpeg writes anew: pictures, sound and captions as they are, without attachments,
chapters and what is said of them."""
import os, re, struct, subprocess

from .copies import check_room
from .isobmff import Damaged
from .refusing import Refused

# Seconds that a film may take, and further ones for each ten megabytes.
PATIENCE = 60
# The formats by our names of them, as ffmpeg calls them: what reads a list of other files is among none.
FORMATS = {"mkv": "matroska", "webm": "webm", "avi": "avi"}
# A cover is a video stream to ffmpeg, but for "V".
LESS = ["-map", "0:V?", "-map", "0:a?", "-map", "0:s?", "-c", "copy", "-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"]
# Where Matroska names the program, which it has to, and the comments that Vorbis has in its set-up; both within the first bytes.
PROGRAM, VORBIS, HEAD = re.compile(rb"(?<=\x4d\x80\x84|\x57\x41\x84)Lavf"), b"\3vorbis", 1 << 20


def clean(copy):
    new, format = copy.path + b".new", FORMATS[copy.kind]
    command = ["ffmpeg", "-v", "error", "-nostdin", "-protocol_whitelist", "file", "-f", "avi" if format == "avi" else "matroska"]
    command += ["-i", copy.path, *LESS, "-f", format, new]
    limit = PATIENCE + os.path.getsize(copy.path) / 1e7
    try:
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit)
    except FileNotFoundError:
        raise Refused("no_program", "ffmpeg") from None
    except subprocess.TimeoutExpired:
        raise Refused("program", "ffmpeg", f"It takes more than {limit:.0f} s.") from None
    if ended.returncode != 0:
        check_room(copy.path)
        raise Refused("damaged", copy.item.file_name, ended.stderr[-4000:].decode(errors="replace").rstrip())
    with open(new, "r+b") as file:
        if format != "avi":
            forget_programs(file, copy.item.file_name)
    os.rename(new, copy.path)


def forget_programs(file, name):
    head = bytearray(PROGRAM.sub(bytes(4), file.read(HEAD)))
    try:
        if (place := head.find(VORBIS)) >= 0:
            blank_comments(head, place + len(VORBIS))
    except (Damaged, struct.error) as error:
        raise Refused("damaged", name, str(error)) from None
    file.seek(0)
    file.write(head)


def blank_comments(data, place):
    """Empties the program's name and each comment, which stay as long as they are."""
    place = blank_text(data, place)
    count, = struct.unpack_from("<I", data, place)
    place += 4
    for _ in range(min(count, len(data))):
        place = blank_text(data, place)


def blank_text(data, place):
    length, = struct.unpack_from("<I", data, place)
    start, end = place + 4, place + 4 + length
    if end > len(data):
        raise Damaged("A comment is longer than its film.")
    data[start:end] = bytes(length)
    return end
