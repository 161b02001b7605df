# SPDX-License-Identifier: Apache-2.0
"""What a person shares by the browser's menus and button. No protocol opens those, so the extension is told what they would tell it."""

import json

from cases import ROOT, BrowserTestCase, Chromium
from sites import Sites


class MenusInChromium(BrowserTestCase):
    browser_class = Chromium

    @classmethod
    def make_sites(cls):
        return Sites(ROOT + "/examples")

    def choose(self, tab, **info):
        """The texts of the sheet for an entry of the menu."""
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
