# SPDX-License-Identifier: Apache-2.0
"""Clients that make requests, and check each reply against the history."""

import base64
import collections
import itertools
import json
import struct

from load import REGISTRY, SHEET, Connection, Wrong, framed
from bundles import PERFORMED
from model import FOREIGN, Selection

CONTENTS = [
    ("image/png",),
    ("image/png", "image/jpeg", "image/png"),
    ("application/pdf",),
    ("x-scheme-handler/https",),
    ("inode/directory",),
    ("image/png", "application/pdf"),
    ("video/mp4", "inode/directory", "x-scheme-handler/https"),
    ("image/jpeg",) * 500,
]
EXCLUSIONS = [frozenset(), frozenset({"io.activityd.print", "org.example.soak03"})]
SELECTIONS = [
    Selection(types, excluded, locale, compact)
    for types, excluded, locale, compact in itertools.product(
        CONTENTS, EXCLUSIONS, [None, "de_DE.UTF-8"], [False, True]
    )
]
FRAMES = {one: framed(f"{SHEET}.List", **one.parameters()) for one in SELECTIONS}


def entries(reply):
    """A sheet's activities in the form of the model."""
    return [
        (one["identifier"], one["title"], one["source"], one["category"], one.get("iconDigest"))
        for one in reply["activities"]
    ]


def hold(condition, sentence):
    if not condition:
        raise Wrong(sentence)


def hold_one(found, expected, moment):
    """Raises Wrong unless `found` is among the expected values."""
    if found in expected:
        return
    if not expected:
        raise Wrong(f"{moment}: no such generation is known")
    found, likely = (
        list(one.items()) if isinstance(one, dict) else list(one) for one in (found, expected[0])
    )
    more = [one for one in found if one not in likely]
    less = [one for one in likely if one not in found]
    if more or less:
        raise Wrong(f"{moment}, {len(expected)} states: too many {more}, missing {less}")
    raise Wrong(f"{moment}: in this order {[one[0] for one in found]}, not {[one[0] for one in likely]}")


def listing(load, dice, path):
    """Requests sheets of all selections. A reply received during a change is checked once the change's generation is known."""
    connection = load.connection() if path is None else Connection(path)
    waiting, told = collections.deque(), {}
    with connection:
        while True:
            selection = dice.choice(SELECTIONS)
            reply = connection.ask(FRAMES[selection])
            waiting.append((load.history.begun, selection, reply))
            while waiting and load.history.known >= waiting[0][0]:
                _, selection, reply = waiting.popleft()
                # The generation is part of the reply, so the same bytes need no further check.
                if told.get(selection) != reply:
                    check_sheet(load.history, selection, reply, told.get(selection))
                    told[selection] = reply
                load.did("lists")
            yield


def check_sheet(history, selection, raw, before):
    reply = json.loads(raw)
    hold("error" not in reply, raw[:300])
    reply = reply["parameters"]
    shown = "actionSheet" if selection.compact else "popover"
    hold(reply["presentation"] == shown, reply["presentation"])
    for one in reply["activities"]:
        fit = one["fit"]
        hold(fit["truncated"] or fit["text"].split() == one["title"].split(), fit)
    found = tuple(one for one in entries(reply) if not one[0].startswith(FOREIGN))
    generation = reply["generation"]
    expected = [state.sheet(selection) for state in history.states(generation)]
    hold_one(found, expected, f"{selection.types[:3]} at {generation}")
    if before:
        hold(json.loads(before)["parameters"]["generation"] != generation, "two answers in one generation")


def explaining(load, dice):
    """Asks why each activity is listed or not. The reply has no generation, so it may match any state since the request."""
    with load.connection() as connection:
        while True:
            types = dice.choice(CONTENTS[:-1])
            made, more = load.history.made, dice.random() < 0.3
            content = Selection(types).parameters()["content"]
            connection.send(f"{REGISTRY}.Explain", more=more, content=content)
            verdicts = portions(connection, "verdicts") if more else connection.receive()["verdicts"]
            begun = load.history.begun
            while load.history.known < begun and not load.ends.wait(0.001):
                continue
            found = {
                one["identifier"]: one["code"]
                for one in verdicts
                if one["identifier"].startswith("org.example.") and not one["identifier"].startswith(FOREIGN)
            }
            expected = [
                {identifier: state.reason(identifier, types) for identifier in state.bundles}
                for state in load.history.since(made)
            ]
            if load.history.known >= begun:
                hold_one(found, expected, str(types))
                load.did("explanations", len(verdicts))
            yield


def portions(connection, name):
    """All entries of a reply that is sent in portions."""
    found = []
    while True:
        reply = json.loads(connection.frame())
        hold("error" not in reply, reply)
        found += reply["parameters"][name]
        if not reply.get("continues"):
            return found


def describing(load, dice):
    """Requests the status, or all bundles with their states and elections."""
    with load.connection() as connection:
        while True:
            if dice.random() < 0.5:
                status = connection.call(f"{REGISTRY}.Status")
                hold(status["scope"] == "user" and status["connections"] > 0, status)
                load.did("statuses")
            reply = connection.call(f"{REGISTRY}.Describe")
            begun = load.history.begun
            while load.history.known < begun and not load.ends.wait(0.001):
                continue
            if load.history.known >= begun:
                check_description(load.history.states(reply["generation"]), reply)
                load.did("descriptions", len(reply["activities"]))
            yield


def check_description(states, reply):
    found = {
        one["identifier"]: (one["state"], one["election"], one["title"])
        for one in reply["activities"]
        if one["source"] == "custom" and not one["identifier"].startswith(FOREIGN)
    }
    expected = [
        {
            identifier: (
                "ignored" if state.is_ignored(identifier) else "active",
                state.elections.get(identifier, "default"),
                bundle.title,
            )
            for identifier, bundle in state.bundles.items()
        }
        for state in states
    ]
    hold_one(found, expected, f"at {reply['generation']}")


SIZES = [8, 16, 35, 48, 64, 70, 105, 140, 256, 512]
TINTS = [None, "#000000", "#ffffff", "#3465a4", "#e01b24"]


def drawing(load, dice):
    """Requests finished icons in all sizes and tints; equal digest, size and tint must give equal icons."""
    drawn = {}
    with load.connection() as connection:
        while True:
            bundle = dice.choice(list(PERFORMED.values())).model
            size, tint = dice.choice(SIZES), dice.choice(TINTS)
            reply = connection.call(f"{SHEET}.Icon", identifier=bundle.identifier, size=size, tint=tint)
            png = base64.b64decode(reply["png"], validate=True)
            hold(reply["iconDigest"] == bundle.digest, reply["iconDigest"])
            hold(struct.unpack(">II", png[16:24]) == (size, size), png[:24])
            key = (bundle.digest, size, tint or "#000000")
            hold(drawn.setdefault(key, png) == png, f"another picture of {key}")
            load.did("icons")
            yield
