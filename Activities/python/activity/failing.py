# SPDX-License-Identifier: Apache-2.0
"""How an activity's program fails: with one sentence, to the journal and to its performer."""
import sys

from .progress import tell


def fail(sentence):
    """Ends the program; a sheet shows the sentence where it showed how far the work was."""
    tell(sentence)
    sys.exit(sentence)


def report(kind, error, traceback):
    """Tells of an exception that ends the program; else the performer would show how far the work was."""
    tell(f"{kind.__name__}: {error}".removesuffix(": "))
    sys.__excepthook__(kind, error, traceback)


sys.excepthook = report
