# SPDX-License-Identifier: Apache-2.0
"""Folders of custom bundles, created once in .build/bench."""

import hashlib
import pathlib
import shutil
import subprocess
import sys

from servers import CHECKOUT

BENCH = CHECKOUT / ".build/bench"
GENERATE = pathlib.Path(__file__).with_name("generate")


def registry(count, mix="desktop", matching=15, fresh=None):
    """The data folder (XDG_DATA_HOME) of `count` bundles. `fresh` is the name of a folder to create anew."""
    # Names of equal length, because replies contain paths and should have equal lengths.
    folder = BENCH / (fresh or "%s-%06d" % (mix if matching is None else "match", count))
    arguments = [str(count), str(folder / "activities"), "--mix", mix]
    if matching is not None:
        arguments += ["--matching", str(min(matching, count))]
    stamp = hashlib.sha256(GENERATE.read_bytes() + " ".join(arguments).encode()).hexdigest()
    mark = folder / "made-by"
    if fresh or not mark.exists() or mark.read_text() != stamp:
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "activities").mkdir(parents=True)
        subprocess.run([sys.executable, str(GENERATE), *arguments], check=True)
        mark.write_text(stamp)
    return folder
