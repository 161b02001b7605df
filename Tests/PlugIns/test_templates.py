# SPDX-License-Identifier: Apache-2.0
"""The templates of `activityctl new` work unchanged, and `check` reports only the placeholders for title and
icon."""

import json
import os
import re
import unittest

from plugins import AuthorTestCase
from web_folder import serve


class TemplateTests(AuthorTestCase):
    def begin(self, template, identifier="org.mine.thing"):
        self.succeed(f"activityctl new {identifier} --template {template}")
        self.start_daemon()
        return f"activityctl try {identifier}.activity "

    def test_they_break_no_rule_and_are_told_to_be_a_beginning(self):
        for template in ["files", "upload", "convert", "form", "link", "text", "targets", "transform"]:
            self.succeed(f"activityctl new org.mine.{template} --template {template}")
            found = json.loads(self.succeed(f"activityctl check --json org.mine.{template}.activity"))
            rules = [(fault["rule"], fault["pointer"]) for fault in found[0]["diagnostics"]]
            self.assertEqual(rules, [("placeholder", "/icon")] if template != "transform" else [], template)

    def test_a_title_that_says_nothing_is_told_too(self):
        self.succeed("activityctl new org.my.own")
        self.edit("org.my.own.activity/manifest.json", "Own", "Change Me")
        found = json.loads(self.succeed("activityctl check --json org.my.own.activity"))
        self.assertEqual([fault["pointer"] for fault in found[0]["diagnostics"]], ["/title", "/icon"])

    def test_an_unknown_template_names_those_that_there_are(self):
        status, text = self.shell("activityctl new org.mine.a --template uplaod")
        self.assertEqual(status, 2)
        self.assertIn("upload", text)
        self.assertEqual(os.listdir(self.author), [])

    def test_upload(self):
        server = serve(self)
        tried = self.begin("upload")
        self.file("it's 100 %.txt", b"words " * 100_000)
        address = f"http://127.0.0.1:{server.server_port}/in"
        answers = f"--answer folder={address}/ --answer user=ada --answer password="
        text = self.succeed(tried + "\"it's 100 %.txt\" " + answers + "s3cret")
        self.assertEqual(text, address + "/it%27s%20100%20%25.txt\n")
        self.assertEqual(server.files, {"/in/it%27s%20100%20%25.txt": b"words " * 100_000})
        status, text = self.shell(tried + "\"it's 100 %.txt\" " + answers + "wrong")
        self.assertEqual(status, 1)
        self.assertIn("The server did not take \"it's 100 %.txt\": Forbidden (403)", text)

    def test_upload_says_what_is_wrong(self):
        tried = self.begin("upload")
        self.file("a.txt", "words")
        for address, sentence in [("file:///tmp", "The folder is an address such as https://"),
                                  ("http://127.0.0.1:1/", "The server cannot be reached: Connection refused")]:
            status, text = self.shell(f"{tried} a.txt --answer folder={address}")
            self.assertEqual(status, 1)
            self.assertIn(sentence, text)

    def test_convert(self):
        tried = self.begin("convert")
        self.file("prices.csv", "\ufeffthing,price\ntea,1\n\"a \"\"b\"\", c\",2\n")
        self.file("empty.csv", "thing,price\n")
        made = self.succeed(tried + "prices.csv empty.csv").splitlines()
        self.assertEqual(made, [self.home + "/Downloads/prices.json", self.home + "/Downloads/empty.json"])
        tables = []
        for path in made:
            with open(path, encoding="utf-8") as file:
                tables.append(json.load(file))
        self.assertEqual(tables, [[{"thing": "tea", "price": "1"}, {"thing": 'a "b", c', "price": "2"}], []])
        self.file("latin.csv", b"caf\xe9\n1\n")
        status, text = self.shell(tried + "latin.csv --type text/csv")
        self.assertEqual(status, 1)
        self.assertIn("'latin.csv' is not a table in CSV and UTF-8", text)
        self.assertEqual(len(os.listdir(self.home + "/Downloads")), 2)

    def test_form(self):
        tried = self.begin("form")
        for number, name in enumerate(["b.PNG", "a.png"]):
            os.utime(self.file(name, "x"), (number, number))
        # Questions without an answer get the form's defaults.
        self.assertEqual(self.succeed(tried + "a.png b.PNG").splitlines(),
                         [self.home + "/Downloads/Photo 1.png", self.home + "/Downloads/Photo 2.png"])
        text = self.succeed(tried + "a.png b.PNG --answer words=Trip --answer start=9 --answer order=oldest "
                            "--answer lower=false")
        self.assertEqual(text.splitlines(), [self.home + "/Downloads/Trip 09.PNG", self.home + "/Downloads/Trip 10.png"])
        status, text = self.shell(tried + "a.png --answer start=1.5")
        self.assertIn("The first number is a whole number", text)

    def test_link(self):
        self.program("xdg-open", f'echo "$1" >{self.home}/opened')
        tried = self.begin("link")
        self.succeed(tried + "'https://example.org/a?b=c&d'")
        with open(self.home + "/opened", encoding="utf-8") as file:
            self.assertEqual(file.read(), "https://validator.w3.org/nu/?doc=https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc%26d\n")

    def test_text(self):
        tried = self.begin("text")
        self.assertEqual(self.succeed(tried + "--text 'one two\nthree'"), "3 words in 2 lines\n")
        self.file("a=b c.txt", "one two three\n")
        self.assertEqual(self.succeed(tried + "'a=b c.txt'"), "3 words in 1 lines\n")

    def test_targets(self):
        tried = self.begin("targets")
        self.file("a.txt", "x")
        status, text = self.shell(tried + "a.txt")
        self.assertEqual((status, text),
                         (1, "Error: Answers are missing: Place (place).\nHelp: Add --answer place=garage|shelf\n"))
        self.assertEqual(self.succeed(tried + "a.txt --answer place=shelf"), "shelf: 1 files\n")

    def test_options_with_blanks_for_tabs_are_told(self):
        tried = self.begin("targets")
        self.file("a.txt", "x")
        self.file("org.mine.thing.activity/bin/places", "#!/bin/sh\necho 'garage  Garage'\necho 'attic  Attic'\n")
        sentence = 'No option of "place" has a TAB, so "garage  Garage" is an answer and its label in one.'
        self.assertIn("Warning: " + sentence, self.succeed(tried + "a.txt --answer place=attic"))
        self.file("org.mine.thing.activity/bin/places", "#!/bin/sh\necho 'New York'\nprintf 'attic\\tAttic\\n'\n")
        self.assertNotIn("Warning", self.succeed(tried + "a.txt --answer place=attic"))

    def test_transform(self):
        self.start_daemon()
        self.file("a.txt", "words\n")
        printed = self.succeed("activityctl new org.mine.thing --template transform").replace("FILE.txt", "a.txt")
        steps = [line.strip() for line in printed.splitlines() if line.startswith("  activityctl ")][1:]
        status, text = self.shell("activityctl try org.mine.thing.activity a.txt")
        self.assertEqual(status, 1)
        self.assertIn("org.mine.thing is a transform, and is not performed by itself.", text)
        self.assertEqual(re.findall(r'"(activityctl [^"]*)"', text.replace("FILE", "a.txt")), steps)
        self.succeed(steps[0])
        self.assertRegex(self.succeed(steps[1]), r"Thing +org\.mine\.thing +yes")
        with open(self.succeed(steps[2]).strip(), encoding="utf-8") as file:
            self.assertEqual(file.read(), "WORDS\n")

    def test_the_next_step_works_as_it_is_printed(self):
        self.program("xdg-open", "exit")
        self.start_daemon()
        templates = [("files", "PICTURE"), ("convert", "FILE.csv"), ("form", "FILE"), ("link", None), ("text", None)]
        for template, name in templates:
            printed = self.succeed(f"activityctl new org.mine.{template} --template {template}")
            step = next(line for line in printed.splitlines() if line.startswith("  activityctl try "))
            if name:
                self.assertTrue(step.endswith(" " + name), step)
                step = step.removesuffix(name) + os.path.basename(
                    self.file({"files": "a.png"}.get(template, "a.csv"), "thing,price\n"))
            self.assertIn("2 words in 1 lines" if template == "text" else "", self.succeed(step))

    def test_files(self):
        tried = self.begin("files")
        self.file("a b.png", "x")
        self.assertEqual(self.succeed(tried + "'a b.png'"), f"{self.author}/a b.png\n")


if __name__ == "__main__":
    unittest.main()
