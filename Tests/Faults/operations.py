# SPDX-License-Identifier: Apache-2.0
"""Operations that change the daemon's state, each with its state before and the expected state afterwards.

A state is the data on the disk: the bundle's files or the link to them, the election, the arrangement. An interrupted operation
must leave the state before or the expected one.
"""

import atexit
import base64
import functools
import json
import pathlib
import shutil
import tempfile

from host import CHECKOUT, REGISTRY

BUNDLE = "org.example.fault"
OTHER = "org.example.other"
ICON = (CHECKOUT / "Activities/io.activityd.save.activity/icon.png").read_bytes()


def files(version, identifier=BUNDLE, title="Fault"):
    """A bundle's files, by path; all but the icon contain its version."""
    manifest = {"manifestVersion": 1, "identifier": identifier, "version": version, "title": f"{title} {version}",
                "icon": "icon.png", "category": "action", "accepts": [{"types": ["image/*"]}],
                "perform": {"exec": ["true", "%F"]}}
    return {"manifest.json": json.dumps(manifest).encode(), "icon.png": ICON,
            "data/notes.txt": version.encode() * 3_000, "data/deep/notes.txt": version.encode() * 9_000}


def upload(files):
    return [{"path": path, "data": base64.b64encode(bytes).decode()} for path, bytes in files.items()]


def write(files, folder):
    for path, content in files.items():
        place = pathlib.Path(folder) / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def tree(folder):
    """The content of every file below `folder`, by path; None if the folder does not exist."""
    if not folder.exists():
        return None
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class State:
    """The state on the disk, as a comparable value."""

    def __init__(self, daemon):
        place = daemon.kept / f"data/activities/{BUNDLE}.activity"
        self.bundle = tree(place)
        self.link = str(place.readlink()) if place.is_symlink() else None
        self.election = self.kept(daemon, "elections").get(BUNDLE, {}).get("election", "default")
        self.arrangement = self.kept(daemon, "arrangement") or []

    @staticmethod
    def kept(daemon, name):
        try:
            return json.loads((daemon.kept / f"state/activityd/{name}.json").read_bytes())[name]
        except FileNotFoundError:
            return {}

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    def holds(self, served):
        """Whether the reply of a newly started daemon agrees with this state."""
        own = [activity for activity in served if activity["identifier"] == BUNDLE]
        if self.bundle is None:
            return not own
        version = json.loads(self.bundle["manifest.json"])["version"]
        state = "ignored" if self.election == "ignore" else "active"
        return len(own) == 1 and (own[0]["version"], own[0]["state"], own[0]["election"]) == (
            version, state, self.election)


class Operation:
    """A change: the calls of `prepare` lead to the state before. `call` is the call under test, or a function that makes it
    anew."""

    def __init__(self, name, prepare, call):
        self.name = name
        self.prepare = prepare
        self.calls = call if callable(call) else lambda: call

    def copy(self):
        """A copy for use with another daemon."""
        return Operation(self.name, self.prepare, self.calls)

    def begin(self, connection):
        """Restores the state before; has no effect if it is already in place."""
        self.call = self.calls()
        for method, parameters in [*RESET, *self.prepare]:
            try:
                connection.call(f"{REGISTRY}.{method}", **parameters)
            except Exception as error:
                if getattr(error, "name", "").split(".")[-1] != "NoSuchActivity":
                    raise

    def bundle(self, before):
        """The expected files of the bundle afterwards; None if there is no bundle."""
        method, parameters = self.call
        if method == "Register":
            return {file["path"]: base64.b64decode(file["data"]) for file in parameters["files"]}
        if method == "RegisterLink":
            return tree(pathlib.Path(parameters["folder"]))
        return None if method == "Unregister" else before

    def perform(self, connection):
        method, parameters = self.call
        return connection.call(f"{REGISTRY}.{method}", **parameters)


def register(version):
    return ("Register", {"files": upload(files(version))})


def register_unheard():
    """A call of Register with a title that has no cached verdict, so that the cache is written too."""
    register_unheard.number += 1
    return ("Register", {"files": upload(files("two", title=f"Unheard {register_unheard.number}"))})


register_unheard.number = 0


@functools.cache
def worked_on(version):
    """A bundle's folder outside of the data folder, as its author works on it."""
    folder = tempfile.mkdtemp(prefix="faults-link-")
    atexit.register(shutil.rmtree, folder)
    write(files(version), folder)
    return folder


def link(version):
    return ("RegisterLink", {"folder": worked_on(version)})


def elect(election):
    return ("Elect", {"identifier": BUNDLE, "election": election})


def arrange(*identifiers):
    return ("Arrange", {"identifiers": list(identifiers)})


# Returns to the initial state. `elect` comes before Unregister, as a missing bundle cannot be elected.
RESET = [arrange(), elect("default"), ("Unregister", {"identifier": BUNDLE})]
OPERATIONS = [
    Operation("register", [], register("one")),
    Operation("replace", [register("one")], register("two")),
    Operation("replace, new title", [register("one")], register_unheard),
    Operation("unregister", [register("one")], ("Unregister", {"identifier": BUNDLE})),
    Operation("link", [], link("one")),
    Operation("link elsewhere", [link("one")], link("two")),
    Operation("unregister a link", [link("one")], ("Unregister", {"identifier": BUNDLE})),
    Operation("elect", [register("one")], elect("ignore")),
    Operation("elect again", [register("one"), elect("ignore")], elect("use")),
    Operation("arrange", [register("one")], arrange(BUNDLE)),
    Operation("arrange again", [register("one"), arrange(BUNDLE)], arrange(OTHER, BUNDLE)),
    Operation("arrange nothing", [register("one"), arrange(BUNDLE)], arrange()),
]
