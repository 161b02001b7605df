# SPDX-License-Identifier: Apache-2.0
"""Takes places out of photos and films: coordinates, names of places, what is behind a picture's end, tracks of sensors.

No picture is decoded. A file is copied as it is if it says nothing of a place, has nothing behind its end, and has only parts
that are a picture's or that ExifTool can change.
"""
import os

from . import cleaning, exif_tool, films, heif, isobmff, places
from .copies import copies

# What goes with the film behind a photo's end: what says that it is there.
BEHIND = ["-XMP-GCamera:all=", "-XMP-Container:all=", "-XMP-GContainer:all="]


def without_location(items, folder, progress):
    with cleaning.Tools(len(items)) as tools:
        files = copies(items, folder, cleaning.PICTURES | cleaning.FILMS, progress)
        cut = [copy for copy in files if cut_off(copy) and copy.kind == "jpg"]
        # A photo says its place in EXIF, as a rule, and then it is read once.
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
    """Takes out what is no metadata; returns whether a picture's end was not the file's."""
    if copy.kind in isobmff.KINDS:
        cleaning.whole(copy, lambda file: films.clean(file, everything=False))
        cleaning.whole(copy, lambda file: heif.forget(file, everything=False))
    return cleaning.trim(copy)
