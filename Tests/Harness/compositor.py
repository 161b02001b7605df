# SPDX-License-Identifier: Apache-2.0
"""A Wayland compositor without a screen."""

import json
import os
import pathlib
import socket
import struct

from program import Program
from waiting import LIMIT, wait_until

NOBODY = 65534


class Sway(Program):
    """A headless sway and an IPC connection to it (sway-ipc(7)). Sway refuses to run as root, so root runs it as nobody."""

    MAGIC = b"i3-ipc"
    SUBSCRIBE, GET_TREE, GET_VERSION = 2, 4, 7

    def __init__(self, folder, configuration, environment):
        """The folder must exist, and is made searchable for everyone; its parents must be searchable for the user nobody."""
        folder = pathlib.Path(folder)
        folder.chmod(0o711)
        (folder / "config").write_text(configuration)
        run = folder / "run"
        run.mkdir(mode=0o700)
        person = {}
        if os.geteuid() == 0:
            os.chown(run, NOBODY, NOBODY)
            person = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self.address, self.display = f"{run}/ipc", f"{run}/wayland-1"
        own = {"XDG_RUNTIME_DIR": str(run), "HOME": str(run), "SWAYSOCK": self.address, "WLR_BACKENDS": "headless",
               "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        super().__init__(["sway", "--config", folder / "config"], environment | own, folder / "log", **person)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(LIMIT)
        # sway listens once it has its display.
        wait_until(lambda: self.socket.connect_ex(self.address) == 0, "sway")
        # It replies once its event loop runs; an earlier SIGTERM would not end it.
        self.ask(self.GET_VERSION)

    def ask(self, kind, body=b""):
        self.socket.sendall(self.MAGIC + struct.pack("=II", len(body), kind) + body)
        return self.message()

    def message(self):
        """Reads the next reply or event."""
        length, _ = struct.unpack("=6xII", self._read(14))
        return json.loads(self._read(length))

    def _read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise ConnectionError("sway has gone")
            data += part
        return data

    def stop(self):
        self.socket.close()
        return super().stop()
