# SPDX-License-Identifier: Apache-2.0
import os, re

from support import ACTIVITIES, ActivityTestCase, file_item, link_item, text_item

from activity.words import WORDS


class FailingTests(ActivityTestCase):
    def last_told(self, activity, items):
        """Performs an activity that fails; returns its last message to the performer, and its sentence."""
        listener = self.notifications()
        sentence = self.refuse(activity, items)
        return "\n".join(self.told(listener)[-1]), sentence

    def test_whoever_performs_is_told_why(self):
        for activity, items in [
            ("save", [file_item("/nowhere")]), ("compress", [file_item("/")]), ("qr-code", [text_item(" ")]),
            ("qr-code", [text_item("x" * 2332)]), ("copy", [text_item("words")]),
            ("post", [text_item("words")]), ("message", [text_item("words" * 4000)]),
        ]:
            with self.subTest(activity):
                told, sentence = self.last_told(activity, items)
                self.assertEqual(told, "STATUS=" + sentence)

    def test_it_is_said_in_the_persons_language(self):
        gone = [file_item("/nowhere/Foto.png")]
        for locale, sentence in [
            ("de_DE.UTF-8", "„Foto.png“ ist nicht mehr da."), ("pt-BR", "“Foto.png” não está mais lá."),
            ("zh_TW", "“Foto.png” is not there any more."), ("zh-Hans-CN", "“Foto.png”已不存在。"),
            ("sr@latin", "“Foto.png” is not there any more."), (None, "“Foto.png” is not there any more."),
        ]:
            with self.subTest(locale):
                self.assertEqual(self.refuse("save", gone, locale=locale), sentence)

    def test_each_language_has_each_sentence(self):
        for language, sentences in WORDS.items():
            self.assertEqual(sentences.keys(), WORDS["en"].keys(), language)
            for key, sentence in sentences.items():
                self.assertEqual("{name}" in sentence, "{name}" in WORDS["en"][key], (language, key))
                self.assertRegex(sentence, r"[.。]\Z")
                self.assertTrue(language == "en" or sentence != WORDS["en"][key], (language, key))
        self.assertEqual(set(WORDS), {"ar", "de", "en", "es", "fr", "he", "ja", "pt-BR", "ru", "zh-CN"})

    def test_each_sentence_that_is_said_is_there(self):
        said = set()
        for folder, _, names in os.walk(ACTIVITIES, followlinks=True):
            for name in names:
                if name.endswith(".py") or folder.endswith("/bin"):
                    with open(os.path.join(folder, name)) as file:
                        text = file.read()
                    said.update(key for call in re.findall(r"\bsaid\((.*)", text) for key in re.findall(r'"([a-z_]+)"', call))
                    # The cleaner refuses a file with a sentence's key.
                    said.update(re.findall(r'\b(?:Refused|make)\((?:copy, path, )?"([a-z_]+)"', text))
        self.assertEqual(said, set(WORDS["en"]))

    def test_a_full_disk_is_named_by_its_folder(self):
        downloads = self.home + "/Downloads"
        os.mkdir(downloads)
        big = [file_item(self.file("big", os.urandom(1 << 20)))]
        for activity in ("save", "compress"):
            sentence = self.refuse(activity, big, locale="de", before=self.small_disk(downloads))
            self.assertEqual(sentence, "„Downloads“ ist voll.")

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
