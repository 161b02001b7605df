# SPDX-License-Identifier: Apache-2.0
"""Hostile bundles: too many or too long names, and files of unexpected types."""

import os
import pathlib
import socket
import threading
import time

from host import REGISTRY, wait_until
from operations import BUNDLE, ICON, files, upload, write
from pictures import PICTURES
from strace import Strace

OUTSIDE = "Outside"


def described(daemon, identifier):
    """A bundle's description; empty if it is not listed yet, as a bundle that may still be being copied is held back."""
    every = daemon.call(f"{REGISTRY}.Describe")["activities"]
    return next((one for one in every if one["identifier"] == identifier), {})


def made(daemon, name):
    """Creates a valid bundle in the person's folder; returns its identifier and folder."""
    identifier = f"org.example.{name}"
    folder = daemon.folder / f"config/activities/{identifier}.activity"
    write(files("one", identifier, name.capitalize()), folder)
    return identifier, folder


def replaced(name, make):
    def spoil(folder):
        path = folder / name
        path.unlink(missing_ok=True)
        make(path)
    return spoil


def listen(path):
    """Creates a socket, by a relative path, as a socket's path is limited to 108 bytes."""
    here = os.getcwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(here)


def sparse(path):
    with open(path, "wb") as file:
        file.truncate(1 << 40)


def behind_link(folder):
    """Moves the icon into a folder that the manifest reaches through a link."""
    manifest = (folder / "manifest.json").read_text().replace('"icon.png"', '"sub/icon.png"')
    (folder / "manifest.json").write_text(manifest)
    (folder / "sub").symlink_to(folder / "data")
    (folder / "data/icon.png").write_bytes(ICON)


def icon_above(folder):
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text.replace('"icon.png"', '"data/../icon.png"'))


# Refused bundles: the change to a valid bundle, and the rule that refuses it.
REFUSED = {
    "manifest-to-passwd": (replaced("manifest.json", lambda path: path.symlink_to("/etc/passwd")), "bundle-path"),
    "manifest-fifo": (replaced("manifest.json", os.mkfifo), "bundle-path"),
    "manifest-socket": (replaced("manifest.json", listen), "bundle-path"),
    "manifest-device": (replaced("manifest.json", lambda path: path.symlink_to("/dev/zero")), "bundle-path"),
    "manifest-folder": (replaced("manifest.json", os.mkdir), "bundle-path"),
    "manifest-sparse": (replaced("manifest.json", sparse), "manifest-bytes"),
    "icon-fifo": (replaced("icon.png", os.mkfifo), "bundle-path"),
    "icon-socket": (replaced("icon.png", listen), "bundle-path"),
    "icon-sparse": (replaced("icon.png", sparse), "icon-bytes"),
    "icon-large-fifo": (replaced("icon@3x.png", os.mkfifo), "bundle-path"),
    "icon-behind-link": (behind_link, "bundle-path"),
    "icon-above": (icon_above, "bundle-path"),
    "manifest-writable": (lambda folder: os.chmod(folder / "manifest.json", 0o666), "bundle-owner"),
    "folder-writable": (lambda folder: os.chmod(folder, 0o777), "bundle-owner"),
}
if os.geteuid() == 0:
    REFUSED |= {
        "icon-device": (replaced("icon.png", lambda path: os.mknod(path, 0o020644, os.makedev(1, 5))), "bundle-path"),
        "folder-of-another": (lambda folder: os.chown(folder, 12_345, 12_345), "bundle-owner"),
    }


def many_files(folder, count=100_000):
    (folder / "many").mkdir()
    for number in range(count):
        os.close(os.open(folder / f"many/{number}", os.O_CREAT, 0o644))


def odd_names(folder):
    """Adds names that are not UTF-8, that contain control characters, and paths of extreme length and depth."""
    for name in [b"\xff\xfe", b"a\nb", b"\x1b[2J", b"x" * 255]:
        (pathlib.Path(os.fsdecode(os.fsencode(folder) + b"/" + name))).touch()
    here = os.open(folder, os.O_RDONLY)
    for _ in range(15):
        os.mkdir("d" * 255, dir_fd=here)
        inner = os.open("d" * 255, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)


def hard_links(folder):
    """Adds hard links to the icon and the manifest."""
    os.link(folder / "icon.png", folder / "icon@2x-copy.png")
    (folder / "data/notes.txt").unlink()
    os.link(folder / "manifest.json", folder / "data/notes.txt")


# Unusual bundles that are served nevertheless.
SERVED = {"many-files": many_files, "odd-names": odd_names, "hard-links": hard_links}


def refused(daemon):
    """Each bad bundle is refused by its rule while a valid one is served, and none delays loading."""
    cases = {made(daemon, name)[0]: case for name, case in REFUSED.items()}
    for identifier, (spoil, _) in cases.items():
        spoil(daemon.folder / f"config/activities/{identifier}.activity")
    begin = time.monotonic()
    daemon.call("io.systemd.service.Reload")
    took = time.monotonic() - begin
    for identifier, (_, rule) in cases.items():
        wait_until(lambda: described(daemon, identifier).get("state") == "rejected", identifier)
        rules = [one["rule"] for one in described(daemon, identifier)["diagnostics"]]
        assert rule in rules, (identifier, rules)
    return f"{len(cases)} kinds refused by their rule, a reload took {took * 1e3:.0f} ms"


