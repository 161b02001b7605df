# SPDX-License-Identifier: Apache-2.0
"""The real xdg-email, with a mail program that records what it is given."""
import os
from urllib.parse import unquote, unquote_to_bytes

from support import HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item, uri


class MailTests(ActivityTestCase):
    def mail(self, *items):
        """The fields of the link that the person's mail program opens, decoded once."""
        self.need("xdg-email", "xdg-utils")
        self.fake("mailer")
        self.environment["MAILER"] = "mailer"
        self.succeed("mail", items)
        link, = self.calls("mailer")[-1]
        start, _, fields = link.decode("ascii").partition("?")
        self.assertEqual(start, "mailto:")
        return [tuple(map(unquote, field.split("=", 1))) for field in fields.split("&")]

    def test_texts_and_links_are_its_body(self):
        text = "C:\\new\\table\\c 100% $HOME\n'quoted' \"twice\" & ? + é 👍🏽"
        address = "https://example.org/?a=b&c"
        body = text.replace("\n", "\r\n") + "\r\n\r\n" + address
        self.assertEqual(self.mail(text_item(text), link_item(address)), [("body", body)])

    def test_a_link_may_come_as_its_text_alone(self):
        address = "https://example.org/"
        link = {"type": "x-scheme-handler/https", "text": address}
        self.assertEqual(self.mail(link), [("body", address)])

    def test_what_a_text_or_a_link_is_called_is_the_subject(self):
        file = file_item(self.file("a.txt"))
        text = {**text_item("words"), "name": "Über\r\nBcc: x & y"}
        link = link_item("https://example.org/", name="Example")
        self.assertEqual(self.mail(file, text, link)[0], ("subject", "Über Bcc: x & y"))
        self.assertEqual(self.mail(link)[0], ("subject", "Example"))

    def test_without_a_mail_program_a_sentence_says_so(self):
        self.need("xdg-email", "xdg-utils")
        for mailer in ("nowhere-mail", "false"):
            self.environment["MAILER"] = mailer
            sentence = self.refuse("mail", [file_item(self.file("a.txt"))], locale="de")
            self.assertTrue(sentence.startswith("Kein E-Mail-Programm hat das angenommen."), sentence)

    def test_files_are_attached_whatever_their_names(self):
        paths = [self.file(name) for name in HOSTILE_NAMES]
        fields = self.mail(*map(file_item, paths))
        self.assertEqual({name for name, _ in fields}, {"attach"})
        self.assertEqual([unquote_to_bytes(value.removeprefix("file://")) for _, value in fields], paths)

    def test_thunderbird_gets_no_more_than_the_attachments(self):
        self.need("xdg-mime", "xdg-utils")
        path = self.file("a',to='evil@example.org',b")
        self.fake("thunderbird")
        applications = self.home + "/.local/share/applications"
        os.makedirs(applications)
        entry = b"[Desktop Entry]\nType=Application\nName=T\nExec=thunderbird %u\n"
        defaults = b"[Default Applications]\nx-scheme-handler/mailto=thunderbird.desktop\n"
        self.file("thunderbird.desktop", entry, applications)
        self.file("mimeapps.list", defaults, applications)
        self.succeed("mail", [file_item(path), text_item("words")])
        option, composed = self.calls("thunderbird")[-1]
        self.assertEqual(composed.decode(), f"body=words,attachment='{uri(path)}'")
        self.assertNotIn(b"evil@", composed)

    def test_too_long_a_text_is_refused(self):
        self.assertIn("too long", self.refuse("mail", [text_item("x" * 200_000)]))
