# SPDX-License-Identifier: Apache-2.0
"""A finite stock of bundles to register, so that the daemon's caches stop growing."""

import base64
import hashlib
import json
import pathlib
import random
import struct
import zlib

from model import Bundle

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent.parent
WORDS = {"Blur": "Weich", "Crop": "Schnitt", "Frame": "Rahmen", "Sepia": "Sepia", "Tint": "Tonung"}
TYPES = [
    ("image/*",),
    ("image/png",),
    ("image/png", "image/jpeg"),
    ("application/pdf",),
    ("x-scheme-handler/https",),
    ("inode/directory",),
    ("video/mp4", "image/*"),
    ("image/*", "application/pdf", "video/mp4", "inode/directory", "x-scheme-handler/https"),
]
REGISTERED = [f"org.example.soak{number:02}" for number in range(30)]
DROPPED = [f"org.example.dropped{number}" for number in range(4)]
# Number of versions of each identifier.
VERSIONS = 4


def icon(number):
    """A picture that the judge accepts, always the same for the same number."""
    pictures = sorted(CHECKOUT.glob("Activities/*/icon.png"))
    picture = pictures[number % len(pictures)].read_bytes()
    text = b"Comment\0soak %d" % number
    chunk = struct.pack(">I", len(text)) + b"tEXt" + text + struct.pack(">I", zlib.crc32(b"tEXt" + text))
    return picture[:33] + chunk + picture[33:]


ICONS = [icon(number) for number in range(40)]


class Made:
    """A bundle: its files, and its counterpart in the model."""

    def __init__(self, identifier, version=0, perform=None, files=None, types=None):
        dice = random.Random(f"{identifier} {version}")
        word = dice.choice(sorted(WORDS))
        number = dice.randrange(10_000)
        picture = dice.choice(ICONS)
        self.files = {"icon.png": picture} | (files or {})
        self.model = Bundle(
            identifier,
            f"{word} {number:04}",
            f"{WORDS[word]} {number:04}",
            dice.choice(["action", "share"]),
            types or dice.choice(TYPES),
            dice.choice([1, 3, 1000]),
            hashlib.sha256(picture).hexdigest(),
        )
        self.manifest = {
            "manifestVersion": 1,
            "identifier": identifier,
            "version": f"1.{version}",
            "title": self.model.title,
            "titles": {"de": self.model.german},
            "icon": "icon.png",
            "category": self.model.category,
            "accepts": [{"types": list(self.model.types), "max": self.model.most}],
            "perform": perform or {"exec": ["true", "%U"]},
        }
        self.files["manifest.json"] = json.dumps(self.manifest).encode()

    def uploads(self):
        return [
            {"path": path, "data": base64.b64encode(data).decode()}
            | ({"executable": True} if data.startswith(b"#!") else {})
            for path, data in self.files.items()
        ]

    def write(self, folder):
        """Writes the bundle into a folder outside of the search path, from where it can be moved."""
        place = folder / f"{self.model.identifier}.activity"
        place.mkdir(parents=True)
        for path, data in self.files.items():
            (place / path).write_bytes(data)
        return place


def script(name, text):
    """An activity that runs a shell script, and that is never changed."""
    return Made(
        f"org.example.run-{name}",
        perform={"exec": ["bin/run", "%U"]},
        files={"bin/run": b"#!/bin/sh\n" + text.encode() + b"\n"},
        types=("image/png",),
    )


PERFORMED = {
    "fast": script("fast", 'printf "%s\\n" "$@"'),
    "failing": script("failing", "exit 7"),
    "patient": script("patient", "exec sleep 300"),
}
