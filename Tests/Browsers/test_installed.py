# SPDX-License-Identifier: Apache-2.0
"""The installed package in ordinary profiles: only the package registers the extension and its program.

`make test-webext` installs it in an overlay of this machine's root, and runs this there."""

import os
import shutil
import tempfile
import unittest

from cases import BrowserTestCase, Chromium, Firefox
from chromium import Failure

XPI = "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/share@activityd.io.xpi"
FOLDERS = [os.path.dirname(XPI), "/usr/share/chromium/extensions/activity-share"]


# The tests move system folders, so they run only where INSTALLED says that this system may be changed.
@unittest.skipUnless(os.environ.get("INSTALLED"), "make test-webext installs the package where that harms nothing")
class Installed(BrowserTestCase):
    extension = None
    program = None

    def assert_shares(self):
        tab = self.open_page(data='{ title: "Holiday", files: [new File(["Hello"], "hello.txt", { type: "text/plain" })] }')
        page = self.click(tab)
        self.assert_asked_by(page)
        page.choose("Save to Downloads", "s")
        page.press("Return")
        self.assertEqual(self.result(tab), "shared")
        with open(self.downloads + "/hello.txt", encoding="utf-8") as file:
            self.assertEqual(file.read(), "Hello")


class OlderProfile(Installed):
    """A profile that was created before the package was installed."""

    @classmethod
    def start_browser(cls):
        aside = tempfile.mkdtemp(dir="/usr/share")
        cls.addClassCleanup(shutil.rmtree, aside)
        for folder in FOLDERS:
            shutil.move(folder, aside)
        try:
            super().start_browser().close()
        finally:
            for folder in FOLDERS:
                shutil.move(aside + "/" + os.path.basename(folder), os.path.dirname(folder))
        return super().start_browser()


class NewProfileInFirefox(Installed):
    browser_class = Firefox

    def test_a_page_shares(self):
        self.assert_shares()


class NewProfileInChromium(Installed):
    browser_class = Chromium

    def test_a_page_shares(self):
        self.assert_shares()


class OlderProfileInFirefox(OlderProfile):
    browser_class = Firefox

    def test_firefox_takes_it_signed_alone(self):
        tab = self.open_page()
        self.assertEqual(tab.run("return typeof navigator.share"), "undefined")
        with self.assertRaisesRegex(Failure, "ERROR_SIGNEDSTATE_REQUIRED"):
            self.browser.call("Addon:Install", path=XPI, temporary=False)


class OlderProfileInChromium(OlderProfile):
    browser_class = Chromium

    def test_a_page_shares(self):
        self.assert_shares()


del Installed, OlderProfile
