# SPDX-License-Identifier: Apache-2.0
"""What ought to be served: what was registered and decided, and the sheets that follow from it.

The rules here are written once more, simply, so that the daemon is not held to its own code. Bundles are made
so that simple rules do: plain types, one clause, titles that collate alike in every locale.
"""

import dataclasses
import fnmatch
import threading

# What others than the model's own thread register; it is theirs to check.
FOREIGN = "org.example.foreign"


@dataclasses.dataclass(frozen=True)
class Bundle:
    identifier: str
    title: str
    german: str
    category: str
    types: tuple
    most: int
    digest: str

    def reason(self, types):
        """Why it is not listed for items of these types; "listed" where it is."""
        if not all(any(fnmatch.fnmatch(one, pattern) for pattern in self.types) for one in types):
            return "type-not-accepted"
        return "too-many-items" if len(types) > self.most else "listed"


@dataclasses.dataclass(frozen=True)
class Selection:
    """A sheet that is asked for."""

    types: tuple
    excluded: frozenset = frozenset()
    locale: str = None
    compact: bool = False

    def parameters(self):
        content = [{"type": one, "uri": uri(one, place)} for place, one in enumerate(self.types)]
        found = {"content": content, "exclude": sorted(self.excluded), "titleWidth": 14}
        if self.locale:
            found["locale"] = self.locale
        return found | {"width": "compact" if self.compact else "regular"}


def uri(type, place):
    return f"https://example.org/{place}" if type.startswith("x-scheme") else f"file:///home/ada/{place}"


class State:
    """What is registered and decided at one moment; never changed."""

    def __init__(self, system, bundles=None, elections=None, arrangement=()):
        # The system's part of each selection's sheet, as it was told before anything was decided.
        self.system = system
        self.bundles = bundles or {}
        self.elections = elections or {}
        self.arrangement = arrangement
        self.sheets = {}

    def changed(self, **changes):
        kept = {name: getattr(self, name) for name in ("bundles", "elections", "arrangement")}
        return State(self.system, **(kept | changes))

    def with_bundle(self, bundle):
        return self.changed(bundles=self.bundles | {bundle.identifier: bundle})

    def without(self, identifier):
        return self.changed(bundles={key: one for key, one in self.bundles.items() if key != identifier})

    def elected(self, identifier, election):
        return self.changed(elections=self.elections | {identifier: election})

    def is_ignored(self, identifier):
        return self.elections.get(identifier) == "ignore"

    def reason(self, identifier, types):
        if self.is_ignored(identifier):
            return "ignored-by-person"
        return self.bundles[identifier].reason(types)

    def sheet(self, selection):
        """The activities that are listed, as tuples."""
        if selection not in self.sheets:
            system = [one for one in self.system[selection] if not self.is_ignored(one[0])]
            self.sheets[selection] = tuple(system + self.custom(selection))
        return self.sheets[selection]

    def custom(self, selection):
        places = {identifier: place for place, identifier in enumerate(self.arrangement)}
        listed = [
            (places.get(one.identifier, len(places)), title.lower(), one.identifier, title, one)
            for one in self.bundles.values()
            for title in [one.german if selection.locale == "de_DE.UTF-8" else one.title]
            if one.identifier not in selection.excluded
            and self.reason(one.identifier, selection.types) == "listed"
        ]
        return [
            (one.identifier, title, "custom", one.category, one.digest)
            for _, _, _, title, one in sorted(listed, key=lambda entry: entry[:3])
        ]


class History:
    """The states of late by generation.

    One thread makes the changes. A change holds from the generation that its answer names; where it was made
    by moving files there is no answer, and it holds from some generation between two.
    """

    # Answers are checked at once, or when the change that was under way is known: a few entries do.
    KEPT = 400

    def __init__(self, state):
        self.lock = threading.Lock()
        self.entries = [(0, 0, state)]
        self.begun = self.known = self.made = 0

    @property
    def newest(self):
        return self.entries[-1][2]

    def begin(self):
        self.begun += 1

    def end(self, state, low, high=None):
        """The change that had begun is made: `state` surely holds from `high` on, and not before `low`."""
        with self.lock:
            self.entries = self.entries[-self.KEPT :] + [(low, high or low, state)]
            self.made += 1
            self.known += 1

    def unchanged(self):
        self.known += 1

    def states(self, generation):
        """Those that may have been served in a generation."""
        found = []
        for low, high, state in reversed(self.entries):
            if generation >= low:
                found.append(state)
            if generation >= high:
                break
        return found

    def since(self, made):
        """Those that were or may have been served since so many were made."""
        with self.lock:
            return [entry[2] for entry in self.entries[-(self.made - made + 1) :]]
