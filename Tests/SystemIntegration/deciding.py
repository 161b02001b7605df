# SPDX-License-Identifier: Apache-2.0
"""Root's decisions take effect for everybody at once, and requests without permission are refused."""

import base64
import json
import os

from cases import test
from host import (PHOTO, UNIT, Configuration, as_person, bundle, journal, main_pid, manager, property_of,
                  run, user_socket, wait_until)
from varlink import REGISTRY, SERVICE, SHEET, SYSTEM_SOCKET, Connection, VarlinkError, call

PEOPLE = ["alice", "bob"]
SAVE = "io.activityd.save"


def sheet(person):
    return [a["identifier"] for a in json.loads(
        as_person(person, "activityctl", "sheet", "--json", PHOTO).out)["activities"]]


@test("what root registers and locks away, two people see at once, with nothing restarted")
def root_decides():
    path = bundle("/tmp", "org.example.stamp")
    watchers = {person: Connection(user_socket(person)) for person in PEOPLE}
    for watcher in watchers.values():
        watcher.send(f"{SHEET}.Monitor", more=True)
        watcher.receive()
    before = {person: main_pid(person) for person in PEOPLE}

    run("activityctl", "register", path)
    for person, watcher in watchers.items():
        watcher.receive()
        assert "org.example.stamp" in sheet(person), person
    run("activityctl", "elect", SAVE, "ignore", "--lock")
    for person, watcher in watchers.items():
        watcher.receive()
        assert SAVE not in sheet(person), person
    assert {person: main_pid(person) for person in PEOPLE} == before
    for watcher in watchers.values():
        watcher.close()


@test("list --all says that the administrator decided, and a person cannot override a lock")
def locked():
    lines = [line for line in as_person("alice", "activityctl", "list", "--all").out.splitlines()
             if f" {SAVE} " in line]
    assert len(lines) == 1 and "admin" in lines[0], lines
    refused = as_person("alice", "activityctl", "elect", SAVE, "use", check=False)
    assert SAVE not in sheet("alice") and refused.status in (0, 1), refused
    run("activityctl", "elect", SAVE, "default")
    wait_until(lambda: all(SAVE in sheet(person) for person in PEOPLE), "Save in both sheets")
    as_person("alice", "activityctl", "elect", SAVE, "default", check=False)
    return lines[0].strip()


@test("ordinary users change nothing in the system scope, and are told so")
def not_permitted():
    path = bundle("/tmp", "org.example.other")
    os.system(f"chmod -R a+rX {path}")
    for command in [["elect", SAVE, "ignore"], ["register", path], ["unregister", "org.example.stamp"],
                    ["arrange", "org.example.stamp"], ["reload"]]:
        refused = as_person("alice", "activityctl", "--system", *command, check=False)
        assert refused.status == 1 and "root" in refused.err, (command, refused)
    for method, parameters in [("SetLogLevel", '{"level":7}'), ("GetEnvironment", "{}"), ("Reload", "{}")]:
        script = (f"import sys; sys.path.insert(0, '{os.path.dirname(__file__)}'); import varlink; "
                  f"varlink.call('{SYSTEM_SOCKET}', '{SERVICE}.{method}', **{parameters})")
        refused = as_person("alice", "python3", "-B", "-c", script, check=False)
        assert "org.varlink.service.PermissionDenied" in refused.err, refused
    assert as_person("alice", "activityctl", "--system", "list").status == 0


@test("people decide for themselves alone")
def own_decision():
    as_person("alice", "activityctl", "elect", "org.example.stamp", "ignore")
    assert "org.example.stamp" not in sheet("alice") and "org.example.stamp" in sheet("bob")
    as_person("alice", "activityctl", "elect", "org.example.stamp", "default")
    assert "org.example.stamp" in sheet("alice")


@test("the drawing process works within the closed-off services")
def icons():
    for path in [SYSTEM_SOCKET, user_socket("alice")]:
        with Connection(path) as connection:
            reply = connection.call(f"{SHEET}.Icon", identifier="org.example.stamp", size=64, tint="#3584e4")
            assert base64.b64decode(reply["png"]).startswith(b"\x89PNG")
            processes = run("pgrep", "--exact", "activity-draw").out.split()
            for process in processes:
                with open(f"/proc/{process}/status", encoding="utf-8") as file:
                    lines = dict(line.split(":", 1) for line in file)
                assert lines["Seccomp"].strip() == "2" and lines["NoNewPrivs"].strip() == "1"


