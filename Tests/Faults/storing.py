# SPDX-License-Identifier: Apache-2.0
"""Kills the daemon, or injects a disk error, at each system call of a change in turn."""

from host import REGISTRY, VarlinkError, wait_until
from operations import State
from strace import CALLS, Strace

ERRORS = ["ENOSPC", "EIO", "EACCES", "EROFS", "EDQUOT"]
# The calls at which the daemon is killed: those that change the state. Before a call that only reads, the state is the same as
# before the next one.
KILLING = ["open", "openat", "openat2", "mkdirat", "write", "pwrite64", "fchmod", "fsync", "fdatasync", "rename",
           "renameat", "renameat2", "link", "linkat", "symlinkat", "unlink", "unlinkat", "close"]
# The errors to inject. Sending to the journal does not affect the state, and some calls cannot have all of these errors.
FAILING = {call: ERRORS for call in CALLS} | {
    "sendto": [], "close": ["EIO"], "read": ["EIO"], "fstat": ["EIO"], "getdents64": ["EIO"],
    "newfstatat": ["EIO"], "openat2": ["EIO", "EMFILE"]}


class Tally:
    """The tries of one operation and their outcomes."""

    def __init__(self, name, unit="kinds of calls"):
        self.name = name
        self.unit = unit
        self.calls = 0
        self.faults = 0
        # Errors injected into a wake-up of the other thread, which is not a file and cannot have them.
        self.beside = 0
        self.failures = []

    def fail(self, kind, where):
        self.failures.append((kind, where))

    def count(self, kind):
        return sum(kind == other for other, _ in self.failures)


class Storing:
    """Tries an operation again and again on one daemon."""

    def __init__(self, daemon, operation):
        self.daemon = daemon
        self.operation = operation
        self.after = None

    def begin(self):
        with self.daemon.connect() as connection:
            self.operation.begin(connection)
        self.before = State(self.daemon)
        if self.after:
            self.after.bundle = self.operation.bundle(self.before.bundle)

    def expected(self):
        """Performs the operation once, to record the state afterwards; returns the system calls made."""
        self.begin()
        with Strace(self.daemon.pid) as trace, self.daemon.connect() as connection:
            self.operation.perform(connection)
        self.after = State(self.daemon)
        assert self.after.bundle == self.operation.bundle(self.before.bundle)
        return trace.made()

    def described(self):
        return self.daemon.call(f"{REGISTRY}.Describe")["activities"]

    # Killing

    def kill_at(self, call, number, tally):
        """Kills the daemon at the given occurrence of a call; returns False if the operation makes fewer of them."""
        self.begin()
        acknowledged = False
        with self.daemon.connect() as connection:
            with Strace(self.daemon.pid, f"{call}:signal=KILL:when={number}", [call]):
                try:
                    self.operation.perform(connection)
                    acknowledged = True
                except ConnectionError:
                    pass
                # The call may also occur after the reply.
                killed = not acknowledged or self.dies(connection)
        self.daemon.kill()
        where = f"{self.operation.name}: killed at {call} {number}"
        self.daemon.start()
        self.judge(acknowledged, where, tally)
        if killed:
            tally.faults += 1
        return killed

    def dies(self, connection):
        try:
            connection.call("org.varlink.service.GetInfo")
            return False
        except ConnectionError:
            return True

    def judge(self, acknowledged, where, tally):
        """Records the outcome after a restart."""
        found = State(self.daemon)
        if acknowledged and found != self.after:
            tally.fail("lost", where)
        elif found != self.after and found != self.before:
            tally.fail("half", where)
        if not found.holds(self.described()):
            tally.fail("half", where + ": what is listed is not what is stored")
        if left := self.daemon.leftovers():
            tally.fail("left over", f"{where}: {left}")

    def kills(self, calls=KILLING, step=1):
        tally = Tally(self.operation.name)
        made = self.expected()
        for call in [call for call in calls if call in made]:
            tally.calls += 1
            number = 1
            while self.kill_at(call, number, tally):
                number += step
        return tally

    # Errors

    def fail_at(self, call, number, error, tally):
        self.begin()
        where = f"{self.operation.name}: {error} at {call} {number}"
        answer = None
        with self.daemon.connect() as connection:
            with (Strace(self.daemon.pid, f"{call}:error={error}:when={number}", [call]) as trace,
                  trace.watched(self.daemon.process.kill)):
                try:
                    self.operation.perform(connection)
                except (VarlinkError, OSError) as refused:
                    answer = refused
                state = State(self.daemon)
        if not trace.injected:
            assert answer is None, answer
            return
        if trace.beside:
            tally.beside += 1
            self.revive()
            return
        tally.faults += 1
        if answer and getattr(answer, "name", None) not in self.typed(error, self.operation):
            tally.fail("untyped", f"{where}: {answer}")
        try:
            # Restoring a real permission would change a mode, which the daemon notices; and if the policy could not be read,
            # nothing is listed until the next check.
            if error == "EACCES" or self.daemon.is_closed():
                self.daemon.call("io.systemd.service.Reload")
            self.judge_refusal(answer is None, state, where, tally)
        except OSError as error:
            tally.fail("died", f"{where}: {error}, {self.daemon.log()[-300:]}")
            self.revive()

    def revive(self):
        """Restarts the daemon, as the current one may be about to end."""
        self.daemon.kill()
        self.daemon.start()

    @staticmethod
    def typed(error, operation):
        """The errors that a change may reply with. A folder without permission appears to contain no bundles; a linked bundle is
        judged in its own folder, and rejected if it cannot be read."""
        others = [f"{REGISTRY}.NoSuchActivity"] if error == "EACCES" else []
        others += [f"{REGISTRY}.Rejected"] if operation.call[0] == "RegisterLink" else []
        return [f"{REGISTRY}.StorageFailed", *others]

    def judge_refusal(self, acknowledged, state, where, tally):
        """Records the outcome on the running daemon: its reply must be true, and a retry must succeed."""
        if acknowledged and state != self.after:
            tally.fail("lost", where)
        elif state not in (self.before, self.after):
            tally.fail("half", where)
        elif not acknowledged and state == self.after:
            tally.fail("done all the same", where)
        try:
            with self.daemon.connect() as connection:
                self.operation.perform(connection)
        except VarlinkError as error:
            already = acknowledged and getattr(error, "name", "").endswith("NoSuchActivity")
            if not already:
                tally.fail("no retry", f"{where}: {error}")
        if State(self.daemon) != self.after or not self.serves_soon():
            tally.fail("no retry", f"{where}: the retry is not what serves")

    def serves_soon(self):
        """Whether the daemon serves the stored state soon; it retries unreadable files after two seconds."""
        try:
            wait_until(lambda: self.after.holds(self.described()), "what is stored")
            return True
        except TimeoutError:
            return False

    @staticmethod
    def errors_of(call, number):
        """The errors to inject: all of them, but one in turn for the open calls, most of which only read."""
        all = FAILING[call]
        return [all[number % len(all)]] if call.startswith("open") else all

    def errors(self, calls=CALLS, step=1):
        tally = Tally(self.operation.name)
        made = self.expected()
        for call in [call for call in calls if any(made[call]) and FAILING[call]]:
            tally.calls += 1
            numbers = [number for number, on_file in enumerate(made[call], 1) if on_file]
            for number in numbers[::step]:
                for error in self.errors_of(call, number):
                    self.fail_at(call, number, error, tally)
        self.daemon.kill()
        self.daemon.start()
        if left := self.daemon.leftovers():
            tally.fail("left over", f"{self.operation.name}: {left}")
        return tally

