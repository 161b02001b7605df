# SPDX-License-Identifier: Apache-2.0
from support import ActivityTestCase, file_item, link_item, text_item


class FailingTests(ActivityTestCase):
    def last_told(self, activity, items):
        """What the activity has told last when it has failed with a sentence; the sentence."""
        listener = self.notifications()
        sentence = self.refuse(activity, items)
        return "\n".join(self.told(listener)[-1]), sentence.rstrip("\n")

    def test_whoever_performs_is_told_why(self):
        for activity, items in [
            ("save", [file_item("/nowhere")]), ("compress", [file_item("/")]), ("qr-code", [text_item(" ")]),
            ("qr-code", [text_item("x" * 2332)]), ("copy", [text_item("words")]),
            ("post", [text_item("words")]), ("message", [text_item("words" * 4000)]),
        ]:
            with self.subTest(activity):
                told, sentence = self.last_told(activity, items)
                self.assertEqual(told, "STATUS=" + sentence)

    def test_a_name_adds_no_field(self):
        told, _ = self.last_told("save", [file_item("/nowhere/a\nX_PROGRESS=1")])
        self.assertEqual(len(told.split("\n")), 1)

    def test_without_anybody_who_listens_it_fails_as_well(self):
        for address in ("", "/nowhere", "@nobody"):
            self.environment["NOTIFY_SOCKET"] = address
            self.assertIn("There is no text", self.refuse("qr-code", [text_item(" ")]))

    def test_no_home_is_told(self):
        self.environment["HOME"] = "/proc/nowhere"
        told, sentence = self.last_told("reading-list", [link_item("https://example.org")])
        self.assertEqual(told, "STATUS=" + sentence)
