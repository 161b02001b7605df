# SPDX-License-Identifier: Apache-2.0
"""Options that a program prints for the choice of a form (activity-manifest(5), "optionsExec")."""
import collections, os, sys
from unicodedata import category

from .words import TURNING

# As many as a form takes, and as much of a name from another machine as a list shows.
MOST, LONGEST = 256, 100


def offer(options, *others):
    """Prints the options, each a value and a label: as many as fit beside the others.

    A kind, such as "phone", a detail and the name of an icon may follow, which a direct field has for its targets.
    """
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    for value, label, *more in [*list(options)[: MOST - len(others)], *others]:
        columns = [value, line(label) or value, *(line(text or "") for text in more)]
        print("\t".join(columns).rstrip("\t"))


def is_for_targets():
    """Whether a sheet looks for targets as it opens, and nobody has asked for the form."""
    return "ACTIVITY_TARGETS" in os.environ


def told_apart(options):
    """The options without their last part, which ends a label that several of them share."""
    options = [(value, line(label), *more) for value, label, *more in options]
    labels = collections.Counter(label for _, label, *_ in options)
    return [
        (value, f"{label[: LONGEST - len(end) - 3]} ({end})" if labels[label] > 1 else label, kind)
        for value, label, kind, end in options]


def line(name):
    """The name, which comes from another machine, without what no label may hold."""
    return "".join(letter for letter in TURNING.sub("", name) if category(letter) not in ("Cc", "Zl", "Zp"))[:LONGEST]


def localised(text, texts):
    """The text in the form's language, which LANGUAGE lists, best first."""
    tags = os.environ.get("LANGUAGE", "").replace("_", "-").split(":")
    return next((texts[tag] for tag in tags if tag in texts), text)
