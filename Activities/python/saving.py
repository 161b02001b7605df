# SPDX-License-Identifier: Apache-2.0
"""New files that hold what items do."""
import os

from activity import Progress
from activity.lasting import copy


def progress_of(items):
    """The progress of saving them."""
    return Progress(sum(os.lstat(item.path).st_size if item.path else len(item.text or "") for item in items))


def save(item, folder, name, progress):
    """Adds the item to a folder of NewFiles; returns the path."""
    with item.open() as source:
        # A private copy may be the very file of an app that makes it a program after it was looked at.
        mode = os.fstat(source.fileno()).st_mode & 0o777 if item.path and not item.temporary else 0o666
        told = lambda amount: progress.add(amount, item.file_name)
        return folder.add(name, lambda file: copy(source, file, told), mode)
