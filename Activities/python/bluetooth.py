# SPDX-License-Identifier: Apache-2.0
"""What Bluetooth's own tool says; the programs that send succeed without an adapter, too."""
import subprocess

from activity import fail
from activity.words import said


def told(*words):
    """What bluetoothctl prints; nothing where no service answers it, for which it would wait."""
    try:
        ended = subprocess.run(
            ["bluetoothctl", *words], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=1)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.decode(errors="replace")


def need_adapter():
    """The program fails where there is no adapter that is switched on."""
    if "Powered: yes" not in told("show"):
        fail(said("no_adapter"))
