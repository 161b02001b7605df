# SPDX-License-Identifier: Apache-2.0
"""GIF, without comments, application data and anything behind its end."""
from .isobmff import Damaged

BEGINNINGS = (b"GIF87a", b"GIF89a")
# Application extensions that define the animation and the colour profile.
SEEN = {b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012"}


def cleaned(data):
    return b"".join(data[start:end] for start, end, is_seen in blocks(data) if is_seen)


def end(data):
    """The offset of the GIF's end."""
    *_, (_, last, _) = blocks(data)
    return last


def blocks(data):
    """The blocks as (start, end, whether the block affects how the picture looks)."""
    place = 13 + colours(data[10])
    yield 0, place, True
    while data[place] != 0x3B:
        kind, start = data[place], place
        if kind == 0x21:
            is_seen = data[place + 1] == 0xF9 or data[place + 1] == 0xFF and data[place + 3 : place + 14] in SEEN
            place = blocks_end(data, place + 2)
        elif kind == 0x2C:
            is_seen, place = True, blocks_end(data, place + 11 + colours(data[place + 9]))
        else:
            raise Damaged(f"A block at {place} has no kind.")
        yield start, place, is_seen
    yield place, place + 1, True


def colours(flags):
    """The length of a colour table in bytes, by its flags."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def blocks_end(data, place):
    while data[place]:
        place += 1 + data[place]
    return place + 1
