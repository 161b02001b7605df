# SPDX-License-Identifier: Apache-2.0
"""Rewrites the container of Matroska, WebM and AVI with ffmpeg: pictures, sound and captions are copied with their languages and
fonts; other attachments, chapters and tags are dropped."""
import json, os, re, struct, subprocess

from .copies import check_room
from .embedded import FONTS
from .isobmff import Damaged
from .refusing import Refused

# Seconds that a film may take, plus one for each ten megabytes.
PATIENCE = 60
# ffmpeg's names of the formats. None of them can refer to other files, as playlists do.
FORMATS = {"mkv": "matroska", "webm": "webm", "avi": "avi"}
LESS = ["-c", "copy", "-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"]
# ffmpeg's names of stream tags that affect playback, with the allowed values.
PLAYED = {name: re.compile(form) for name, form in {
    "language": r"[A-Za-z]{2,8}(-[A-Za-z\d]{1,8})*\Z", "alpha_mode": r"\d\Z", "stereo_mode": r"[a-z_]{1,30}\Z"}.items()}
FONT = re.compile(
    r"(application/(x-truetype-font|x-font-[ot]tf|vnd\.ms-opentype|font-sfnt)|font/(ttf|otf|sfnt|collection))\Z")
# Matroska's mandatory names of the muxing and writing programs, and Vorbis's comments in its setup; both are within the first
# HEAD bytes.
PROGRAM, VORBIS, HEAD = re.compile(rb"(?<=\x4d\x80\x84|\x57\x41\x84)Lavf"), b"\3vorbis", 1 << 20


def clean(copy):
    new, format = copy.path + b".new", FORMATS[copy.kind]
    source = ["-v", "error", "-protocol_whitelist", "file", "-f", "avi" if format == "avi" else "matroska"]
    asked = ["-show_entries", "stream=index,codec_type:stream_tags:stream_disposition", "-of", "json"]
    streams = json.loads(run(copy, ["ffprobe", *source, *asked, copy.path])).get("streams", [])
    kept, options = [], []
    for stream in streams:
        kind, told = stream.get("codec_type"), stream.get("tags", {})
        # ffmpeg treats a cover as a video stream.
        if kind in ("video", "audio", "subtitle") and not stream["disposition"]["attached_pic"]:
            for name, form in PLAYED.items():
                if form.match(told.get(name, "")):
                    options += [f"-metadata:s:{len(kept)}", f"{name}={told[name]}"]
            # Without this option, ffmpeg makes the first stream of a kind the default.
            flags = "+".join(flag for flag, is_set in stream["disposition"].items() if is_set)
            options += [f"-disposition:{len(kept)}", flags or "0"]
            kept.append(f"0:{stream['index']}")
    options += fonts(copy, source, streams) if format == "matroska" else []
    if format != "avi":
        options += ["-default_mode", "passthrough"]
    command = ["ffmpeg", "-nostdin", *source, "-i", copy.path, *(word for place in kept for word in ("-map", place)), *LESS]
    run(copy, [*command, *options, "-f", format, new])
    with open(new, "r+b") as file:
        if format != "avi":
            forget_programs(file, copy.item.file_name)
    os.rename(new, copy.path)


def run(copy, command):
    """Returns the output of ffmpeg or ffprobe. Raises Refused if it fails or takes too long."""
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
    return ended.stdout


def fonts(copy, source, streams):
    """Options that attach the captions' fonts. Attachments without a font's signature are dropped."""
    found, options = [], []
    for stream in streams:
        kind = stream.get("tags", {}).get("mimetype", "")
        if stream.get("codec_type") == "attachment" and FONT.match(kind):
            found.append((stream["index"], kind, os.path.join(os.path.dirname(copy.path), b"font%d" % len(found))))
    if found:
        dumped = [word for index, _, path in found for word in (f"-dump_attachment:{index}", path)]
        run(copy, ["ffmpeg", "-nostdin", *dumped, *source, "-i", copy.path, "-t", "0", "-c", "copy", "-f", "null", "-"])
    for _, kind, path in found:
        with open(path, "rb") as file:
            if file.read(8).startswith(FONTS):
                options += ["-attach", path, f"-metadata:s:t:{len(options) // 4}", "mimetype=" + kind]
    return options


def forget_programs(file, name):
    head = bytearray(PROGRAM.sub(bytes(4), file.read(HEAD)))
    try:
        for found in re.finditer(VORBIS, bytes(head)):
            blank_comments(head, found.end())
    except (Damaged, struct.error) as error:
        raise Refused("damaged", name, str(error)) from None
    file.seek(0)
    file.write(head)


def blank_comments(data, place):
    """Overwrites the program's name and each comment with zeros, keeping their lengths."""
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
