# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/apps.md against the service, each with a sheet that is left and one in which an activity is performed."""

import os
import shutil
import subprocess
import unittest

from pages import ROOT, Page
from sheets import SheetTestCase
from waiting import LIMIT, wait_until

EXAMPLES = ROOT + "/examples/"
FILE = "it's \"q\" 100% & more, Grüße.txt"


class ExampleTests(SheetTestCase):
    def setUp(self):
        super().setUp()
        self.start_daemon()
        self.service = self.start_service()
        self.path = self.file(FILE)
        # The example for the shell runs it.
        os.symlink(os.environ.get("PROGRAMS", ROOT + "/.build/debug") + "/activity-sheet", self.folder("bin") + "/activity-sheet")

    def compiled(self, source, package):
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", package], capture_output=True, text=True, check=True).stdout
        program = self.home + "/" + source.removesuffix(".c")
        subprocess.run(["cc", "-Wall", "-Werror", "-o", program, EXAMPLES + source, *flags.split()], check=True)
        return [program]

    def open(self, command, argument):
        process = subprocess.Popen(
            [*command, argument], env=self.environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.close, process)
        page = Page(process, self.display, self.service.pid)
        wait_until(lambda: FILE in self.texts(page), "the file")
        wait_until(lambda: page.focused(), "the focus")
        return page

    def ends(self, page):
        out, err = page.process.communicate(timeout=LIMIT)
        return page.process.returncode, out.strip(), err

    def check(self, command, argument=None, performed="An activity was performed."):
        page = self.open(command, argument or self.path)
        page.choose("Save to Downloads", "s")
        page.press("Return")
        self.assertEqual(self.ends(page), (0, performed, ""))
        self.assertEqual(os.listdir(self.downloads), [FILE])

    def test_a_sheet_that_is_left(self):
        page = self.open(self.compiled("share_files_gio.c", "gio-2.0"), self.path)
        page.press("Escape")
        self.assertEqual(self.ends(page), (1, "Nothing was performed.", ""))

    def test_python(self):
        self.check(["/usr/bin/python3", EXAMPLES + "share_files.py"])

    def test_a_file_that_is_not_there_is_said_in_a_sentence(self):
        ended = subprocess.run(
            ["/usr/bin/python3", EXAMPLES + "share_files.py", "/none"], env=self.environment, capture_output=True, text=True)
        self.assertEqual(
            (ended.returncode, ended.stdout, ended.stderr),
            (1, "", "/none: No such file or directory. Name files that can be read.\n"))

    @unittest.skipUnless(shutil.which("gjs"), "gjs is not installed")
    def test_javascript(self):
        self.check(["gjs", EXAMPLES + "share_files.js"])

    def test_c_with_gio(self):
        self.check(self.compiled("share_files_gio.c", "gio-2.0"))

    def test_c_with_sd_bus(self):
        from gi.repository import Gio
        self.check(self.compiled("share_files_sdbus.c", "libsystemd"), argument=Gio.File.new_for_path(self.path).get_uri())

    def test_shell(self):
        self.check([EXAMPLES + "share_files.sh"], performed="")

    def test_a_service_that_dies_leaves_no_caller_waiting(self):
        from gi.repository import Gio
        uri = Gio.File.new_for_path(self.path).get_uri()
        callers = [(["/usr/bin/python3", EXAMPLES + "share_files.py"], self.path), (["gjs", EXAMPLES + "share_files.js"], self.path),
                   (self.compiled("share_files_gio.c", "gio-2.0"), self.path),
                   (self.compiled("share_files_sdbus.c", "libsystemd"), uri)]
        for caller in callers:
            page = self.open(*caller)
            self.service.kill()
            self.assertEqual(self.ends(page), (2, "It failed.", ""), caller)
            self.service = self.start_service()

    def test_a_refusal_is_said(self):
        commands = [["/usr/bin/python3", EXAMPLES + "share_files.py"], self.compiled("share_files_gio.c", "gio-2.0"),
                    self.compiled("share_files_sdbus.c", "libsystemd")]
        for command in commands:
            end = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False, timeout=LIMIT)
            self.assertNotEqual(end.returncode, 0, command)
            self.assertIn("nothing to share", end.stderr.lower(), command)


if __name__ == "__main__":
    unittest.main()
