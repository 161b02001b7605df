# SPDX-License-Identifier: Apache-2.0
"""The limits that the daemon must keep, and the figures to compare with them."""

from serving import DIFFERENT, MANY, MATCHING, REPEATED, registered

ECHO, REDIS = "C echo", "redis GET"
# elementary's Contractor and its yardsticks, from the same published run: p50 in microseconds.
CONTRACTOR = {"C echo": 11.8, "redis": 17.0, 15: 258, 1_000: 1_236}

SCREENS = {"xvfb": "Xvfb", "sway": "sway"}


class Figures:
    """Finds single figures in a result; None if one was not measured."""

    def __init__(self, result):
        self.result = result

    def served(self, request, label, figure="p50", connections=1):
        for case in self.result["serving"]:
            if (
                (case["request"], case["connections"]) == (request, connections)
                and label in case["targets"]
                and case["case"] == MATCHING
            ):
                return case["targets"][label][figure]
        return None

    def ratio(self, request, yardstick, figure="p50", connections=1, count=15):
        return quotient(
            self.served(request, registered(count), figure, connections),
            self.served(request, yardstick, figure, connections),
        )

    def growth(self, request, count):
        return quotient(self.served(request, registered(count)), self.served(request, registered(15)))

    def contractor(self, request, count):
        """How many times as long as the daemon Contractor takes, each relative to redis in its own run."""
        return quotient(CONTRACTOR[count] / CONTRACTOR["redis"], self.ratio(request, REDIS, count=count))

    def start(self, count, kind, figure):
        return next((one[kind][figure] for one in self.result["starts"] if one["count"] == count), None)

    def sandbox(self):
        return self.result["narrowed"]["narrowed"] - self.result["narrowed"]["plain"]


def quotient(one, other):
    return one / other if one and other else None


def bars(result):
    """Rows: description, "≤" or "≥", limit, figure, unit."""
    find = Figures(result)
    return [
        ("one picture, repeated: p50 to redis GET’s", "≤", 1.25, find.ratio(REPEATED, REDIS), "×"),
        ("one picture, repeated: p50 to a C echo’s", "≤", 1.7, find.ratio(REPEATED, ECHO), "×"),
        (
            "one picture, repeated, 50 connections: throughput to redis GET’s",
            "≥",
            0.75,
            find.ratio(REPEATED, REDIS, "throughput", 50),
            "×",
        ),
        ("one picture, no two calls alike: p50 to redis GET’s", "≤", 1.25, find.ratio(DIFFERENT, REDIS), "×"),
        ("one picture, no two calls alike: p50 to a C echo’s", "≤", 1.7, find.ratio(DIFFERENT, ECHO), "×"),
        ("200 files, no two calls alike: p50 to a C echo’s", "≤", 6, find.ratio(MANY, ECHO), "×"),
        (
            "10,000 bundles, the same 15 matching, repeated: p50 to that of 15",
            "≤",
            1.2,
            find.growth(REPEATED, 10_000),
            "×",
        ),
        (
            "10,000 bundles, the same 15 matching, no two calls alike: p50 to that of 15",
            "≤",
            1.2,
            find.growth(DIFFERENT, 10_000),
            "×",
        ),
        ("Contractor with 15 entries to 15 bundles, repeated", "≥", 15, find.contractor(REPEATED, 15), "×"),
        (
            "Contractor with 1,000 entries to 1,000 bundles, repeated",
            "≥",
            60,
            find.contractor(REPEATED, 1_000),
            "×",
        ),
        ("READY, system activities alone", "≤", 12, find.start(0, "warm", "ready"), "ms"),
        ("READY, 1,000 bundles, warm", "≤", 60, find.start(1_000, "warm", "ready"), "ms"),
        ("READY, 10,000 bundles, warm", "≤", 500, find.start(10_000, "warm", "ready"), "ms"),
        (
            "1,000 bundles, cold, until all are judged and serve",
            "≤",
            2_000,
            find.start(1_000, "cold", "served"),
            "ms",
        ),
        ("private dirty memory, system activities alone", "≤", 3, find.start(0, "warm", "dirty"), "MB"),
        ("private dirty memory, 1,000 bundles", "≤", 6, find.start(1_000, "warm", "dirty"), "MB"),
        ("private dirty memory, 10,000 bundles", "≤", 25, find.start(10_000, "warm", "dirty"), "MB"),
        *changing_bars(result["changing"]),
        *(
            (f"the longest that one call holds up all others: {name}", "≤", 25, one["held"], "ms")
            for name, one in result["costs"].items()
        ),
        *(
            (f"slowest sheet beside {what}", "≤", 5, one["maximum"] / 1e3, "ms")
            for what, one in result["beside"].items()
            if what != "nothing"
        ),
        ("what a sandbox adds to an activity", "≤", 8, find.sandbox(), "ms"),
    ]


