# SPDX-License-Identifier: Apache-2.0
"""Pushes files to a Bluetooth device with obexd (org.bluez.obex), one after another.

A session ends when the connection that created it closes, so one connection creates, uses and removes it. A transfer's object
vanishes as soon as the transfer ends: its last signal has the outcome, and without that signal it has failed.
"""
import os, tempfile, time

from bus import SESSION, Bus, Variant, at_once, patiently
from gio import GioError

OBEX, ROOT = "org.bluez.obex", "/org/bluez/obex"
TRANSFER = "org.bluez.obex.Transfer1"
# Seconds: to wake a sleeping device; between polls for signals; between checks that the transfer still exists.
REACHING, LOOK, CHECK = 60, 0.1, 2


class Session:
    """A session with a device. Raises GioError if the device cannot be reached."""

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
        """Sends a file, calling told(bytes) for each further amount sent. Returns whether it has arrived; if not, `error` may
        have the reason."""
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
            # obexd need not report the last part of a file.
            now = state.get("Size" if status == "complete" else "Transferred", sent)
            told(now - sent)
            sent = now
            if status in ("complete", "error") or isinstance(gone, GioError):
                return status
            time.sleep(LOOK)

    def readable(self, path):
        """A path in UTF-8, as D-Bus requires: the path itself, or a symbolic link to it."""
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
        """Cancels a running transfer and removes the session. Errors are ignored: obexd or the session is gone."""
        try:
            if self.current:
                self.bus.call(OBEX, self.current, TRANSFER, "Cancel")
            self.client("RemoveSession", "(o)", [self.path])
        except GioError:
            pass
        self.links.cleanup()
