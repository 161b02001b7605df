# SPDX-License-Identifier: Apache-2.0
"""Follows docs/plugins.md like a reader: writes the files that it shows, and runs each command."""

import os
import re
import unittest

from plugins import INSTALLED, ROOT, AuthorTestCase, wait_until

PAGE = ROOT + "/docs/plugins.md"
# The reader's home folder on the page.
HOME = "/home/ada"


def blocks():
    """The page's code blocks, in order: language, preceding text, and content."""
    with open(PAGE, encoding="utf-8") as file:
        parts = re.split(r"^```(\w*)\n(.*?)^```\n", file.read(), flags=re.MULTILINE | re.DOTALL)
    return zip(parts[1::3], parts[0::3], parts[2::3])


class PageTests(AuthorTestCase):
    def test_it_does_what_it_says(self):
        self.wait_long_for_targets()
        self.start_daemon()
        self.program("pydoc3", "false")
        commands = 0
        for language, before, text in blocks():
            if language == "console":
                for command, expected in re.findall(r"^\$ (.*\n)((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                    self.run_as_told(command.strip(), expected)
                    commands += 1
            else:
                name = re.search(r"`([^`\s]+)`:\s*\Z", before)
                self.assertTrue(name, f"The page does not say where this is to be written:\n{text}")
                self.file(name[1], text)
        self.assertGreater(commands, 15)

    def wait_long_for_targets(self):
        """Raises the time limit for targets, because a busy machine needs more than the default of two
        seconds."""
        if INSTALLED:
            return
        with open(self.folder(".config/activityd") + "/activityd.json", "w", encoding="utf-8") as file:
            file.write('{"limits": {"targetsUSec": 60000000}}')

    def run_as_told(self, command, expected):
        _, text = self.shell(command)
        pattern = ".*".join(re.escape(part) for part in expected.split("…"))
        self.assertTrue(
            re.fullmatch(pattern, text.replace(self.home, HOME), re.DOTALL), f"$ {command}\n{text}\nThe page says:\n{expected}")

    def test_the_package_serves_everybody(self):
        """Installed for all users, the activity is listed."""
        for language, before, text in blocks():
            if language not in ("console", ""):
                self.file(re.search(r"`([^`\s]+)`:\s*\Z", before)[1], text)
        os.chmod(self.author + "/org.example.checksums.activity/bin/run", 0o755)
        for command in ["mkdir -p package/usr/share/activities",
                        "cp -r org.example.checksums.activity package/usr/share/activities/", "chmod -R u=rwX,go=rX package",
                        "dpkg-deb --root-owner-group --build package a.deb"]:
            self.succeed(command)
        self.unpack("a.deb", "activity-checksums")
        self.start_daemon()
        self.file("a.txt", "words")
        wait_until(lambda: "org.example.checksums" in self.succeed("activityctl list"), "the activity")
        self.assertIn("Checksums", self.succeed("activityctl sheet a.txt"))
        self.assertIn("סכומי ביקורת", self.succeed("activityctl sheet a.txt --locale he"))


if __name__ == "__main__":
    unittest.main()
