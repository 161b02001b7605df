# SPDX-License-Identifier: Apache-2.0
"""The default program of a MIME type, how its desktop entry starts it, and which files it can open."""
import configparser, itertools, os, re, shlex, shutil, subprocess

from activity import open_file
from gio import gio

# Maximum bytes read of an entry; only its first group matters.
LARGEST = 1 << 20
# Field codes that stand for an address, and those that stand for a file as well.
ADDRESS, FILE = re.compile("%[uU]"), re.compile("%[fFuU]")
# Words by which flatpak marks the files to forward.
FORWARDING = {"@@", "@@u"}
# A Flatpak's name: no version, and no value of an option.
FLATPAK = re.compile(r"[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*){2,}", re.ASCII)
# A variable that env sets, before the program.
VARIABLE = re.compile(r"[A-Za-z_]\w*=.*", re.ASCII | re.DOTALL)


class DesktopEntry:
    """The command that starts a program, which may go through env, Flatpak or snap."""

    def __init__(self, words, name=None, in_terminal=False):
        """Takes the words of the entry's Exec key, field codes included."""
        self.words, self.in_terminal = words, in_terminal
        started = words[1:] if os.path.basename(words[0]) == "env" else words
        started = list(itertools.dropwhile(VARIABLE.fullmatch, started)) or words
        found = shutil.which(started[0]) or started[0]
        self.program = os.path.basename(found)
        # A snap's program is a link to snap.
        self.is_snap = os.path.basename(os.path.realpath(found)) == "snap"
        self.flatpak, end = None, len(words) - len(started) + 1
        if self.program == "flatpak" and "run" in started:
            place = next((place for place, word in enumerate(started) if FLATPAK.fullmatch(word)), len(started) - 1)
            options = started[:place]
            commands = [option.removeprefix("--command=") for option in options if option.startswith("--command=")]
            self.flatpak = started[place]
            self.program = os.path.basename(commands[-1]) if commands else self.program
            end += place
        # Up to the program's name, or the Flatpak's.
        self.bare = words[:end]
        self.name = name or self.program

    @classmethod
    def read(cls, path):
        group = key_file(path)
        return cls(shlex.split(group["Exec"]), group.get("Name"), group.get("Terminal") == "true")

    def command(self, address):
        """The command that opens an address; None if the program needs a terminal, or accepts no address."""
        if self.in_terminal or not any(map(ADDRESS.search, self.words)):
            return None
        codes = {"%u": address, "%U": address, "%%": "%", "%c": self.name}
        words = (re.sub("%.", lambda code: codes.get(code[0], ""), word) for word in self.words)
        return [word for word in words if word]

    @property
    def start(self):
        """The program and the words before the address, without field codes. An option directly before a field code is left out,
        as the code may be its value ("-m %u")."""
        words = [word for word in self.words if word not in FORWARDING]
        end = next((place for place, word in enumerate(words) if FILE.search(word)), None)
        if end is None:
            return self.bare
        return [
            word.replace("%%", "%") for word, following in zip(words[:end], words[1:])
            if not has_code(word) and not (re.fullmatch("-[^=]*", word) and has_code(following))] or words[:1]

    def seen(self, path, seconds=None):
        """The path at which the program can open a file; None if its sandbox hides the file. Exports the file to a Flatpak until
        the session ends, within so many seconds."""
        if self.flatpak:
            export = ["flatpak", "document-export", "--transient", "--allow-read", "--app=" + self.flatpak, path]
            exported = subprocess.run(export, stdout=subprocess.PIPE, check=False, timeout=seconds).stdout
            return os.fsdecode(exported.removesuffix(b"\n")) or None
        if self.is_snap:
            # snap's interface "home" covers the home folder, except hidden files and folders in it.
            inside = os.path.relpath(os.path.realpath(path), os.path.realpath(os.path.expanduser("~")))
            return None if inside.startswith(".") else path
        return path


def has_code(word):
    return "%" in word.replace("%%", "")


def key_file(path):
    """The group [Desktop Entry] of a key file."""
    parser = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
    parser.optionxform = str
    # Flatpak's entries are links.
    with open_file(os.path.realpath(path)) as file:
        parser.read_string(file.read(LARGEST).decode(errors="replace"))
    return parser["Desktop Entry"]


# Exceptions of a key file that cannot be read, or is no desktop entry.
UNREADABLE = (OSError, ValueError, KeyError, IndexError, configparser.Error)


def default_entry(kind):
    """The entry of the person's default program for a MIME type; None if there is none, or it cannot be read."""
    app = gio.g_app_info_get_default_for_type(kind.encode(), False)
    path = app and gio.g_desktop_app_info_get_filename(app)
    try:
        return DesktopEntry.read(path) if path else None
    except UNREADABLE:
        return None
