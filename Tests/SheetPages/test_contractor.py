# SPDX-License-Identifier: Apache-2.0
"""Contractor's bus name, with the calls that Granite's ContractorProxy makes, beside a real daemon."""

import os
import subprocess
import unittest

from gi.repository import Gio, GLib

from displays import wait
from pages import PROGRAMS
from sheets import SheetTestCase

NAME = "org.elementary.Contractor"


class ContractorTests(SheetTestCase):
    def setUp(self):
        super().setUp()
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        self.services = self.folder("share/dbus-1/services")
        self.environment["XDG_DATA_DIRS"] = self.home + "/share:/usr/local/share:/usr/share"

    def serve(self):
        self.service = subprocess.Popen(
            [PROGRAMS + "/activity-contractor"], env=self.environment, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.service.stderr.close)
        self.addCleanup(self.stop, self.service)
        wait(lambda: self.has_owner(NAME) and self.has_owner("io.elementary.contractor"), "The names")

    def has_owner(self, name):
        return self.bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (name,)), None, 0, 5000, None)[0]

    def call(self, member, signature="()", *arguments):
        """With the reply's type as Granite expects it."""
        reply = None if member.startswith("Execute") else GLib.VariantType("(a(ssss))")
        return self.bus.call_sync(
            NAME, "/org/elementary/contractor", NAME, member, GLib.Variant(signature, arguments), reply, 0, 20000, None)

    def identifiers(self, member, *arguments):
        return [contract[0] for contract in self.call(member, *arguments)[0]]

    def refusal(self, member, signature, *arguments):
        with self.assertRaises(GLib.Error) as context:
            self.call(member, signature, *arguments)
        return context.exception.message

    def test_contracts_are_the_sheets_activities(self):
        self.plugin("zap", "Zap", "exit 0")
        self.start_daemon()
        self.serve()
        contracts = self.call("GetContractsByMime", "(s)", "image/png")[0]
        by_name = {name: (identifier, icon) for identifier, name, _, icon in contracts}
        self.assertEqual(by_name["Save to Downloads"][0], "io.activityd.save")
        self.assertTrue(by_name["Zap"][1].endswith("org.example.zap.activity/icon.png"))
        self.assertIn("org.example.zap", self.identifiers("GetContractsByMimelist", "(as)", ["image/png", "text/plain"]))
        self.assertIn("org.example.zap", self.identifiers("ListAllContracts"))

    def test_what_has_to_ask_is_no_contract(self):
        self.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
        self.program(self.home + "/bin/toot", "exit 0")
        self.start_daemon()
        self.serve()
        self.assertIn("io.activityd.post", self.control("list", "--user"))
        self.assertNotIn("io.activityd.post", self.identifiers("GetContractsByMime", "(s)", "text/plain"))

    def test_execute(self):
        self.start_daemon()
        self.serve()
        names = ["it's \"q\" 100%.txt", "Grüße & more.txt"]
        uris = [GLib.filename_to_uri(self.file(name), None) for name in names]
        self.call("ExecuteWithUriList", "(sas)", "io.activityd.save", uris)
        wait(lambda: sorted(os.listdir(self.downloads)) == sorted(names), "The files")
        self.call("ExecuteWithUri", "(ss)", "io.activityd.save", uris[0])
        wait(lambda: len(os.listdir(self.downloads)) == 3, "The copy")

    def test_refusals(self):
        self.start_daemon()
        self.serve()
        uri = GLib.filename_to_uri(self.file("a.txt"), None)
        self.assertIn("no activity", self.refusal("ExecuteWithUri", "(ss)", "org.example.nowhere", uri))
        self.assertIn("no such file", self.refusal("ExecuteWithUri", "(ss)", "io.activityd.save", uri + "x"))
        self.assertIn("URIs", self.refusal("ExecuteWithUriList", "(sas)", "io.activityd.save", []))
        self.assertIn("MIME types", self.refusal("GetContractsByMimelist", "(as)", []))
        self.assertIn("MIME types", self.refusal("GetContractsByMime", "(s)", "png"))

    def test_without_a_daemon_it_says_so(self):
        self.serve()
        self.assertIn("cannot be listed", self.refusal("GetContractsByMime", "(s)", "image/png"))

    def test_a_sandbox_is_refused(self):
        """A caller with mounts of its own, as every sandbox has."""
        self.start_daemon()
        self.serve()
        call = subprocess.run(
            ["bwrap", "--dev-bind", "/", "/", "gdbus", "call", "--session", "--dest", NAME, "--object-path",
             "/org/elementary/contractor", "--method", NAME + ".ListAllContracts"],
            env=self.environment, capture_output=True, text=True, check=False)
        self.assertIn("AccessDenied", call.stderr)

    def test_it_yields_to_contractor(self):
        self.program(self.home + "/bin/contractor", 'echo "$1" >"$HOME/started"')
        with open(self.services + "/any.service", "w", encoding="utf-8") as file:
            file.write(f"[D-BUS Service]\nName={NAME}\nExec={self.home}/bin/contractor --serve\n")
        subprocess.run([PROGRAMS + "/activity-contractor"], env=self.environment, timeout=20, check=True)
        with open(self.home + "/started", encoding="utf-8") as file:
            self.assertEqual(file.read(), "--serve\n")


if __name__ == "__main__":
    unittest.main()
