# SPDX-License-Identifier: Apache-2.0
"""What the transforms share: private copies to change, and results in $ACTIVITY_OUTPUT.

An original is opened for reading, once, and copied; all work is on the copy, in a folder of its own whose files have names
of ours: tools get no name that another chose. What is done then moves to its name in $ACTIVITY_OUTPUT. If anything fails the
program fails, and nothing is shared.
"""
import errno, fcntl, os, re, shutil, sys, tempfile, time
from contextlib import ExitStack, contextmanager
from unicodedata import category

from activity import Progress, fail, perform, request
from activity.new_files import numbered, plain
from activity.words import said

# A describeExec has two seconds, of which a little is gone before it starts.
END = time.monotonic() + 1.8
# linux/fs.h
FICLONE = 0x40049409
# What the daemon shows of no name: control characters, ends of lines, and what turns text round.
UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
# Bytes that are copied at a time.
PORTION = 8 << 20
# Files that a describeExec looks at between two looks at the clock.
BATCH = 32

# How files of each kind begin, as (suffix, place, bytes).
BEGINNINGS = [
    ("jpg", 0, b"\xff\xd8\xff"), ("png", 0, b"\x89PNG\r\n\x1a\n"), ("webp", 8, b"WEBP"), ("tif", 0, b"II*\0"),
    ("tif", 0, b"MM\0*"), ("pdf", 0, b"%PDF-"), ("zip", 0, b"PK\x03\x04"),
    ("mov", 4, b"moov"), ("mov", 4, b"mdat"), ("mov", 4, b"wide"), ("mov", 4, b"free"), ("mov", 4, b"skip"),
]
HEIF_BRANDS = {
    b"mif1": "heic", b"msf1": "heic", b"heic": "heic", b"heix": "heic", b"heim": "heic", b"heis": "heic", b"hevc": "heic",
    b"hevx": "heic", b"avif": "avif", b"avis": "avif",
}


def kind_of(head):
    """The kind of a file that begins so, as the suffix that such files have; empty of any other."""
    if head[4:8] == b"ftyp":
        brand = HEIF_BRANDS.get(head[8:12], "mov" if head[8:12] == b"qt  " else "mp4")
        # A brand for all HEIF; those that follow say which.
        return "avif" if brand == "heic" and head[8:12] in (b"mif1", b"msf1") and b"avif" in head[16:64] else brand
    for kind, place, begins in BEGINNINGS:
        if head[place:].startswith(begins):
            return kind
    return "svg" if looks_like_svg(head) else ""


def looks_like_svg(head):
    text = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return text.startswith(b"<") and b"<svg" in text or text.startswith((b"<?xml", b"<!--", b"<!DOCTYPE svg"))


class Copy:
    """A private copy of an item, to be changed."""

    def __init__(self, item, path, kind):
        self.item, self.path, self.kind = item, path, kind
        self.name = output_name(item.file_name)

    @property
    def size(self):
        return os.path.getsize(self.path)

    def holds(self, check):
        """What check(file) gives for it."""
        with open(self.path, "rb") as file:
            return check(file)


def output_name(name):
    """The name as one that may lie in $ACTIVITY_OUTPUT: UTF-8, without characters that turn or end a line."""
    text = UNSEEN.sub("_", os.fsencode(name).decode(errors="replace"))
    return numbered(plain(text.encode()), 0)


def transform(change, parts=1):
    """Performs: change(items, folder, progress) gives results as (path, name), in the order of the items; the folder is for
    its work, and the progress counts each item in so many parts."""
    def work():
        items = request().items
        output = os.fsencode(os.environ.get("ACTIVITY_OUTPUT") or fail("ACTIVITY_OUTPUT is not set."))
        folder = tempfile.mkdtemp(dir=output)
        try:
            results = list(change(items, os.fsencode(folder), Progress(parts * len(items))))
            taken = set()
            for path, name in results:
                os.rename(path, os.path.join(output, free_name(name, taken)))
        except OSError as error:
            # The folder's name says nothing to a person.
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                error.filename = None
            raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    perform(work)


def free_name(name, taken):
    """The name, or the first numbered one that no other result has; also where case does not count."""
    number = 0
    while (free := numbered(name, number)).lower() in taken:
        number += 1
    taken.add(free.lower())
    return free


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
        kind = kind_of(source.read(64))
        if kind not in kinds:
            fail(said("damaged", item.file_name))
        path = os.path.join(folder, b"%d.%s" % (number, kind.encode()))
        with steady(source, item.file_name) as size, open(path, "xb", buffering=0) as target:
            copy_data(source, target, size)
    return Copy(item, path, kind)


@contextmanager
def steady(source, name):
    """Fails if a file changes while it is read, as its size and time say; gives its size. A write through mmap to a page that was
    written before, and is not yet on the disk, changes neither: it is not seen."""
    before = os.fstat(source.fileno())
    yield before.st_size
    after = os.fstat(source.fileno())
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        fail(said("changes", name))


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


def in_time():
    """Whether a describeExec may look at more."""
    return time.monotonic() < END - 0.4


def opened(items):
    """The items in batches, as long as there is time, as (file, path): open for reading, under a path of ours."""
    for first in range(0, len(items), BATCH):
        with ExitStack() as stack:
            files = [stack.enter_context(item.open()) for item in items[first : first + BATCH]]
            yield [(file, f"/proc/{os.getpid()}/fd/{file.fileno()}") for file in files]
        if not in_time():
            return


def describe(detail_of):
    """Has a describeExec print its line. Where anything fails there is nothing to offer; the journal has the reason."""
    try:
        sys.stdout.reconfigure(encoding="utf-8")
        detail = detail_of(request().items)
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")
    if detail:
        print("".join(letter if category(letter) != "Cc" else " " for letter in detail))
