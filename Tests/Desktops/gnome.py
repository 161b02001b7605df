# SPDX-License-Identifier: Apache-2.0
"""GNOME Shell, queried and controlled by scripts that run within it."""

import json
import os
import sys

from gi.repository import Gio, GLib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Harness"))
from waiting import wait_until  # noqa: E402

WINDOWS = """global.get_window_actors().map(actor => actor.meta_window).map(window => {
    const {x, y, width, height} = window.get_frame_rect();
    return {title: window.title, hasFocus: window.has_focus(), parent: window.get_transient_for()?.title ?? null,
            isModal: window.is_attached_dialog(), x, y, width, height};
})"""
# Without a keyboard, no window would get the focus.
PLUG_IN = """const {Clutter} = imports.gi;
const seat = Clutter.get_default_backend().get_default_seat();
global.pointer = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
global.keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);"""
PRESS = """const {Clutter, GLib} = imports.gi;
global.pointer.notify_absolute_motion(GLib.get_monotonic_time(), %d, %d);
for (const state of [Clutter.ButtonState.PRESSED, Clutter.ButtonState.RELEASED])
    global.pointer.notify_button(GLib.get_monotonic_time(), Clutter.BUTTON_PRIMARY, state);"""
TYPE = """const {Clutter, GLib} = imports.gi;
for (const key of %s)
    for (const state of [Clutter.KeyState.PRESSED, Clutter.KeyState.RELEASED])
        global.keyboard.notify_key(GLib.get_monotonic_time(), key, state);"""
# Linux's key codes (input-event-codes.h).
CODES = {"Escape": 1, "Return": 28, "Up": 103, "Down": 108, "Menu": 127}


class Gnome:
    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        wait_until(lambda: {"org.gnome.Shell", "org.freedesktop.Notifications"} <= set(self.names()), "the Shell")
        wait_until(lambda: self.ask("Main.layoutManager?._startingUp === false"), "the desktop")
        wait_until(lambda: self.ask("Main.overview.hide(), !Main.overview.visible"), "the end of the overview")
        self.run(PLUG_IN)

    def call(self, name, path, interface, method, arguments):
        return self.bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, -1).unpack()

    def ask_bus(self, method, *name):
        arguments = GLib.Variant("(s)", name) if name else None
        return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments)[0]

    def names(self):
        return self.ask_bus("ListNames")

    def is_on_bus(self, pid):
        try:
            return any(self.ask_bus("GetConnectionUnixProcessID", name) == pid for name in self.names())
        except GLib.Error:
            # A process has just left the bus.
            return True

    def run(self, script):
        done, answer = self.call(
            "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", GLib.Variant("(s)", (script,)))
        if not done:
            raise AssertionError(answer)
        return answer

    def ask(self, expression):
        return json.loads(self.run(expression) or "null")

    def windows(self):
        return self.ask(WINDOWS)

    def notifications(self):
        return self.ask("Main.messageTray.getSources().flatMap(source => source.notifications.map(({title}) => title))")

    def press(self, x, y):
        self.run(PRESS % (x, y))

    def type(self, *keys):
        self.run(TYPE % json.dumps([CODES[key] for key in keys]))

    def picture(self, name):
        self.call(
            "org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "Screenshot",
            GLib.Variant("(bbs)", (True, False, f"/results/gnome-{name}.png")))
