# SPDX-License-Identifier: Apache-2.0
"""As ZIP, read by unzip and zipfile."""
import os, socket, unicodedata, zipfile
from types import SimpleNamespace

import corpus
from cases import TransformTestCase


class AsZIPTests(TransformTestCase):
    def test_a_folder_is_one_file_with_all_that_is_in_it(self):
        folder = self.path("Holiday")
        os.mkdir(folder)
        for number in range(10_000):
            self.file(f"{number}.txt", b"%d" % number, folder)
        self.file(b"caf\xe9", b"latin", folder)
        os.symlink("1.txt", folder + "/link")
        os.symlink(self.folder_called("Elsewhere"), folder + "/out")
        os.mkfifo(folder + "/pipe")
        left = self.changed("as-zip", folder)
        self.assertEqual(os.path.basename(left), "Holiday.zip")
        out = self.folder()
        corpus.run("unzip", "-q", left, "-d", out)
        self.assertEqual(os.readlink(out + "/Holiday/link"), "1.txt")
        self.assertTrue(os.path.islink(out + "/Holiday/out"))
        self.assertEqual(len(os.listdir(out + "/Holiday")), 10_003)

    def test_several_files_of_one_name(self):
        paths = [self.file("a.txt", content) for content in (b"1", b"2")]
        left = self.changed("as-zip", *map(os.fsdecode, paths))
        with zipfile.ZipFile(left) as archive:
            self.assertEqual([archive.read(name) for name in archive.namelist()], [b"1", b"2"])

    def test_several_items_are_counted_in_the_persons_language_and_one_keeps_its_name(self):
        paths = [os.fsdecode(self.file(f"{number}.txt")) for number in range(5)]
        for locale, count, expected in (
            ("en", 3, "3 items"), ("de-AT", 2, "2 Objekte"), ("fr", 3, "3 éléments"), ("es", 3, "3 elementos"), ("pt_BR", 3, "3 itens"),
            ("ru", 3, "3 объекта"), ("ru", 5, "5 объектов"), ("zh-CN", 3, "3 个项目"), ("ja", 3, "3項目"), ("ar", 2, "عنصران"),
            ("ar", 3, "3 عناصر"), ("he", 3, "3 פריטים"), ("fi", 3, "3 items"), ("de", 1, "0.txt"),
        ):
            left = self.changed("as-zip", *paths[:count], locale=locale)
            self.assertEqual(os.path.basename(left), expected + ".zip")
            os.unlink(left)

    def test_windows_takes_each_name_and_none_is_lost(self):
        folder = self.folder_called("Talk: part 1?")
        names = ["a*b.txt", "A*B.TXT", "dot.", "blank ", "con", "CON.txt", "Lpt1.tar.gz", "console", "x\\y", "x_y", "é", "e\u0301"]
        for name in names:
            self.file(name, name.encode(), folder)
        os.mkdir(folder + "/Sub.")
        os.mkdir(folder + "/sub_")
        self.file("in", b"Sub.", folder + "/Sub.")
        self.file("in", b"sub_", folder + "/sub_")
        os.symlink("con", folder + "/nul")
        with zipfile.ZipFile(self.changed("as-zip", folder, self.file("AUX.txt"), self.file("aux.TXT"))) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            contents = {archive.read(entry).decode() for entry in entries}
            link, = (entry for entry in entries if entry.external_attr >> 28 == 0xA)
            self.assertEqual(archive.read(link), b"con")
        self.assertLessEqual({*names, "Sub.", "sub_"}, contents)
        written = [entry.filename.rstrip("/") for entry in archive.infolist()]
        self.assertEqual(len({unicodedata.normalize("NFC", name).lower() for name in written}), len(written))
        for part in {part for name in written for part in name.split("/")}:
            self.assertNotRegex(part, r'(?i)[:?*"<>|\\]|[ .]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)')
        self.assertIn("Talk_ part 1_/console", written)

    def test_what_is_gone_is_said_to_be(self):
        self.assertIn("“nowhere.txt” is not there any more", self.fails("as-zip", self.path("nowhere.txt")))

    def test_a_file_that_changes_is_not_packed(self):
        self.assertPackingFails("log.txt", "changes", lambda path: os.truncate(path, 2), at_end=True)

    def assertPackingFails(self, name, word, *changes, at_end=False):
        """Asserts that packing fails with that sentence if the changes are made before the file is packed, or
        before it was read to its end."""
        from activity.words import said
        from packing import pack
        path = os.fsdecode(self.file(name, b"1"))
        sources = [(SimpleNamespace(path=path, temporary=False, file_name=name), os.fsencode(name))]
        change = lambda *_: [change(path) for change in changes]
        if not at_end:
            change()
        with self.assertRaises(SystemExit) as failure:
            pack(sources, self.path("a.zip"), SimpleNamespace(add=change))
        self.assertEqual(str(failure.exception), said(word, name))

    def folder_called(self, name):
        path = self.path(name)
        os.mkdir(path)
        return path

    def test_what_has_become_no_file_is_neither_waited_for_nor_left_out(self):
        pipe, link = self.path("pipe"), self.path("link")
        os.mkfifo(pipe)
        os.symlink("/etc/passwd", link)
        beside = os.fsdecode(self.file("beside.txt"))
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(self.path("socket"))
            for path in (pipe, bound.getsockname()):
                self.assertIn("is not a file", self.fails("as-zip", path))
                self.assertIn("is not a file", self.fails("as-zip", beside, path))
        self.assertIn("is a link now", self.fails("as-zip", beside, link))

    def test_what_becomes_something_else_while_it_is_packed_is_refused(self):
        """Another program replaces the file after its name was assigned and its size was read."""
        for put, word in ((os.mkfifo, "no_file"), (lambda path: os.symlink("/etc/passwd", path), "link")):
            self.assertPackingFails("photo.jpg", word, os.unlink, put)
