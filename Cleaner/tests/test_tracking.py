# SPDX-License-Identifier: Apache-2.0
"""Links without their tracking parameters."""
import json

from cases import TransformTestCase
from support import ACTIVITIES, file_item, link_item, text_item


class TrackingTests(TransformTestCase):
    def printed(self, *items, **more):
        return [line.decode() for line in self.succeed("without-tracking", list(items), more=more)]

    def test_trackers_go_and_other_parameters_stay_in_their_order(self):
        for before, after in {
            "https://example.org/a?utm_source=x&b=2&fbclid=1&a=%201&gclid=2&c#frag?utm_source=y":
                "https://example.org/a?b=2&a=%201&c#frag",
            "https://example.org/a?utm_source=x&UTM_Medium=y": "https://example.org/a",
            "https://youtu.be/dQw4?si=abc&t=42": "https://youtu.be/dQw4?t=42",
            "https://open.spotify.com/track/1?si=abc": "https://open.spotify.com/track/1",
            "https://example.org/?si=abc&t=1": "https://example.org/?si=abc&t=1",
            "https://www.instagram.com/p/1/?igshid=abc&igsh=d": "https://www.instagram.com/p/1/",
            "https://news.example/?mc_eid=1&mc_cid=2&id=3": "https://news.example/?id=3",
            "https://example.org/?%75tm_source=1&&x": "https://example.org/?&x",
        }.items():
            self.assertEqual(self.printed(link_item(before)), [after])

    def test_trackers_go_from_behind_the_mark_and_places_stay(self):
        """au-revoir-utm#4, fresh-url#23, Shaarli#136, ClearURLs/Addon#160."""
        for before, after in {
            "https://example.org/#xtor=RSS-1?utm_source=a&utm_medium=b": "https://example.org/",
            "https://example.org/a#utm_source=wri&utm_content=article": "https://example.org/a",
            "https://example.org/a?id=1#page?utm_medium=b&x=1": "https://example.org/a?id=1#page?x=1",
            "https://example.org/#/route?fbclid=1": "https://example.org/#/route",
            "https://example.org/a.html#xtor=RSS-3-[lestitres]": "https://example.org/a.html",
            "https://example.org/?gclid=1#utm_source&top": "https://example.org/#utm_source&top",
            "https://example.org/?gclid=1#?": "https://example.org/#?",
            "https://example.org/#:~:text=utm_source=x&a?": "https://example.org/#:~:text=utm_source=x&a?",
        }.items():
            self.assertEqual(self.printed(link_item(before)), [after])

    def test_texts_caption_and_subject_are_lines_of_their_own_and_keep_theirs(self):
        link = "https://example.org/?utm_source=x"
        caption, subject = f"See {link}.\nC:\\new ({link}&a=1), ok", link
        lines = self.printed(link_item(link), text_item(link + "\n\\"), caption=caption, subject=subject)
        self.assertEqual(lines, [
            "https://example.org/", "https://example.org/\\n\\\\",
            "See https://example.org/.\\nC:\\\\new (https://example.org/?a=1), ok", "https://example.org/"])

    def test_a_text_file_keeps_its_bytes(self):
        path = self.file("links.txt", b"caf\xe9 https://example.org/?a=1&utm_source=x\r\n")
        self.assertEqual(self.printed(file_item(path, "text/plain"), link_item("https://a.example/?gclid=1")), ["https://a.example/"])
        with open(self.made()["links.txt"], "rb") as file:
            self.assertEqual(file.read(), b"caf\xe9 https://example.org/?a=1\r\n")

    def test_ten_languages(self):
        with open(f"{ACTIVITIES}/io.activityd.without-tracking.activity/manifest.json") as file:
            self.assertEqual(len(json.load(file)["titles"]), 9)
