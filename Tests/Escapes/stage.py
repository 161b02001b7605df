#!/usr/bin/python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Creates the targets outside of a sandbox that an activity may try to reach, unless they exist already.

Usage: stage.py PLACES RUNTIME-FOLDER HOME DAEMON-SOCKET

Writes the targets as a JSON object to the file PLACES, for escapes.py, and runs until SIGTERM. Sockets in
place of a display, an agent or a terminal do nothing: a connection alone counts as an escape.
"""
import ctypes, json, os, signal, socket, subprocess, sys, tempfile, threading

# Blocked in all threads, for sigwait.
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])

places_file, runtime, home, daemon = sys.argv[1:5]
clear_up = []


def remove_later(path):
    clear_up.append(path)
    return path


def serve(address, kind=socket.SOCK_STREAM, family=socket.AF_UNIX):
    """Listens at an address, unless its socket exists already; returns the address."""
    if family == socket.AF_UNIX and not address.startswith("\0"):
        if os.path.exists(address):
            return address
        os.makedirs(os.path.dirname(address), mode=0o700, exist_ok=True)
        remove_later(address)
    listener = socket.socket(family, kind)
    listener.bind(address)
    if kind == socket.SOCK_STREAM:
        listener.listen(64)
        threading.Thread(target=answer, args=[listener], daemon=True).start()
    servers.append(listener)
    return listener.getsockname() if family != socket.AF_UNIX else address


def answer(listener):
    while True:
        connection, _ = listener.accept()
        connection.close()


def bind_anew(address):
    """Binds a new socket at the same address every 20 ms, like a daemon that restarts all the time."""
    while not ended.wait(0.02):
        if os.path.exists(address):
            os.unlink(address)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(address)
            listener.listen(64)
            ended.wait(0.02)


def bus(address):
    """Starts a private bus, like dbus-run-session."""
    process = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--address=" + address, "--print-address"],
                               stdout=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM]))
    processes.append(process)
    return process.stdout.readline().strip()


servers, processes, ended = [], [], threading.Event()
temporary = remove_later(tempfile.mkdtemp(prefix="escapes-"))
own = os.getpid()
number = 1000 + own % 9000
memory = ctypes.CDLL(None, use_errno=True)
key = 0x41430000 | own & 0xFFFF
segment = memory.shmget(key, 4096, 0o1666)
shared = remove_later(f"/dev/shm/escapes-{own}")
open(shared, "w").close()
again = remove_later(runtime + f"/escapes-again-{own}")
threading.Thread(target=bind_anew, args=[again], daemon=True).start()
os.makedirs(home + "/.ssh", mode=0o700, exist_ok=True)
open(home + "/.bashrc", "a").close()
# Some players and window managers run commands from a FIFO. Not in the home folder, which tests may have in
# /tmp.
pipe = remove_later(tempfile.mkdtemp(prefix="escapes-", dir="/var/tmp")) + "/control"
os.mkfifo(pipe, 0o600)
reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

places = {
    "places": places_file, "runtime": runtime, "home": home, "temporary": temporary, "shared": shared, "key": key,
    "rebound": again, "pipe": pipe,
    "bus": "unix:path=" + runtime + "/bus", "daemon": daemon,
    "own bus": bus(f"unix:dir={temporary}"), "abstract bus": bus("unix:abstract=" + temporary),
    "port": serve(("127.0.0.1", 0), family=socket.AF_INET)[1],
    "sockets": {
        "X11": serve(f"/tmp/.X11-unix/X{number}"), "X11, abstract": serve(f"\0/tmp/.X11-unix/X{number}"),
        "Wayland": serve(runtime + f"/wayland-{number}"), "keyring": serve(runtime + "/keyring/control"),
        "gpg-agent": serve(runtime + "/gnupg/S.gpg-agent"), "dirmngr": serve(runtime + "/gnupg/S.dirmngr"),
        "ssh-agent": serve(temporary + "/ssh-agent"), "ssh's master": serve(home + f"/.ssh/master-{own}"),
        "tmux": serve(f"/tmp/tmux-{os.getuid()}/escapes-{own}"), "tmux in run": serve(runtime + f"/tmux-{own}"),
        "systemd": runtime + "/systemd/private", "activityd": daemon, "system bus": "/run/dbus/system_bus_socket",
    },
    "datagrams": {"systemd's notify": runtime + "/systemd/notify", "datagram": serve(
        runtime + f"/datagram-{own}", socket.SOCK_DGRAM), "journal": "/run/systemd/journal/socket"},
}
with open(places_file + ".new", "w", encoding="utf-8") as file:
    json.dump(places, file)
os.rename(places_file + ".new", places_file)
print("ready", flush=True)
signal.sigwait([signal.SIGTERM])
ended.set()
memory.shmctl(segment, 0, None)
for process in processes:
    process.terminate()
for path in clear_up:
    subprocess.run(["rm", "-rf", path], check=False)
