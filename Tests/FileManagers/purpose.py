# SPDX-License-Identifier: Apache-2.0
"""The share menu of a KDE app, created by Purpose's own library: it has our entry, which opens the sheet, and
the app's job ends as soon as the sheet is open."""

import os
import subprocess
import sys

from desktop import LIMIT, bus, key, picture, processes, sheet_window, wait_until, wait_while_trying

HOME = "/home/person/"
FOLDER = HOME + "files/"
NAMES = ["it's \"q\" 100%.txt", "Grüße.txt"]


def main():
    bus()
    os.makedirs(FOLDER)
    for name in NAMES:
        open(FOLDER + name, "w", encoding="utf-8").close()
    viewer = next(path for path in ["/usr/bin/qml6", "/usr/lib/qt6/bin/qml", "/usr/bin/qmlscene"] if os.path.exists(path))
    # A file, not a pipe: the sheet inherits the app's output and outlives the app.
    with open("/results/Purpose.log", "w", encoding="utf-8") as log:
        app = subprocess.Popen(
            [viewer, "/source/Tests/FileManagers/share.qml"], stdout=log, stderr=log,
            env={**os.environ, "QT_QUICK_BACKEND": "software", "QT_LOGGING_RULES": "js.debug=true;qml.debug=true"})
    try:
        wait_until(sheet_window, "the sheet")
        command = list(processes("activity-sheet", b"--announce").values())[0]
        shared = command[command.index(b"--") + 1:]
        assert shared == [os.fsencode(FOLDER + name) for name in NAMES], shared
        # The app exits when its job ends.
        app.wait(LIMIT)
        picture("Purpose")
        # The sheet is visible before it has the keyboard focus.
        wait_while_trying(lambda: key("Escape"), lambda: not sheet_window(), "the sheet's end")
    except (AssertionError, TimeoutError, subprocess.TimeoutExpired):
        picture("Purpose-failed")
        app.kill()
        raise
    finally:
        with open("/results/Purpose.log", encoding="utf-8") as log:
            output = log.read()
        print(output)
    said = [line.removeprefix("qml: ") for line in output.splitlines()]
    assert "offered io.activityd.share More Ways to Share…" in said, said
    # KIO::ERR_USER_CANCELED, which apps ignore.
    assert any(line.startswith("ended 1 ") for line in said), said
    print("Purpose: the entry is offered, the sheet had both files, and the app heard nothing of its end.")


sys.exit(main())
