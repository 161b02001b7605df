#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints title and identifier of what a share sheet would offer. Usage: list_activities.py TYPE [SOCKET]

Needs nothing but Python and the package activityd.
"""
import json, os, socket, sys

if len(sys.argv) < 2:
    sys.exit(__doc__)
path = sys.argv[2] if len(sys.argv) > 2 else os.environ["XDG_RUNTIME_DIR"] + "/activityd/io.activityd"
call = {"method": "io.activityd.Sheet.List", "parameters": {"content": [{"type": sys.argv[1]}]}}
with socket.socket(socket.AF_UNIX) as daemon:
    daemon.connect(path)
    daemon.sendall(json.dumps(call).encode() + b"\0")
    reply = b""
    while not reply.endswith(b"\0"):
        reply += daemon.recv(65536) or sys.exit("The daemon closed the connection.")
answer = json.loads(reply[:-1])
if "error" in answer:
    sys.exit(f"{answer['error']} {answer.get('parameters', {})}")
for activity in answer["parameters"]["activities"]:
    print(activity["title"], activity["identifier"], sep="\t")
