# SPDX-License-Identifier: Apache-2.0
"""Waiting for an event: one limit for all tests, which only a hang reaches."""

import time

# Seconds. Tests have no shorter limits of their own, because a busy machine would exceed them.
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
    """Repeats `action` until `condition` has a true value, and returns that value. A program that is still loading may miss
    a key, and a busy one may handle it late, so each attempt waits twice as long as the previous one.

    - Raises: TimeoutError after LIMIT seconds.
    """
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
