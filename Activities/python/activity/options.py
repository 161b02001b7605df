# SPDX-License-Identifier: Apache-2.0
"""What a program prints for the choice of a form (activity-manifest(5), "optionsExec")."""
import os, sys
from unicodedata import category

# As many as a form takes.
MOST = 256


def offer(options, *others):
    """Prints the options, each a value and a label: as many as fit beside the others."""
    sys.stdout.reconfigure(encoding="utf-8")
    for value, label in [*options[: MOST - len(others)], *others]:
        print(value, line(label) or value, sep="\t")


def line(name):
    """The name, which comes from another machine, without what no label may hold."""
    return "".join(letter for letter in name if category(letter) != "Cc")


def localised(text, texts):
    """The text in the form's language, which LANGUAGE lists, best first."""
    tags = os.environ.get("LANGUAGE", "").replace("_", "-").split(":")
    return next((texts[tag] for tag in tags if tag in texts), text)
