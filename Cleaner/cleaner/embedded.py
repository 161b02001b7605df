# SPDX-License-Identifier: Apache-2.0
"""Files within documents in formats that no camera writes: GIF, and fonts, which reveal nothing about the document's author."""
from . import gif

FONTS = (b"\0\1\0\0", b"OTTO", b"ttcf", b"wOFF", b"wOF2", b"true\0")


def cleaned(data):
    """The clean bytes of a GIF, a font or an empty file; None for any other format."""
    if data.startswith(gif.BEGINNINGS):
        return gif.cleaned(data)
    return data if data.startswith(FONTS) or not data else None
