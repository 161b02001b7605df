#!/usr/bin/python3 -B
# SPDX-License-Identifier: Apache-2.0
"""An activity that tries every known way out of its sandbox, and prints which ones succeed.

Usage: escapes.py PLACES      tries; prints a line for each way: "yes" if it succeeds, or "no" and the error
       escapes.py --table     prints the expected results: a JSON object a line

PLACES is the file of targets that stage.py has written outside.
"""
import ctypes, fcntl, json, os, platform, socket, subprocess, sys, termios, time

# Expected results for an activity without restrictions, with "writes": [], with "network": false, and with
# both. "?" means either: the machine may forbid it to every process.
OPEN, SHUT = ["yes", "no", "no", "no"], ["?", "no", "no", "no"]
# Ways that any activity with the network has, according to the manual; and ways that only "writes" closes.
NETWORK, WRITING = ["yes", "yes", "no", "no"], ["yes", "no", "yes", "no"]
libc = ctypes.CDLL(None, use_errno=True)
# Needs Landlock's second version, which a container may forbid (landlock_create_ruleset(2)).
PIPE = WRITING if libc.syscall(444, None, 0, 1) >= 2 else ["yes", "yes", "yes", "yes"]
WAYS = []


def way(name, expected):
    def add(function):
        WAYS.append((name, expected, function))
        return function
    return add


