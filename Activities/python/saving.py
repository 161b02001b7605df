# SPDX-License-Identifier: Apache-2.0
"""New files with the content of items."""
import os

from activity import Progress
from activity.lasting import copy
from cleaner.copies import steady
from refusals import in_words


def progress_of(items):
    """The progress of saving them."""
    return Progress(sum(os.lstat(item.path).st_size if item.path else len(item.text or "") for item in items))


def save(item, folder, name, progress):
    """Adds the item to a folder of NewFiles and returns the path; fails if the item changes meanwhile."""
    with item.open() as source, in_words():
        # Ignores a temporary file's mode: the app that owns it could make it executable after it was checked.
        mode = os.fstat(source.fileno()).st_mode & 0o777 if item.path and not item.temporary else 0o666
        return folder.add(name, lambda file: copy_whole(item, source, file, progress), mode)


def copy_whole(item, source, target, progress):
    with steady(source, item.file_name):
        copy(source, target, lambda amount: progress.add(amount, item.file_name))
