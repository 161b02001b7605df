# SPDX-License-Identifier: Apache-2.0
"""Links that are handed over to the person's own programs."""
import os

from activity import fail
from activity.words import said

# Maximum characters of a link. Most web servers accept a request line of 8 KiB (nginx, Apache).
LONGEST = 8000


def hand_over(program, link):
    """Executes the program with the link as its only argument, in place of this one. Fails if the link is too long."""
    if len(link) > LONGEST:
        fail(said("too_long"), f"It is too long, by {len(link) - LONGEST} of {LONGEST} characters.")
    os.execvp(program, [program, link])
