# SPDX-License-Identifier: Apache-2.0
"""Files pushed to a Bluetooth device by obexd (org.bluez.obex), one after another.

A session ends when the connection that made it closes, so one connection makes, uses and removes it. A transfer's object
is gone as soon as it has ended: its last signal says how, and where that has not come, it has failed.
"""
import os, tempfile, time

from bus import SESSION, Bus, Variant, at_once, patiently
from gio import GioError

OBEX, ROOT = "org.bluez.obex", "/org/bluez/obex"
TRANSFER = "org.bluez.obex.Transfer1"
# Seconds: to reach a device that sleeps; between two looks for signals; between two looks whether obexd is still there.
REACHING, LOOK, CHECK = 60, 0.1, 2


class Session:
    """A session with a device; raises GioError where there can be none."""

    def __init__(self, device):
        self.bus, self.path, self.current, self.states, self.error = Bus(SESSION), None, None, {}, None
        self.links = tempfile.TemporaryDirectory()
        self.bus.on_change(OBEX, lambda path, changed: self.states.setdefault(path, {}).update(changed))
        settings = {"Target": Variant("opp")}
        if device.adapter:
            settings["Source"] = Variant(device.adapter)
        self.path, = patiently(lambda: self.client(
            "CreateSession", "(sa{sv})", [device.address, settings], gives="(o)", seconds=REACHING))

    def client(self, method, signature, arguments, **options):
        return self.bus.call(OBEX, ROOT, "org.bluez.obex.Client1", method, signature, arguments, starts=True, **options)

    def push(self, path, told):
        """Sends a file, and calls told(bytes) as they go. Returns whether it has arrived; `error` may say why not."""
        try:
            self.current, state = patiently(lambda: self.bus.call(
                OBEX, self.path, "org.bluez.obex.ObjectPush1", "SendFile", "(s)", [self.readable(path)],
                gives="(oa{sv})", seconds=REACHING))
            state = self.states.setdefault(self.current, state)
            ended = self.follow(state, told)
            self.current = None
        except GioError as error:
            self.error = str(error)
            return False
        return ended == "complete"

    def follow(self, state, told):
        sent, checked = 0, time.monotonic()
        while True:
            gone = None
            if time.monotonic() > checked + CHECK:
                checked = time.monotonic()
                gone, = at_once(lambda: self.bus.property(OBEX, self.current, TRANSFER, "Status"))
            self.bus.listen()
            status = state.get("Status")
            # The last part of a file that has arrived need not have been told.
            now = state.get("Size" if status == "complete" else "Transferred", sent)
            told(now - sent)
            sent = now
            if status in ("complete", "error") or isinstance(gone, GioError):
                return status
            time.sleep(LOOK)

    def readable(self, path):
        """A path that a bus can carry: of a name that is not UTF-8, a link with one that is."""
        try:
            path.encode()
            return path
        except UnicodeEncodeError:
            folder = tempfile.mkdtemp(dir=self.links.name)
            link = os.path.join(folder, os.fsencode(os.path.basename(path)).decode(errors="replace"))
            os.symlink(path, link)
            return link

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Cancels a transfer that runs; where nothing answers, there is nothing left to end."""
        try:
            if self.current:
                self.bus.call(OBEX, self.current, TRANSFER, "Cancel")
            self.client("RemoveSession", "(o)", [self.path])
        except GioError:
            pass
        self.links.cleanup()
