# SPDX-License-Identifier: Apache-2.0
"""Removes locations from photos and films: coordinates, names of places, data behind a picture's end, and sensor tracks.

No picture is decoded. A file stays unchanged if it has no location, nothing behind its end, and only parts that belong to a
picture or that ExifTool can change.
"""
import os

from . import cleaning, exif_tool, films, heif, isobmff, places
from .copies import copies

# Removes the tags that announce a film behind the photo's end, once that film is cut off.
BEHIND = ["-XMP-GCamera:all=", "-XMP-Container:all=", "-XMP-GContainer:all="]


def without_location(items, folder, progress):
    with cleaning.Tools(len(items)) as tools:
        files = copies(items, folder, cleaning.PICTURES | cleaning.FILMS, progress)
        cut = [copy for copy in files if cut_off(copy) and copy.kind == "jpg"]
        # Most photos have their location in EXIF only. Removing that first usually leaves nothing, so that one read suffices.
        exif_tool.write(tools, [os.fsdecode(copy.path) for copy in files if copy.kind in cleaning.PICTURES], ["-gps:all="])
        told = lambda count: progress.add(count, files[-1].item.file_name)
        named = cleaning.remaining(tools, files, places.READ, places.said_in, told)
        if cut:
            cleaning.remove(tools, cut, places.READ, places.removals(cut, BEHIND), places.said_in, told)
        others = [copy for copy in named if copy not in cut]
        if others:
            cleaning.remove(tools, others, places.READ, places.removals(others, []), places.said_in, told)
    return [(copy.path, copy.item.file_name) for copy in files]


def cut_off(copy):
    """Removes location data that is not metadata to the format; returns whether anything was behind the end."""
    if copy.kind in isobmff.KINDS:
        cleaning.whole(copy, lambda file: films.clean(file, everything=False))
        cleaning.whole(copy, lambda file: heif.forget(file, everything=False))
    return cleaning.trim(copy)
