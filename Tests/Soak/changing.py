# SPDX-License-Identifier: Apache-2.0
"""The client that changes the served state and records the changes in the history; and a second one, which registers beside
it."""

import os
import shutil
import signal

from asking import hold
from bundles import DROPPED, PERFORMED, REGISTERED, VERSIONS, Made
from load import REGISTRY, SERVICE, SHEET, VarlinkError
from model import FOREIGN

SYSTEM = ["io.activityd.copy", "io.activityd.open", "io.activityd.mail"]


class Changer:
    """Makes one change after another; each reply names the generation in which the change takes effect."""

    def __init__(self, load, dice, connection):
        self.load = load
        self.history = load.history
        self.dice = dice
        self.connection = connection

    def turn(self):
        names = ["register"] * 5 + ["unregister"] * 3 + ["elect"] * 4 + ["arrange"] * 2
        name = self.dice.choice(names + ["reload", "hang_up", "drop", "take_away", "refused", "unknown"])
        self.history.begin()
        known = self.history.known
        try:
            getattr(self, name)()
        finally:
            if self.history.known == known:
                self.history.unchanged()

    def call(self, method, **parameters):
        return self.connection.call(f"{REGISTRY}.{method}", **parameters)

    def change(self, kind, state, method, **parameters):
        reply = self.call(method, **parameters)
        self.history.end(state, reply["generation"])
        self.load.did(kind)
        return reply

    def register(self):
        self.put(Made(self.dice.choice(REGISTERED), self.dice.randrange(VERSIONS)))

    def put(self, made):
        state = self.history.newest.with_bundle(made.model)
        reply = self.change("registrations", state, "Register", files=made.uploads())
        hold(reply["identifier"] == made.model.identifier, reply)

    def unregister(self):
        present = [one for one in REGISTERED if one in self.history.newest.bundles]
        if present:
            identifier = self.dice.choice(present)
            state = self.history.newest.without(identifier)
            self.change("unregistrations", state, "Unregister", identifier=identifier)

    def elect(self):
        present = [one for one in REGISTERED if one in self.history.newest.bundles]
        identifier = self.dice.choice(present + SYSTEM)
        election = self.dice.choice(["use", "ignore", "default", "default"])
        state = self.history.newest.elected(identifier, election)
        self.change("elections", state, "Elect", identifier=identifier, election=election)

    def arrange(self):
        present = [one for one in REGISTERED if one in self.history.newest.bundles]
        identifiers = self.dice.sample(present, self.dice.randrange(len(present) + 1))
        state = self.history.newest.changed(arrangement=tuple(identifiers))
        self.change("arrangements", state, "Arrange", identifiers=identifiers)

    # Calls that change nothing

    def reload(self):
        self.connection.call(f"{SERVICE}.Reload")
        self.load.did("reloads")

    def hang_up(self):
        before = self.call("Status")["generation"]
        self.watch(
            lambda: self.load.daemon.process.send_signal(signal.SIGHUP), lambda: self.call("Status")["generation"] > before
        )
        self.load.did("reloads by signal")

    def refused(self):
        made = Made(self.dice.choice(REGISTERED))
        made.files["manifest.json"] = made.files["manifest.json"].replace(b"1,", b"9,", 1)
        self.refusal("Rejected", "Register", files=made.uploads())

    def unknown(self):
        self.refusal("NoSuchActivity", "Unregister", identifier="org.example.nobody")
        self.refusal("SystemOrderIsFixed", "Arrange", identifiers=["io.activityd.copy"])

    def refusal(self, name, method, **parameters):
        try:
            self.call(method, **parameters)
        except VarlinkError as error:
            hold(error.name == f"{REGISTRY}.{name}", error)
            return self.load.did("refusals")
        hold(False, f"{method} was not refused")

    # Changes to files, which have no reply

    def drop(self):
        absent = [one for one in DROPPED if one not in self.history.newest.bundles]
        if not absent:
            return self.take_away()
        folder = self.load.daemon.folder
        made = Made(self.dice.choice(absent), self.dice.randrange(VERSIONS))
        place = made.write(folder / "staged")
        state = self.history.newest.with_bundle(made.model)
        self.move(place, folder / "config/activities", state, made.model.identifier)

    def take_away(self):
        present = [one for one in DROPPED if one in self.history.newest.bundles]
        if not present:
            return
        identifier = self.dice.choice(present)
        folder = self.load.daemon.folder
        place = folder / f"config/activities/{identifier}.activity"
        self.move(place, folder / "staged", self.history.newest.without(identifier), identifier)
        shutil.rmtree(folder / f"staged/{place.name}")

    def move(self, place, target, state, identifier):
        is_served = identifier in state.bundles
        first = self.call("Status")["generation"] + 1
        generation = 0

        def holds():
            nonlocal generation
            try:
                generation = self.call("Describe", identifier=identifier)["generation"]
            except VarlinkError:
                # The bundle is gone, at the latest since this generation.
                generation = self.call("Status")["generation"]
                return not is_served
            return is_served

        self.watch(lambda: os.rename(place, target / place.name), holds)
        self.history.end(state, first, generation)
        self.load.did("changes of files")

    def watch(self, change, holds):
        """Makes a change, and waits for a generation in which `holds` is true."""
        with self.load.connection() as monitor:
            monitor.send(f"{SHEET}.Monitor", more=True)
            monitor.receive()
            change()
            while not holds():
                monitor.receive()


def changing(load, dice):
    with load.connection() as connection:
        changer = Changer(load, dice, connection)
        while True:
            changer.turn()
            yield


def prepare(load):
    """Registers the whole stock once, so that the daemon has seen all of it, and then the activities to perform."""
    with load.connection() as connection:
        changer = Changer(load, None, connection)
        stock = [Made(identifier, version) for identifier in REGISTERED for version in range(VERSIONS)]
        for made in stock + list(PERFORMED.values()):
            load.history.begin()
            changer.put(made)


def contending(load, dice):
    """Registers and unregisters beside the Changer: the client's next sheet must reflect its own change."""
    made = Made(f"{FOREIGN}{dice.randrange(4)}", types=("image/png",))
    identifier = made.model.identifier
    with load.connection() as connection:
        while True:
            generation = connection.call(f"{REGISTRY}.Register", files=made.uploads())["generation"]
            seen, sheet = connection.list()
            hold(seen >= generation and identifier in sheet, f"{identifier} is registered and not listed")
            generation = connection.call(f"{REGISTRY}.Unregister", identifier=identifier)["generation"]
            seen, sheet = connection.list()
            hold(seen >= generation and identifier not in sheet, f"{identifier} is gone and listed")
            load.did("registrations beside others", 2)
            yield
