# SPDX-License-Identifier: Apache-2.0
"""ZIP archives of what is shared.

Another program may write to a folder while it is packed, and put a link where a folder was. So each entry is opened beneath
the descriptor of its own folder, and no link is followed.
"""
import collections, os, resource, stat, zipfile

from activity import fail, name_of, open_file
from activity.local_files import folder_of_copy
from activity.new_files import numbered, plain
from activity.words import said
from transforms import steady

# As much as is packed between two looks at how far it is.
PORTION = 1 << 20


def sources_of(items):
    """The items with their names in the archive; the program fails where one cannot be packed."""
    # A descriptor for each level of a tree, of which there may be more than programs have by default.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if any(item.path is not None and name_of(item.path) == "" for item in items):
        fail(said("machine"))
    for item in items:
        if item.path is not None and os.path.islink(item.path.rstrip("/")):
            fail(said("link", item.file_name))
    return list(zip(items, top_names(os.fsencode(item.file_name) for item in items)))


def top_names(names):
    """Each item's name in the archive; of two with one name the second gets a number."""
    taken, used = set(), collections.Counter()
    for name in map(plain, names):
        while (free := numbered(name, used[name])) in taken:
            used[name] += 1
        taken.add(free)
        yield free


def size(source):
    item, name = source
    if item.path is None:
        return len(item.text or "")
    return sum(status(folder, entry).st_size for folder, entry, _ in tree(item, name))


def tree(item, name):
    """The item and all that lies below it, each as (its folder's descriptor, its path from there, its name in the archive). A
    path, since an error that names a file by nothing but its name is taken for one of a program."""
    path = os.fsencode(item.path).rstrip(b"/")
    # Where it ends in dots there is no link at its end.
    path = os.path.realpath(path) if os.path.basename(path) in (b".", b"..") else path
    top = os.path.join(b".", os.path.basename(path))
    way = [folder_of_copy(path) if item.temporary else opened(os.path.dirname(path), follow=True)]
    levels = [iter([(top, name)])]
    try:
        while levels:
            for entry, name in levels[-1]:
                yield way[-1], entry, name
                if stat.S_ISDIR(status(way[-1], entry).st_mode):
                    way.append(opened(entry, way[-1]))
                    levels.append(iter([(os.path.join(b".", below), os.path.join(name, below)) for below in names_in(way[-1])]))
                    break
            else:
                levels.pop()
                os.close(way.pop())
    finally:
        for folder in way:
            os.close(folder)


def opened(entry, folder=None, follow=False):
    flags = os.O_RDONLY | os.O_DIRECTORY | (0 if follow else os.O_NOFOLLOW)
    return os.open(entry, flags, dir_fd=folder)


def names_in(folder):
    # A descriptor's names come as text.
    return [os.fsencode(name) for name in os.listdir(folder)]


def status(folder, entry):
    return os.stat(entry, dir_fd=folder, follow_symlinks=False)


def pack(sources, file, progress):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for item, name in sources:
            if item.path is None:
                archive.writestr(text(name), item.text or "")
                continue
            for folder, entry, below in tree(item, name):
                add(archive, folder, entry, text(below), progress)


def text(name):
    """A ZIP archive's names are text: a byte that is none is written as \\xff."""
    return name.decode(errors="backslashreplace")


def add(archive, folder, entry, name, progress):
    kind = status(folder, entry).st_mode
    if stat.S_ISLNK(kind):
        link = zipfile.ZipInfo(name)
        link.create_system, link.external_attr = 3, kind << 16
        archive.writestr(link, os.readlink(entry, dir_fd=folder))
    elif stat.S_ISDIR(kind):
        descriptor = opened(entry, folder)
        try:
            archive.writestr(zipfile.ZipInfo.from_file(descriptor, name, strict_timestamps=False), b"")
        finally:
            os.close(descriptor)
    elif stat.S_ISREG(kind):
        with open_file(entry, folder) as source, steady(source, os.fsdecode(entry)):
            info = zipfile.ZipInfo.from_file(source.fileno(), name, strict_timestamps=False)
            info.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(info, "w") as target:
                while portion := source.read(PORTION):
                    target.write(portion)
                    progress.add(len(portion), name)
    # Sockets, pipes and devices have no content that could be packed.
