#!/usr/bin/env python3
"""A plug-in that answers with what it was given."""
import json
import socket
import sys

arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
connection = socket.socket(socket.AF_UNIX)
connection.connect(arguments["--server"])
stream = connection.makefile("rb")
length = int(stream.readline())
request = stream.read(length)
told = b"image/png" in request and b"file:///tmp/a%20b.png" in request and request[0] == 0xA2


def say(**line):
    connection.sendall(json.dumps(line).encode() + b"\n")


say(percent=50)
if arguments["--pluginType"] == "Broken":
    say(error=100, errorText="The server said no.")
else:
    connection.sendall(b"no JSON\n")
    say(output={"url": "https://example.org/" + str(told)})
