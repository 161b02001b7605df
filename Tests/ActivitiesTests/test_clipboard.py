# SPDX-License-Identifier: Apache-2.0
"""The activity Copy, pasted from a real X server and a real Wayland compositor."""
import os, struct, subprocess, sys

from support import ACTIVITIES, HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item, uri
from waiting import LIMIT, wait_until
# After support, which adds the module's folder to the path.
from fake_compositor import MANAGER, FakeCompositor

TEXTS = ["words", "  two\nlines\n", "é 👍🏽 \\n %s $HOME", "-t", "", "x" * 900_000]


class ClipboardTestCase(ActivityTestCase):
    def assert_pasted(self, expected, *kind):
        """Waits for the expected content: wl-copy may end before the compositor knows of the new owner."""
        wait_until(lambda: self.paste(*kind) == expected, f"{expected[:99]} to be pasted")

    def check_text(self):
        for text in TEXTS:
            self.succeed("copy", [text_item(text)])
            self.assert_pasted(text.encode())
        self.succeed("copy", [text_item("words"), link_item("https://example.org/", name="Example")])
        self.assert_pasted(b"Example\nwords\nhttps://example.org/")
        self.succeed("copy", [link_item("https://example.org/")], more={"caption": "Read https://example.org/"})
        self.assert_pasted(b"Read https://example.org/")
        self.succeed("copy", [{"type": "x-scheme-handler/https", "text": "https://example.org/"}])
        self.assert_pasted(b"https://example.org/")

    def check_temporary(self):
        """The copy of a temporary file is deleted from the cache when another program copies something."""
        kept = self.home + "/.cache/activityd/clipboard"
        path = self.file("x", b"shot")
        self.succeed("copy", [{**file_item(path), "name": "Shot.png", "temporary": True}, file_item(path)])
        os.unlink(path)
        folder, = os.listdir(kept)
        copy = f"{kept}/{folder}/Shot.png"
        self.assert_pasted(f"{uri(copy)}\r\n{uri(path)}\r\n".encode(), "text/uri-list")
        with open(copy, "rb") as file:
            self.assertEqual(file.read(), b"shot")
        # A copy without a watching process, as after a logout, is removed by the next run.
        os.mkdir(kept + "/left")
        self.succeed("copy", [text_item("other")])
        wait_until(lambda: not os.path.exists(f"{kept}/{folder}"), "the end of the copy")
        other = {**file_item(self.file("y")), "temporary": True}
        self.succeed("copy", [other])
        self.assertNotIn("left", os.listdir(kept))
        self.succeed("copy", [text_item("other")])

    def picture(self, kind):
        path = os.path.join(os.fsencode(self.folder()), b"a." + kind.encode())
        subprocess.run(["vips", "black", path, "40", "20", "--bands", "3"], check=True)
        return path

    def check_files(self):
        paths = [self.file(name) for name in HOSTILE_NAMES]
        self.succeed("copy", [file_item(path) for path in paths])
        expected = "".join(uri(path) + "\r\n" for path in paths).encode()
        self.assert_pasted(expected, "text/uri-list")
        # As text, which cannot contain other bytes.
        self.succeed("copy", [file_item(self.file(b"caf\xe9.txt"))])
        self.assert_pasted("caf\ufffd.txt".encode(), "text/plain;charset=utf-8")


