# SPDX-License-Identifier: Apache-2.0
"""Which program opens a kind of thing, and how its desktop entry starts it."""
import configparser, os, re, shlex, shutil, subprocess

from activity import user_folder


class DesktopEntry:
    def __init__(self, path):
        parser = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
        parser.optionxform = str
        with open(path, encoding="utf-8", errors="replace") as file:
            parser.read_file(file)
        entry = parser["Desktop Entry"]
        self.words = shlex.split(entry["Exec"])
        self.name = entry.get("Name", self.program)
        self.in_terminal = entry.get("Terminal") == "true"

    @property
    def program(self):
        """The name of what the entry starts itself, which is flatpak or snap where those confine the program."""
        found = shutil.which(self.words[0]) or self.words[0]
        # A snap's program is a link to snap.
        is_snap = os.path.basename(os.path.realpath(found)) == "snap"
        return "snap" if is_snap else os.path.basename(found)

    def command(self, address):
        """How the entry opens an address; None if it needs a terminal, or takes none."""
        if self.in_terminal or not re.search("%[uU]", " ".join(self.words)):
            return None
        codes = {"%u": address, "%U": address, "%%": "%", "%c": self.name}
        words = (re.sub("%.", lambda code: codes.get(code[0], ""), word) for word in self.words)
        return [word for word in words if word]


def default_entry(kind):
    """The entry of the person's default program for a MIME type; None if there is none that can be read."""
    asked = subprocess.run(["xdg-mime", "query", "default", kind], stdout=subprocess.PIPE, text=True, errors="replace")
    for identifier in asked.stdout.strip().split(";"):
        for path in paths(identifier):
            try:
                return DesktopEntry(path)
            except (OSError, ValueError, KeyError, IndexError, configparser.Error):
                pass
    return None


def paths(identifier):
    """Where an entry may lie, first the one that counts. A hyphen in its id may stand for a folder."""
    if not identifier.endswith(".desktop") or "/" in identifier:
        return
    own = os.environ.get("XDG_DATA_HOME") or os.path.join(user_folder("home"), ".local/share")
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    for folder in [own, *shared.split(":")]:
        for hyphens in range(identifier.count("-") + 1):
            path = os.path.join(folder, "applications", identifier.replace("-", "/", hyphens))
            if os.path.exists(path):
                yield path
