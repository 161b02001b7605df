# SPDX-License-Identifier: Apache-2.0
"""A stuck daemon is killed, a killed one is restarted, and an idle one ends, all without failing any client."""

import os
import random
import signal
import socket
import subprocess
import threading
import time

from cases import test
from host import (LIMIT, UNIT, Configuration, DropIn, as_person, bundle, install, journal, main_pid, property_of, run,
                  user_socket, wait_until)
from varlink import REGISTRY, SERVICE, SHEET, SYSTEM_SOCKET, Connection, call


@test("a loop that is stuck is killed by the watchdog and restarted")
def watchdog():
    shipped = property_of(UNIT, "WatchdogUSec")
    with DropIn("[Service]\nWatchdogSec=2s\n"):
        call(SYSTEM_SOCKET, f"{SERVICE}.Ping")
        stuck = main_pid()
        time.sleep(4.5)  # more than two watchdog periods, which a healthy daemon must survive
        assert main_pid() == stuck
        os.kill(stuck, signal.SIGSTOP)
        start = time.monotonic()
        wait_until(lambda: main_pid() not in (0, stuck), "the restart")
        elapsed = time.monotonic() - start
        assert "org.example.stamp" in Connection().list()[1]
        said = [entry["MESSAGE"] for entry in journal(f"UNIT={UNIT}") if "Watchdog" in entry["MESSAGE"]]
        assert said, "the journal does not name the watchdog"
    return f"after {elapsed:.1f} s at WatchdogSec=2s, the shipped is {shipped}"


@test("after kill -9 under 50 clients each one's next request succeeds, and nothing is lost")
def killed():
    clients = [Connection() for _ in range(50)]
    before = clients[0].list()[1]
    for client in clients:
        client.call(f"{SERVICE}.Ping")
    os.kill(main_pid(), signal.SIGKILL)
    start = time.monotonic()
    for index, client in enumerate(clients):
        try:
            client.list()
            assert False, "a dead daemon answered"
        except (ConnectionError, BrokenPipeError):
            clients[index] = Connection()
    for client in clients:
        assert client.list()[1] == before
        client.close()
    return f"served again after {time.monotonic() - start:.1f} s"


class Load:
    """Clients that request one sheet after another, and record replies and errors."""

    def __init__(self, count, path=SYSTEM_SOCKET):
        self.path = path
        self.ends = threading.Event()
        self.replies = []
        self.faults = []
        self.threads = [threading.Thread(target=self.ask) for _ in range(count)]

    def ask(self):
        try:
            with Connection(self.path) as connection:
                while not self.ends.is_set():
                    generation, identifiers = connection.list()
                    self.replies.append((generation, tuple(identifiers)))
        except Exception as error:
            self.faults.append(error)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        for thread in self.threads:
            thread.join()


@test("systemctl reload under 20 clients: no request fails, each reply is of one generation, whole")
def reload_under_load():
    path = bundle("/tmp", "org.example.comes-and-goes")
    generations = []
    with Load(20) as load:
        for turn in range(20):
            goes = turn % 2
            run(*(["rm", "-r", "/etc/activities/org.example.comes-and-goes.activity"] if goes
                  else ["cp", "-r", path, "/etc/activities/"]))
            run("systemctl", "reload", UNIT)
            with Connection() as connection:
                generation, identifiers = connection.list()
            assert ("org.example.comes-and-goes" in identifiers) != bool(goes), (turn, identifiers)
            assert not generations or generation > generations[-1], "the reload was over before its generation served"
            generations.append(generation)
    assert not load.faults, load.faults[:3]
    contents = {}
    for generation, identifiers in load.replies:
        contents.setdefault(generation, set()).add(identifiers)
    assert all(len(replies) == 1 for replies in contents.values()), "two contents in one generation"
    return f"{len(load.replies)} replies of {len(contents)} generations in 20 reloads"


def meet_idleness(path, rounds, timeout):
    """Connects at random moments around the exit of an idle daemon."""
    pids = set()
    for _ in range(rounds):
        with Connection(path) as connection:
            connection.call(f"{SERVICE}.Ping")
            assert "org.example.stamp" in connection.list()[1]
            pids.add(main_pid(None if path == SYSTEM_SOCKET else "alice"))
        time.sleep(random.uniform(0.5, 1.5) * timeout)
    return len(pids)


@test("200 rounds of idle exit against a client that comes at a random moment: no request fails")
def idle_races():
    timeout = 0.02
    with Configuration(idleTimeoutUSec=int(timeout * 1e6)):
        daemons = meet_idleness(SYSTEM_SOCKET, 200, timeout)
        wait_until(lambda: property_of(UNIT, "ActiveState") == "inactive", "the idle exit")
    assert property_of("activityd.socket", "ActiveState") == "active"
    assert daemons > 50, f"only {daemons} daemons ended"
    return f"{daemons} daemons"


