#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the share sheet with the files and links of a KDE app.

Purpose runs `main.py --server SOCKET --pluginType TYPE --pluginPath PATH`, writes `<length>\\n` and one CBOR
map of that many bytes to the socket, and reads lines of JSON from it. The job ends when the program ends.
Until then KDE's share menu shows its own window, so the program ends when the sheet is open. The app does not
learn the sheet's result: the job ends like a cancelled one, which apps ignore silently.
"""

import json
import os
import socket
import struct
import subprocess
import sys
import urllib.parse

# KIO::ERR_USER_CANCELED and KJob::UserDefinedError.
CANCELLED, FAILED = 1, 100
# Bytes: a hundred thousand addresses. Purpose is no stranger, so this is about faults.
LIMIT = 16 << 20
FLOATS = {25: ">e", 26: ">f", 27: ">d"}
SIMPLE = {20: False, 21: True, 22: None, 23: None}


class CBOR:
    """Decodes the CBOR that QCborValue writes for JSON (RFC 8949, definite lengths)."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        if self.at > len(self.data):
            raise ValueError("The request is cut off.")
        return self.data[self.at - count:self.at]

    def value(self):
        first = self.take(1)[0]
        major, short = first >> 5, first & 31
        if short > 27:
            raise ValueError("The request is not of definite length.")
        if major == 7 and short in FLOATS:
            return struct.unpack(FLOATS[short], self.take(1 << short - 24))[0]
        number = short if short < 24 else int.from_bytes(self.take(1 << short - 24), "big")
        match major:
            case 0: return number
            case 1: return -1 - number
            case 2: return self.take(number)
            case 3: return self.take(number).decode()
            case 4: return [self.value() for _ in range(number)]
            case 5: return {self.key(): self.value() for _ in range(number)}
            case 6: return self.value()
            case _: return SIMPLE.get(number)

    def key(self):
        key = self.value()
        if not isinstance(key, str):
            raise ValueError("A key of the request is no text.")
        return key


def request(stream):
    """Reads the shared files and links. Raises ValueError if Purpose cannot have written the request."""
    length = stream.readline(20)
    if not length.strip().isdigit() or int(length) > LIMIT:
        raise ValueError("The request has no length.")
    try:
        data = CBOR(stream.read(int(length))).value()
    except RecursionError:
        raise ValueError("The request is too deep.") from None
    urls = data.get("urls") if isinstance(data, dict) else None
    if not isinstance(urls, list) or not urls or not all(isinstance(url, str) and url for url in urls):
        raise ValueError("There is nothing to share.")
    return [argument(url) for url in urls]


def argument(url):
    """A path for a file: QUrl leaves blanks and the like as they are, which GLib may refuse in a URI."""
    parts = urllib.parse.urlsplit(url) if url.startswith("file:/") else None
    if parts is None or parts.netloc not in ("", "localhost") or "%00" in parts.path:
        return url
    return urllib.parse.unquote_to_bytes(parts.path)


def share(arguments):
    """Opens the sheet; returns the job's result for Purpose. By then the service has identified the app."""
    # The pipe closes when this program ends; the sheet stays open.
    sheet = subprocess.Popen(["activity-sheet", "--announce", "--", *arguments], stdout=subprocess.PIPE)
    if sheet.stdout.readline() == b"open\n":
        return {"error": CANCELLED, "errorText": ""}
    # A notification has the reason.
    return failed("The share sheet could not be opened.")


def failed(reason):
    return {"error": FAILED, "errorText": reason}


def main(arguments):
    options = dict(zip(arguments[::2], arguments[1::2]))
    if "--server" not in options:
        sys.exit("main.py is started by KDE's Purpose, with --server SOCKET.")
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.fsencode(options["--server"]))
        try:
            with connection.makefile("rb") as stream:
                end = share(request(stream))
        except (ValueError, OSError) as error:
            end = failed(str(error))
        try:
            connection.sendall(json.dumps(end).encode() + b"\n")
        except BrokenPipeError:
            pass


main(sys.argv[1:])
