# SPDX-License-Identifier: Apache-2.0
"""The web-share tests of web-platform-tests that run without a person; WPT is the folder of a checkout.

Some cannot pass: they need the Permissions-Policy header or document.featurePolicy, to which an extension has
no access."""

import glob
import os
import unittest

from cases import INSECURE, BrowserTestCase, Chromium, Firefox, wait_until
from sites import Handler, Sites

WPT = os.environ.get("WPT", "")

# Replaces a browser's own test runner: a real click, and results that the test can read.
REPORT = b"""add_completion_callback((tests, status) => {
    window.results = tests.map(({ name, status, message }) => ({ name, status, message }));
});"""
VENDOR = b"""window.test_driver_internal = Object.assign(window.test_driver_internal ?? {}, {
    in_automation: true,
    click: (element) => new Promise((resolve) => { window.wanted = { element, resolve }; }),
});"""
CLICKED = """if (!window.wanted) return false;
    const { element } = window.wanted;
    element.ownerDocument.querySelectorAll("[data-wanted]").forEach((other) => other.removeAttribute("data-wanted"));
    element.dataset.wanted = "";
    return element.ownerDocument === document;"""


class PlatformHandler(Handler):
    def do_GET(self):
        path = self.path.split("?")[0]
        body = {"/resources/testharnessreport.js": REPORT, "/resources/testdriver-vendor.js": VENDOR}.get(path)
        if body is None and ".sub." in path:
            with open(WPT + path, encoding="utf-8") as file:
                port = str(self.server.server_port)
                text = file.read().replace("https://{{hosts[alt][]}}:{{ports[https][0]}}", "http://127.0.0.1:" + port)
            body = text.encode()
        if body is None:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if path.endswith(".js") else "text/html")
        self.end_headers()
        return self.wfile.write(body)


@unittest.skipUnless(WPT, "WPT names no checkout of web-platform-tests")
class PlatformTests(BrowserTestCase):
    unreachable = {
        # These need the header.
        "share can be disabled by feature policy", "share() can be disabled by permissions policy",
        "canShare() can be disabled by permissions policy",
        # These need document.featurePolicy.
        "allowsFeature() returns true for web-share", "features() includes web-share", "allowedFeatures() includes web-share",
        "allowsFeature() returns a single entry for web-share",
        # These need a click within a frame's document; this driver clicks only in the page. test_hostile.py
        # covers them.
        "share() is disabled by default 'self' by permissions policy for cross-origin iframes",
        "share() is disabled explicitly by permissions policy for cross-origin iframe",
        "share() not allowed, as only allowed to share with self",
        "canShare() not allowed to share by default permissions policy cross-origin",
        "canShare() is allowed by permissions policy to share cross-origin on a particular origin", "canShare() with self",
        "calling share() with transient activation on non-fully active document returns a promise rejected with InvalidStateError",
        "calling canShare() on a non-fully active document returns false",
    }

    @classmethod
    def make_sites(cls):
        return Sites(WPT, PlatformHandler)

    def test_web_share(self):
        failures = []
        for file in sorted(glob.glob(WPT + "/web-share/*.html")):
            name = os.path.basename(file)
            if "manual" in name:
                continue
            for result in self.results(name, INSECURE if ".http." in name else "localhost"):
                print(f"{self.browser.name}: {name}: {result['name']}: {'ok' if result['status'] == 0 else result['message']}")
                if result["status"] != 0 and result["name"] not in self.unreachable:
                    failures.append((name, result))
        self.assertEqual(failures, [])

    def results(self, name, host):
        tab = self.open_page("/web-share/" + name, host)

        def clicked():
            # Clicks once for each test_driver.bless().
            if tab.run(CLICKED):
                tab.click("[data-wanted]")
                tab.run("const { resolve } = window.wanted; window.wanted = null; resolve()")
            return tab.run("return window.results")

        return wait_until(clicked, "the results of " + name)


class PlatformTestsInFirefox(PlatformTests):
    browser_class = Firefox


class PlatformTestsInChromium(PlatformTests):
    browser_class = Chromium


del PlatformTests