def done(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return True


def run(*command, **environment):
    result = subprocess.run(command, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, timeout=10,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        raise OSError((result.stderr.strip().splitlines() or [f"status {result.returncode}"])[-1])
    return True


def connect(address, kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_UNIX, kind) as connection:
        connection.settimeout(5)
        connection.connect(address)
    return True


def write(path, text="", flags=0):
    """Writes to an existing file: creating one in the sandbox would prove nothing about the outside."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | flags)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)
    return True


# MARK: Buses and sockets

@way("the session's bus, by a list of addresses", OPEN)
def _(at):
    return run("busctl", "--address=unix:path=/none;" + at["bus"], "list")


@way("the session's bus, by a percent escape", OPEN)
def _(at):
    return run("busctl", "--address=" + at["bus"][:-3] + "%62us", "list")


@way("dbus-run-session's own bus", OPEN)
def _(at):
    return run("busctl", "--address=" + at["own bus"].split(",")[0], "list")


@way("a bus at an abstract name", OPEN)
def _(at):
    return run("busctl", "--address=" + at["abstract bus"].split(",")[0], "list")


@way("systemd-run", OPEN)
def _(at):
    return run("systemd-run", "--user", "--wait", "true", DBUS_SESSION_BUS_ADDRESS=at["bus"],
               XDG_RUNTIME_DIR=at["runtime"])


@way("a hidden socket that is bound again", OPEN)
def _(at):
    until = time.monotonic() + 2
    while True:
        try:
            return connect(at["rebound"])
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.005)


@way("Register and Perform of the daemon", OPEN)
def _(at):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(at["daemon"])
        connection.sendall(b'{"method": "org.varlink.service.GetInfo"}\0')
        return b"parameters" in connection.recv(4096)


for _name in ["X11", "X11, abstract", "Wayland", "keyring", "gpg-agent", "dirmngr", "ssh-agent", "ssh's master", "tmux",
              "tmux in run", "systemd", "activityd"]:
    way("socket: " + _name, OPEN)(lambda at, name=_name: connect(at["sockets"][name]))
way("socket: system bus", SHUT)(lambda at: connect(at["sockets"]["system bus"]))
for _name, _expected in [("systemd's notify", OPEN), ("datagram", OPEN), ("journal", SHUT)]:
    way("socket: " + _name, _expected)(lambda at, name=_name: connect(at["datagrams"][name], socket.SOCK_DGRAM))


@way("an address of this machine", NETWORK)
def _(at):
    return socket.create_connection(("127.0.0.1", at["port"]), 5).close() is None


@way("AF_VSOCK", SHUT)
def _(at):
    return socket.socket(40, socket.SOCK_STREAM).close() is None


@way("a socket by io_uring", SHUT)
def _(at):
    return done(libc.syscall(425, 1, ctypes.create_string_buffer(120)))


# MARK: Processes

def outside(at):
    """The folder in /proc of stage.py's process."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            if os.fsencode(at["places"]) in words and any(word.endswith(b"/stage.py") for word in words):
                return "/proc/" + name
        except OSError:
            pass
    raise OSError("no process from outside is there")


way("another process in /proc", OPEN)(lambda at: bool(outside(at)))
way("another's oom_score_adj", OPEN)(lambda at: write(outside(at) + "/oom_score_adj", "1000"))
way("another's root", SHUT)(lambda at: bool(os.listdir(outside(at) + "/root/")))
way("another's environment", SHUT)(lambda at: bool(open(outside(at) + "/environ", "rb").read()))
way("a signal", OPEN)(lambda at: os.kill(int(outside(at)[6:]), 0) is None)


@way("ptrace", SHUT)
def _(at):
    # Process 1 in a sandbox, which waits for the activity's end; otherwise stage.py outside.
    try:
        process = int(outside(at)[6:])
    except OSError:
        process = 1
    done(libc.ptrace(16, process, 0, 0))
    os.waitpid(process, 0x40000000)
    return done(libc.ptrace(17, process, 0, 0))


@way("the end of the sandbox's first process", SHUT)
def _(at):
    try:
        outside(at)
    except OSError:
        os.kill(1, 9)
        time.sleep(0.1)
        raise OSError("it is there still")
    raise OSError("there is none")


@way("System V memory", OPEN)
def _(at):
    return done(libc.shmget(at["key"], 0, 0))


@way("another cgroup", SHUT)
def _(at):
    process = subprocess.Popen(["sleep", "10"])
    try:
        for root in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]:
            for folder, _, files in os.walk(root):
                if "cgroup.procs" in files and os.access(folder + "/cgroup.procs", os.W_OK):
                    try:
                        return write(folder + "/cgroup.procs", str(process.pid))
                    except OSError:
                        pass
        raise OSError("no cgroup can be written")
    finally:
        process.kill()


@way("the kernel's keys", SHUT)
def _(at):
    return done(libc.syscall({"x86_64": 248, "aarch64": 217}[platform.machine()], b"user", b"escape", b"x", 1, -3))


@way("descriptors that were left open", SHUT)
def _(at):
    held = [name for name in os.listdir("/proc/self/fd") if int(name) > 2 and os.path.exists("/proc/self/fd/" + name)]
    if not held:
        raise OSError("none")
    return True


@way("typing into a terminal", SHUT)
def _(at):
    for name in [0, 1, 2, "/dev/tty", "/dev/console"]:
        try:
            file = name if isinstance(name, int) else os.open(name, os.O_RDWR)
            return fcntl.ioctl(file, termios.TIOCSTI, b"x") is not None
        except OSError as error:
            last = error
    raise last


# MARK: Privileges

way("new privileges", OPEN)(lambda at: libc.prctl(39, 0, 0, 0, 0) == 0)
way("a user namespace in it", SHUT)(lambda at: run("unshare", "--user", "true"))
@way("a user namespace by clone", SHUT)
def _(at):
    process = libc.syscall({"x86_64": 56, "aarch64": 220}[platform.machine()], 0x10000000 | 17, 0, 0, 0, 0)
    if process == 0:
        os._exit(0)
    return done(process) and os.waitpid(process, 0)[1] == 0


@way("a user namespace by clone3", SHUT)
def _(at):
    process = libc.syscall(435, (ctypes.c_uint64 * 8)(0x10000000, 0, 0, 0, 17), 64)
    if process == 0:
        os._exit(0)
    return done(process) and os.waitpid(process, 0)[1] == 0


way("mounting", SHUT)(lambda at: run("unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "x", "/mnt"))
way("sudo", SHUT)(lambda at: run("sudo", "-n", "true"))
way("pkexec", SHUT)(lambda at: run("pkexec", "true"))
way("crontab", SHUT)(lambda at: run("crontab", "-"))
way("at", SHUT)(lambda at: run("at", "-l"))
way("the spool of at", ["?", "no", "?", "no"])(lambda at: write("/var/spool/cron/atjobs/escape", flags=os.O_CREAT))
way("making a device", SHUT)(lambda at: os.mknod(os.environ.get("TMPDIR", at["temporary"]) + "/kmsg", 0o20600, 0x10B) is None)
way("the kernel's log", SHUT)(lambda at: os.close(os.open("/dev/kmsg", os.O_WRONLY)) is None)


# MARK: Files

DEVICES = {"console", "core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin", "stdout", "tty",
           "urandom", "zero"}


@way("other devices", SHUT)
def _(at):
    others = set(os.listdir("/dev")) - DEVICES
    if not others:
        raise OSError("none")
    return True


def has(path, name):
    if name not in os.listdir(path):
        raise OSError(f"{path} holds {sorted(os.listdir(path))}")
    return True


def full(path, *known):
    found = [name for _, _, files in os.walk(path) for name in files if name not in known]
    if not found:
        raise OSError(path + " is empty")
    return True


way("what others have in /tmp", OPEN)(lambda at: has("/tmp", os.path.basename(at["temporary"])))
way("what others have in /dev/shm", OPEN)(lambda at: has("/dev/shm", os.path.basename(at["shared"])))
way("what is in the runtime folder", OPEN)(lambda at: full(os.environ["XDG_RUNTIME_DIR"]))
way("what is in /run", OPEN)(lambda at: full("/run", "notify", "resolv.conf", "stub-resolv.conf"))
way("writing ~/.bashrc", WRITING)(lambda at: write(at["home"] + "/.bashrc"))
way("a pipe on the disk", PIPE)(lambda at: write(at["pipe"], "escape", os.O_NONBLOCK))
way("writing into the bundle", SHUT)(lambda at: write(__file__))
way("writing /etc", SHUT)(lambda at: write("/etc/escape", flags=os.O_CREAT))
way("a file in /tmp that stays", OPEN)(lambda at: write(at["temporary"] + "/escape", flags=os.O_CREAT))
way("a file in /dev/shm that stays", OPEN)(lambda at: write(at["shared"]))


def main():
    if sys.argv[1] == "--table":
        for name, expected, _ in WAYS:
            print(json.dumps({"way": name, "expected": expected}))
        return
    with open(sys.argv[1], encoding="utf-8") as file:
        at = json.load(file)
    for name, _, function in WAYS:
        try:
            result = "yes\t" if function(at) else "no\t"
        except Exception as error:  # any error means that the way is closed
            result = "no\t" + str(error).replace("\n", " ")
        print(name, result, sep="\t", flush=True)


main()
