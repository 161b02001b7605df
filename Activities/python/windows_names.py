# SPDX-License-Identifier: Apache-2.0
"""Names in a ZIP archive that Windows takes: it leaves out what is called otherwise, and of two names that differ by case it writes
one file over the other."""
import collections, os, unicodedata

from activity.file_names import numbered, windows_name


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
