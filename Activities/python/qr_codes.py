# SPDX-License-Identifier: Apache-2.0
"""Pictures of QR codes, made by libqrencode; the command qrencode(1) cannot declare the text's encoding.

Without an ECI designator, the standard reads bytes as ISO 8859-1, and readers guess. So text that is not ASCII begins with the
designator of UTF-8 (ISO/IEC 18004, 7.4.3.1; AIM's ECI 000026).
"""
import ctypes, struct, zlib

# Capacity of the largest code in bytes (version 40, error correction level M), less the designator.
MOST_BYTES = 2331 - 2
# qrencode.h
LEVEL_M, MODE_BYTES, SMALLEST, ECI_UTF8 = 1, 2, 0, 26
# Pixels per module, and modules of the quiet zone (ISO/IEC 18004, 7.3.7).
SCALE, MARGIN = 8, 4


class Code(ctypes.Structure):
    """QRcode."""
    _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_ubyte))]


def picture(text):
    """The text's QR code as PNG. Raises OSError if the library fails."""
    library = ctypes.CDLL("libqrencode.so.4", use_errno=True)
    for name in ("QRinput_new2", "QRcode_encodeInput"):
        getattr(library, name).restype = ctypes.c_void_p
    content = text.encode()
    code = ctypes.c_void_p(library.QRinput_new2(SMALLEST, LEVEL_M))
    failed = not code or not text.isascii() and library.QRinput_appendECIheader(code, ECI_UTF8)
    failed = failed or library.QRinput_append(code, MODE_BYTES, len(content), content)
    made = None if failed else library.QRcode_encodeInput(code)
    if not made:
        raise OSError(ctypes.get_errno(), "libqrencode makes no code of this")
    code = Code.from_address(made)
    return png([[code.data[row * code.width + column] & 1 for column in range(code.width)] for row in range(code.width)])


def png(modules):
    """The modules as a black and white PNG with one bit per pixel (PNG specification, 11)."""
    width = (len(modules) + 2 * MARGIN) * SCALE
    blank = [[0] * len(modules)] * MARGIN
    lines = b""
    for row in [*blank, *modules, *blank]:
        # With a SCALE of 8, a module is a byte wide.
        lines += (b"\0" + bytes(0 if dark else 255 for dark in [0] * MARGIN + row + [0] * MARGIN)) * SCALE
    header = struct.pack(">IIBBBBB", width, width, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
