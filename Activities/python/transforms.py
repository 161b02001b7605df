# SPDX-License-Identifier: Apache-2.0
"""What the transforms share: a folder to work in, and results in $ACTIVITY_OUTPUT."""
import errno, os, re, shutil, tempfile

from activity import Progress, fail, perform, request
from activity.file_names import numbered, plain
from refusals import in_words

# What the daemon shows of no name: control characters, ends of lines, and what turns text round.
UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def output_name(name):
    """The name as one that may lie in $ACTIVITY_OUTPUT: UTF-8, without characters that turn or end a line."""
    text = UNSEEN.sub("_", os.fsencode(name).decode(errors="replace"))
    return numbered(plain(text.encode()), 0)


def transform(change, parts=1):
    """Performs: change(items, folder, progress) gives results as (path, name), in the order of the items; the folder is for
    its work, and the progress counts each item in so many parts."""
    def work():
        items = request().items
        output = os.fsencode(os.environ.get("ACTIVITY_OUTPUT") or fail("ACTIVITY_OUTPUT is not set."))
        folder = tempfile.mkdtemp(dir=output)
        try:
            with in_words():
                results = list(change(items, os.fsencode(folder), Progress(parts * len(items))))
            names = free_names([output_name(name) for _, name in results])
            for (path, _), name in zip(results, names):
                os.rename(path, os.path.join(output, name))
        except OSError as error:
            # The folder's name says nothing to a person.
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                error.filename = None
            raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    perform(work)


def free_names(names):
    """The names, each once, also where case does not count: the first of several keeps it, and the others have the first numbered
    one that is nobody's."""
    kept, free = {name.lower() for name in names}, []
    given = set()
    for name in names:
        number = 0
        while (one := numbered(name, number)).lower() in given or number and one.lower() in kept:
            number += 1
        given.add(one.lower())
        free.append(one)
    return free
