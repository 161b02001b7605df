#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
import hashlib, json, os, socket, sys
from urllib.parse import quote, unquote, urlsplit

import cbor2

options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
purpose = socket.socket(socket.AF_UNIX)
purpose.connect(options["--server"])
stream = purpose.makefile("rb")
length = int(stream.readline())
request = cbor2.loads(stream.read(length))


def say(**line):
    purpose.sendall(json.dumps(line).encode() + b"\n")


try:
    paths, lines = [unquote(urlsplit(url).path, errors="surrogateescape") for url in request["urls"]], []
    for done, path in enumerate(paths):
        say(percent=100 * done // len(paths))
        with open(path, "rb") as file:
            lines.append(os.fsencode(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path}\n"))
    sums = os.path.join(os.path.dirname(paths[0]), "sums.txt")
    with open(sums, "wb") as file:
        file.writelines(lines)
    say(percent=100, output={"url": "file://" + quote(os.fsencode(sums))})
except OSError as error:
    say(error=100, errorText=f"{error.strerror}: {error.filename}")
