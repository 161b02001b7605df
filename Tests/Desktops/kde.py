# SPDX-License-Identifier: Apache-2.0
"""KDE's KWin in a window of an X server, queried by scripts that run within it."""

import json
import os
import subprocess
import sys
import tempfile

from gi.repository import Gio, GLib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Harness"))
from waiting import wait_until  # noqa: E402

SCALE = int(os.environ["SCALE"])
ANSWERS = """<node><interface name="org.example.Answers">
  <method name="Take"><arg type="s" direction="in"/></method>
</interface></node>"""
WINDOWS = """callDBus("%s", "/", "org.example.Answers", "Take", JSON.stringify(workspace.windowList().map(window => {
    const {x, y, width, height} = window.frameGeometry;
    return {title: window.caption, hasFocus: window.active, parent: window.transientFor?.caption ?? null, isModal: window.modal,
            x, y, width, height};
})));"""


class KDE:
    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.answers = []
        interface = Gio.DBusNodeInfo.new_for_xml(ANSWERS).interfaces[0]
        register = getattr(self.bus, "register_object_with_closures2", self.bus.register_object)
        register("/", interface, self.take, None, None)
        with tempfile.NamedTemporaryFile("w", suffix=".js", delete=False) as script:
            script.write(WINDOWS % self.bus.get_unique_name())
        self.script = script.name
        wait_until(self.is_there, "KWin")

    def take(self, connection, sender, path, interface, method, arguments, call):
        self.answers.append(json.loads(arguments[0]))
        call.return_value(None)

    def take_turn(self):
        GLib.MainContext.default().iteration(False)
        return self.answers

    def call(self, path, interface, method, arguments=None):
        return self.bus.call_sync("org.kde.KWin", path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, -1).unpack()

    def is_there(self):
        try:
            return self.windows() is not None
        except GLib.Error:
            return False

    def windows(self):
        number, = self.call("/Scripting", "org.kde.kwin.Scripting", "loadScript", GLib.Variant("(s)", (self.script,)))
        self.call(f"/Scripting/Script{number}", "org.kde.kwin.Script", "run")
        wait_until(self.take_turn, "KWin's windows")
        self.call("/Scripting", "org.kde.kwin.Scripting", "unloadScript", GLib.Variant("(s)", (self.script,)))
        return self.answers.pop()

    def press(self, x, y):
        x, y = x * SCALE, y * SCALE
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)

    def type(self, *keys):
        subprocess.run(["xdotool", "key", "--delay", "300", *keys], check=True)

    def picture(self, name):
        subprocess.run(["import", "-window", "root", f"/results/kde-{name}.png"], check=True)
