# SPDX-License-Identifier: Apache-2.0
"""Copies from which something is taken away: first what stands outside of metadata, then metadata by ExifTool.

What ExifTool was to remove is read again, and if it is still there the file is refused: nothing leaves that holds what the
person was told has gone.
"""
import os, struct

from . import exif_tool, films, heif, isobmff, picture_parts
from .copies import check_room
from .isobmff import Unclean
from .refusing import Refused

PICTURES = {"jpg", "png", "webp", "gif", "tif", "heic", "avif"}
FILMS = {"mp4", "mov"}
# A process more is worth its start for as many files.
MANY = 16


class Tools(list):
    """ExifTool's processes, as many as are worth it; a file that it does not survive is refused."""

    def __init__(self, count):
        super().__init__(exif_tool.ExifTool() for _ in range(min(os.cpu_count() or 1, 4) if count >= MANY else 1))

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        for tool in self:
            tool.__exit__()
        if kind is exif_tool.Stopped:
            raise Refused("program", exif_tool.PROGRAM, str(error))


def whole(copy, act):
    """What act(file) gives for the copy, open to be changed; refuses it where that is not possible."""
    with open(copy.path, "r+b", buffering=0) as file:
        try:
            return act(file)
        except (isobmff.Damaged, struct.error, IndexError) as error:
            raise refusal(error, copy.item.file_name) from None


def refusal(error, name):
    """Why a file is refused that cannot be read, or not be cleaned."""
    return Refused("remains" if isinstance(error, Unclean) else "damaged", name, str(error))


def trim(copy):
    """Takes away what is behind the picture's end; returns whether there was anything."""
    if copy.kind in ("heic", "avif"):
        return whole(copy, isobmff.trim)
    if copy.kind not in picture_parts.ENDS:
        return False
    changed = whole(copy, lambda file: picture_parts.trim(file, copy.kind))
    if copy.kind == "webp":
        whole(copy, picture_parts.plain_exif)
    return changed


def clean(copy):
    """Takes out of a picture or film what is no metadata by its format, and needless all the same."""
    trim(copy)
    if copy.kind in isobmff.KINDS:
        whole(copy, lambda file: films.clean(file, everything=True))
        whole(copy, lambda file: heif.forget(file, everything=True))
    elif copy.kind in picture_parts.ENDS:
        whole(copy, lambda file: picture_parts.keep_seen(file, copy.kind))


def remove(tools, copies, tags, changes, left, told):
    """Has ExifTool make the changes one after the other, as long as something is left of what left(tags) names."""
    for change in changes:
        files = [os.fsdecode(copy.path) for copy in copies]
        exif_tool.write(tools, files, change)
        copies = remaining(tools, copies, tags, left, told)
        if not copies:
            return
        told = lambda count: None
    check_room(copies[0].path)
    raise Refused("remains", copies[0].item.file_name, ", ".join(sorted(copies[0].left)))


def remaining(tools, copies, tags, left, told=lambda count: None):
    """The copies of which something is left; refuses one that cannot be read."""
    answers = exif_tool.read(tools, [os.fsdecode(copy.path) for copy in copies], ["-Error", *tags], told)
    for copy in copies:
        found = answers.get(os.fsdecode(copy.path))
        if found is None or "ExifTool:ExifTool:Error" in found or "ExifTool:Error" in found:
            raise Refused("damaged", copy.item.file_name, str(found and (found.get("ExifTool:Error") or found)))
        copy.left = left(found)
    return [copy for copy in copies if copy.left]
