# SPDX-License-Identifier: Apache-2.0
"""Takes out of photos, films and documents what they say beside what people see: place, camera, author, times, thumbnails,
earlier versions. Photos and films keep their orientation and colours and are not encoded again; a PDF is drawn anew."""
from . import cleaning, documents
from .copies import copies
from .kinds import TEXTS
from .metadata import ALL, ALL_OF_PICTURES, left, removals


def without_metadata(items, folder, progress):
    with cleaning.Tools(len(items)) as tools:
        files = copies(items, folder, cleaning.PICTURES | cleaning.FILMS | documents.KINDS, progress)
        pictures = []
        for copy in files:
            if copy.kind in documents.KINDS:
                pictures += documents.clean(copy)
            else:
                cleaning.clean(copy)
                pictures.append(copy)
        told = lambda count: progress.add(count, files[-1].item.file_name)
        changed = [copy for copy in pictures if copy.kind in cleaning.PICTURES]
        if changed:
            cleaning.remove(tools, changed, ALL_OF_PICTURES, removals(changed), left, told)
        # ExifTool changes no PDF for good, and a film only where it has to.
        others = [copy for copy in pictures if copy not in changed]
        if others and (kept := cleaning.remaining(tools, others, ALL, left, told)):
            documents.remove_again(tools, kept, told)
        texts = [copy for copy in files if copy.kind in TEXTS]
        for copy in texts:
            documents.finish(copy)
        if texts and (kept := cleaning.remaining(tools, texts, ALL, documents.left)):
            cleaning.remove(tools, kept, ALL, [], documents.left, told)
    return [(copy.path, copy.item.file_name) for copy in files]
