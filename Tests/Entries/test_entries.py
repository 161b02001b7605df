# SPDX-License-Identifier: Apache-2.0
"""The entries of file managers as data: they are valid, have ten languages, and pass the selection to the
sheet."""

import configparser
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import unittest

from gi.repository import Gio

from entries import ENTRIES, LEFT_OUT, MANAGERS, PURPOSE, ROOT, EntryTestCase

APPLICATION = ENTRIES + "/io.activityd.Share.desktop"
NEMO = """sh -c '[ "$0" = 0 ] && exec activity-sheet "$@"; exec activity-sheet --parent "x11:$(printf %%x "$0")" "$@"' %X """
NEMO += " ".join([*LEFT_OUT, "-- %U"])
FILES = [APPLICATION, *sorted(glob.glob(MANAGERS + "/*.desktop")), MANAGERS + "/nemo.nemo_action"]


def parsed(path):
    parser = configparser.RawConfigParser(delimiters=("=",), comment_prefixes=("#",), strict=True)
    parser.optionxform = str
    with open(path, encoding="utf-8") as file:
        parser.read_file(file)
    return parser


def commands(path):
    parser = parsed(path)
    return [parser[section]["Exec"] for section in parser.sections() if "Exec" in parser[section]]


def names(path):
    """The entry's names by language, "" for English, from the group with most of them."""
    sections = [{re.sub(r"^Name(?:\[(.*)\])?$", r"\1", key): value for key, value in section.items() if key.startswith("Name")}
                for section in parsed(path).values()]
    return max(sections, key=len)


def words():
    """The title of the sheet's window, by language."""
    found = {}
    for path in glob.glob(ROOT + "/Sources/Activities/ContentSelection/Words/Words+*.swift"):
        with open(path, encoding="utf-8") as file:
            language = os.path.basename(path)[len("Words+"):-len(".swift")]
            found[{"pt": "pt_BR", "zh": "zh_CN", "en": ""}.get(language, language)] = re.search(r' share: "(.*)",', file.read())[1]
    return found


class DataTests(unittest.TestCase):
    def test_they_speak_the_sheets_languages_and_call_it_as_the_sheet_does(self):
        expected = {language: (name + " …" if language == "de" else name + "…") for language, name in words().items()}
        self.assertEqual(len(expected), 10)
        for path in FILES:
            self.assertEqual(names(path), expected, path)

    def test_in_kde_it_is_not_called_as_the_menu_that_it_is_in(self):
        with open(PURPOSE + "/metadata.json", encoding="utf-8") as file:
            metadata = json.load(file)
        for language, name in names(APPLICATION).items():
            suffix = f"[{language}]" if language else ""
            self.assertNotIn(metadata["KPlugin"]["Name" + suffix], ["", name])
            self.assertEqual(metadata["X-Purpose-ActionDisplay" + suffix], metadata["KPlugin"]["Name" + suffix])
        self.assertEqual(metadata["KPlugin"]["Id"], os.path.basename(PURPOSE))
        self.assertEqual(metadata["X-Purpose-PluginTypes"], ["Export", "ShareUrl"])
        self.assertTrue(os.access(PURPOSE + "/contents/code/main.py", os.X_OK))

    def test_applications_are_valid(self):
        for path in [APPLICATION, MANAGERS + "/thunar.desktop"]:
            result = subprocess.run(["desktop-file-validate", path], capture_output=True, text=True, check=False)
            self.assertEqual((result.returncode, result.stdout), (0, ""))

    def test_none_is_in_open_with(self):
        """Types in an application's entry are types that it opens; in an action, types for which it is
        shown."""
        for path in FILES:
            if parsed(path).has_option("Desktop Entry", "MimeType"):
                self.assertEqual(parsed(path)["Desktop Entry"]["Type"], "Service", path)
        self.assertEqual(parsed(APPLICATION)["Desktop Entry"]["NoDisplay"], "true")

    def test_what_is_selected_is_never_an_option(self):
        for path in FILES:
            # Copied items are not on the command line.
            found = [command for command in commands(path) if command not in ("activity-sheet --clipboard", NEMO)]
            expected = [] if path.endswith("nemo_action") else [""]
            self.assertEqual([re.sub("^activity-sheet .*-- %[UF]$", "", command) for command in found], expected, path)

    def test_a_file_managers_own_menu_is_left_out(self):
        for name in ["deepin.desktop", "pcmanfm.desktop", "thunar.desktop"]:
            command, = commands(MANAGERS + "/" + name)
            self.assertEqual(command.split()[:-1], ["activity-sheet", *LEFT_OUT, "--"], name)
        for option, identifier in zip(LEFT_OUT[::2], LEFT_OUT[1::2]):
            self.assertEqual(option, "--exclude")
            self.assertTrue(os.path.exists(f"{ROOT}/Activities/{identifier}.activity/manifest.json"), identifier)

    def test_all_are_installed(self):
        with open(ROOT + "/tools/install", encoding="utf-8") as file:
            script = file.read()
        for path in FILES:
            self.assertIn("Integrations/" + os.path.relpath(path, ENTRIES), script)


