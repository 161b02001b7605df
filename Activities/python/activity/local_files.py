# SPDX-License-Identifier: Apache-2.0
"""Files of this machine, by their paths as str or bytes: a name need not be text."""
import errno, os, stat
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from .words import said

LOCAL = {("file", ""), ("file", "localhost")}


def path_of(uri):
    """The path that a URI leads to, as bytes; None where it is no file of this machine."""
    parts = urlsplit(uri or "")
    return unquote_to_bytes(parts.path) if (parts.scheme, parts.netloc) in LOCAL else None


def checked(path):
    """The path; an Item may have none."""
    if path is None:
        raise TypeError(
            'A link or a selected text has no path: use item.read(), or have the manifest\'s "accepts" say "local": true.')
    return path


def uri_of(path):
    """The URI of an absolute path."""
    return "file://" + quote_from_bytes(os.fsencode(checked(path)))


def name_of(path):
    """What a file or folder is called, also where its path ends in "/", "." or ".."; empty for the root."""
    name = os.path.basename(checked(path).rstrip("/" if isinstance(path, str) else b"/"))
    return os.path.basename(os.path.realpath(path)) if name in (".", "..", b".", b"..") else name


def open_file(path, folder=None):
    """Opens a regular file for reading bytes, and nothing that could make us wait, such as a named pipe.

    A link at the end of its path is not followed: links were resolved when the person chose what to share, so one that
    lies there now has been put in the file's place. With a folder's descriptor, the path begins there.
    """
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(checked(path), flags, dir_fd=folder)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(0, said("link", path)) from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, said("no_file", path))
    return open(descriptor, "rb", buffering=0)


def open_copy(path):
    """The same for a private copy."""
    folder = folder_of_copy(path)
    try:
        return open_file(os.path.basename(path), folder)
    finally:
        os.close(folder)


def folder_of_copy(path):
    """A descriptor of the folder in which a private copy lies. No link on the way is followed: the path had none when the copy was
    made, so one that is there now has been put in a folder's place by an app that may write to the cache."""
    flags = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    folder = os.open("/", flags)
    for name in filter(None, os.path.dirname(os.fsencode(path)).split(b"/")):
        try:
            below = os.open(name, flags, dir_fd=folder)
        except NotADirectoryError:
            raise OSError(0, said("link", path)) from None
        finally:
            os.close(folder)
        folder = below
    return folder
