# SPDX-License-Identifier: Apache-2.0
"""Removes the metadata of photos, films, sound and documents: location, camera, author, times, thumbnails, earlier versions.
Photos and films keep their orientation and colours, and are not encoded again."""
from . import apart, books, cleaning, documents, remuxing
from .copies import copies
from .kinds import TEXTS
from .metadata import ALL, ALL_OF_PICTURES, left, removals
from .tags import kind_of_tag, with_names

# Kinds whose whole file is rewritten, with the module that does so in a separate process.
APART = {"mp3": "sounds", "ogg": "sounds", "flac": "sounds"}
KINDS = cleaning.PICTURES | cleaning.FILMS | documents.KINDS | remuxing.FORMATS.keys() | APART.keys() | {"epub"}


def without_metadata(items, folder, progress):
    with cleaning.Tools(len(items)) as tools:
        files = copies(items, folder, KINDS, progress)
        pictures, anew = [], []
        for copy in files:
            if copy.kind in documents.KINDS:
                pictures += documents.clean(copy)
            elif copy.kind == "epub":
                pictures += books.clean(copy)
            elif copy.kind in APART or copy.kind in remuxing.FORMATS:
                apart.clean(APART[copy.kind], copy) if copy.kind in APART else remuxing.clean(copy)
                anew.append(copy)
            else:
                cleaning.clean(copy)
                pictures.append(copy)
        told = lambda count: progress.add(count, files[-1].item.file_name)
        changed = [copy for copy in pictures if copy.kind in cleaning.PICTURES]
        if changed:
            cleaning.remove(tools, changed, ALL_OF_PICTURES, removals(changed), left, told)
        # ExifTool's changes to a PDF are reversible, so it changes none; and it changes a film only if something is left in it.
        others = [copy for copy in pictures if copy not in changed]
        if others and (kept := cleaning.remaining(tools, others, ALL, left, told)):
            documents.remove_again(tools, kept, told)
        texts = [copy for copy in files if copy.kind in TEXTS]
        for copy in texts:
            documents.finish(copy)
        if texts and (kept := cleaning.remaining(tools, texts, ALL, documents.left)):
            cleaning.remove(tools, kept, ALL, [], documents.left, told)
        for copy in files:
            if copy.kind == "epub":
                books.finish(copy)
        if anew and (kept := cleaning.remaining(tools, anew, ALL, says_more, told)):
            cleaning.remove(tools, kept, ALL, [], says_more, told)
    return [(copy.path, copy.item.file_name) for copy in files]


def says_more(tags):
    """The private tags of a file that was rewritten."""
    return [name for name, value in with_names(tags).items() if kind_of_tag(name, value)]
