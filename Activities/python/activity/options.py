# SPDX-License-Identifier: Apache-2.0
"""Options of a form's choice, which a program prints (activity-manifest(5), "optionsExec")."""
import collections, os, sys
from unicodedata import category

from .words import TURNING

# Maximum options of a form, and maximum characters of a name in the list.
MOST, LONGEST = 256, 100


def offer(options, *others):
    """Prints the options, then the others. Each is a value and a label; excess options are dropped, the others never.

    A kind, such as "phone", a detail and an icon's name may follow the label; a direct field uses them for its targets.
    """
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    for value, label, *more in [*list(options)[: MOST - len(others)], *others]:
        columns = [value, line(label) or value, *(line(text or "") for text in more)]
        print("\t".join(columns).rstrip("\t"))


def is_for_targets():
    """Whether a sheet that opens needs targets; otherwise the person opens the form."""
    return "ACTIVITY_TARGETS" in os.environ


def told_apart(options):
    """The options (value, label, kind, ending) as (value, label, kind); a label that several share gets its ending."""
    options = [(value, line(label), *more) for value, label, *more in options]
    labels = collections.Counter(label for _, label, *_ in options)
    return [
        (value, f"{label[: LONGEST - len(end) - 3]} ({end})" if labels[label] > 1 else label, kind)
        for value, label, kind, end in options]


def line(name):
    """The name, which another machine may have chosen, shortened and without characters that a label may not contain."""
    return "".join(letter for letter in TURNING.sub("", name) if category(letter) not in ("Cc", "Zl", "Zp"))[:LONGEST]


def localised(text, texts):
    """The translation for the first language of LANGUAGE that texts has; else the text itself."""
    tags = os.environ.get("LANGUAGE", "").replace("_", "-").split(":")
    return next((texts[tag] for tag in tags if tag in texts), text)
