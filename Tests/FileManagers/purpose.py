# SPDX-License-Identifier: Apache-2.0
"""Purpose both ways: a KDE app's share menu, as Purpose's own library makes it, has our entry, which opens the sheet and hears how
it ended; and a plug-in of Purpose's that is a library is an activity of ours, which its own purposeprocess runs."""

import json
import os
import subprocess
import sys
import urllib.parse

from desktop import bus, key, picture, processes, sheet_window, wait

HOME = "/home/person/"
FOLDER = HOME + "files/"
NAMES = ["it's \"q\" 100%.txt", "Grüße.txt"]


def main():
    bus()
    mail_program()
    os.makedirs(FOLDER)
    for name in NAMES:
        open(FOLDER + name, "w", encoding="utf-8").close()
    viewer = next(path for path in ["/usr/bin/qml6", "/usr/lib/qt6/bin/qml", "/usr/bin/qmlscene"] if os.path.exists(path))
    app = subprocess.Popen(
        [viewer, "/source/Tests/FileManagers/share.qml"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "QT_QUICK_BACKEND": "software", "QT_LOGGING_RULES": "js.debug=true;qml.debug=true"})
    try:
        wait(sheet_window, "The sheet", 30)
        command = list(processes("activity-sheet", b"--json").values())[0]
        shared = command[command.index(b"--") + 1:]
        assert shared == [os.fsencode(FOLDER + name) for name in NAMES], shared
        picture("Purpose")
        # The sheet is mapped before it has the keyboard.
        for _ in range(3):
            key("Escape")
        wait(lambda: not sheet_window(), "The sheet's end")
        output, _ = app.communicate(timeout=20)
    except (AssertionError, subprocess.TimeoutExpired):
        picture("Purpose-failed")
        app.kill()
        print(app.communicate()[0])
        raise
    print(output)
    said = [line.removeprefix("qml: ") for line in output.splitlines()]
    assert "offered io.activityd.share More Ways to Share…" in said, said
    # KIO::ERR_USER_CANCELED: the person left.
    assert any(line.startswith("ended 1 ") for line in said), said
    print("Purpose: the entry is offered, the sheet had both files, and the app heard that the person left.")
    compiled()
    print("Purpose: its own plug-in for mail, performed by us, had the mail program attach both files.")


def compiled():
    def activity():
        told = subprocess.run(["activityctl", "list", "--all", "--json"], check=True, capture_output=True).stdout
        return next((one["identifier"] for one in json.loads(told)["activities"]
                     if one["identifier"].startswith("purpose.email")), None)

    identifier = wait(activity, "Purpose's plug-in for mail", 30)
    done = subprocess.run(
        ["activityctl", "perform", identifier, *(FOLDER + name for name in NAMES)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done
    wait(lambda: os.path.exists(HOME + "mailed"), "The mail program", 20)
    with open(HOME + "mailed", encoding="utf-8") as file:
        address = file.read().strip()
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)
    attached = [urllib.parse.unquote(one).removeprefix("file://") for key in query if "attach" in key for one in query[key]]
    assert sorted(attached) == sorted(FOLDER + name for name in NAMES), address


def mail_program():
    """A stand-in, which writes down what it is given. It comes first: KDE's list of programs is made once."""
    put(HOME + "mailer", f"#!/bin/sh\nprintf '%s\\n' \"$@\" >{HOME}mailed.part && mv {HOME}mailed.part {HOME}mailed\n")
    os.chmod(HOME + "mailer", 0o755)
    put(HOME + ".local/share/applications/mailer.desktop",
        f"[Desktop Entry]\nType=Application\nName=Mailer\nExec={HOME}mailer %u\nMimeType=x-scheme-handler/mailto;\n")
    # Without a menu KDE knows no program; desktops bring one.
    put(HOME + ".config/menus/applications.menu",
        "<Menu><Name>Applications</Name><DefaultAppDirs/><Include><All/></Include></Menu>\n")
    put(HOME + ".config/mimeapps.list", "[Default Applications]\nx-scheme-handler/mailto=mailer.desktop\n")


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


sys.exit(main())