@test("the same in a person's manager, 50 rounds")
def idle_races_of_a_person():
    timeout = 0.02
    # A daemon with running generators is not idle, so they are turned off.
    with Configuration(idleTimeoutUSec=int(timeout * 1e6), generators=False):
        as_person("alice", "systemctl", "--user", "stop", UNIT)
        daemons = meet_idleness(user_socket("alice"), 50, timeout)
        wait_until(lambda: property_of(UNIT, "ActiveState", "alice") == "inactive", "the idle exit")
    as_person("alice", "systemctl", "--user", "stop", UNIT)
    assert property_of("activityd.socket", "ActiveState", "alice") == "active"
    assert daemons > 10, f"only {daemons} daemons ended"
    return f"{daemons} daemons"


@test("who is connected keeps the daemon; when the last one goes, no process is left")
def idle():
    with Configuration(idleTimeoutUSec=200_000):
        with Connection() as watcher:
            watcher.send(f"{SHEET}.Monitor", more=True)
            watcher.receive()
            pid = main_pid()
            time.sleep(1)
            assert main_pid() == pid
        wait_until(lambda: property_of(UNIT, "ActiveState") == "inactive", "the idle exit")
        left = run("ps", "-o", "pid,args", "--user", "activityd", check=False)
        assert left.status == 1, left


@test("a stop answers what was asked, and the next client starts the next daemon")
def stopping():
    with Connection() as connection:
        connection.call(f"{SERVICE}.Ping")
        pid = main_pid()
        connection.send(f"{SHEET}.List", content=[{"type": "image/png"}])
        run("systemctl", "stop", UNIT)
        assert connection.receive()["activities"]
    assert property_of(UNIT, "Result") == "success"
    call(SYSTEM_SOCKET, f"{SERVICE}.Ping")
    assert main_pid() not in (0, pid)


@test("a second daemon for the same socket is refused")
def second():
    refused = as_person("alice", "/usr/libexec/activityd/activityd", check=False)
    assert refused.status == 1 and "serves" in refused.err, refused


@test("descriptors that are no listening Unix stream sockets are refused by name")
def descriptors():
    program = "/usr/libexec/activityd/activityd"
    for options, reason in [(["--fdname=other"], "its name should be"), (["--fdname=varlink", "-d"], "no")]:
        path = "/run/unsuitable"
        activation = subprocess.Popen(["systemd-socket-activate", *options, "-l", path, program],
                                      stderr=subprocess.PIPE, text=True)
        kind = socket.SOCK_DGRAM if "-d" in options else socket.SOCK_STREAM
        client = socket.socket(socket.AF_UNIX, kind)
        wait_until(lambda: not client.connect_ex(path), path)
        client.send(b"x")
        _, said = activation.communicate(timeout=LIMIT)
        os.unlink(path)
        assert activation.returncode == 1 and "is unsuitable" in said and reason in said, said


@test("during an upgrade every request succeeds, the second time at the latest, and changes of the conffile stay")
def upgrade():
    with open(Configuration.PATH, "a", encoding="utf-8") as file:
        file.write("\n")
    call(SYSTEM_SOCKET, f"{SERVICE}.Ping")
    call(user_socket("alice"), f"{SERVICE}.Ping")
    before = main_pid(), main_pid("alice")
    ends = threading.Event()
    faults = []

    def ask(path):
        while not ends.is_set():
            try:
                try:
                    call(path, f"{SERVICE}.Ping")
                except ConnectionError:  # the daemon ended between our connection and our call
                    call(path, f"{SERVICE}.Ping")
            except Exception as error:
                faults.append(error)
            time.sleep(0.01)
    threads = [threading.Thread(target=ask, args=[path]) for path in [SYSTEM_SOCKET, user_socket("alice")]]
    for thread in threads:
        thread.start()
    install("--reinstall", "-o", "Dpkg::Options::=--force-confold")
    ends.set()
    for thread in threads:
        thread.join()
    assert not faults, faults[:3]
    call(SYSTEM_SOCKET, f"{SERVICE}.Ping")
    call(user_socket("alice"), f"{SERVICE}.Ping")
    after = main_pid(), main_pid("alice")
    assert before[0] != after[0] and before[1] != after[1], (before, after)
    with open(Configuration.PATH, encoding="utf-8") as file:
        assert file.read().endswith("\n\n")
