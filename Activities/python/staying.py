# SPDX-License-Identifier: Apache-2.0
"""Processes that outlive the activity."""
import os, signal


def own(make):
    """Whether the clipboard that make() returns is ours; if so, its owner stays behind until another program copies."""
    try:
        clipboard = make()
    except (OSError, EOFError):
        return False
    if clipboard.is_ours and stay_behind():
        clipboard.hand_out()
        os._exit(0)
    return clipboard.is_ours


def stay_behind():
    """Forks; returns True in the new process, which is in its own session, has standard streams on /dev/null, and ends on SIGINT
    and SIGTERM. Other descriptors stay open."""
    if os.fork():
        return False
    nothing = os.open("/dev/null", os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    return True
