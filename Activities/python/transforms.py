# SPDX-License-Identifier: Apache-2.0
"""The transforms' common part: a folder to work in, and results in $ACTIVITY_OUTPUT."""
import errno, os, re, shutil, tempfile

from activity import Progress, fail, perform, request
from activity.file_names import numbered, plain
from refusals import in_words

# Characters that the daemon does not show in a name: control characters, line ends, and those that change text direction.
UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def output_name(name):
    """A name allowed in $ACTIVITY_OUTPUT: UTF-8, without slashes and unseen characters."""
    text = UNSEEN.sub("_", os.fsencode(name).decode(errors="replace"))
    return numbered(plain(text.encode()), 0)


def transform(change, parts=1):
    """Performs a transform: change(items, folder, progress) returns results as (path, name), in the order of the items. It works
    in the folder; the progress counts `parts` for each item."""
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
            # The output folder's name means nothing to the person.
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                error.filename = None
            raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    perform(work)


def free_names(names):
    """The names, made unique without regard to case: the first of several equal ones keeps its name, and the others get the first
    free number."""
    kept, free = {name.lower() for name in names}, []
    given = set()
    for name in names:
        number = 0
        while (one := numbered(name, number)).lower() in given or number and one.lower() in kept:
            number += 1
        given.add(one.lower())
        free.append(one)
    return free
