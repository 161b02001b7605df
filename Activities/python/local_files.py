# SPDX-License-Identifier: Apache-2.0
"""Files of this machine, by their paths as bytes: a name need not be text."""
import os, stat
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from failure import fail

LOCAL = {("file", ""), ("file", "localhost")}


def home():
    """The person's home folder."""
    path = os.path.expanduser(b"~")
    return path if os.path.isabs(path) else fail("There is no home folder.")


def path_of(item):
    """The path of an item of the request; None where it is no local file."""
    if item.get("path"):
        return os.fsencode(item["path"])
    # JSON holds no path that is not UTF-8; a URI holds every byte.
    uri = urlsplit(item.get("uri") or "")
    return unquote_to_bytes(uri.path) if (uri.scheme, uri.netloc) in LOCAL else None


def uri_of(path):
    """The URI of an absolute path."""
    return "file://" + quote_from_bytes(path)


def name_of(path):
    """What a file or folder is called, also where its path ends in "/", "." or ".."; empty for the root."""
    name = os.path.basename(path.rstrip(b"/"))
    return os.path.basename(os.path.realpath(path)) if name in (b".", b"..") else name


def open_file(path):
    """Opens a regular file for reading, and nothing that could make us wait, such as a named pipe."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "This is not a file", path)
    return open(descriptor, "rb", buffering=0)
