# SPDX-License-Identifier: Apache-2.0
"""Private copies for cleaning.

An original is opened once, for reading, and copied; all work is done on the copy. The copies have names of our own, so that tools
never receive a name that someone else chose. An item has a file_name and open().
"""
import errno, fcntl, os
from contextlib import contextmanager

from .kinds import kind_to_clean
from .refusing import Refused

# linux/fs.h
FICLONE = 0x40049409
# Maximum bytes per sendfile(2).
PORTION = 8 << 20


class Copy:
    """A private copy of an item, which is changed in place."""

    def __init__(self, item, path, kind):
        self.item, self.path, self.kind = item, path, kind

    @property
    def size(self):
        return os.path.getsize(self.path)

    def holds(self, check):
        """Returns check(file) for the copy, opened for reading."""
        with open(self.path, "rb") as file:
            return check(file)


def copies(items, folder, kinds, progress):
    """Makes a private copy of each item. Raises Refused for content of any other kind."""
    copied = []
    for number, item in enumerate(items):
        progress.add(0 if number == 0 else 1, item.file_name)
        copied.append(copy_of(item, folder, number, kinds))
    return copied


def copy_of(item, folder, number, kinds):
    """Makes a private copy of an item, named by its number and kind."""
    with item.open() as source:
        kind = kind_to_clean(source.read(64))
        if kind not in kinds:
            raise Refused("damaged", item.file_name)
        path = os.path.join(folder, b"%d.%s" % (number, kind.encode()))
        with steady(source, item.file_name) as size, open(path, "xb", buffering=0) as target:
            copy_data(source, target, size)
    return Copy(item, path, kind)


@contextmanager
def steady(source, name):
    """Yields the file's size, and raises Refused afterwards if its size or modification time has changed. A write through mmap to
    a page that is already dirty changes neither and goes unnoticed."""
    before = os.fstat(source.fileno())
    yield before.st_size
    after = os.fstat(source.fileno())
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise Refused("changes", name)


def check_room(path):
    """Raises ENOSPC if the disk is nearly full; called after a tool failed, whose own message would be unclear."""
    disk = os.statvfs(path)
    if disk.f_bavail * disk.f_frsize < 1 << 20:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def copy_data(source, target, size):
    """Copies a file's data: by sharing it (reflink) if the file system can, else without its holes."""
    try:
        fcntl.ioctl(target.fileno(), FICLONE, source.fileno())
        return
    except OSError:
        pass
    place = 0
    while place < size:
        try:
            place = os.lseek(source.fileno(), place, os.SEEK_DATA)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            break
        hole = min(os.lseek(source.fileno(), place, os.SEEK_HOLE), size)
        os.lseek(target.fileno(), place, os.SEEK_SET)
        while place < hole and (amount := os.sendfile(target.fileno(), source.fileno(), place, min(PORTION, hole - place))):
            place += amount
        if place < hole:
            break
    os.ftruncate(target.fileno(), size)
