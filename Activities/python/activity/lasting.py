# SPDX-License-Identifier: Apache-2.0
"""Copies of what is temporary, for what outlasts the activity: an opened file, a wallpaper, the clipboard."""
import contextlib, os, time

from .new_files import NewFiles

# As much as is copied at a time.
PORTION = 8 << 20


def copy(source, target, told=lambda amount: None):
    """Copies an open file to another, with its date, and tells after each portion how much it was."""
    while amount := os.sendfile(target.fileno(), source.fileno(), None, PORTION):
        told(amount)
    # A file system without dates, or of dates that are another user's, has the content all the same.
    with contextlib.suppress(OSError):
        os.utime(target.fileno(), ns=(time.time_ns(), os.fstat(source.fileno()).st_mtime_ns))


def lasting(item, folder):
    """The path of a copy of the item's file, in the folder and by the item's name."""
    with item.open() as source:
        return NewFiles(folder).add(item.file_name, lambda file: copy(source, file), mode=0o600)