class OwnedClipboardTests(ClipboardTestCase):
    """The client owns the clipboard, and names a folder for the copies and formats."""

    def setUp(self):
        super().setUp()
        self.folder_given = self.environment["ACTIVITY_CLIPBOARD"] = self.home + "/.cache/activityd/clipboard/1"

    def left(self):
        formats = self.folder_given + "/formats/"
        found = {}
        for folder, _, names in os.walk(formats):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    found[os.path.join(folder, name).removeprefix(formats)] = file.read()
        return found

    def test_what_lies_beside_the_folder_stays(self):
        os.mkdir(self.home + "/Documents")
        beside = self.file("thesis.odt", b"years of work", self.home + "/Documents")
        self.folder_given = self.environment["ACTIVITY_CLIPBOARD"] = self.home + "/clipboard"
        self.succeed("copy", [text_item("hello")])
        self.assertEqual(self.left()["text/plain"], b"hello")
        self.assertTrue(os.path.exists(beside))

    def test_a_picture_is_left_as_files_pixels_and_text(self):
        picture = file_item(self.file("a b.png", b"pixels"), "image/png")
        self.succeed("copy", [picture])
        copied = f"copy\n{picture['uri']}".encode()
        self.assertEqual(self.left(), {
            "text/uri-list": f"{picture['uri']}\r\n".encode(), "x-special/gnome-copied-files": copied,
            "x-special/mate-copied-files": copied, "image/png": b"pixels", "text/plain": b"a b.png",
            "text/plain;charset=utf-8": b"a b.png"})

    def test_a_picture_of_another_kind_is_left_as_png_too(self):
        self.need("vips", "libvips-tools")
        self.succeed("copy", [file_item(self.picture("webp"), "image/webp")], more={"caption": "Look"})
        left = self.left()
        self.assertTrue(left["image/png"].startswith(b"\x89PNG\r\n"))
        self.assertEqual(left["text/plain"], b"Look")

    def test_what_is_temporary_is_copied_beside_it(self):
        path = self.file("x", b"shot")
        self.succeed("copy", [{**file_item(path), "name": "Shot.png", "temporary": True}])
        copy = self.folder_given + "/Shot.png"
        self.assertEqual(self.left()["text/uri-list"], f"{uri(copy)}\r\n".encode())
        with open(copy, "rb") as file:
            self.assertEqual(file.read(), b"shot")

    def test_nothing_is_left_where_it_fails(self):
        there, gone = ({**file_item(path), "temporary": True} for path in (self.file("x"), "/nonexistent"))
        self.refuse("copy", [there, gone])
        self.assertFalse(os.path.exists(self.folder_given))


