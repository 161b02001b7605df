# SPDX-License-Identifier: Apache-2.0
"""The model: registered bundles and decisions, and the sheets expected from them.

It implements the rules independently, so that the daemon is not compared with its own code. The bundles are designed for simple
rules: plain types, one clause, titles that collate alike in every locale.
"""

import dataclasses
import fnmatch
import threading

# Prefix of identifiers that are not in the model, as other threads register and check them.
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
        """The reason why the bundle is not listed for items of these types; "listed" if it is."""
        if not all(any(fnmatch.fnmatch(one, pattern) for pattern in self.types) for one in types):
            return "type-not-accepted"
        return "too-many-items" if len(types) > self.most else "listed"


@dataclasses.dataclass(frozen=True)
class Selection:
    """The request of a sheet."""

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
    """The registered bundles and decisions at one moment; immutable."""

    def __init__(self, system, bundles=None, elections=None, arrangement=()):
        # The system's part of each selection's sheet, as served before any decision.
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
        """The listed activities, as tuples."""
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
    """The recent states, by generation.

    One thread makes the changes. A change takes effect in the generation that its reply names; a change made by moving files has
    no reply, and takes effect in some generation of a range.
    """

    # Replies are checked at once, or as soon as a concurrent change is known, so the recent entries suffice.
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
        """Records the change that had begun: `state` is in effect from `high` on at the latest, and not before `low`."""
        with self.lock:
            self.entries = self.entries[-self.KEPT :] + [(low, high or low, state)]
            self.made += 1
            self.known += 1

    def unchanged(self):
        self.known += 1

    def states(self, generation):
        """The states that may have been served in a generation."""
        found = []
        for low, high, state in reversed(self.entries):
            if generation >= low:
                found.append(state)
            if generation >= high:
                break
        return found

    def since(self, made):
        """The states that may have been served since the number of changes was `made`."""
        with self.lock:
            return [entry[2] for entry in self.entries[-(self.made - made + 1) :]]
