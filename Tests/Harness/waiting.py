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
