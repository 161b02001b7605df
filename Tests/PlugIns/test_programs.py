# SPDX-License-Identifier: Apache-2.0
"""A program's input, and the person's message when it fails, tried like an author."""

import json
import os
import unittest

from plugins import AuthorTestCase


class ProgramTests(AuthorTestCase):
    def begin(self, program, form=(), **perform):
        """Creates a plug-in that accepts text; returns the command that tries it."""
        self.succeed("activityctl new org.mine.thing --template text")
        path = "org.mine.thing.activity/"
        with open(f"{self.author}/{path}manifest.json", encoding="utf-8") as file:
            manifest = json.load(file)
        manifest["perform"] = {"exec": ["bin/run"], **perform}
        if form:
            manifest["form"] = form
        self.file(path + "manifest.json", json.dumps(manifest))
        self.file(path + "bin/run", program)
        self.start_daemon()
        return f"activityctl try {path} --text words"

    def folders(self, writes):
        tried = self.begin("#!/bin/sh\nset -u\n" + "".join(
            f'echo "${{XDG_{name}_DIR-none}}"\n' for name in ["DOWNLOAD", "DOCUMENTS", "PICTURES"])
            + 'test -z "${XDG_PICTURES_DIR-}" || echo words >"$XDG_PICTURES_DIR/made"\n', writes=writes)
        return self.succeed(tried).splitlines()

    def test_a_shell_script_finds_the_folders_of_writes(self):
        found = self.folders(["home", "pictures"])
        self.assertEqual(found, ["none", "none", self.home + "/Pictures"])
        self.assertEqual(os.listdir(self.home + "/Pictures"), ["made"])

    def test_they_are_where_the_person_has_them(self):
        with open(self.folder(".config") + "/user-dirs.dirs", "w", encoding="utf-8") as file:
            file.write('XDG_PICTURES_DIR="$HOME/Bilder"\nXDG_DOWNLOAD_DIR="$HOME/"\n')
        found = self.folders(["pictures", "downloads"])
        self.assertEqual(found, [self.home + "/Downloads", "none", self.home + "/Bilder"])
        self.assertEqual(os.listdir(self.home + "/Bilder"), ["made"])

    def test_without_the_network_the_key_is_named(self):
        program = """#!/usr/bin/env -S python3 -B
import sys, urllib.request
sys.path.append("/usr/share/activityd/python")
from activity import perform
perform(lambda: urllib.request.urlopen(sys.stdin.read().strip()) and None)
"""
        tried = self.begin(program, network=False, stdin="text").removesuffix("words")
        for address in ["http://127.0.0.1:1/", "http://192.0.2.1/", "http://example.org/"]:
            status, text = self.shell(tried + address)
            self.assertEqual(status, 1)
            self.assertIn('("network" in its manifest says whether it has the network)', text)

    def test_an_empty_answer_empties_what_is_remembered(self):
        tried = self.begin(
            '#!/bin/sh\nprintf "<%s>\\n" "$1"\n', exec=["bin/run", "{note}"],
            form=[{"id": "note", "label": "Note", "type": "text", "remember": True}])
        self.assertEqual(self.succeed(tried + " --answer note=tea"), "<tea>\n")
        self.succeed("activityctl register org.mine.thing.activity")
        for answer, printed in [("--answer note=tea", "<tea>\n"), ("", "<tea>\n"), ("--answer note=", "<>\n"), ("", "<>\n")]:
            text = self.succeed(f"activityctl perform org.mine.thing --text words {answer} 2>/dev/null")
            self.assertEqual(text, printed, answer)


if __name__ == "__main__":
    unittest.main()
