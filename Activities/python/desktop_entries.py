# SPDX-License-Identifier: Apache-2.0
"""Which program opens a kind of thing, and how its desktop entry starts it."""
import configparser, os, re, shlex, shutil, subprocess

from activity import fail, open_file, user_folder
from activity.words import said

# Bytes of an entry; the first group is the one that counts.
LARGEST = 1 << 20
# Seconds for xdg-mime. A program that hands over is watched for two, so it fails before those.
ANSWER = 1
# Field codes that stand for an address.
ADDRESS = re.compile("%[uU]")


class DesktopEntry:
    def __init__(self, path):
        parser = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
        parser.optionxform = str
        # Flatpak's entries are links.
        with open_file(os.path.realpath(path)) as file:
            parser.read_string(file.read(LARGEST).decode(errors="replace"))
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
        if self.in_terminal or not any(map(ADDRESS.search, self.words)):
            return None
        codes = {"%u": address, "%U": address, "%%": "%", "%c": self.name}
        words = (re.sub("%.", lambda code: codes.get(code[0], ""), word) for word in self.words)
        return [word for word in words if word]

    @property
    def start(self):
        """The program and its words before the address, without other field codes. An option before a field code may want it as
        its value, as "-m %u" does, and is left out."""
        end = next((place for place, word in enumerate(self.words) if ADDRESS.search(word)), 0)
        return [
            word.replace("%%", "%") for word, following in zip(self.words[:end], self.words[1:])
            if not has_code(word) and not (re.fullmatch("-[^=]*", word) and has_code(following))] or self.words[:1]


def has_code(word):
    return "%" in word.replace("%%", "")


def default_entry(kind):
    """The entry of the person's default program for a MIME type; None if there is none that can be read."""
    query = ["xdg-mime", "query", "default", kind]
    try:
        asked = subprocess.run(query, stdout=subprocess.PIPE, text=True, errors="replace", timeout=ANSWER)
    except subprocess.TimeoutExpired as error:
        fail(said("silent", "xdg-mime"), str(error))
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
