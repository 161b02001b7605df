# SPDX-License-Identifier: Apache-2.0
"""Files within documents of formats that no camera writes: GIF, and fonts, which say nothing of whoever embeds them."""
from . import gif

FONTS = (b"\0\1\0\0", b"OTTO", b"ttcf", b"wOFF", b"wOF2", b"true\0")


def cleaned(data):
    """The bytes of a file without what goes; None where its format is another."""
    if data.startswith(gif.BEGINNINGS):
        return gif.cleaned(data)
    return data if data.startswith(FONTS) or not data else None
