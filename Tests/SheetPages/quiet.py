# SPDX-License-Identifier: Apache-2.0
"""When a sheet takes presses that perform: it has been quiet for half a second (PressRule.swift). Nothing that can be read of it
says so. But its process sleeps until a timer ends that time, and the kernel counts how often it has woken up."""

import time

# Seconds without an event, after which the sheet's timer comes.
QUIET_TIME = 0.5
# Seconds by which a sleep is seen to be shorter or longer than it is.
TOLERANCE = 0.02
# Seconds after which a page that paints all the time, as one with a cursor does, has been left alone for long enough: it never
# sleeps for long, and its timers come when they are due.
PATIENCE = 3


def wait_for_quiet(pid):
    """Until the process, whose window has the focus and whose page is seen to have come, has slept until its timer and served
    it, or longer than that."""
    sleep = begun = seen = None
    end = time.monotonic() + PATIENCE
    while (now := time.monotonic()) < end:
        is_asleep, count = state(pid)
        if is_asleep and count == sleep:
            seen = now
        elif is_asleep:
            if sleep and seen - begun > QUIET_TIME - TOLERANCE:
                return
            sleep, begun, seen = count, now, now
        if seen and seen - begun > QUIET_TIME + TOLERANCE:
            return
        time.sleep(0.005)


def state(pid):
    """Whether the process's first thread sleeps, and how often it has gone to sleep."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        fields = dict(line.split(":", 1) for line in file)
    return fields["State"].split()[0] == "S", int(fields["voluntary_ctxt_switches"])
