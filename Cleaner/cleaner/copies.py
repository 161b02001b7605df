# SPDX-License-Identifier: Apache-2.0
"""Private copies to be changed.

An original is opened for reading, once, and copied; all work is on the copy, in a folder of its own whose files have names
of ours: tools get no name that another chose. An item has a file_name, and is opened by open().
"""
import errno, fcntl, os
from contextlib import contextmanager

from .kinds import kind_to_clean
from .refusing import Refused

# linux/fs.h
FICLONE = 0x40049409
# Bytes that are copied at a time.
PORTION = 8 << 20


class Copy:
    """A private copy of an item, to be changed."""

    def __init__(self, item, path, kind):
        self.item, self.path, self.kind = item, path, kind

    @property
    def size(self):
        return os.path.getsize(self.path)

    def holds(self, check):
        """What check(file) gives for it."""
        with open(self.path, "rb") as file:
            return check(file)


def copies(items, folder, kinds, progress):
    """A private copy of each item, whose content has to be of one of the kinds."""
    copied = []
    for number, item in enumerate(items):
        progress.add(0 if number == 0 else 1, item.file_name)
        copied.append(copy_of(item, folder, number, kinds))
    return copied


def copy_of(item, folder, number, kinds):
    """A private copy of an item, by a name that no other chose."""
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
    """Refuses a file that changes while it is read, as its size and time say; gives its size. A write through mmap to a page that was
    written before, and is not yet on the disk, changes neither: it is not seen."""
    before = os.fstat(source.fileno())
    yield before.st_size
    after = os.fstat(source.fileno())
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise Refused("changes", name)


def check_room(path):
    """A tool that fails says in its own words that the disk is full: fails with ours."""
    disk = os.statvfs(path)
    if disk.f_bavail * disk.f_frsize < 1 << 20:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def copy_data(source, target, size):
    """Copies a file: shared with the original where the file system can, else what is no hole in it."""
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
