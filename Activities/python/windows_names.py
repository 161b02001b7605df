# SPDX-License-Identifier: Apache-2.0
"""Names in a ZIP archive that Windows accepts: it skips an entry with any other name, and of two names that differ only by case,
one file overwrites the other."""
import collections, os, unicodedata

from activity.file_names import numbered, windows_name


class WindowsNames:
    """Names the entries of an archive one by one; each folder must come before its content."""

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
    """A key that is equal for names which Windows or macOS treat as the same."""
    return unicodedata.normalize("NFC", name).casefold()