def served(daemon):
    for name, spoil in SERVED.items():
        identifier, folder = made(daemon, name)
        spoil(folder)
    begin = time.monotonic()
    daemon.call("io.systemd.service.Reload")
    took = time.monotonic() - begin
    for name in SERVED:
        assert described(daemon, f"org.example.{name}").get("state") == "active", name
    return f"{len(SERVED)} kinds served, 100,000 files among them; a reload took {took * 1e3:.0f} ms"


def unspeakable(daemon):
    """Bundles with invalid names are skipped: a reply could not contain such a path."""
    place = os.fsencode(daemon.folder / "config/activities")
    names = [b"org.example.\xff.activity", b"org.example.a\n.activity", b"..activity", b"." * 200 + b".activity"]
    for name in names:
        os.makedirs(place + b"/" + name, exist_ok=True)
    daemon.call("io.systemd.service.Reload")
    listed = [one["path"] for one in daemon.call(f"{REGISTRY}.Describe")["activities"]]
    assert all("\ufffd" not in path for path in listed), listed
    return f"{len(names)} names stopped no other"


class Flipper(threading.Thread):
    """Repeatedly replaces a bundle, its manifest and its icon with links to the outside, and restores them."""

    def __init__(self, folder, outside):
        super().__init__()
        self.folder = folder
        self.outside = outside
        self.ends = threading.Event()
        self.turns = 0

    def flip(self, path, target):
        aside = self.folder.parent / f"{path.name}.aside~"
        path.rename(aside)
        path.symlink_to(target)
        path.unlink()
        aside.rename(path)

    def run(self):
        while not self.ends.is_set():
            self.flip(self.folder / "manifest.json", self.outside / "manifest.json")
            self.flip(self.folder / "icon.png", self.outside / "icon.png")
            self.flip(self.folder, self.outside)
            self.turns += 1


def flipping(daemon, reloads=200):
    """Nothing is ever read through a link in a bundle, or through a link to a folder that others can write to, despite concurrent
    changes."""
    identifier, folder = made(daemon, "flipping")
    outside = daemon.folder / "open/outside"
    write(files("one", identifier, OUTSIDE), outside)
    os.chmod(outside.parent, 0o777)
    flipper = Flipper(folder, outside)
    flipper.start()
    try:
        for _ in range(reloads):
            daemon.call("io.systemd.service.Reload")
            for one in daemon.call(f"{REGISTRY}.Describe")["activities"]:
                assert OUTSIDE not in one.get("title", ""), "it was read through a link"
    finally:
        flipper.ends.set()
        flipper.join()
    assert flipper.turns > 20, flipper.turns
    wait_until(lambda: described(daemon, identifier).get("state") == "active", "the bundle at rest")
    return f"{reloads} reloads during {flipper.turns} changes of bundle, manifest and icon: nothing read through a link"


def pictures(daemon):
    longest = ("", 0)
    for name, (icon, content) in PICTURES.items():
        bundle = files("one", "org.example.picture", "Picture")
        bundle["manifest.json"] = bundle["manifest.json"].replace(b"icon.png", icon.encode())
        del bundle["icon.png"]
        bundle[icon] = content
        assert len(content) <= 256 << 10, (name, len(content))
        begin = time.monotonic()
        with daemon.connect() as asker:
            asker.send(f"{REGISTRY}.Check", files=upload(bundle))
            assert daemon.connect().list()[1]  # meanwhile
            found = asker.receive()["diagnostics"]
        took = time.monotonic() - begin
        assert any(one["severity"] == "error" for one in found), (name, found)
        # Allows for the limit of five seconds of CPU time on a busy machine.
        assert took < 25, (name, took)
        longest = max(longest, (name, took), key=lambda case: case[1])
    return f"{len(PICTURES)} refused, the longest ({longest[0]}) after {longest[1]:.1f} s; daemon {daemon.memory()} MiB"


def on_a_bad_disk(daemon):
    """A manifest or folder that cannot be read because of a disk error does not affect the other bundles."""
    identifier, folder = made(daemon, "worn")
    wait_until(lambda: described(daemon, identifier).get("state") == "active", "the bundle")
    longest = 0
    for path in (folder / "manifest.json", folder.parent):
        calls = ["openat", "openat2", "read"]
        with Strace(daemon.pid, ",".join(calls) + ":error=EIO", calls, ["-P", str(path)]) as trace:
            begin = time.monotonic()
            (folder / "icon.png").touch()
            daemon.call(f"{REGISTRY}.Register", files=upload(files("one")))
            wait_until(lambda: described(daemon, BUNDLE).get("state") == "active", "the others")
            longest = max(longest, time.monotonic() - begin)
        assert trace.injected, f"nothing was read at {path}"
        daemon.call(f"{REGISTRY}.Unregister", identifier=BUNDLE)
        (folder / "icon.png").touch()
        wait_until(lambda: described(daemon, identifier).get("state") == "active", "the bundle")
    return f"2 faults, others listed after {longest:.1f} s at most, the bundle again when it can be read"


CASES = {"refused bundles": refused, "served bundles": served, "names": unspeakable, "changing bundles": flipping,
         "bad disk": on_a_bad_disk, "hostile pictures": pictures}
SLOW = ["hostile pictures", "served bundles"]
