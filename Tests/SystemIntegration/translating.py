# SPDX-License-Identifier: Apache-2.0
"""Plug-ins of other programs, which are installed and removed by a person."""

import os
import shutil

from cases import test
from host import PHOTO, as_person, journal, log_in, run, user_socket, wait_until
from varlink import REGISTRY, call

PERSON = "carol"
HOME = f"/home/{PERSON}"
SHARED = "/usr/share/kio/servicemenus/gray.desktop"
OWN = f"{HOME}/.local/share/nemo/actions/count.nemo_action"
MENU = """[Desktop Entry]
Type=Service
MimeType=image/png;
Actions=gray;open;
[Desktop Action gray]
Name=Make Gray
Exec=cp %f %f.gray
[Desktop Action open]
Name=Never Closed
Exec=sh -c "cp
"""
ACTION = """[Nemo Action]
Active=true
Name=Count _Words
Exec=touch %F
Selection=notnone
Extensions=png;
"""
GRAY, COUNT = "servicemenu.gray.gray", "nemo.count"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def write_own(path, text):
    """Writes a file as the person."""
    as_person(PERSON, "mkdir", "-p", os.path.dirname(path))
    as_person(PERSON, "sh", "-c", 'printf %s "$2" >"$1"', "sh", path, text)


def identifiers():
    found = call(user_socket(PERSON), f"{REGISTRY}.Describe")["activities"]
    return {one["identifier"]: one for one in found if one["state"] == "active"}


def generators():
    """Waits until no generator is running; returns the generators by name."""
    def told():
        found = call(user_socket(PERSON), f"{REGISTRY}.Generators")["generators"]
        return not any(one["running"] for one in found) and found
    return {one["name"]: one for one in wait_until(told, "the generators' end")}


@test("for a person who has logged in, the package's generators translate what is there")
def runs():
    write(SHARED, MENU)
    log_in(PERSON)
    write_own(OWN, ACTION)
    wait_until(lambda: {GRAY, COUNT} <= identifiers().keys(), "what the generators make")
    found = generators()
    assert sorted(found) == ["contracts", "file-manager-actions", "kde-service-menus", "known-programs", "nemo-actions", "thunar-sendto"], found
    assert not any("failure" in one for one in found.values()), found
    assert identifiers()[GRAY]["origin"] == SHARED and identifiers()[COUNT]["origin"] == OWN
    assert OWN in as_person(PERSON, "activityctl", "show", COUNT).out
    return ", ".join(f"{name} {one['durationUSec'] / 1000:.0f} ms" for name, one in found.items())


@test("they are in the sheet, and one that cannot be translated is explained")
def tells():
    sheet = as_person(PERSON, "activityctl", "sheet", PHOTO).out
    assert "Make Gray" in sheet and "Count Words" in sheet, sheet
    told = as_person(PERSON, "activityctl", "generators").out
    assert f"{SHARED} (Never Closed): " in told, told


@test("one of them is performed")
def performs():
    as_person(PERSON, "cp", PHOTO, f"{HOME}/a 'b'.png")
    as_person(PERSON, "activityctl", "perform", GRAY, f"{HOME}/a 'b'.png")
    with open(f"{HOME}/a 'b'.png.gray", "rb") as copy, open(PHOTO, "rb") as photo:
        assert copy.read() == photo.read()


@test("a changed file is served anew, and a removed one no longer")
def changes():
    write_own(OWN, ACTION.replace("Count _Words", "Count Letters"))
    wait_until(lambda: identifiers()[COUNT]["title"] == "Count Letters", "the new title")
    as_person(PERSON, "rm", OWN)
    wait_until(lambda: COUNT not in identifiers(), "the action's end")
    os.remove(SHARED)
    wait_until(lambda: GRAY not in identifiers(), "the menu's end")


@test("an admin turns a generator off, and puts another in a generator's place")
def administers():
    write(SHARED, MENU)
    wait_until(lambda: GRAY in identifiers(), "the menu")
    folder = "/etc/activityd/generators"
    os.makedirs(folder)
    os.symlink("/dev/null", f"{folder}/kde-service-menus")
    wait_until(lambda: GRAY not in identifiers() and "kde-service-menus" not in generators(), "the mask")
    write(f"{folder}/thunar-sendto", "#!/bin/sh\necho no luck >&2\nexit 3\n")
    os.chmod(f"{folder}/thunar-sendto", 0o755)
    wait_until(lambda: "failure" in generators().get("thunar-sendto", {}), "the admin's generator")
    assert generators()["thunar-sendto"]["failure"] == "It failed with exit status 3: no luck"
    assert "no luck" in as_person(PERSON, "activityctl", "status").out
    assert any("no luck" in entry["MESSAGE"] for entry in journal("GENERATOR=thunar-sendto"))
    shutil.rmtree(folder)
    wait_until(lambda: GRAY in identifiers() and "failure" not in generators().get("thunar-sendto", {"failure": ""}),
               "the package's own")
    os.remove(SHARED)
    wait_until(lambda: GRAY not in identifiers(), "the menu's end")
    run("loginctl", "disable-linger", PERSON)
