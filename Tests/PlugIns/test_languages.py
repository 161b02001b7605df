# SPDX-License-Identifier: Apache-2.0
"""The programs of docs/plugins.md that read answers and a password in languages other than Python."""

import json
import os
import re
import shutil
import unittest

from plugins import INSTALLED, AuthorTestCase
from test_page import PAGE, blocks

LANGUAGES = ["sh", "perl", "c"]
BUNDLE = "org.example.languages"


@unittest.skipIf(INSTALLED, "a person's machine has no compiler")
class LanguageTests(AuthorTestCase):
    def setUp(self):
        super().setUp()
        self.sources = {}
        for language, before, text in blocks():
            if language in LANGUAGES and language not in self.sources:
                self.sources[language] = self.file(re.search(r"`([^`\s]+)`:\s*\Z", before)[1], text)
            elif text.startswith('"perform"'):
                self.perform = json.loads("{" + text + "}")["perform"]
        self.succeed(f"activityctl new {BUNDLE}")
        path = f"{self.author}/{BUNDLE}.activity/manifest.json"
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
        manifest["perform"] = self.perform
        manifest["form"] = [{"id": "user", "label": "User", "type": "text"},
                            {"id": "password", "label": "Password", "type": "password"}]
        manifest["accepts"] = [{"types": ["*/*", "x-scheme-handler/https"], "min": 1, "max": 9}]
        self.file(f"{BUNDLE}.activity/manifest.json", json.dumps(manifest))
        self.start_daemon()

    def write_program(self, language):
        program = f"{self.author}/{BUNDLE}.activity/bin/run"
        if language == "c":
            with open(PAGE, encoding="utf-8") as page:
                command = re.search(r"`(cc [^`]*)`", page.read())[1]
            folder = os.path.dirname(self.sources["c"])
            self.succeed(f"cd '{folder}' && {command.replace('cc ', 'cc -Wall -Werror ')} && mv run '{program}'")
        else:
            shutil.copy(self.sources[language], program)
            os.chmod(program, 0o755)

    def test_each_reads_answers_password_and_files(self):
        name = "it's \"q\" 100% ü.txt"
        path = self.file(name, "words")
        tried = f"""activityctl try {BUNDLE}.activity 'it'"'"'s "q" 100% ü.txt'"""
        password = "--answer 'password=s3 \"cr\\et$'"
        for language in LANGUAGES:
            with self.subTest(language):
                self.write_program(language)
                self.assertEqual(self.succeed(f"{tried} --answer 'user=Zoë' {password}"), f"Zoë, 10: {path}\n")
                self.assertEqual(self.succeed(f"{tried} {password}"), f"nobody, 10: {path}\n")
                # A link is only in the request, not among the arguments.
                self.assertEqual(
                    self.succeed(f"{tried} https://example.org/ {password}"), f"nobody, 10: {path}\n")


if __name__ == "__main__":
    unittest.main()
