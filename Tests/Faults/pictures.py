# SPDX-License-Identifier: Apache-2.0
"""Icons that attack their decoder."""

import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(size):
    """`size` zero bytes, compressed to about a thousandth."""
    packer = zlib.compressobj(9)
    piece = bytes(1 << 20)
    return b"".join(packer.compress(piece) for _ in range(size >> 20)) + packer.flush()


def png(width, height, *chunks, pixels=None):
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    pixels = zlib.compress(bytes((1 + 4 * 70) * 70)) if pixels is None else pixels
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def svg(content, before=""):
    return (f'<?xml version="1.0"?>{before}<svg xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 70 70">{content}</svg>').encode()


def laughs():
    entities = ['<!ENTITY a0 "ha">'] + [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 11)]
    return svg("<path d='M0 0h9v9z'/><desc>&a10;</desc>", f"<!DOCTYPE svg [{''.join(entities)}]>")


def doubling():
    """An SVG that draws 2^40 rectangles."""
    groups = "".join(f'<g id="g{n}"><use href="#g{n - 1}"/><use href="#g{n - 1}"/></g>' for n in range(1, 41))
    return svg(f'<defs><g id="g0"><rect width="9" height="9"/></g>{groups}</defs><use href="#g40"/>')


BLUR = '<filter id="f" x="-9e9" y="-9e9" width="1e12" height="1e12"><feGaussianBlur stdDeviation="1e9"/></filter>'
NOISE = '<filter id="f"><feTurbulence baseFrequency="9" numOctaves="2000000000"/></filter>'
WIDE = (
    '<g fill="none" stroke="#000" stroke-width="522222222222222" stroke-linecap="round">'
    '<path d="M20 13h30a9 9 0 0 1 9 9v17a9 4 0 0 1-9 M23 58.5V48h-3a9 9 0 0 1-9-9V22a9 9 0 0 1 9-9z"/></g>'
)
FOREIGN = "file:///etc/passwd"

# Pictures by name. Each must be refused in time, by any rule.
PICTURES = {
    "a picture of 2^31 pixels a side": ("icon.png", png(0x7FFFFFFF, 0x7FFFFFFF)),
    "a picture of 30,000 pixels a side": ("icon.png", png(30_000, 30_000, pixels=bomb(200 << 20))),
    "pixels that unpack to 200 MiB": ("icon.png", png(70, 70, pixels=bomb(200 << 20))),
    "a colour profile of 200 MiB": ("icon.png", png(70, 70, chunk(b"iCCP", b"p\0\0" + bomb(200 << 20)))),
    "a text of 200 MiB": ("icon.png", png(70, 70, chunk(b"zTXt", b"t\0\0" + bomb(200 << 20)))),
    "a chunk longer than the file": ("icon.png", png(70, 70)[:33] + b"\x7f\xff\xff\xffIDAT"),
    "billion laughs": ("icon.svg", laughs()),
    "2^40 uses": ("icon.svg", doubling()),
    "a use of itself": ("icon.svg", svg('<g id="a"><use href="#a"/></g>')),
    "30,000 groups deep": ("icon.svg", svg("<g>" * 30_000 + "</g>" * 30_000)),
    "a blur without end": ("icon.svg", svg(f'{BLUR}<rect width="70" height="70" filter="url(#f)"/>')),
    "a stroke as wide as the world": ("icon.svg", svg(WIDE)),
    "noise without end": ("icon.svg", svg(f'{NOISE}<rect width="70" height="70" filter="url(#f)"/>')),
    "an entity from a file": ("icon.svg", svg("<text>&x;</text>", f'<!DOCTYPE svg [<!ENTITY x SYSTEM "{FOREIGN}">]>')),
    "a picture from a file": ("icon.svg", svg(f'<image href="{FOREIGN}" width="70" height="70"/>')),
    "a script": ("icon.svg", svg('<script>while(1);</script><rect width="50" height="50"/>')),
    "letters": ("icon.svg", svg('<text y="50" font-family="serif">A</text>')),
    "not a drawing": ("icon.svg", b"\x1f\x8b" + zlib.compress(svg("<path/>"))),
}
