# SPDX-License-Identifier: Apache-2.0
"""Follows docs/administration.md like a reader: writes the files that it shows, and runs each command."""

import re
import unittest

from machine import PACKAGE, ROOT, SUITES, Machine, MachineTestCase


class PageTests(MachineTestCase):
    def test_it_does_what_it_says(self):
        for suite in SUITES:
            with self.subTest(suite), Machine("page", suite, *PACKAGE) as machine:
                self.read_on(machine)

    def read_on(self, machine):
        with open(ROOT + "/docs/administration.md", encoding="utf-8") as file:
            parts = re.split(r"^```(\w*)\n(.*?)^```\n", file.read(), flags=re.MULTILINE | re.DOTALL)
        commands = 0
        machine.write("/usr/local/bin/sudo", '#!/bin/sh\nexec "$@"\n')
        machine.run("chmod", "755", "/usr/local/bin/sudo")
        for before, language, text in zip(parts[0::3], parts[1::3], parts[2::3]):
            if language == "json":
                name = re.search(r"`([^`\s]+)`:\s*\Z", before)[1]
                machine.write(name if name.startswith("/") else "/root/" + name, text)
            elif language == "console":
                for command, expected in re.findall(r"^\$ (.*\n)((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                    self.run_as_told(machine, command.strip(), expected)
                    commands += 1
        self.assertGreater(commands, 12)

    def run_as_told(self, machine, command, expected):
        printed = machine.run("sh", "-c", "cd /root; export PATH=/usr/local/bin:$PATH; " + command, check=False).stdout
        pattern = ".*".join(re.escape(part) for part in expected.split("…"))
        self.assertTrue(
            re.fullmatch(pattern, printed, re.DOTALL), f"$ {command}\n{printed}\nThe page says:\n{expected}")


if __name__ == "__main__":
    unittest.main()
