# SPDX-License-Identifier: Apache-2.0
"""What changes the daemon's state, each as where it begins and where it should end.

A state is what lies on the disk: the bundle's files or the link to them, the election, the arrangement. An operation that is cut off
leaves the state that was before or the one that should come, and nothing else.
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
    """A bundle's, by path: each of them holds its version."""
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
    """Every file beneath `folder` by path; None where nothing is there."""
    if not folder.exists():
        return None
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class State:
    """What is on the disk, as one value."""

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
        """Whether a daemon that has just been started says the same."""
        own = [activity for activity in served if activity["identifier"] == BUNDLE]
        if self.bundle is None:
            return not own
        version = json.loads(self.bundle["manifest.json"])["version"]
        state = "ignored" if self.election == "ignore" else "active"
        return len(own) == 1 and (own[0]["version"], own[0]["state"], own[0]["election"]) == (
            version, state, self.election)


class Operation:
    """`prepare` is a list of calls after which `call` is tried, or what makes it again each time."""

    def __init__(self, name, prepare, call):
        self.name = name
        self.prepare = prepare
        self.calls = call if callable(call) else lambda: call

    def copy(self):
        """For another daemon."""
        return Operation(self.name, self.prepare, self.calls)

    def begin(self, connection):
        """Brings about the state before; harmless where it holds already."""
        self.call = self.calls()
        for method, parameters in [*RESET, *self.prepare]:
            try:
                connection.call(f"{REGISTRY}.{method}", **parameters)
            except Exception as error:
                if getattr(error, "name", "").split(".")[-1] != "NoSuchActivity":
                    raise

    def bundle(self, before):
        """The bundle's files afterwards."""
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
    """With a title that no verdict is filed of: the cache is written too."""
    register_unheard.number += 1
    return ("Register", {"files": upload(files("two", title=f"Unheard {register_unheard.number}"))})


register_unheard.number = 0


@functools.cache
def worked_on(version):
    """A bundle's folder, as its author has it."""
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


# `default` is taken back where something is elected; what is not there cannot be elected.
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
