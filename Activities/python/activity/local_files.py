# SPDX-License-Identifier: Apache-2.0
"""Local files. Paths may be str or bytes, since a file name need not be text."""
import errno, os, stat
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from .words import said

LOCAL = {("file", ""), ("file", "localhost")}


def path_of(uri):
    """The path of a local file's URI, as bytes; None for any other URI, or for None."""
    parts = urlsplit(uri or "")
    return unquote_to_bytes(parts.path) if (parts.scheme, parts.netloc) in LOCAL else None


def checked(path):
    """Returns the path. Raises TypeError for None, which is the path of an Item that is no local file."""
    if path is None:
        raise TypeError(
            'A link or a selected text has no path: use item.read(), or have the manifest\'s "accepts" say "local": true.')
    return path


def uri_of(path):
    """The URI of an absolute path."""
    return "file://" + quote_from_bytes(os.fsencode(checked(path)))


def name_of(path):
    """The name of a file or folder, even if its path ends in "/", "." or ".."; empty for the root."""
    name = os.path.basename(checked(path).rstrip("/" if isinstance(path, str) else b"/"))
    return os.path.basename(os.path.realpath(path)) if name in (".", "..", b".", b"..") else name


def open_file(path, folder=None):
    """Opens a regular file for reading bytes. Raises OSError for anything else; a named pipe does not block.

    A symbolic link at the end of the path is refused: links were resolved when the person chose the file, so a link has
    replaced the file since. A relative path is relative to the folder's descriptor, if given.
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
    """Opens a private copy as open_file does, without following any link in its path."""
    folder = folder_of_copy(path)
    try:
        return open_file(os.path.basename(path), folder)
    finally:
        os.close(folder)


def folder_of_copy(path):
    """Opens the folder of a private copy, and returns its descriptor. Raises OSError for a symbolic link in the path: there was
    none when the copy was made, so an app that may write to the cache has replaced a folder with it."""
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
