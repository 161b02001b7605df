# SPDX-License-Identifier: Apache-2.0
"""A person performs the shipped activities with Debian's tools."""

import datetime
import glob
import hashlib
import os
import zipfile

from cases import test
from host import PHOTO, as_person, journal, run, user_socket, wait_until
from performs import HOME, WHO, Perform, activityctl, person, read, write
from varlink import SHEET, SYSTEM_SOCKET, Connection, VarlinkError

# In the names and the content of shared items; it must not appear in the journal.
SECRET = "nephelokokkygia"
REPORT = f"{HOME}/{SECRET}/report.pdf"
LINK = f"https://example.org/{SECRET}?a=b&c=%20d"
CONTENT = b"%PDF-1.4\n" + f"% {SECRET}\n".encode() + bytes(range(256)) * 4096
SAY = "Printed on the wrong side, sorry."


def perform(name, *arguments):
    """Performs a system activity; returns the lines of its output."""
    done = activityctl("perform", "io.activityd." + name, *arguments)
    assert not done.err, done
    return done.out.splitlines()


@test("a person saves a report from the sheet: the file is there, byte for byte, and the other one stays")
def save():
    write(HOME + "/photo.png", read(PHOTO))
    write(REPORT, CONTENT)
    assert "io.activityd.save" in activityctl("sheet", REPORT).out
    for name in ["report.pdf", "report (1).pdf"]:
        assert perform("save", REPORT) == [f"{HOME}/Downloads/{name}"]
        saved = f"{HOME}/Downloads/{name}"
        assert read(saved) == CONTENT and os.stat(saved).st_uid == person().pw_uid


@test("a person packs a file and a folder, and unzip unpacks them again")
def compress():
    write(f"{HOME}/{SECRET}/folder/deep/ä b.txt", b"one\n")
    archive, = perform("compress", REPORT, f"{HOME}/{SECRET}/folder")
    with zipfile.ZipFile(archive) as file:
        assert file.read("report.pdf") == CONTENT and file.read("folder/deep/ä b.txt") == b"one\n"
    assert "No errors" in run("unzip", "-t", archive).out


@test("a link is on the reading list once, however often it is put there")
def reading_list():
    for _ in range(2):
        path, = perform("reading-list", LINK)
    assert path == f"{HOME}/.local/share/activityd/reading-list.txt"
    today = datetime.date.today().isoformat()
    assert [line.split("\t")[:2] for line in read(path).decode().splitlines()] == [[today, LINK]]


@test("a QR code says what it was made of, to zbarimg")
def qr_code():
    for options, text in [([LINK], LINK), (["--text", f"{SECRET}: 縮放, ä"], f"{SECRET}: 縮放, ä")]:
        picture, = perform("qr-code", *options)
        assert picture.startswith(HOME + "/Pictures/"), picture
        # Raw bytes: zbar would guess the encoding otherwise, and take short UTF-8 for Shift JIS.
        assert run("zbarimg", "--quiet", "--raw", "--nodbus", "-Sbinary", picture).out == text


@test("a printer that is installed while the daemon runs prints; the journal has what it said, and our line")
def print_with_lp():
    lp = "/usr/local/bin/lp"
    with open(lp, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\necho "{SAY}" >&2\nfor file do sha256sum <"$file"; done\n'
                   "exit 0\n")
    os.chmod(lp, 0o755)
    # As cupsd writes it when an admin adds a printer.
    os.makedirs("/run/cups", exist_ok=True)
    assert "io.activityd.print" not in activityctl("sheet", REPORT).out
    with open("/run/cups/printcap", "w", encoding="utf-8") as file:
        file.write("# generated\nOffice|Office:rm=host:rp=Office:\n")
    try:
        wait_until(lambda: "io.activityd.print" in activityctl("sheet", REPORT).out, "Print")
        printed = perform("print", REPORT, HOME + "/photo.png")
    finally:
        os.unlink(lp)
        os.unlink("/run/cups/printcap")
    assert printed == [hashlib.sha256(data).hexdigest() + "  -" for data in (CONTENT, read(PHOTO))], printed

    # The daemon writes it after its reply.
    ours, = wait_until(
        lambda: journal("MESSAGE_ID=5a5c3b8e0f774b6c9a4a6f1d7c0e2b93", "ACTIVITY_ID=io.activityd.print"), "our line")
    assert ours["UNIT"].startswith("app-activityd-io.activityd.print@") and ours["RESULT"] == "success", ours
    said = journal(f"USER_UNIT={ours['UNIT']}", "SYSLOG_IDENTIFIER=io.activityd.print")
    assert SAY in [entry["MESSAGE"] for entry in said], said
    return ours["MESSAGE"]


@test("what was performed with is nowhere in the journal")
def nothing_shared():
    ours = journal("MESSAGE_ID=5a5c3b8e0f774b6c9a4a6f1d7c0e2b93", f"_UID={person().pw_uid}")
    assert len(ours) >= 8 and all(entry["ACTIVITY_ID"] and entry["UNIT"] for entry in ours), ours
    # journald records the command line of the sender, which may be an activity or a tool of this test.
    told = [entry for entry in journal() if SECRET in str({**entry, "_CMDLINE": None})]
    assert not told, told[:3]
    return f"{len(ours)} lines of performs"


@test("Debian's own Python runs the shipped programs; the package has compiled their modules, and they write nothing")
def shipped_programs():
    programs = glob.glob("/usr/share/activityd/activities/*/bin/*")
    first_lines = {read(program).split(b"\n")[0] for program in programs}
    assert first_lines == {b"#!/usr/bin/python3 -B"}, first_lines
    assert run("dpkg", "--verify", "activityd").out == ""
    modules = glob.glob("/usr/share/activityd/activities/**/*.py", recursive=True)
    compiled = glob.glob("/usr/share/activityd/activities/**/__pycache__/*", recursive=True)
    assert sorted(os.path.basename(path).split(".")[0] for path in compiled) == sorted(
        os.path.basename(path).split(".")[0] for path in modules), compiled


@test("neither the system's daemon nor a sandbox's socket performs anything")
def elsewhere():
    sandbox = os.path.dirname(os.path.dirname(user_socket(WHO))) + "/activityd-sheet/io.activityd.Sheet"
    content = [{"type": "image/png", "uri": f"file://{HOME}/photo.png"}]
    for path, names in [(SYSTEM_SOCKET, ["io.activityd.Sheet.NotPerformable"]),
                        (sandbox, ["org.varlink.service.MethodNotFound", "org.varlink.service.PermissionDenied",
                                   "org.varlink.service.MethodNotImplemented"])]:
        with Connection(path) as connection:
            try:
                connection.call(f"{SHEET}.Perform", identifier="io.activityd.save", content=content)
                assert False, f"{path} performed"
            except VarlinkError as error:
                assert error.name in names, error
    refused = as_person(WHO, "activityctl", "--system", "perform", "io.activityd.save", REPORT, check=False)
    assert refused.status == 1 and "person" in refused.err, refused
    return refused.err.splitlines()[0]
