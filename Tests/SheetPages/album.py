# SPDX-License-Identifier: Apache-2.0
"""Takes pictures of the sheet as it looks on various desktops, and writes beside each what a screen reader says and where Tab
goes.

Usage: tools/with-display /usr/bin/python3 -B Tests/SheetPages/album.py FOLDER [NAME]…"""

import os
import subprocess
import sys
import tempfile
import time

from gi.repository import GLib

from displays import Wayland
from gallery import GALLERY
from pages import ROOT, Page
from portal import SettingsPortal
from waiting import wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
GROUND = "output * bg #8794a8 solid_color\n"
ONE = GLib.Variant("u", 1)
LOOKALIKE = "www.xn--bnk-6cd.example.login.accounts.session-0123456789.evil.example"
# By name: the gallery's arguments, the values of the settings portal, the text scale.
PICTURES = {
    "parent": (["grid"], {}, "1.0"),
    "compact": (["grid", "--compact"], {}, "1.0"),
    "dark": (["grid"], {"color-scheme": ONE}, "1.0"),
    "contrast": (["many"], {"contrast": ONE}, "1.0"),
    "arabic": (["many", "--locale", "ar"], {}, "1.0"),
    "german-large": (["grid", "--locale", "de"], {}, "2.0"),
    "asked-by-app": (["grid", "--asker", "Camera", "--title", "Firefox"], {}, "1.0"),
    "asked-by-page": (["text", "--page", "example.org", "Firefox"], {}, "1.0"),
    "asked-by-nobody": (["program", "--unknown"], {}, "1.0"),
    "link": (["link", "--asker", "Thunar"], {}, "1.0"),
    "lookalike": (["link", "--compact", "--page", LOOKALIKE, "Firefox"], {}, "1.0"),
    "form-error": (["faults"], {}, "1.0"),
    "progress": (["progress"], {}, "1.0"),
    "failure": (["failure"], {}, "1.0"),
    "failure-german": (["tool-failure", "--locale", "de"], {}, "1.0"),
    "failure-hebrew-dark": (["tool-failure", "--locale", "he"], {"color-scheme": ONE}, "1.0"),
    "form-error-german": (["faults", "--locale", "de"], {}, "1.0"),
    "form-arabic-dark": (["faults", "--locale", "ar"], {"color-scheme": ONE}, "1.0"),
    "empty": (["empty"], {}, "1.0"),
    "photo": (["photo"], {}, "1.0"),
    "photos": (["photos"], {}, "1.0"),
    "caption": (["caption"], {}, "1.0"),
    "caption-items": (["caption-items"], {}, "1.0"),
    "caption-hebrew-dark": (["caption", "--locale", "he"], {"color-scheme": ONE}, "1.0"),
    "caption-compact": (["caption", "--compact"], {}, "1.0"),
    "photos-dark": (["photos"], {"color-scheme": ONE}, "1.0"),
    "folder": (["folder"], {}, "1.0"),
    "options-line": (["options-line"], {}, "1.0"),
    "options-line-hebrew-dark": (["options-line", "--locale", "he"], {"color-scheme": ONE}, "1.0"),
    "options-line-compact": (["options-line", "--compact"], {}, "1.0"),
    "options-inside": (["options-inside"], {}, "1.0"),
    "options-inside-german-large": (["options-inside", "--locale", "de"], {}, "2.0"),
    "options-applied-contrast": (["options-applied"], {"contrast": ONE}, "1.0"),
    "options-applied-german-large": (["options-applied", "--locale", "de"], {}, "2.0"),
    "options-remaining": (["options-remaining"], {}, "1.0"),
    "options-remaining-german-large": (["options-remaining", "--locale", "de"], {}, "2.0"),
    "question-remaining": (["question-remaining"], {}, "1.0"),
    "question-remaining-hebrew-dark": (["question-remaining", "--locale", "he"], {"color-scheme": ONE}, "1.0"),
    "question-remaining-compact": (["question-remaining", "--compact"], {}, "1.0"),
    "options": (["options"], {}, "1.0"),
    "options-applied": (["options-applied"], {}, "1.0"),
    "options-dark": (["options"], {"color-scheme": ONE}, "1.0"),
    "options-contrast": (["options"], {"contrast": ONE}, "1.0"),
    "options-arabic": (["options-failed", "--locale", "ar"], {}, "1.0"),
    "options-german-large": (["options-failed", "--locale", "de"], {}, "2.0"),
    "options-line-russian-large": (["options-line", "--locale", "ru"], {}, "2.0"),
    "options-of-photos": (["options-of-photos"], {}, "1.0"),
    "options-compact": (["preparing", "--compact"], {}, "1.0"),
    "options-failed": (["options-failed"], {}, "1.0"),
    "options-unread": (["options-unread"], {}, "1.0"),
    "question": (["question"], {}, "1.0"),
    "question-german-large": (["question", "--locale", "de"], {}, "2.0"),
    "question-hebrew-dark": (["question", "--locale", "he"], {"color-scheme": ONE}, "1.0"),
    "preparing": (["preparing"], {}, "1.0"),
    "awaiting": (["awaiting"], {}, "1.0"),
    "folder-options": (["folder-options"], {}, "1.0"),
    "as-zip": (["as-zip"], {}, "1.0"),
    "long-form": (["long-form"], {}, "1.0"),
    "one-sharing": (["one-sharing"], {}, "1.0"),
    "two-sharing": (["two-sharing"], {}, "1.0"),
    "targets": (["targets"], {}, "1.0"),
    "targets-dark": (["targets"], {"color-scheme": ONE}, "1.0"),
    "targets-arabic": (["targets", "--locale", "ar"], {}, "1.0"),
    "nothing": (["nothing"], {}, "1.0"),
    "nothing-hebrew-dark": (["nothing", "--locale", "he"], {"color-scheme": ONE}, "1.0"),
    "targets-programs": (["targets-programs"], {}, "1.0"),
    "targets-away": (["targets-away"], {}, "1.0"),
    "targets-away-contrast": (["targets-away"], {"contrast": ONE}, "1.0"),
    "targets-large": (["targets-many", "--locale", "de"], {}, "2.0"),
    "targets-many": (["targets-many"], {}, "1.0"),
    "targets-odd": (["targets-odd"], {}, "1.0"),
    "targets-compact": (["targets", "--compact"], {}, "1.0"),
    "stars": (["stars"], {}, "1.0"),
    "edit": (["edit"], {}, "1.0"),
    "edit-dark": (["edit"], {"color-scheme": ONE}, "1.0"),
    "edit-contrast": (["edit"], {"contrast": ONE}, "1.0"),
    "edit-hebrew": (["edit", "--locale", "he"], {}, "1.0"),
    "edit-german-large": (["edit", "--locale", "de"], {}, "2.0"),
    "edit-compact": (["edit", "--compact"], {}, "1.0"),
    "edit-refused": (["edit-refused"], {}, "1.0"),
    "some-failed-german": (["some-failed", "--locale", "de"], {}, "1.0"),
}
PHONE = ["compact", "edit-compact", "lookalike", "options-compact", "targets-compact"]
# More stops than any page has.
MOST_STOPS = 20


