# SPDX-License-Identifier: Apache-2.0
import os, stat, subprocess, zipfile

from support import HOSTILE_NAMES, ActivityTestCase, file_item, text_item
from waiting import LIMIT


class CompressTests(ActivityTestCase):
    def compress(self, *paths):
        """Compresses the files; returns the path of the archive, which is valid."""
        line, = self.succeed("compress", [file_item(path) for path in paths])
        with zipfile.ZipFile(os.fsdecode(line)) as archive:
            self.assertIsNone(archive.testzip())
        return os.fsdecode(line)

    def contents(self, archive):
        with zipfile.ZipFile(archive) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def test_a_file_becomes_an_archive_named_after_it(self):
        path = self.compress(self.file("report.pdf", b"pages"))
        self.assertEqual(path, self.home + "/Downloads/report.pdf.zip")
        self.assertEqual(self.contents(path), {"report.pdf": b"pages"})

    def test_what_is_said_of_a_file_is_not_in_it(self):
        line, = self.succeed("compress", [file_item(self.file("cat.jpg"))], more={"caption": "Look at this cat", "subject": "Cat"})
        self.assertEqual(list(self.contents(os.fsdecode(line))), ["cat.jpg"])

    def test_unzip_takes_it_out_again_as_it_was(self):
        self.need("unzip", "unzip")
        folder = os.path.join(self.folder(), "notes")
        os.makedirs(folder + "/deep/empty")
        program = self.file("run", b"#!/bin/sh\n", folder + "/deep")
        os.chmod(program, 0o755)
        os.symlink("deep/run", folder + "/link")
        os.utime(program, (0, 0))
        out = self.folder()
        subprocess.run(["unzip", "-q", self.compress(folder), "-d", out], check=True)
        self.assertEqual(os.readlink(out + "/notes/link"), "deep/run")
        self.assertEqual(os.listdir(out + "/notes/deep/empty"), [])
        self.assertTrue(os.stat(out + "/notes/deep/run").st_mode & stat.S_IXUSR)

    def test_nothing_is_written_over(self):
        paths = [self.compress(self.file("a"), self.file("b")) for _ in range(2)]
        downloads = self.home + "/Downloads"
        self.assertEqual(paths, [downloads + "/2 items.zip", downloads + "/2 items (1).zip"])

    def test_items_of_one_name_are_all_in_it(self):
        paths = [self.file("a.txt", b"1"), self.file("a (1).txt", b"2"), self.file("a.txt", b"3")]
        self.assertEqual(
            self.contents(self.compress(*paths)), {"a.txt": b"1", "a (1).txt": b"2", "a (2).txt": b"3"})

    def test_hostile_names_are_kept_and_leave_no_folder(self):
        folder = self.folder()
        for name in HOSTILE_NAMES:
            self.file(name, name, folder)
        expected = {name.decode(errors="backslashreplace"): name for name in HOSTILE_NAMES}
        paths = [os.path.join(os.fsencode(folder), name) for name in HOSTILE_NAMES]
        self.assertEqual(self.contents(self.compress(*paths)), expected)
        top = os.path.basename(folder) + "/"
        whole = self.contents(self.compress(folder + "/"))
        self.assertEqual(whole, {top: b"", **{top + name: content for name, content in expected.items()}})

    def test_a_folder_with_pipes_and_sockets_is_packed_without_them(self):
        folder = os.path.join(self.folder(), "folder")
        os.mkdir(folder)
        os.mkfifo(folder + "/pipe")
        os.symlink("/nowhere", folder + "/dangling")
        packed = self.contents(self.compress(folder))
        self.assertEqual(packed, {"folder/": b"", "folder/dangling": b"/nowhere"})

    def test_a_link_that_is_given_is_not_followed(self):
        folder = self.folder()
        os.symlink(self.file("real", b"secret"), folder + "/link")
        os.symlink(folder, folder + "/folder")
        for path in (folder + "/link", folder + "/folder", folder + "/folder/"):
            self.assertIn("is a link now", self.refuse("compress", [file_item(path)]))

    def test_a_shared_file_that_has_become_a_pipe_is_not_left_out(self):
        path = os.path.join(self.folder(), "photo.jpg")
        os.mkfifo(path)
        for items in ([file_item(path)], [file_item(self.file("a")), file_item(path)]):
            self.assertIn("is not a file", self.refuse("compress", items))
        self.assertFalse(os.path.exists(self.home + "/Downloads"))

    def test_a_text_of_another_machine_is_not_packed_as_an_empty_one(self):
        page = {"type": "text/html", "uri": "https://example.org/page.html", "name": "page.html"}
        self.assertIn("is not a file of this machine", self.refuse("compress", [page]))
        self.assertEqual(os.listdir(self.home + "/Downloads"), [])

    def test_a_folder_that_becomes_a_link_meanwhile_is_not_followed(self):
        """Another program that writes to the folder replaces folders with links: unreadable files must not get into the
        archive."""
        folder, secret = os.path.join(self.folder(), "folder"), self.folder()
        self.file("big", b"secret", secret)
        for name in ("one", "two"):
            os.makedirs(os.path.join(folder, name))
            with open(os.path.join(folder, name, "big"), "wb") as file:
                file.truncate(256 << 20)
        listener = self.notifications()
        process = self.start("compress", [file_item(folder)])
        while "X_PROGRESS" not in listener.recv(4096).decode():
            pass
        for name in ("one", "two"):
            os.rename(os.path.join(folder, name), os.path.join(folder, name + " before"))
            os.symlink(secret, os.path.join(folder, name))
        process.communicate(timeout=LIMIT)
        # Whether the link was created before the folder was opened or after, there is at most a link in the archive.
        archives = os.listdir(self.home + "/Downloads")
        for archive in archives:
            with zipfile.ZipFile(self.home + "/Downloads/" + archive) as archive:
                packed = {entry.filename: entry.file_size for entry in archive.infolist()}
            self.assertIn(packed.pop("folder/one/big", 256 << 20), [256 << 20])
            self.assertIn(packed.pop("folder/two/big", 256 << 20), [256 << 20])
            self.assertIn(len(secret), packed.values())

    def test_the_names_are_those_it_was_shared_by_and_a_text_is_a_file(self):
        items = [
            {**file_item(self.file("x17", b"1")), "name": "Holiday.png"}, text_item("words"),
            {**text_item("<p>"), "type": "text/html"}, {**text_item("poem"), "name": "a/b"}]
        line, = self.succeed("compress", items)
        self.assertEqual(self.contents(os.fsdecode(line)), {
            "Holiday.png": b"1", "text.txt": b"words", "text.html": b"<p>", "a_b.txt": b"poem"})

    def test_a_path_that_ends_in_dots_is_named_after_its_folder(self):
        folder = os.path.join(self.folder(), "notes")
        os.makedirs(folder + "/deep")
        self.file("a", b"1", folder)
        for path in (folder + "/.", folder + "/deep/..", folder + "/deep/../"):
            archive = self.compress(path)
            self.assertRegex(os.path.basename(archive), r"\Anotes( \(\d\))?\.zip\Z")
            self.assertEqual(self.contents(archive), {"notes/": b"", "notes/deep/": b"", "notes/a": b"1"})

    def test_a_tree_deeper_than_recursion_reaches(self):
        top = self.folder()
        folder = os.open(top, os.O_RDONLY)
        for _ in range(1500):
            os.mkdir("d", dir_fd=folder)
            folder, above = os.open("d", os.O_RDONLY, dir_fd=folder), folder
            os.close(above)
        os.close(folder)
        self.assertEqual(len(self.contents(self.compress(top))), 1501)
        subprocess.run(["rm", "-rf", top + "/d"], check=True)

    def test_the_downloads_folder_itself(self):
        first = self.compress(self.file("a"))
        again = self.compress(os.path.dirname(first))
        self.assertEqual(set(self.contents(again)), {"Downloads/", "Downloads/a.zip"})

    def test_four_thousand_files(self):
        folder = self.folder()
        paths = [self.file(f"{n}.txt", b"%d" % n, folder) for n in range(4096)]
        self.assertEqual(len(self.contents(self.compress(*paths))), 4096)

    def test_what_is_missing_or_everything_is_refused(self):
        for path in ("/nowhere", "/", "/.", "/usr/.."):
            self.refuse("compress", [file_item(path)])
        self.assertFalse(os.path.exists(self.home + "/Downloads") and os.listdir(self.home + "/Downloads"))

    def test_a_full_disk_fails_and_leaves_no_half_archive(self):
        os.mkdir(self.home + "/Downloads")
        noise = file_item(self.file("noise", os.urandom(1 << 20)))
        status, lines, sentence = self.perform(
            "compress", [noise], before=self.small_disk(self.home + "/Downloads"))
        self.assertEqual((status, lines, sentence.splitlines()[-1]), (1, [], "“Downloads” is full."))

    def test_a_signal_in_the_middle_leaves_no_half_archive(self):
        source = os.path.join(self.folder(), "sparse")
        with open(source, "wb") as file:
            file.truncate(8 << 30)
        listener = self.notifications()
        process = self.start("compress", [file_item(source)])
        self.assertIn(b"X_PROGRESS=0.0", listener.recv(4096))
        process.terminate()
        process.communicate()
        self.assertNotEqual(process.returncode, 0)
        self.assertEqual(os.listdir(self.home + "/Downloads"), [])
