# SPDX-License-Identifier: Apache-2.0
"""What was found in an item."""
from . import words

# The kinds of facts, the worst first, as io.activityd.Sheet has them.
KINDS = (
    "location", "person", "device", "history", "preview", "text", "software", "time", "tracking", "other", "pixels", "format")


class Unread(Exception):
    """Something is inside that nobody here can look into: of the whole item it is not known what it says."""


class Finding:
    """The facts of an item, and whether all of it was looked into."""

    def __init__(self, language="en"):
        self.language, self.is_whole = language, True
        self.values = {}
        # Something would go of which nothing says what it is: of the kind "other" where no other fact explains it.
        self.has_more = False

    def add(self, kind, value=""):
        """A fact; the value is for people, and may be empty where there is nothing to name."""
        self.values.setdefault(kind, {})[words.one_line(str(value))] = None

    def name(self, kind, word):
        """A fact that has a word."""
        self.add(kind, words.WORDS[word][self.language])

    def place(self, latitude, longitude):
        self.add("location", words.position(latitude, longitude, self.language))

    def facts(self):
        """Pairs of a kind and a value, the worst first; a value that is empty only where there is no other."""
        if self.has_more and not self.values.keys() - {"tracking", "pixels", "format"}:
            self.add("other")
        for kind in KINDS:
            values = list(self.values.get(kind, ()))
            yield from ((kind, value) for value in values if value or len(values) == 1)
