# SPDX-License-Identifier: Apache-2.0
"""Copies of temporary files, for uses that outlast the activity: an opened file, a wallpaper, the
clipboard."""
import contextlib, errno, os, time

from .new_files import NewFiles

# Bytes per sendfile(2).
PORTION = 8 << 20
# Maximum size of a file on FAT. Setting a larger size fails there at once, and costs nothing elsewhere.
LARGE = (4 << 30) - 1


def copy(source, target, told=lambda amount: None):
    """Copies an open file to another, with its holes and date. Calls told(amount) after each portion."""
    size = os.fstat(source.fileno()).st_size
    if size > LARGE:
        os.ftruncate(target.fileno(), size)
    portion = to_data(source, target, told)
    while amount := os.sendfile(target.fileno(), source.fileno(), None, portion):
        told(amount)
        portion = to_data(source, target, told)
    os.ftruncate(target.fileno(), os.lseek(target.fileno(), 0, os.SEEK_CUR))
    # The content is complete even if the file system cannot set dates, or only their owner may.
    with contextlib.suppress(OSError):
        os.utime(target.fileno(), ns=(time.time_ns(), os.fstat(source.fileno()).st_mtime_ns))


def to_data(source, target, told):
    """Moves both files past a hole; returns the number of bytes before the next one."""
    place = os.lseek(source.fileno(), 0, os.SEEK_CUR)
    try:
        start = os.lseek(source.fileno(), place, os.SEEK_DATA)
        end = os.lseek(source.fileno(), start, os.SEEK_HOLE)
    except OSError as error:
        # Only a hole is left, or the file system does not report holes.
        start = max(place, os.fstat(source.fileno()).st_size) if error.errno == errno.ENXIO else place
        end = start + PORTION
    os.lseek(source.fileno(), start, os.SEEK_SET)
    if start > place:
        os.lseek(target.fileno(), start, os.SEEK_SET)
        told(start - place)
    return min(end - start, PORTION)


def lasting(item, folder):
    """Copies the item's file into the folder under the item's name; returns the copy's path."""
    with item.open() as source:
        return NewFiles(folder).add(item.file_name, lambda file: copy(source, file), mode=0o600)
