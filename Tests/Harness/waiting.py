# SPDX-License-Identifier: Apache-2.0
"""Waiting for an event: one limit for all tests, which only a hang reaches."""

import time

# Seconds. A test has no limit of its own: a busy machine would miss it.
LIMIT = 60


def wait_until(condition, what):
    """Polls `condition` every 10 ms and returns its first true value.

    - Raises: TimeoutError, which names `what` was awaited, after LIMIT seconds.
    """
    end = time.monotonic() + LIMIT
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {LIMIT} s for {what}")
        time.sleep(0.01)
    return value


def wait_while_trying(action, condition, what):
    """Acts until `condition` has a true value, which it returns. A program that is still loading may not hear a key, and a busy
    one hears it late: each try is given twice the time of the one before."""
    end, pause = time.monotonic() + LIMIT, 1
    while time.monotonic() < end:
        action()
        next_try = time.monotonic() + pause
        while time.monotonic() < next_try:
            if value := condition():
                return value
            time.sleep(0.01)
        pause *= 2
    raise TimeoutError(f"tried for {LIMIT} s, but {what} has not come")
