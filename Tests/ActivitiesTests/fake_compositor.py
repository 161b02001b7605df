# SPDX-License-Identifier: Apache-2.0
"""A Wayland compositor with the globals that a test chooses, which requests the clipboard when the test says
so.

Objects are recognised by the requests that create them; the requests' numbers are in wayland_clipboard.py.
"""
import os, socket, struct, threading

from waiting import LIMIT, wait_until
from wayland_clipboard import (
    BIND, CANCELLED, CREATE_SOURCE, DISPLAY, GET_DEVICE, GET_REGISTRY, GLOBAL, HEAD, SEND, SET_SELECTION,
    SYNC, string, text,
)

MANAGER = "ext_data_control_manager_v1"


class FakeCompositor:
    def __init__(self, case, interfaces, at_once=()):
        """Listens in the test's runtime folder. `at_once` are formats to request before the selection is
        set."""
        self.interfaces, self.at_once, self.asked, self.is_set = interfaces, at_once, [], False
        runtime = case.folder()
        case.environment |= {"XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wayland-0"}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(runtime + "/wayland-0")
        self.listener.listen()
        self.listener.settimeout(LIMIT)
        thread = threading.Thread(target=self.serve, daemon=True)
        thread.start()
        case.addCleanup(thread.join)
        case.addCleanup(self.leave)

    def leave(self):
        # Wakes a waiting accept(), and ends the client's loop.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for reader in self.asked:
            os.close(reader)
        if self.is_set:
            self.event(self.source, CANCELLED)

    def serve(self):
        try:
            self.client, _ = self.listener.accept()
        except OSError:
            return
        with self.client, self.client.makefile("rb") as requests:
            kinds = {DISPLAY: "display"}
            while len(head := requests.read(HEAD)) == HEAD:
                receiver, word = struct.unpack("=II", head)
                self.take(kinds, receiver, word & 0xFFFF, requests.read((word >> 16) - HEAD))

    def take(self, kinds, receiver, number, arguments):
        last, kind = struct.unpack("=I", arguments[-4:])[0], kinds[receiver]
        if (kind, number) == ("display", SYNC):
            self.event(last, 0, struct.pack("=I", 0))
        elif (kind, number) == ("display", GET_REGISTRY):
            kinds[last] = "registry"
            for name, interface in enumerate(self.interfaces):
                self.event(last, GLOBAL, struct.pack("=I", name) + string(interface) + struct.pack("=I", 1))
        elif (kind, number) == ("registry", BIND):
            kinds[last] = text(arguments, 4)
        elif (kind, number) == (MANAGER, CREATE_SOURCE):
            kinds[last], self.source = "source", last
        elif (kind, number) == (MANAGER, GET_DEVICE):
            kinds[struct.unpack_from("=I", arguments)[0]] = "device"
        elif (kind, number) == ("device", SET_SELECTION):
            self.is_set = True
            for name in self.at_once:
                self.ask(name)

    def event(self, sender, number, arguments=b"", files=()):
        message = struct.pack("=II", sender, HEAD + len(arguments) << 16 | number) + arguments
        socket.send_fds(self.client, [message], files)

    def ask(self, name):
        """Requests the content in this format."""
        reader, writer = os.pipe()
        self.asked.append(reader)
        self.event(self.source, SEND, string(name), [writer])
        os.close(writer)

    def pasted(self, place):
        """The content received for the request with this number."""
        os.set_blocking(self.asked[place], False)
        content = b""

        def is_whole():
            nonlocal content
            try:
                while part := os.read(self.asked[place], 1 << 16):
                    content += part
            except BlockingIOError:
                return False
            return True

        wait_until(is_whole, "the end of what is pasted")
        return content
