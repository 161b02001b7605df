# SPDX-License-Identifier: Apache-2.0
"""Links that are handed over to the person's own programs."""
import subprocess

from failure import fail

# What web servers take as a request's first line, mostly (nginx and Apache: 8 KiB).
LONGEST = 8000
# Seconds in which a program that cannot open a link says so; xdg-open tries one browser after the other.
SOON = 2


def hand_over(program, link, longest=LONGEST):
    """Has the program open the link; it may run on for as long as what it opens."""
    if len(link) > longest:
        fail(f"The text is too long for a link, by {len(link) - longest} of {longest} characters.")
    # A result is printed on standard output; what a browser says there is none.
    opener = subprocess.Popen(
        [program, link], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        status = opener.wait(SOON)
    except subprocess.TimeoutExpired:
        return
    if status != 0:
        fail(f"{program} could not open the link (exit status {status}). Install a program for it.")
