# SPDX-License-Identifier: Apache-2.0
"""The costs of the daemon and the sheet to a person, each beside a yardstick of the same run."""

from bars import ECHO, REDIS, SCREENS, Figures
from serving import REPEATED, registered


def costs(result):
    """Rows: description, figure, yardstick, the yardstick's figure, unit."""
    find, sheet, narrowed = Figures(result), result["sheet"], result["narrowed"]
    yield ("Until the first frame, from the call or the command's start", None, None, None, None)
    for screen, called in SCREENS.items():
        first = {name: one["first"] for name, one in sheet.get(screen, {}).items()}
        if first:
            chooser = first.get("chooser")
            yield (f"the sheet's service is running, {called}", first["service"], "the portal's chooser", chooser, "ms")
            yield (f"the command is started, {called}", first["warm"], "`zenity --info`", first["zenity"], "ms")
    yield ("What a sheet costs", None, None, None, None)
    begun, window = sheet["starting"], sheet["xvfb"]
    yield ("a click, to the program's first line", begun["click"], "`activityctl perform`", begun["activityctl"], "ms")
    yield ("`true` in an activity's sandbox", narrowed["narrowed"], "without the sandbox", narrowed["plain"], "ms")
    yield ("memory of an open sheet", window["warm"]["memory"], "zenity", window["zenity"]["memory"], "MB")
    most = max(sheet["memory"], key=int)
    yield (f"memory of the idle service after {most} sheets", sheet["memory"][most], "", None, "MB")
    yield ("memory of the idle daemon", find.start(0, "warm", "dirty"), "", None, "MB")
    answer, redis, echo = (find.served(REPEATED, name) for name in (registered(15), REDIS, ECHO))
    yield ("the daemon's answer for one picture, 15 plug-ins", answer, "redis GET of the same bytes", redis, "µs")
    yield ("the same", answer, "a C program that sends constant bytes", echo, "µs")
    yield ("A thousand plug-ins", None, None, None, None)
    yield ("the daemon's answer, the same 15 matching", find.served(REPEATED, registered(1_000)), "redis GET", redis, "µs")
    read, decoded = (find.start(1_000, "reading", figure) for figure in ("read", "decoded"))
    yield ("the daemon's start, after the first", find.start(1_000, "warm", "ready"), "a C program that reads the files", read, "ms")
    judged = find.start(1_000, "cold", "served")
    yield ("the very first start, until all icons are judged", judged, "the same that decodes the icons too", decoded, "ms")
    memory = (find.start(count, "warm", "dirty") for count in (1_000, 0))
    yield ("memory of the idle daemon", next(memory), "the daemon without plug-ins", next(memory), "MB")
    changed = result["changing"][0]["retitled"]["maximum"]
    yield ("a changed plug-in, until a sheet has it (slowest)", changed, "the window that collects changes", 200, "ms")
    ready = result["generators"]["ready"]
    yield ("the start with 1,000 of KDE's menus translated", ready["generated"], "as many of the person's own plug-ins", ready["own"], "ms")
    yield ("the very first start with them", result["generators"]["first"]["served"], "", None, "ms")
