# SPDX-License-Identifier: Apache-2.0
"""The tests' Varlink client, with a benchmark's patience."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Tests/SystemIntegration"))

from varlink import Connection, VarlinkError  # noqa: E402, F401


class Client(Connection):
    def __init__(self, path):
        super().__init__(path, timeout=120)

    def reply(self, timeout=120):
        self.socket.settimeout(timeout)
        return self.receive()
