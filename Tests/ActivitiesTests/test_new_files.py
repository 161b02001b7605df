# SPDX-License-Identifier: Apache-2.0
import os, subprocess
from unittest import mock

from support import ActivityTestCase

from activity import new_files


class NewFilesTests(ActivityTestCase):
    """New files on a file system without unnamed files (O_TMPFILE)."""

    def setUp(self):
        super().setUp()
        self.place = os.fsencode(self.folder())
        really_open = os.open

        def refuse(path, flags, *arguments, **options):
            if flags & os.O_TMPFILE == os.O_TMPFILE:
                raise OSError(95, "Operation not supported")
            return really_open(path, flags, *arguments, **options)

        patch = mock.patch("os.open", refuse)
        patch.start()
        self.addCleanup(patch.stop)

    def test_nothing_is_written_over(self):
        files = new_files.NewFiles(self.place)
        paths = [files.add(b"a.txt", lambda file: file.write(content)) for content in (b"1", b"2")]
        self.assertEqual(paths, [self.place + b"/a.txt", self.place + b"/a (1).txt"])
        for path, content in zip(paths, (b"1", b"2")):
            with open(path, "rb") as file:
                self.assertEqual(file.read(), content)

    def test_what_fails_leaves_nothing(self):
        def fail(file):
            file.write(b"half")
            raise OSError(28, "No space left on device")

        with self.assertRaises(OSError):
            new_files.NewFiles(self.place).add(b"a.txt", fail)
        self.assertEqual(os.listdir(self.place), [])


class UserFolderTests(ActivityTestCase):
    def folder_set(self, line):
        """The folders that xdg-user-dir(1) and the module read from a line of user-dirs.dirs."""
        os.makedirs(self.home + "/.config", exist_ok=True)
        self.file("user-dirs.dirs", line.encode() + b"\n", self.home + "/.config")
        with mock.patch.dict(os.environ, self.environment, clear=True):
            ours = new_files.user_folder("downloads")
        theirs = subprocess.check_output(
            ["xdg-user-dir", "DOWNLOAD"], env=self.environment, stderr=subprocess.DEVNULL, text=True)
        return ours, theirs.rstrip("\n")

    def test_it_is_where_xdg_user_dir_says(self):
        self.need("xdg-user-dir", "xdg-user-dirs")
        for line, path in {
            'XDG_DOWNLOAD_DIR="$HOME/Herunter geladen"': self.home + "/Herunter geladen",
            'XDG_DOWNLOAD_DIR="/srv/files"': "/srv/files",
            'XDG_DOWNLOAD_DIR="$HOME/a"\nXDG_DOWNLOAD_DIR="$HOME/b"': self.home + "/b",
            '#XDG_DOWNLOAD_DIR="$HOME/a"\n XDG_DOWNLOAD_DIR="$HOME/b/c"': self.home + "/b/c",
        }.items():
            self.assertEqual(self.folder_set(line), (path, path))

    def test_the_home_folder_means_that_there_is_none(self):
        for line in ('XDG_DOWNLOAD_DIR="$HOME/"', 'XDG_DOWNLOAD_DIR="relative"', "", "\xff"):
            self.assertEqual(self.folder_set(line)[0], self.home + "/Downloads")
