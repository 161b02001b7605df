# SPDX-License-Identifier: Apache-2.0
"""The facts found in an item."""
from . import words

# The kinds of facts, most sensitive first (as in io.activityd.Sheet).
KINDS = (
    "location", "person", "device", "history", "preview", "text", "software", "time", "tracking", "other", "pixels", "format")


class Unread(Exception):
    """A part of an item cannot be inspected, so the facts are incomplete."""


class Finding:
    """The facts of an item, and whether all of it was inspected."""

    def __init__(self, language="en"):
        self.language, self.is_whole = language, True
        self.values = {}
        # Cleaning would remove something unidentified; reported as "other" if no other fact explains it.
        self.has_more = False

    def add(self, kind, value=""):
        """Adds a fact. The value is for people; empty if there is nothing to name."""
        self.values.setdefault(kind, {})[words.one_line(str(value))] = None

    def name(self, kind, word):
        """Adds a fact whose value is one of the words, in the person's language."""
        self.add(kind, words.WORDS[word][self.language])

    def place(self, latitude, longitude):
        self.add("location", words.position(latitude, longitude, self.language))

    def facts(self):
        """Pairs of kind and value, most sensitive first; an empty value only if its kind has no other."""
        if self.has_more and not self.values.keys() - {"tracking", "pixels", "format"}:
            self.add("other")
        for kind in KINDS:
            values = list(self.values.get(kind, ()))
            yield from ((kind, value) for value in values if value or len(values) == 1)
