# SPDX-License-Identifier: Apache-2.0
"""Names of new files, as str or bytes are given: such that they stay in their folder, and such that any system takes them."""
import re

# Microsoft's "Naming Files, Paths, and Namespaces".
REFUSED, AT_END = re.compile(r'[\0-\x1f:?*"<>|\\]'), re.compile(r"[ .]+\Z")
DEVICE = re.compile(r"(CON|PRN|AUX|NUL|(?:COM|LPT)[0-9¹²³])(?=\s*(\.|\Z))", re.I)
# Bytes of a name in a folder that eCryptfs encrypts.
SHORT = 143


def windows_name(name):
    name = AT_END.sub(lambda found: "_" * len(found[0]), REFUSED.sub("_", name))
    return DEVICE.sub(r"\1_", name, count=1) if DEVICE.match(name) else name


def portable(name):
    """The name as each file system takes it that refuses some: FAT, exFAT, NTFS, and those for UTF-8 or shorter names alone."""
    return numbered(windows_name(name.decode(errors="replace").replace("\ufffd", "_")).encode(), 0, SHORT)


def plain(name):
    """The name as one that cannot lead out of its folder, whoever chose it."""
    name = re.sub(rb"[/\0]", b"_", name)
    return b"Untitled" if name in (b"", b".", b"..") else name


def numbered(name, number, longest=255):
    """The name itself for 0, else "photo (1).png"; a name has 255 bytes at most."""
    stem, extension = re.fullmatch(rb"(?s)(.+?)((?:\.tar)?\.[^.\s]{1,16})?", name).groups(b"")
    if number:
        extension = b" (%d)" % number + extension
    end = longest - len(extension)
    # A character is not cut in two.
    while end < len(stem) and stem[end] & 0xC0 == 0x80:
        end -= 1
    return stem[:end] + extension
