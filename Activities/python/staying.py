# SPDX-License-Identifier: Apache-2.0
"""Processes that outlive the activity."""
import os, signal


def stay_behind():
    """True in a new process, which holds nothing of the activity open and ends as others do; false in the activity's own."""
    if os.fork():
        return False
    nothing = os.open("/dev/null", os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    return True
