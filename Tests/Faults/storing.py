# SPDX-License-Identifier: Apache-2.0
"""Changes to the state that are cut off, or refused by the disk, at each system call in turn."""

from host import REGISTRY, VarlinkError, wait_until
from operations import State
from strace import CALLS, Strace

ERRORS = ["ENOSPC", "EIO", "EACCES", "EROFS", "EDQUOT"]
# The calls that are the last: all that touch the state. One that only reads leaves the same behind as the next.
KILLING = ["open", "openat", "openat2", "mkdirat", "write", "pwrite64", "fchmod", "fsync", "fdatasync", "rename",
           "renameat", "renameat2", "link", "linkat", "symlinkat", "unlink", "unlinkat", "close"]
# A line for the journal that cannot be sent says nothing of the state; other calls have no such errors.
FAILING = {call: ERRORS for call in CALLS} | {
    "sendto": [], "close": ["EIO"], "read": ["EIO"], "fstat": ["EIO"], "getdents64": ["EIO"],
    "newfstatat": ["EIO"], "openat2": ["EIO", "EMFILE"]}


class Tally:
    """What was tried on one operation, and what came of it."""

    def __init__(self, name, unit="kinds of calls"):
        self.name = name
        self.unit = unit
        self.calls = 0
        self.faults = 0
        # Those that met what wakes the other thread, which is no file and has no such errors.
        self.beside = 0
        self.failures = []

    def fail(self, kind, where):
        self.failures.append((kind, where))

    def count(self, kind):
        return sum(kind == other for other, _ in self.failures)


class Storing:
    """Tries one operation after the other on one daemon."""

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
        """The states before and after, and the calls that are made in between."""
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
        """False where the operation is over before the call is made so often."""
        self.begin()
        acknowledged = False
        with self.daemon.connect() as connection:
            with Strace(self.daemon.pid, f"{call}:signal=KILL:when={number}", [call]):
                try:
                    self.operation.perform(connection)
                    acknowledged = True
                except ConnectionError:
                    pass
                # What comes after the acknowledgement may be killed as well.
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
        """After a restart."""
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
            # Giving a permission back changes a mode, which the daemon would see; and where policy could not be read, all is
            # closed until the next look.
            if error == "EACCES" or self.daemon.is_closed():
                self.daemon.call("io.systemd.service.Reload")
            self.judge_refusal(answer is None, state, where, tally)
        except OSError as error:
            tally.fail("died", f"{where}: {error}, {self.daemon.log()[-300:]}")
            self.revive()

    def revive(self):
        """Another daemon, since the present one may be about to end."""
        self.daemon.kill()
        self.daemon.start()

    @staticmethod
    def typed(error, operation):
        """What a change may be answered with. In a folder without permission there are no bundles. What is linked to is
        judged where it lies, and rejected where it cannot be read."""
        others = [f"{REGISTRY}.NoSuchActivity"] if error == "EACCES" else []
        others += [f"{REGISTRY}.Rejected"] if operation.call[0] == "RegisterLink" else []
        return [f"{REGISTRY}.StorageFailed", *others]

    def judge_refusal(self, acknowledged, state, where, tally):
        """The daemon runs on: whatever it said holds, and the same again succeeds."""
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
        """What could not be read is looked at again after two seconds."""
        try:
            wait_until(lambda: self.after.holds(self.described()), "what is stored")
            return True
        except TimeoutError:
            return False

    @staticmethod
    def errors_of(call, number):
        """All of them where something is written; where most calls read, each in its turn."""
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

