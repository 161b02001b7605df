# SPDX-License-Identifier: Apache-2.0
"""Which program opens a kind of thing, and how its desktop entry starts it."""
import configparser, os, re, shlex, shutil

from activity import open_file
from gio import gio

# Bytes of an entry; the first group is the one that counts.
LARGEST = 1 << 20
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
    app = gio.g_app_info_get_default_for_type(kind.encode(), False)
    path = app and gio.g_desktop_app_info_get_filename(app)
    try:
        return DesktopEntry(path) if path else None
    except (OSError, ValueError, KeyError, IndexError, configparser.Error):
        return None
