# SPDX-License-Identifier: Apache-2.0
"""Copies of temporary files, which last as long as the clipboard refers to them.

A client that owns the clipboard names a folder for the copies and the formats, and removes it itself. Otherwise a process of
ours owns the clipboard until another program copies something. It inherits the write end of a pipe; a watching process at the
read end removes the copies once it is closed. If the watching process was killed, usually with the session, its copies are no
longer locked, and the next run removes them.
"""
import fcntl, os, shutil, tempfile

from activity import lasting, user_folder
from staying import stay_behind


class ClipboardFiles:
    """The copies, in a folder that is removed on leaving the context unless `leave` or `keep` was called."""

    def __init__(self):
        self.folder = self.lock = self.end = None
        # The folder that the client names; it does not exist yet.
        self.given = os.environ.get("ACTIVITY_CLIPBOARD")
        # Descriptors that the clipboard's owner must inherit.
        self.held = ()

    def add(self, item):
        """Copies the item's file; returns the copy's path."""
        if self.folder is None:
            self.make()
        return lasting(item, self.folder)

    def make(self):
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(user_folder("home"), ".cache")
        parent = os.path.join(cache, "activityd/clipboard")
        os.makedirs(parent, mode=0o700, exist_ok=True)
        # Cleans only our own folder: a client's may be elsewhere, next to other programs' files.
        for name in os.listdir(parent):
            forgotten = os.path.join(parent, name)
            if locked(forgotten) is not None:
                shutil.rmtree(forgotten, ignore_errors=True)
        if self.given:
            os.makedirs(self.given, mode=0o700)
        self.folder = self.given or tempfile.mkdtemp(dir=parent)
        self.lock = locked(self.folder)
        self.end, owner = os.pipe()
        self.held = (owner,)

    def leave(self, formats):
        """Leaves the formats, bytes by MIME type, in the folder for the client, which reads them once the activity has
        succeeded."""
        if self.folder is None:
            self.make()
        for name, content in formats.items():
            path = os.path.join(self.folder, "formats", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as file:
                file.write(content)
        self.folder = None

    def keep(self):
        """Keeps the copies for the clipboard: leaves a process behind that removes them when its owner ends."""
        if self.folder is None:
            return
        folder, self.folder = self.folder, None
        os.close(self.held[0])
        if stay_behind():
            os.read(self.end, 1)
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def locked(folder):
    """Locks the folder and returns its descriptor; None if another process holds the lock, or it is no folder."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return descriptor
    except OSError:
        return None
