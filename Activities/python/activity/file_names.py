# SPDX-License-Identifier: Apache-2.0
"""Names for new files: safe ones, which cannot lead out of their folder, and portable ones, which every file system accepts."""
import re

# Microsoft's "Naming Files, Paths, and Namespaces".
REFUSED, AT_END = re.compile(r'[\0-\x1f:?*"<>|\\]'), re.compile(r"[ .]+\Z")
DEVICE = re.compile(r"(CON|PRN|AUX|NUL|(?:COM|LPT)[0-9¹²³])(?=\s*(\.|\Z))", re.I)
# Longest name, in bytes, in a folder encrypted by eCryptfs.
SHORT = 143


def windows_name(name):
    name = AT_END.sub(lambda found: "_" * len(found[0]), REFUSED.sub("_", name))
    return DEVICE.sub(r"\1_", name, count=1) if DEVICE.match(name) else name


def portable(name):
    """The name in a form that restrictive file systems accept: FAT, exFAT, NTFS, and those that require UTF-8 or short names."""
    return numbered(windows_name(name.decode(errors="replace").replace("\ufffd", "_")).encode(), 0, SHORT)


def plain(name):
    """The name as one component of a path, without slashes and NULs; "Untitled" for an empty name, "." and ".."."""
    name = re.sub(rb"[/\0]", b"_", name)
    return b"Untitled" if name in (b"", b".", b"..") else name


def numbered(name, number, longest=255):
    """The name with a number, as in "photo (1).png"; without one for 0. Cuts the name to the longest length, in bytes."""
    stem, extension = re.fullmatch(rb"(?s)(.+?)((?:\.tar)?\.[^.\s]{1,16})?", name).groups(b"")
    if number:
        extension = b" (%d)" % number + extension
    end = longest - len(extension)
    # Do not cut within a UTF-8 character.
    while end < len(stem) and stem[end] & 0xC0 == 0x80:
        end -= 1
    return stem[:end] + extension
