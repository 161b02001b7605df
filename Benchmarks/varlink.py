# SPDX-License-Identifier: Apache-2.0
"""As much of a Varlink client as the benchmarks need."""

import json
import socket


class Client:
    """One connection. Errors that the server answers with are raised."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, parameters=None, more=False):
        call = {"method": method, "parameters": parameters or {}}
        if more:
            call["more"] = True
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def frame(self, timeout=120):
        """The next reply's bytes, without their NUL."""
        self.socket.settimeout(timeout)
        while b"\0" not in self.rest:
            self.rest += self.socket.recv(1 << 18) or self.ended()
        frame, _, self.rest = self.rest.partition(b"\0")
        return frame

    def reply(self, timeout=120):
        answer = json.loads(self.frame(timeout))
        if "error" in answer:
            raise RuntimeError(f"{answer['error']} {answer.get('parameters')}")
        return answer["parameters"]

    def call(self, method, parameters=None):
        self.send(method, parameters)
        return self.reply()

    @staticmethod
    def ended():
        raise ConnectionError("the daemon closed the connection")
