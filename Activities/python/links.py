# SPDX-License-Identifier: Apache-2.0
"""Links and texts that are handed over to the person's own programs."""
import os

from activity import fail
from activity.words import said

# The first line of a request that web servers accept, mostly (nginx and Apache: 8 KiB).
LONGEST = 8000


def hand_over(program, link):
    """Becomes the program that opens the link, its only argument; how that ends is how the activity ends."""
    if len(link) > LONGEST:
        fail(said("too_long"), f"It is too long, by {len(link) - LONGEST} of {LONGEST} characters.")
    os.execvp(program, [program, link])