def changing_bars(changes):
    yield (
        "a changed bundle among 1,000, from its rename to a sheet that has it (slowest)",
        "≤",
        300,
        changes[0]["retitled"]["maximum"],
        "ms",
    )
    for one in changes:
        what = f"p99 of a sheet while bundles change among {one['count']:,} bundles, more than while none does"
        yield (what, "≤", 0.5, (one["changing"]["p99"] - one["quiet"]["p99"]) / 1e3, "ms")


def sheet_bars(found):
    """Rows as in `bars`, about the sheet."""
    xvfb, memory = found["xvfb"], [found["memory"][count] for count in sorted(found["memory"], key=int)]
    beside = found["starting"]["click"] - found["starting"]["activityctl"]
    for screen in ("xvfb", "sway"):
        first = {name: one["first"] for name, one in found.get(screen, {}).items()}
        for name, other, limit, what in (
            ("warm", "zenity", 0.6, "from exec to the first frame, to zenity’s"),
            ("service", "zenity", 0.12, "the resident sheet’s first frame, to zenity’s"),
            ("service", "chooser", 0.8, "the resident sheet’s first frame, to the resident chooser’s"),
        ):
            yield (f"{what} ({SCREENS[screen]})", "≤", limit, quotient(first.get(name), first.get(other)), "×")
    yield ("from the first frame to the last icon, daemon cold", "≤", 40, xvfb["cold"]["rest"], "ms")
    yield ("from the first frame to the last icon, daemon warm", "≤", 10, xvfb["warm"]["rest"], "ms")
    ratio = quotient(xvfb["warm"]["memory"], xvfb["zenity"]["memory"])
    yield ("private dirty memory of an open sheet, to zenity’s", "≤", 1, ratio, "×")
    yield ("private dirty memory of the resident sheet, idle", "≤", 12, max(memory), "MB")
    yield ("what the sheets after the first 50 add to that", "≤", 1, memory[-1] - memory[2], "MB")
    yield ("a click to the activity’s first line, more than activityctl takes", "≤", 15, beside, "ms")


def generator_bars(found):
    """Rows as in `bars`, about a thousand service menus with three actions each."""
    first, ready, update = found["first"], found["ready"], found["update"]
    # Interpolated between the limits for 1,000 and for 10,000 bundles.
    memory = 6 + (25 - 6) * (3_000 - 1_000) / (10_000 - 1_000)
    yield ("from the first start ever until 3,000 activities of 1,000 menus serve", "≤", 2_000, first["served"], "ms")
    yield ("READY with six generators that find nothing, to that without", "≤", 1.1, quotient(ready["idle"], ready["without"]), "×")
    yield ("READY with 3,000 generated, to that with as many of a person’s own", "≤", 1.1, quotient(ready["generated"], ready["own"]), "×")
    yield ("a changed menu, from its rename to a sheet that has it (slowest)", "≤", 500, update["maximum"], "ms")
    yield ("private dirty memory, 3,000 generated", "≤", round(memory, 1), first["dirty"], "MB")
    yield ("a generator whose format has no file", "≤", 10, found["nothing"], "ms")


def is_met(sense, limit, figure):
    return figure <= limit if sense == "≤" else figure >= limit
