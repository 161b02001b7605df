# SPDX-License-Identifier: Apache-2.0
"""Sharing by the browser's menus and button. No protocol opens menus, so the test calls the extension's
handler with the arguments that a menu would pass."""

import json
from urllib.parse import quote

from cases import ROOT, BrowserTestCase, Chromium, Firefox, wait_until
from sites import Sites


class MenusInChromium(BrowserTestCase):
    browser_class = Chromium

    @classmethod
    def make_sites(cls):
        return Sites(ROOT + "/examples")

    def choose(self, tab, **info):
        """Chooses an entry of the menu; returns the texts of the sheet."""
        url = tab.run("return location.href")
        script = f"""const [tab] = await chrome.tabs.query({{ url: {json.dumps(url)} }});
            await shareFromMenu({{ pageUrl: tab.url, frameId: 0, ...{json.dumps(info)} }}, tab);"""
        page = self.sheet(lambda: self.extension_worker.run(script))
        self.assert_asked_by(page)
        texts = self.texts(page)
        self.leave()
        return texts

    def test_page_link_image_and_selection(self):
        self.extension_worker = self.worker()
        tab = self.open_page("/")
        self.assertIn("A page", self.choose(tab))
        self.assertIn("other.html", self.choose(tab, menuItemId="shareLink", linkUrl="https://example.org/other.html"))
        self.assertIn("photo.png", self.choose(tab, menuItemId="shareImage", srcUrl=self.sites.url("/photo.png")))
        tab.run("""const words = document.createElement("p");
            words.textContent = "As the page has it";
            document.body.append(words);
            getSelection().selectAllChildren(words);""")
        self.assertIn("As the page has it", self.choose(tab, menuItemId="shareSelection", selectionText="Not as the page has it"))


class ButtonInFirefox(BrowserTestCase):
    browser_class = Firefox

    def shared(self, tab):
        tab.run("return 0")
        page = self.sheet(lambda: self.browser.press_button("share@activityd.io"))
        self.assert_asked_by(page)
        texts = self.texts(page)
        self.leave()
        return texts

    def test_a_page_in_the_reader_view_is_shared_by_its_own_address(self):
        """fenix#11798, shaarli#366."""
        tab = self.open_page("/article")
        read = self.shared(tab)
        tab.go("about:reader?url=" + quote(self.sites.url("/article"), safe=""))
        wait_until(lambda: tab.run("return document.title") == "An article", "the article to be read")
        self.assertEqual(self.shared(tab), read)
        self.assertIn("An article", read)
