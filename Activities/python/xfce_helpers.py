# SPDX-License-Identifier: Apache-2.0
"""The programs chosen in Xfce's Default Applications dialogue.

It makes one desktop entry the default, which starts `exo-open --launch MailReader`. The choice itself is in helpers.rc, and the
program's command in `/usr/share/xfce4/helpers/NAME.desktop`, or in the person's custom-MailReader.desktop.
"""
import os, shlex, shutil

from activity import open_file, user_folder
from desktop_entries import LARGEST, UNREADABLE, DesktopEntry, key_file

SETTINGS = "xfce4/helpers.rc"
STARTERS = {"exo-open", "xfce4-mime-helper"}


def chosen(entry):
    """The entry of the chosen program, if the given entry is Xfce's; the given entry for any other, or if the choice cannot be
    resolved."""
    launches = entry.program in STARTERS and entry.words[1:2] == ["--launch"] and entry.words[2:]
    name = setting(entry.words[2]) if launches else None
    if not name or "/" in name:
        return entry
    for folder in folders("XDG_DATA", ".local/share", "/usr/local/share:/usr/share"):
        try:
            helper = key_file(f"{folder}/xfce4/helpers/{name}.desktop")
            words = command(helper)
            return DesktopEntry([*words, "%u"], helper.get("Name")) if words else entry
        except UNREADABLE:
            continue
    return entry


def command(helper):
    """The first of the helper's programs that is installed, else the command that the person has typed."""
    program = next(filter(shutil.which, filter(None, helper.get("X-XFCE-Binaries", "").split(";"))), None)
    if program:
        return [program]
    typed = shlex.split(helper.get("X-XFCE-Commands", "").split(";")[0])
    return [word for word in typed if "%" not in word]


def setting(key):
    """The value of a key in helpers.rc, which has no groups; None if it is not set."""
    for folder in folders("XDG_CONFIG", ".config", "/etc/xdg"):
        try:
            with open_file(f"{folder}/{SETTINGS}") as file:
                lines = file.read(LARGEST).decode(errors="replace").splitlines()
        except OSError:
            continue
        values = dict(line.split("=", 1) for line in lines if "=" in line)
        if key in values:
            return values[key].strip()
    return None


def folders(variable, own, shared):
    """The person's folder, then the system's (XDG Base Directory specification)."""
    first = os.environ.get(variable + "_HOME") or os.path.join(user_folder("home"), own)
    return [first, *(os.environ.get(variable + "_DIRS") or shared).split(":")]
