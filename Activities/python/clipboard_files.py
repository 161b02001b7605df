# SPDX-License-Identifier: Apache-2.0
"""Copies of temporary files, for as long as the clipboard has them.

A client that owns the clipboard names a folder for them and for the formats, and removes it. Otherwise the owner stays behind
and ends when another program copies something. It inherits the end of a pipe; a process at the other end then removes the
copies. Copies whose watch was killed, with the session mostly, have no lock any more: the next ones take them away.
"""
import fcntl, os, shutil, tempfile

from activity import lasting, user_folder
from staying import stay_behind


class ClipboardFiles:
    """The copies; all of them go with an error."""

    def __init__(self):
        self.folder = self.lock = self.end = None
        # The folder that the client has named; it does not exist yet.
        self.given = os.environ.get("ACTIVITY_CLIPBOARD")
        # What the clipboard's owner is to inherit.
        self.held = ()

    def add(self, item):
        """The path of a copy of the item's file."""
        if self.folder is None:
            self.make()
        return lasting(item, self.folder)

    def make(self):
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(user_folder("home"), ".cache")
        parent = os.path.join(cache, "activityd/clipboard")
        os.makedirs(parent, mode=0o700, exist_ok=True)
        # A client may have its folder elsewhere, beside what is nobody's to take away.
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
        """The client takes the formats, bytes by their MIME types, once the activity has succeeded."""
        if self.folder is None:
            self.make()
        for name, content in formats.items():
            path = os.path.join(self.folder, "formats", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as file:
                file.write(content)
        self.folder = None

    def keep(self):
        """The clipboard has them: leaves a process behind that waits for its end."""
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
    """The folder's descriptor, with the lock; None where another process has it, or the folder has gone."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return descriptor
    except OSError:
        return None
