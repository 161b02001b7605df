# SPDX-License-Identifier: Apache-2.0
"""The sheet, beside zenity's simplest dialog and portal-gtk's chooser of programs."""

import contextlib
import os
import shutil
import statistics
import time

import pressing
from displays import Sway, Xvfb
from servers import PROGRAMS, megabytes
from sessions import PORTAL, SHARE, WORDS, Caller, Session, viewers
from waiting import wait_until

CHOOSER = "/usr/libexec/xdg-desktop-portal-gtk"
ZENITY = ["zenity", "--info", "--text", WORDS]
SHEET = [str(PROGRAMS / "activity-sheet"), "--text", WORDS]


class Rounds:
    """The measurements of each opened window, once a round: milliseconds and MB."""

    def __init__(self, screen):
        self.screen, self.found = screen, {}

    def program(self, name, session, command):
        self.screen.prepare()
        process = session.start(command, self.screen)
        try:
            self.note(name, self.screen.opened(process.begin) | {"memory": megabytes(process)})
        finally:
            process.stop()

    def call(self, name, call, close):
        self.screen.prepare()
        begin = time.monotonic()
        call()
        self.note(name, self.screen.opened(begin))
        close()

    def note(self, name, one):
        self.found.setdefault(name, []).append(one)

    def result(self):
        """Medians, without the first round, which reads files into the page cache."""
        return {
            name: {key: statistics.median(one[key] for one in found[1:]) for key in found[0]}
            for name, found in self.found.items()
        }


def opening(session, screen, entries, count):
    """Opens all windows in turn, `count` times."""
    rounds, caller = Rounds(screen), Caller(session.service_bus)
    with contextlib.ExitStack() as stack:
        resident(session, screen, caller, stack)
        has_chooser = os.path.exists(CHOOSER)
        if has_chooser:
            stack.callback(session.start([CHOOSER], screen, session.service_bus).stop)
            wait_until(lambda: caller.has(PORTAL), "the chooser")
        for _ in range(count + 1):
            session.restart()
            rounds.program("zenity", session, ZENITY)
            rounds.program("cold", session, SHEET)
            session.rest()
            rounds.program("warm", session, SHEET)
            session.rest()
            rounds.call("service", caller.share, caller.close_sheet)
            session.rest()
            if has_chooser:
                rounds.call("chooser", lambda: caller.choose(entries), caller.close_chooser)
    return rounds.result()


def resident(session, screen, caller, stack):
    service = session.start([SHEET[0], "--service"], screen, session.service_bus)
    stack.callback(service.stop)
    wait_until(lambda: caller.has(SHARE), "the service")
    return service


def in_a_row(session, screen, count):
    """The service's memory in MB, idle and after many sheets."""
    caller, found = Caller(session.service_bus), {}
    with contextlib.ExitStack() as stack:
        service = resident(session, screen, caller, stack)
        time.sleep(1)
        found["0"] = megabytes(service)
        for number in range(1, count + 1):
            screen.prepare()
            caller.share()
            screen.first_frame(time.monotonic())
            # Icons arrive, and windows close at different moments.
            time.sleep(0.01 * (number % 4))
            caller.close_sheet()
            if number in (1, 50, count // 2, count):
                # Until the last window is destroyed.
                time.sleep(0.5)
                found[str(number)] = megabytes(service)
    return found


def measure(folder, extent):
    # Sway runs as the user nobody, and must be able to traverse both.
    for one in (folder.parent, folder):
        one.mkdir(exist_ok=True)
        one.chmod(0o711)
    session = Session(folder / "session")
    with contextlib.ExitStack() as stack:
        stack.callback(session.stop)
        xvfb = Xvfb(folder / "xvfb")
        stack.callback(xvfb.stop)
        found = {"activities": len(session.listed())}
        entries = viewers(session.data, found["activities"])
        found["xvfb"] = opening(session, xvfb, entries, extent["openings"])
        if shutil.which("sway"):
            sway = Sway(folder / "sway")
            stack.callback(sway.stop)
            found["sway"] = opening(session, sway, entries, extent["openings"])
        found["memory"] = in_a_row(session, xvfb, extent["sheets"])
        # Last, because it registers an activity.
        found["starting"] = pressing.starting(session, xvfb, SHEET, extent["openings"])
    return found
