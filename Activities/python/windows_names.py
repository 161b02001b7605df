# SPDX-License-Identifier: Apache-2.0
"""Names in a ZIP archive that Windows takes: it leaves out what is called otherwise, and of two names that differ by case it writes
one file over the other."""
import collections, os, re, unicodedata

from activity.new_files import numbered

# Microsoft's "Naming Files, Paths, and Namespaces".
REFUSED, AT_END = re.compile(r'[\0-\x1f:?*"<>|\\]'), re.compile(r"[ .]+\Z")
DEVICE = re.compile(r"(CON|PRN|AUX|NUL|(?:COM|LPT)[0-9¹²³])(?=\s*(\.|\Z))", re.I)


def windows_name(name):
    name = AT_END.sub(lambda found: "_" * len(found[0]), REFUSED.sub("_", name))
    return DEVICE.sub(r"\1_", name, count=1) if DEVICE.match(name) else name


class WindowsNames:
    """Gives the entries of an archive such names, one by one, each folder before what is in it."""

    def __init__(self):
        self.folders, self.taken = {"": ""}, collections.defaultdict(set)

    def __call__(self, name, is_folder):
        folder, base = os.path.split(name)
        stem, number = windows_name(base).encode(), 0
        while same(free := numbered(stem, number).decode()) in self.taken[folder]:
            number += 1
        self.taken[folder].add(same(free))
        path = os.path.join(self.folders[folder], free)
        if is_folder:
            self.folders[name] = path
        return path


def same(name):
    """What two names have in common that are one to Windows or to macOS."""
    return unicodedata.normalize("NFC", name).casefold()