class Album:
    def __init__(self, folder, size):
        self.folder = folder
        self.display = Wayland(density=2, size=size, configuration=GROUND)
        self.settings = tempfile.mkdtemp(dir=os.environ["HOME"])
        self.environment = self.display.environment() | {
            "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": self.settings}

    def close(self):
        self.display.close()

    def start(self, *command):
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True)

    def take(self, name, arguments, values, text_size):
        key = ["org.gnome.desktop.interface", "text-scaling-factor", text_size]
        subprocess.run(["gsettings", "set", *key], env=self.environment, check=True)
        # A picture with a blinking cursor would never come to rest.
        still = ["org.gnome.desktop.interface", "cursor-blink", "false"]
        subprocess.run(["gsettings", "set", *still], env=self.environment, check=True)
        portal = SettingsPortal(**values)
        processes = []
        if name == "parent":
            processes.append(self.start(sys.executable, HERE + "/exporting.py", ROOT + "/examples/photo.png"))
            arguments = [*arguments, "--parent", "wayland:" + processes[0].stdout.readline().strip()]
        processes.append(self.start(GALLERY, *arguments))
        try:
            page = Page(processes[-1], self.display)
            self.wait_for_rest(page)
            self.display.save(f"{self.folder}/{name}.png")
            with open(f"{self.folder}/{name}.txt", "w", encoding="utf-8") as file:
                file.write("\n".join(page.tree().spoken()) + "\n\nTab: " + " → ".join(self.stops(page)) + "\n")
        finally:
            portal.close()
            for process in reversed(processes):
                process.terminate()
                process.communicate()

    def wait_for_rest(self, page):
        """Waits for a still picture, because icons and the portal's reply arrive after the window."""
        def rests():
            first = self.display.picture(page.pid).pixels
            time.sleep(0.3)
            return self.display.picture(page.pid).pixels == first

        wait_until(rests, "a picture that stands still")

    def stops(self, page):
        """Names of the widgets that Tab visits, until it returns to the first one or nothing has the focus."""
        names, paths = [page.focused().name], [path_of(page.focused())]
        while len(names) < MOST_STOPS:
            page.press("Tab")
            wait_until(lambda: path_of(page.focused()) != paths[-1], f"the end of the focus on {names[-1]}")
            # While the focus moves, no widget may have it.
            if not (now := page.focused() or page.focused()) or now.node.path == paths[0]:
                break
            names.append(now.name)
            paths.append(now.node.path)
        return names


def path_of(widget):
    return widget and widget.node.path


def main(folder, *names):
    os.makedirs(folder, exist_ok=True)
    names = names or list(PICTURES)
    for size, chosen in [((1280, 1000), set(names) - set(PHONE)), ((390, 844), set(names) & set(PHONE))]:
        if not chosen:
            continue
        album = Album(folder, size)
        try:
            for name in sorted(chosen, key=names.index):
                album.take(name, *PICTURES[name])
                print(f"{folder}/{name}.png")
        finally:
            album.close()


main(*sys.argv[1:])
