# SPDX-License-Identifier: Apache-2.0
"""ZIP archives of shared items.

Another program may change a folder while it is packed, and replace a folder with a link. So each entry is opened relative to its
folder's descriptor, no link is followed, and an entry whose type has changed is an error.
"""
import collections, os, resource, stat, zipfile

from activity import fail, name_of, open_file
from activity.local_files import folder_of_copy
from activity.file_names import numbered, plain
from activity.words import said
from cleaner.copies import steady
from refusals import in_words

# Bytes packed between progress reports.
PORTION = 1 << 20


def sources_of(items):
    """The items with their names in the archive. The program fails if the root folder is among them."""
    # Each level of a tree needs a descriptor, and a tree may be deeper than the default limit.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if any(item.path is not None and name_of(item.path) == "" for item in items):
        fail(said("machine"))
    return list(zip(items, top_names(os.fsencode(item.file_name) for item in items)))


def top_names(names):
    """Each item's name in the archive; a name that is already taken gets a number."""
    taken, used = set(), collections.Counter()
    for name in map(plain, names):
        while (free := numbered(name, used[name])) in taken:
            used[name] += 1
        taken.add(free)
        yield free


def sizes(sources):
    """The size of each entry, in bytes, for the progress."""
    for item, name in sources:
        if item.path is None:
            yield len(item.text or "")
        else:
            yield from (status.st_size for *_, status in tree(item, name))


def tree(item, name):
    """Yields the item and everything below it, each as (its folder's descriptor, its path from there, its
    name in the archive, its status). The path begins with "./", because `failing.sentence` considers a name
    without a slash a program's."""
    path = os.fsencode(item.path).rstrip(b"/")
    # A path that ends in dots ends at a folder, not at a link, so resolving it is safe.
    path = os.path.realpath(path) if os.path.basename(path) in (b".", b"..") else path
    folder = folder_of_copy(path) if item.temporary else os.open(os.path.dirname(path), os.O_PATH | os.O_DIRECTORY)
    levels = [(folder, iter([(os.path.join(b".", os.path.basename(path)), name)]))]
    try:
        while levels:
            folder, entries = levels[-1]
            for entry, name in entries:
                status = os.stat(entry, dir_fd=folder, follow_symlinks=False)
                if len(levels) == 1:
                    check(item, status.st_mode)
                yield folder, entry, name, status
                if stat.S_ISDIR(status.st_mode):
                    below = opened(entry, folder)
                    levels.append((below, entries_in(below, name)))
                    break
            else:
                levels.pop()
                os.close(folder)
    finally:
        for folder, _ in levels:
            os.close(folder)


def check(item, mode):
    """Fails if a shared item is neither a file nor a folder, and so would be missing from the archive or be a link there."""
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        fail(said("link" if stat.S_ISLNK(mode) else "no_file", item.file_name))


def opened(entry, folder):
    return os.open(entry, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)


def entries_in(folder, name):
    # os.listdir gives str for a descriptor.
    for below in map(os.fsencode, os.listdir(folder)):
        yield os.path.join(b".", below), os.path.join(name, below)


def pack(sources, file, progress, named=lambda name, is_folder: name):
    """Writes the archive to file. named(name, is_folder) gives each entry's final name."""
    with in_words(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for item, name in sources:
            if item.path is None:
                with item.open() as source:
                    archive.writestr(named(text(name), False), source.read())
                continue
            for folder, entry, below, status in tree(item, name):
                add(archive, folder, entry, named(text(below), stat.S_ISDIR(status.st_mode)), status.st_mode, progress)


def text(name):
    """The name as text, as ZIP requires; a byte that is not UTF-8 becomes an escape such as \\xff."""
    return name.decode(errors="backslashreplace")


def add(archive, folder, entry, name, mode, progress):
    if stat.S_ISLNK(mode):
        link = zipfile.ZipInfo(name)
        link.create_system, link.external_attr = 3, mode << 16
        archive.writestr(link, os.readlink(entry, dir_fd=folder))
    elif stat.S_ISDIR(mode):
        descriptor = opened(entry, folder)
        try:
            archive.writestr(zipfile.ZipInfo.from_file(descriptor, name, strict_timestamps=False), b"")
        finally:
            os.close(descriptor)
    elif stat.S_ISREG(mode):
        with open_file(entry, folder) as source, steady(source, os.fsdecode(entry)):
            info = zipfile.ZipInfo.from_file(source.fileno(), name, strict_timestamps=False)
            info.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(info, "w") as target:
                while portion := source.read(PORTION):
                    target.write(portion)
                    progress.add(len(portion), name)
    # Sockets, pipes and devices have no content to pack.
