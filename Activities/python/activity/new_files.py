# SPDX-License-Identifier: Apache-2.0
"""New files in the person's folders, which appear only once complete and never replace another file."""
import collections, errno, os, re

from .failing import FULL, TOO_LARGE, fail
from .file_names import SHORT, numbered, plain, portable
from .words import said

# The folders of a manifest's "writes": their xdg-user-dirs keys and default names.
FOLDERS = {"downloads": ("DOWNLOAD", "Downloads"), "documents": ("DOCUMENTS", "Documents"), "pictures": ("PICTURES", "Pictures")}


# Errors for a name that a file system rejects. FAT reports ENOENT for names of dots only; so does a missing
# folder.
NAME_REFUSED = {errno.EINVAL, errno.EILSEQ, errno.ENAMETOOLONG}
NAME_UNSEEN = NAME_REFUSED | {errno.ENOENT}


class NewFiles:
    """Adds files to a folder, which is created if it is missing."""

    def __init__(self, folder):
        folder = os.fsencode(folder)
        os.makedirs(folder, exist_ok=True)
        self.folder = folder
        self.descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        self.used = collections.Counter()

    def add(self, name, write, mode=0o666):
        """Creates a file, calls write(file) to fill it, and returns its path. A taken name gets a number; characters that the
        file system rejects are replaced.

        The file has no name until it is complete, so nothing is left behind if the program is killed. File systems without
        unnamed files (NFS, FAT) are the exception: there an incomplete file is removed only if write raises.
        """
        if not callable(write):
            raise TypeError("add calls what writes the file: write add(name, lambda file: file.write(content)).")
        try:
            path = self.added(plain(os.fsencode(name)), write, mode)
        except OSError as error:
            # The error of a write has no name. The folder's disk is full, or has no such large files.
            if error.errno in FULL | TOO_LARGE and not error.filename:
                error.filename = self.folder
            raise
        return path if isinstance(name, bytes) else os.fsdecode(path)

    def added(self, name, write, mode):
        try:
            descriptor = os.open(b".", os.O_TMPFILE | os.O_WRONLY, mode, dir_fd=self.descriptor)
        except OSError:
            return self.added_by_name(name, write, mode)
        with open(descriptor, "wb") as file:
            write(file)
            file.flush()
            whole = f"/proc/self/fd/{descriptor}"
            link = lambda free: os.link(whole, free, dst_dir_fd=self.descriptor, follow_symlinks=True)
            return self.claim(name, link)[0]

    def added_by_name(self, name, write, mode):
        """Adds a file on a file system without unnamed files (NFS, FAT): it has its name from the start."""
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
        path, descriptor = self.claim(name, lambda free: os.open(free, flags, mode, dir_fd=self.descriptor))
        try:
            with open(descriptor, "wb") as file:
                write(file)
        except BaseException:
            os.unlink(path)
            raise
        return path

    def claim(self, name, take):
        """Calls take(name) with one name after another until one is free and accepted; returns the path and take's result."""
        longest = 255
        while True:
            free = numbered(name, self.used[name], longest)
            try:
                return os.path.join(self.folder, free), take(free)
            except FileExistsError:
                self.used[name] += 1
            except OSError as error:
                if error.errno in NAME_UNSEEN and name != (plainer := portable(name)):
                    name, longest = plainer, SHORT
                    continue
                if error.errno in NAME_REFUSED and longest > SHORT:
                    longest = SHORT
                    continue
                if error.errno in NAME_REFUSED:
                    raise OSError(0, said("no_name", free)) from error
                error.filename = self.folder
                raise


def user_folder(name):
    """The path of one of the person's folders: "downloads", "documents" or "pictures", as in a manifest's "writes", or "home"."""
    if name != "home" and name not in FOLDERS:
        raise ValueError(f"There is no user_folder({name!r}): write downloads, documents, pictures or home.")
    return os.fsdecode(home() if name == "home" else set_folder(*FOLDERS[name]))


def home():
    path = os.path.expanduser(b"~")
    return path if os.path.isabs(path) else fail(said("no_home"))


def set_folder(kind, default):
    """The person's folder of a kind such as DOWNLOAD, as xdg-user-dir(1) reads it; else the default in the home folder."""
    config = os.fsencode(os.environ.get("XDG_CONFIG_HOME") or os.path.join(home(), b".config"))
    try:
        with open(os.path.join(config, b"user-dirs.dirs"), "rb") as file:
            line = rb'^\s*XDG_%s_DIR="(\$HOME)?(/.*)"\s*$' % kind.encode()
            set_there = re.findall(line, file.read(), re.MULTILINE)
    except FileNotFoundError:
        set_there = []
    for in_home, path in set_there[-1:]:
        path = (home() if in_home else b"") + re.sub(rb"\\(.)", rb"\1", path)
        # xdg-user-dirs writes the home folder itself for a disabled kind.
        if path.rstrip(b"/") != home():
            return path
    return os.path.join(home(), default.encode())