class NemoTests(EntryTestCase):
    """Nemo replaces the tokens of the line first, and then splits it like a shell."""

    def launch(self, window, uris):
        line = commands(MANAGERS + "/nemo.nemo_action")[0]
        selected = " ".join(f'"{uri}"' for uri in uris)
        tokens = {"%%": "%", "%X": window, "%U": selected}
        words = shlex.split(re.sub("%[%XU]", lambda token: tokens[token[0]], line))
        subprocess.run(words, check=True, env={**os.environ, "PATH": self.stand_in() + ":" + os.environ["PATH"]})
        return self.arguments()

    def test_the_sheet_stands_before_its_window(self):
        uris = [Gio.File.new_for_path(os.fsdecode(path)).get_uri() for path in self.files()]
        self.assertEqual(
            self.launch("90177543", uris),
            [b"--parent", b"x11:5600007", *map(str.encode, LEFT_OUT), b"--", *map(str.encode, uris)])

    def test_on_wayland_it_stands_by_itself(self):
        self.assertEqual(self.launch("0", ["file:///a"]), [*map(str.encode, LEFT_OUT), b"--", b"file:///a"])


class LaunchTests(EntryTestCase):
    """Nautilus, Caja and Thunar start entries by GIO."""

    def launch(self, uris):
        launcher = ("import sys; from gi.repository import Gio\n"
                    "Gio.DesktopAppInfo.new_from_filename(sys.argv[1]).launch_uris(sys.stdin.read().split(), None)")
        environment = {**os.environ, "PATH": self.stand_in() + ":" + os.environ["PATH"]}
        for path in [APPLICATION, MANAGERS + "/thunar.desktop"]:
            subprocess.run([sys.executable, "-c", launcher, path], input="\n".join(uris), text=True, check=True,
                           env=environment, cwd=self.home)
            arguments = self.arguments()
            yield arguments[arguments.index(b"--"):]

    def test_hostile_names(self):
        paths = self.files()
        for arguments in self.launch([Gio.File.new_for_path(os.fsdecode(path)).get_uri() for path in paths]):
            self.assertEqual(arguments, [b"--", *paths])

    def test_a_thousand_files(self):
        paths = self.files([b"photo %d.jpg" % number for number in range(1000)])
        for arguments in self.launch([Gio.File.new_for_path(os.fsdecode(path)).get_uri() for path in paths]):
            self.assertEqual(arguments, [b"--", *paths])

    def test_what_no_path_leads_to_stays_an_address(self):
        for arguments in self.launch(["sftp://host/a%20b.txt", "mtp://phone/x.jpg"]):
            self.assertEqual(arguments, [b"--", b"sftp://host/a%20b.txt", b"mtp://phone/x.jpg"])

    def test_nothing(self):
        for arguments in self.launch([]):
            self.assertEqual(arguments, [b"--"])


if __name__ == "__main__":
    unittest.main()
