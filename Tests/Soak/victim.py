# SPDX-License-Identifier: Apache-2.0
"""Eight clients that call without pause until the process is killed: victim.py SOCKET SEED"""

import base64
import random
import select
import sys

from asking import FRAMES, SELECTIONS, SIZES
from bundles import PERFORMED, Made
from load import REGISTRY, SHEET, Connection, framed
from model import FOREIGN

dice = random.Random(sys.argv[2])
made = Made(f"{FOREIGN}-victim", dice.randrange(4))
calls = [FRAMES[one] for one in SELECTIONS] + [
    framed(f"{REGISTRY}.Register", files=made.uploads()),
    framed(f"{REGISTRY}.Describe"),
    framed(f"{SHEET}.Icon", identifier=PERFORMED["fast"].model.identifier, size=dice.choice(SIZES)),
    framed(
        f"{SHEET}.Perform",
        identifier=PERFORMED["fast"].model.identifier,
        content=[{"type": "image/png", "uri": "file:///home/ada/photo.png"}],
    ),
    framed(f"{REGISTRY}.Check", files=[{"path": "manifest.json", "data": base64.b64encode(b"{}").decode()}]),
]
clients = [Connection(sys.argv[1]) for _ in range(8)]
for client in clients:
    client.socket.sendall(dice.choice(calls))
print("asks", flush=True)
while True:
    for ready in select.select([client.socket for client in clients], [], [])[0]:
        client = next(one for one in clients if one.socket is ready)
        client.frame()
        client.socket.sendall(dice.choice(calls))