class X11ClipboardTests(ClipboardTestCase):
    @classmethod
    def setUpClass(cls):
        try:
            read, write = os.pipe()
            cls.server = subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"], pass_fds=[write],
                stderr=subprocess.DEVNULL)
            os.close(write)
            with open(read) as numbers:
                cls.display = ":" + numbers.readline().strip()
        except FileNotFoundError:
            cls.server = None

    @classmethod
    def tearDownClass(cls):
        if cls.server:
            cls.server.terminate()
            cls.server.wait()

    def setUp(self):
        super().setUp()
        self.need("Xvfb", "xvfb")
        self.need("xclip", "xclip")
        self.environment["DISPLAY"] = self.display

    def paste(self, kind="UTF8_STRING"):
        # xclip fails if the owner does not offer the type.
        return subprocess.run(
            ["xclip", "-o", "-selection", "clipboard", "-t", kind], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL).stdout

    def test_texts_and_links_are_pasted_byte_for_byte(self):
        self.check_text()

    def test_files_are_pasted_as_files(self):
        self.check_files()

    def test_what_is_temporary_lasts_as_long_as_the_clipboard_has_it(self):
        self.check_temporary()

    def formats(self):
        return set(self.paste("TARGETS").decode().split())

    def test_files_are_there_in_every_format_that_is_pasted(self):
        paths = [self.file(name) for name in (b"a b.txt", "é\u2028.txt".encode())]
        self.succeed("copy", [file_item(path) for path in paths])
        self.assertEqual(self.formats(), {
            "TARGETS", "text/uri-list", "x-special/gnome-copied-files", "x-special/mate-copied-files",
            "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT"})
        self.assert_pasted("\n".join(["copy", *map(uri, paths)]).encode(), "x-special/gnome-copied-files")
        self.assert_pasted("a b.txt\né\u2028.txt".encode(), "text/plain;charset=utf-8")

    def test_a_picture_is_there_by_its_pixels_too(self):
        with open(ACTIVITIES + "/io.activityd.copy.activity/icon.png", "rb") as file:
            pixels = file.read() + bytes(5 << 20)
        picture = file_item(self.file("a.png", pixels), "image/png")
        self.succeed("copy", [picture])
        self.assert_pasted(pixels, "image/png")
        self.assert_pasted(f"{picture['uri']}\r\n".encode(), "text/uri-list")
        self.succeed("copy", [picture, picture])
        self.assertNotIn("image/png", self.formats())
        # A picture larger than the server's maximum request is offered only as a file.
        self.succeed("copy", [file_item(self.file("a.png", bytes(17 << 20)), "image/png")])
        self.assertNotIn("image/png", self.formats())

    def test_what_is_said_of_a_picture_is_its_text(self):
        """apollo-bugs#268, MWPhotoBrowser#528: every format of the picture, and the caption as plain text."""
        picture = file_item(self.file("cat.jpg", b"pixels"), "image/jpeg")
        self.succeed("copy", [picture], more={"caption": "Look at this cat", "subject": "Cat"})
        self.assertLessEqual({"image/jpeg", "text/uri-list", "x-special/gnome-copied-files"}, self.formats())
        for kind in ("text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "STRING", "TEXT"):
            self.assert_pasted(b"Look at this cat", kind)
        self.assert_pasted(b"pixels", "image/jpeg")
        self.assert_pasted(f"{picture['uri']}\r\n".encode(), "text/uri-list")

    def test_a_picture_of_another_kind_is_there_as_png_where_it_is_asked_for(self):
        """joplin#14613, wl-clipboard#187, xclip#110."""
        self.need("vips", "libvips-tools")
        for kind in ("jpg", "webp", "tif", "gif"):
            path = self.picture(kind)
            self.succeed("copy", [file_item(path, {"jpg": "image/jpeg", "tif": "image/tiff"}.get(kind, "image/" + kind))])
            self.assertIn("image/png", self.formats())
            wait_until(lambda: self.paste("image/png").startswith(b"\x89PNG\r\n"), kind)
        self.assertEqual(struct.unpack(">II", self.paste("image/png")[16:24]), (40, 20))
        # An invalid picture is not converted, but the other formats are offered.
        self.succeed("copy", [file_item(self.file("a.webp", b"none"), "image/webp")])
        self.assert_pasted(b"none", "image/webp")
        self.assertEqual(self.paste("image/png"), b"")

    def test_old_programs_are_given_text_as_they_know_it(self):
        self.succeed("copy", [text_item("é")])
        self.assert_pasted(b"\xe9", "STRING")
        self.succeed("copy", [text_item("Ж")])
        self.assert_pasted("Ж".encode(), "TEXT")
        self.assertNotIn("STRING", self.formats())

    def test_who_asked_and_went_ends_no_clipboard(self):
        self.succeed("copy", [text_item("words")])
        for _ in range(20):
            asking = subprocess.Popen(
                ["xclip", "-o", "-selection", "clipboard"], env=self.environment, stdout=subprocess.DEVNULL)
            asking.kill()
            asking.wait()
        self.assert_pasted(b"words")

    def test_without_a_display_it_fails(self):
        self.environment["DISPLAY"] = ":4095"
        self.assertIn("cannot be reached", self.refuse("copy", [text_item("words")]))


class WaylandClipboardTests(ClipboardTestCase):
    def setUp(self):
        super().setUp()
        self.need("sway", "sway")
        self.need("wl-copy", "wl-clipboard")
        runtime = self.environment["XDG_RUNTIME_DIR"] = self.folder()
        config = self.file("config", b"exec echo $WAYLAND_DISPLAY\n", runtime)
        headless = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        nobody = {}
        if os.geteuid() == 0:
            # The compositor refuses to run as root.
            nobody = {"user": 65534, "group": 65534, "extra_groups": []}
            os.chown(runtime, 65534, -1)
        compositor = subprocess.Popen(
            ["sway", "--config", config], env=self.environment | headless, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, **nobody)
        self.addCleanup(compositor.wait)
        self.addCleanup(compositor.terminate)
        with compositor.stdout:
            self.environment["WAYLAND_DISPLAY"] = compositor.stdout.readline().strip() or self.fail("sway does not start.")

    def paste(self, kind="text/plain;charset=utf-8"):
        return subprocess.run(
            ["wl-paste", "--no-newline", "--type", kind], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=LIMIT).stdout

    def test_texts_and_links_are_pasted_byte_for_byte(self):
        self.check_text()

    def test_files_are_pasted_as_files(self):
        self.check_files()

    def test_what_is_temporary_lasts_as_long_as_the_clipboard_has_it(self):
        self.check_temporary()

    def formats(self):
        return set(subprocess.run(["wl-paste", "--list-types"], env=self.environment, stdout=subprocess.PIPE).stdout.decode().split())

    def test_a_picture_is_there_in_every_format_and_as_png_where_it_is_asked_for(self):
        """joplin#14613, wl-clipboard#187."""
        self.need("vips", "libvips-tools")
        picture = file_item(self.picture("jpg"), "image/jpeg")
        self.succeed("copy", [picture], more={"caption": "Look"})
        self.assertLessEqual({
            "text/uri-list", "x-special/gnome-copied-files", "x-special/mate-copied-files", "image/jpeg", "image/png",
            "text/plain;charset=utf-8", "UTF8_STRING"}, self.formats())
        self.assertEqual(struct.unpack(">II", self.paste("image/png")[16:24]), (40, 20))
        self.assert_pasted(f"{picture['uri']}\r\n".encode(), "text/uri-list")
        self.assert_pasted(b"Look")
        # An invalid picture is not converted; the other formats are offered.
        self.succeed("copy", [file_item(self.file("a.webp", b"none"), "image/webp")])
        self.assert_pasted(b"none", "image/webp")
        self.assertEqual(self.paste("image/png"), b"")

    def test_who_asked_and_does_not_read_holds_up_no_other(self):
        self.succeed("copy", [text_item("x" * 900_000)])
        asking = subprocess.Popen(["wl-paste"], env=self.environment, stdout=subprocess.PIPE)
        self.addCleanup(asking.stdout.close)
        asking.stdout.read(1)
        self.assert_pasted(b"x" * 900_000)
        asking.kill()
        asking.wait()
        self.assert_pasted(b"x" * 900_000)


class AskingTests(ActivityTestCase):
    """A fake compositor that requests the clipboard, at moments that the test chooses."""

    def test_who_asks_before_the_clipboard_is_settled_gets_what_was_asked_for(self):
        """A clipboard manager requests formats this early."""
        compositor = FakeCompositor(self, ["wl_seat", MANAGER], at_once=["text/uri-list"])
        item = file_item(self.file("a.txt"))
        self.succeed("copy", [item])
        compositor.ask("text/plain")
        self.assertEqual([compositor.pasted(place) for place in (0, 1)], [f"{item['uri']}\r\n".encode(), b"a.txt"])

    def test_who_asks_for_what_cannot_be_made_does_not_wait(self):
        compositor = FakeCompositor(self, ["wl_seat", MANAGER])
        for name in ("vips", "bwrap"):
            self.fake(name)
        os.symlink(os.path.realpath(sys.executable), self.programs + "/python3")
        self.environment["PATH"] = self.programs
        self.succeed("copy", [file_item(self.file("a.webp"), "image/webp")])
        os.unlink(self.programs + "/bwrap")
        for name in ("image/png", "image/webp"):
            compositor.ask(name)
        self.assertEqual([compositor.pasted(place) for place in (0, 1)], [b"", b"content"])


class OneFormatTests(ClipboardTestCase):
    """A compositor without the protocol for clipboard managers, like GNOME's: wl-copy offers only one
    format."""

    def test_file_managers_that_have_a_type_of_their_own_get_it(self):
        self.fake("wl-copy")
        for desktop in ("X-Cinnamon", "XFCE", "ubuntu:MATE", "ubuntu:GNOME"):
            FakeCompositor(self, ["wl_compositor", "wl_seat", "wl_data_device_manager"])
            self.environment["XDG_CURRENT_DESKTOP"] = desktop
            self.succeed("copy", [file_item(self.file("a b.txt"))])
        gnome, mate = b"x-special/gnome-copied-files", b"x-special/mate-copied-files"
        self.assertEqual(self.calls("wl-copy"), [[b"--type", kind] for kind in (gnome, gnome, mate, b"text/uri-list")])


del ClipboardTestCase