@test("an app does not see its own activities, which the closed-off service knows by its unit")
def own_application():
    path = bundle("/tmp", "org.example.own", application="org.example.PhotoKit")
    run("activityctl", "register", path)
    command = ["activityctl", "--system", "sheet", "--json", PHOTO]
    assert "org.example.own" in run(*command).out
    scope = run("systemd-run", "--quiet", "--scope", "--unit=app-org.example.PhotoKit-4711.scope", *command)
    assert "org.example.own" not in scope.out and "org.example.stamp" in scope.out
    run("activityctl", "unregister", "org.example.own")


@test("a fault is one line in the journal, with fields, and the catalog explains it")
def journal_fields():
    os.makedirs("/etc/activities", exist_ok=True)
    path = bundle("/etc/activities", "org.example.broken", title="")
    call(SYSTEM_SOCKET, f"{SERVICE}.Ping")
    fields = ["_SYSTEMD_UNIT=" + UNIT, "RULE=title-empty"]
    entries = wait_until(lambda: journal(*fields), "the line")
    call(SYSTEM_SOCKET, f"{SERVICE}.Reload")
    entries = journal(*fields)
    assert len(entries) == 1, entries
    entry = entries[0]
    assert entry["ACTIVITY_ID"] == "org.example.broken" and entry["BUNDLE"] == path, entry
    assert entry["MESSAGE_ID"] == "a8593c9dc1cd41a782abb45e6d603c0b" and entry["PRIORITY"] == "4", entry
    explained = run("journalctl", "--catalog", "--quiet", *fields).out
    assert f"The bundle {path} is rejected" in explained and "not of activityd" in explained, explained
    os.system(f"rm -r {path}")


@test("what people share is not in the journal, at any level")
def nothing_shared():
    call(SYSTEM_SOCKET, f"{SERVICE}.SetLogLevel", level=7)
    call(user_socket("alice"), f"{SERVICE}.SetLogLevel", level=7)
    secret = "wolkenkuckucksheim"
    for options in [["--system"], ["--user"]]:
        as_person("alice", "activityctl", *options, "sheet", "--text", secret)
        as_person("alice", "activityctl", *options, "explain", f"https://example.org/{secret}")
    assert not [entry for entry in journal() if secret in str(entry.get("MESSAGE"))]
    call(user_socket("alice"), f"{SERVICE}.SetLogLevel", level=6)


@test("SetLogLevel holds from the next message on")
def log_level():
    reloaded = "MESSAGE_ID=608553f433f64024857bae19e24a8540"
    with Connection() as connection:
        for level, difference in [(3, 0), (6, 1)]:
            connection.call(f"{SERVICE}.SetLogLevel", level=level)
            before = len(journal(reloaded, f"_PID={main_pid()}"))
            connection.call(f"{SERVICE}.Reload")
            assert len(journal(reloaded, f"_PID={main_pid()}")) == before + difference
        try:
            connection.call(f"{SERVICE}.SetLogLevel", level=8)
            assert False, "level 8 was taken"
        except VarlinkError as error:
            assert error.name == "org.varlink.service.InvalidParameter"


@test("the reload that catalog and manual recommend starts a daemon that is idle")
def idle_reload():
    for person, command in ((None, run), ("alice", lambda *words: as_person("alice", *words))):
        manager(person)("stop", UNIT)
        manager(person)("start", "activityd.socket")
        assert property_of(UNIT, "ActiveState", person) == "inactive"
        command("activityctl", "reload")
        assert property_of(UNIT, "ActiveState", person) == "active"


@test("a reload takes the configuration over, and says what it cannot use")
def configuration():
    with Configuration(logLevel="info"), Connection() as connection:
        connection.call(f"{SERVICE}.Ping")
        pid = main_pid()
        with open(Configuration.PATH, "w", encoding="utf-8") as file:
            json.dump({"logLevel": "err", "idleTimeoutUSec": "soon"}, file)
        run("systemctl", "reload", UNIT)
        problems = connection.call(f"{REGISTRY}.Status")["problems"]
        assert any("activityd.json:1:" in problem and "idleTimeoutUSec" in problem for problem in problems), problems
        # A file with an unknown key changes no setting.
        with open(Configuration.PATH, "w", encoding="utf-8") as file:
            json.dump({"logLevel": "debug", "nonsense": 1}, file)
        run("systemctl", "reload", UNIT)
        problems = connection.call(f"{REGISTRY}.Status")["problems"]
        assert any("nonsense" in problem for problem in problems), problems
        assert not journal("PRIORITY=7", f"_PID={pid}")
        assert property_of(UNIT, "ActiveState") == "active" and main_pid() == pid
    as_person("alice", "systemctl", "--user", "reload", UNIT)
