# SPDX-License-Identifier: Apache-2.0
"""The activities QR Code, Message and Post: the text read from the items, and the results."""
import json, os, subprocess
from urllib.parse import unquote

from support import ActivityTestCase, file_item, link_item, text_item

# Texts that the module and the daemon must compose from the same items; ActivityInputTests.swift tests the daemon.
with open(os.path.join(os.path.dirname(__file__), "composed-texts.json"), encoding="utf-8") as file:
    COMPOSED = json.load(file)
ADDRESS = "https://example.org/?q=%22a%22&b=c#d"


class QRCodeTests(ActivityTestCase):
    def code(self, item, **options):
        """Makes a QR code; returns the picture's path, and the text that zbarimg reads from it."""
        self.need("qrencode", "qrencode")
        self.need("zbarimg", "zbar-tools")
        line, = self.succeed("qr-code", [item], **options)
        read = subprocess.run(["zbarimg", "--quiet", "--raw", "--nodbus", line], stdout=subprocess.PIPE, check=True)
        return os.fsdecode(line), read.stdout.decode().removesuffix("\n")

    def test_letters_are_read_as_they_were_typed(self):
        # An ECI designator declares UTF-8 (react-native-qrcode#26, pyzbar#14).
        for text in ("Müller", "ä", "ßön", "Ж", "日本", "é" * 1164):
            self.assertEqual(self.code(text_item(text))[1], text)

    def test_a_caption_is_not_in_it(self):
        more = {"caption": "Look at this", "subject": "A page"}
        self.assertEqual(self.code(link_item(ADDRESS, name="A page"), more=more)[1], ADDRESS)

    def test_what_is_read_again_is_what_was_given(self):
        for text in ("words", "  'quoted' \"$HOME\" $(id)\\n\n-\t%41\n", "日本 👍🏽 é", "-o/tmp/x", "x" * 2329):
            self.assertEqual(self.code(text_item(text))[1], text)
        self.assertEqual(self.code(link_item(ADDRESS))[1], ADDRESS)
        self.assertEqual(self.code({"type": "x-scheme-handler/https", "text": ADDRESS})[1], ADDRESS)

    def test_a_text_file_is_read(self):
        for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
            path = self.file("notes.txt", "\ufeffGrüße\r\nzwei\n".encode(encoding))
            self.assertEqual(self.code(file_item(path, "text/plain"))[1], "Grüße\r\nzwei")

    def test_pictures_get_names_of_their_own(self):
        paths = [self.code(text_item(text))[0] for text in ("one", "two")]
        pictures = self.home + "/Pictures"
        self.assertEqual(paths, [pictures + "/QR Code.png", pictures + "/QR Code (1).png"])

    def test_what_no_code_holds_is_refused(self):
        self.need("qrencode", "qrencode")
        for item in (
            text_item(""), text_item(" \n"), text_item("é" * 1166), text_item("x" * 900_000),
            file_item(self.file("a.txt", b"x" * 3000), "text/plain"),
            file_item(self.file("a.txt", b"caf\xe9"), "text/plain"),
            file_item(self.file("a.txt", b"\xff\xfea"), "text/plain"),
            file_item(self.file("a.txt", b""), "text/plain"),
            file_item("/nowhere", "text/plain"), file_item("/dev/zero", "text/plain"),
            {"type": "text/plain", "uri": "sftp://example.org/a.txt"},
        ):
            self.refuse("qr-code", [item])
        self.assertFalse(os.path.exists(self.home + "/Pictures"))

    def test_a_full_disk_fails_and_leaves_no_half_picture(self):
        self.need("qrencode", "qrencode")
        pictures = self.home + "/Pictures"
        os.mkdir(pictures)
        fill = ["sh", "-c", 'head -c 65536 /dev/zero >"$0/fill"; exec "$@"', pictures]
        status, lines, sentence = self.perform(
            "qr-code", [text_item("words")], before=[*self.small_disk(pictures), *fill])
        self.assertEqual((status, lines, sentence.splitlines()[-1]), (1, [b"fill"], "“Pictures” is full."))


class LinkTests(ActivityTestCase):
    def opened(self, activity, items, answers=None, **options):
        """Performs the activity; returns the link passed to xdg-open, decoded."""
        self.fake("xdg-open")
        self.succeed(activity, items, answers, **options)
        link, = self.calls("xdg-open")[-1]
        self.assertRegex(link, rb"\A[!-~]+\Z")
        return unquote(link.decode())

    def test_a_message_holds_the_texts_the_links_and_what_files_say(self):
        file = file_item(self.file("a.txt", b"filed\n"), "text/plain")
        items = [text_item("Grüße & $HOME\n100%"), link_item(ADDRESS), file]
        self.assertEqual(self.opened("message", items), f"sms:?body=Grüße & $HOME\n100%\n{ADDRESS}\nfiled")

    def test_what_is_said_comes_first_and_a_link_once(self):
        server = {"server": "social.example"}
        for case in COMPOSED:
            items = [item for item in case["content"] if not item.get("uri", "").startswith("file:")]
            if items != case["content"] or not case["text"].strip():
                continue
            more = {name: case[name] for name in ("caption", "subject") if name in case}
            self.assertEqual(self.opened("message", items, more=more), "sms:?body=" + case["text"])
            self.assertEqual(self.opened("post", items, server, more=more), "https://social.example/share?text=" + case["text"])

    def test_a_post_goes_to_the_server_that_was_answered(self):
        for answer, host in {
            "social.example": "social.example", " Social.Example ": "social.example",
            "localhost": "localhost", "täglich.example": "xn--tglich-bua.example",
            # share-to-mastodon#6, mastodon_wordpress_autopost#55, Ghost#27785: what a browser shows, and who one is there.
            "https://social.example": "social.example", "HTTPS://social.example/home": "social.example",
            "https://social.example/@me@other.example": "social.example", "social.example/@me": "social.example",
            "@me@social.example": "social.example",
        }.items():
            link = self.opened("post", [link_item(ADDRESS)], {"server": answer})
            self.assertEqual(link, f"https://{host}/share?text={ADDRESS}")

    def test_what_names_no_server_is_refused(self):
        self.fake("xdg-open")
        for answer in (
            "", "https://", "https:///home", "ftp://social.example", "https://https://a.example", "social.example:8080", "@me",
            "me@", "a b", "social.example?x=", "-a.example", "a..example", "a.example.", "x" * 64 + ".example",
            "a\nb", "%41", "a_b",
        ):
            self.refuse("post", [text_item("words")], {"server": answer})
        self.refuse("post", [text_item("words")])
        self.assertEqual(self.calls("xdg-open"), [])

    def test_nothing_and_too_much_are_refused(self):
        self.fake("xdg-open")
        for activity in ("message", "post"):
            for text in ("", "é" * 1400, "x" * 900_000):
                self.refuse(activity, [text_item(text)], {"server": "social.example"})
        self.assertEqual(self.calls("xdg-open"), [])

    def test_the_opener_is_what_runs_then(self):
        """The activity becomes xdg-open, which may never end; if that cannot open the link, its output and status are the
        activity's."""
        path = self.file("xdg-open", b"#!/bin/sh\necho nothing opens it >&2\nexit 4\n", self.programs)
        os.chmod(path, 0o755)
        for activity in ("message", "post"):
            ended = self.perform(activity, [text_item("words")], {"server": "social.example"})
            self.assertEqual(ended, (4, [], "nothing opens it\n"))
