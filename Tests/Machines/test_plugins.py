# SPDX-License-Identifier: Apache-2.0
"""Tests/PlugIns as an ordinary user on a machine that has only the packages: docs/plugins.md, the templates and five plug-ins."""

import glob

from machine import PACKAGE, ROOT, SUITES, Machine, MachineTestCase

FOLDER = "/srv/activityd/"


class PlugInTests(MachineTestCase):
    def test_a_person_writes_plug_ins(self):
        for suite in SUITES:
            with self.subTest(suite), Machine("author", suite, *PACKAGE) as machine:
                self.write_on(machine)

    def write_on(self, machine):
        for path in ["docs/plugins.md", *glob.glob("Tests/PlugIns/*.py", root_dir=ROOT),
                     *glob.glob("Tests/Harness/*.py", root_dir=ROOT)]:
            with open(f"{ROOT}/{path}", encoding="utf-8") as file:
                machine.write(FOLDER + path, file.read())
        person = machine.log_in("ada")
        # Lets the user install the packages that the tests build.
        machine.write("/etc/sudoers.d/ada", "ada ALL=(root) NOPASSWD: /usr/bin/dpkg\n")
        end = machine.run(*person, "env", "INSTALLED=yes", "/usr/bin/python3", "-B", "-m", "unittest", "discover",
                          "--verbose", "--start-directory", FOLDER + "Tests/PlugIns", check=False)
        print(f"{machine.suite}:", *machine.run("activityctl", "--version").stdout.split(), end.stdout, sep="\n")
        self.assertEqual(end.returncode, 0)
        # The system's daemon must not have any problem because of it.
        self.assertEqual(machine.metric("activityd_problems"), 0)
