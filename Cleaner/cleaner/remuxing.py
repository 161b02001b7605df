# SPDX-License-Identifier: Apache-2.0
"""Matroska, WebM and AVI in a container that ffmpeg writes anew: pictures, sound and captions as they are, without attachments,
chapters and what is said of them."""
import os, re, subprocess

from .copies import check_room
from .refusing import Refused

# Seconds that a film may take, and further ones for each ten megabytes.
PATIENCE = 60
# The formats by our names of them, as ffmpeg calls them: what reads a list of other files is among none.
FORMATS = {"mkv": "matroska", "webm": "webm", "avi": "avi"}
LESS = ["-map", "0", "-map", "-0:t", "-dn", "-c", "copy", "-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"]
# Where Matroska names the program, which it has to.
PROGRAM, HEAD = re.compile(rb"(?<=\x4d\x80\x84|\x57\x41\x84)Lavf"), 4096


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
        head = file.read(HEAD)
        file.seek(0)
        file.write(PROGRAM.sub(bytes(4), head))
    os.rename(new, copy.path)
