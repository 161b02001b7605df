# SPDX-License-Identifier: Apache-2.0
"""A page shares: from navigator.share, through the extension and its program, to the sheet."""

import os

from cases import BrowserTestCase, Chromium, Firefox, wait_until

LARGE = bytes(range(256)) * (20 << 12)


class Sharing(BrowserTestCase):
    def test_everything_reaches_the_sheet_and_save_has_the_files_bytes(self):
        tab = self.open_page(data="""{
            title: "Holiday", text: "Look at this", url: "/album?a=1",
            files: [new File([new Uint8Array(20 << 20).map((_, index) => index)], "large.png", { type: "image/png" }),
                    new File(["Grüße"], "Grüße & more.txt", { type: "text/plain" })],
        }""")
        page = self.click(tab)
        self.assert_asked_by(page)
        texts = self.texts_of_items(page)
        # If there are files, the page's text and link are the caption.
        for shown in [f"Look at this http://localhost:{self.sites.port}/album?a=1", "large.png", "Grüße & more.txt"]:
            self.assertIn(shown, texts)
        self.leave()
        self.assertEqual(self.result(tab), "AbortError")

        tab.run("const whole = window.data; window.data = () => ({ files: whole().files })")
        page = self.click(tab)
        page.choose("Save to Downloads", "s")
        page.press("Return")
        self.assertEqual(self.result(tab), "shared")
        self.assertEqual(sorted(os.listdir(self.downloads)), ["Grüße & more.txt", "large.png"])
        with open(self.downloads + "/large.png", "rb") as file:
            self.assertEqual(file.read(), LARGE)
        with open(self.downloads + "/Grüße & more.txt", "rb") as file:
            self.assertEqual(file.read(), "Grüße".encode())

    def texts_of_items(self, page):
        """Opens the sheet's list of items; returns its texts."""
        opener = wait_until(lambda: next((w for w in page.tree().all() if "Show what is shared" in w.name), None), "the list's button")
        opener.node.act()
        return wait_until(lambda: (texts := self.texts(page)) and "Grüße & more.txt" in texts and texts, "the list")

    def test_two_pages_share_at_once(self):
        first, second = self.open_page(data='{ text: "one" }'), self.open_page(data='{ text: "two" }')
        first.click("#share")
        second.click("#share")
        self.wait_for_windows(2)
        first.run("location.href = 'about:blank'")
        self.wait_for_windows(1)
        self.leave()
        self.assertEqual(self.result(second), "AbortError")


class SharingInFirefox(Sharing):
    browser_class = Firefox
    # Shorter than the time for which a sheet is open: the extension's page must stay alive meanwhile.
    preferences = {"extensions.background.idle.timeout": 1000}


class SharingInChromium(Sharing):
    browser_class = Chromium


del Sharing
