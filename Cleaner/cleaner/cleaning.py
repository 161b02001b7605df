# SPDX-License-Identifier: Apache-2.0
"""Cleans copies: first the data outside of metadata, then the metadata, with ExifTool.

ExifTool reads each file again after its changes. If anything is left, the file is refused, so that no copy has metadata that the
person believes removed.
"""
import os, struct

from . import exif_tool, films, heif, isobmff, picture_parts
from .copies import check_room
from .isobmff import Unclean
from .refusing import Refused

PICTURES = {"jpg", "png", "webp", "gif", "tif", "heic", "avif"}
FILMS = {"mp4", "mov"}
# Number of files from which further processes are worth their start.
MANY = 16


class Tools(list):
    """ExifTool processes, one or up to four by the number of files. If a file ends one, it is refused."""

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
    """Returns act(file) for the copy, opened for reading and writing. Raises Refused if the file is damaged or cannot be
    cleaned."""
    with open(copy.path, "r+b", buffering=0) as file:
        try:
            return act(file)
        except (isobmff.Damaged, struct.error, IndexError) as error:
            raise refusal(error, copy.item.file_name) from None


def refusal(error, name):
    """The Refused for a file that cannot be read (Damaged) or cleaned (Unclean)."""
    return Refused("remains" if isinstance(error, Unclean) else "damaged", name, str(error))


def trim(copy):
    """Truncates the file at the end of the picture or film; returns whether there was anything behind it."""
    if copy.kind in ("heic", "avif"):
        return whole(copy, isobmff.trim)
    if copy.kind not in picture_parts.ENDS:
        return False
    changed = whole(copy, lambda file: picture_parts.trim(file, copy.kind))
    if copy.kind == "webp":
        whole(copy, picture_parts.plain_exif)
    return changed


def clean(copy):
    """Removes data that is not metadata to the format and not needed to show the picture or film either."""
    trim(copy)
    if copy.kind in isobmff.KINDS:
        whole(copy, lambda file: films.clean(file, everything=True))
        whole(copy, lambda file: heif.forget(file, everything=True))
    elif copy.kind in picture_parts.ENDS:
        whole(copy, lambda file: picture_parts.keep_seen(file, copy.kind))


def remove(tools, copies, tags, changes, left, told):
    """Makes ExifTool's changes one after another until left(tags) is empty. Raises Refused if tags are left
    at the end."""
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
    """The copies that still have tags named by left(tags), which become copy.left. Raises Refused for one that cannot be read."""
    answers = exif_tool.read(tools, [os.fsdecode(copy.path) for copy in copies], ["-Error", *tags], told)
    for copy in copies:
        found = answers.get(os.fsdecode(copy.path))
        if found is None or "ExifTool:ExifTool:Error" in found or "ExifTool:Error" in found:
            raise Refused("damaged", copy.item.file_name, str(found and (found.get("ExifTool:Error") or found)))
        copy.left = left(found)
    return [copy for copy in copies if copy.left]
