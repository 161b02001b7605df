# SPDX-License-Identifier: Apache-2.0
"""Waits until a sheet accepts presses that perform: once it has been quiet for half a second (PressRule.swift). The sheet does
not report this, but its process sleeps until a timer ends that time, and the kernel counts how often it goes to sleep."""

import time

# Seconds without an event, after which the sheet's timer fires.
QUIET_TIME = 0.5
# Error in the measured length of a sleep, in seconds.
TOLERANCE = 0.02
# Seconds after which a page that paints all the time, as one with a cursor, counts as quiet: it never sleeps for long, and its
# timers fire in time.
PATIENCE = 3


def wait_for_quiet(pid):
    """Waits until the process has slept for the quiet time, or for PATIENCE seconds. Its window must have the focus, and its
    page must have been shown."""
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
