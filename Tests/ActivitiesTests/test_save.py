# SPDX-License-Identifier: Apache-2.0
import os, signal, subprocess

import jeepney

from fake_bus import BusTestCase
from support import HOSTILE_NAMES, ActivityTestCase, file_item, text_item, uri
from waiting import LIMIT


# A library that refuses names below an open folder, where new files are created.
PICKY = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

static int refuses(const char *name) {
    int latin = 0;
    for (const unsigned char *byte = (const unsigned char *) name; *byte; byte++) latin |= *byte >= 0x80;
    if (ERROR == EILSEQ ? latin : ERROR == ENAMETOOLONG ? strlen(name) > 143 :
        ERROR == ENOENT ? strspn(name, ".") == strlen(name) && strlen(name) > 2 : strpbrk(name, REFUSED) != NULL) {
        errno = ERROR;
        return 1;
    }
    return 0;
}

int linkat(int from, const char *path, int folder, const char *name, int flags) {
    if (refuses(name)) return -1;
    return ((int (*)(int, const char *, int, const char *, int)) dlsym(RTLD_NEXT, "linkat"))(from, path, folder, name, flags);
}

int openat64(int folder, const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    if ((flags & O_CREAT) && refuses(name)) return -1;
    return ((int (*)(int, const char *, int, mode_t)) dlsym(RTLD_NEXT, "openat64"))(folder, name, flags, mode);
}
"""


class SaveTests(ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.downloads = os.path.join(os.fsencode(self.home), b"Downloads")

    def names(self):
        return sorted(os.listdir(self.downloads))

    def content(self, name):
        with open(os.path.join(self.downloads, name), "rb") as file:
            return file.read()

    def test_a_copy_is_made_in_the_downloads_folder_and_its_path_printed(self):
        lines = self.succeed("save", [file_item(self.file("photo.png", b"picture"))])
        self.assertEqual(lines, [os.path.join(self.downloads, b"photo.png")])
        self.assertEqual(self.content(b"photo.png"), b"picture")

    def test_nothing_is_written_over(self):
        for content in (b"1", b"2", b"3"):
            self.succeed("save", [file_item(self.file("photo.tar.gz", content))])
        os.symlink("nowhere", os.path.join(self.downloads, b"link"))
        self.succeed("save", [file_item(self.file("link", b"4"))])
        self.assertEqual({name: self.content(name) for name in self.names() if name != b"link"}, {
            b"photo.tar.gz": b"1", b"photo (1).tar.gz": b"2", b"photo (2).tar.gz": b"3", b"link (1)": b"4"})

    def test_a_file_is_saved_by_the_name_it_was_shared_by(self):
        for name, saved in [
            ("Holiday.png", b"Holiday.png"), ("../a/b", b".._a_b"), ("", b"update.sh"), ("..", b"update (1).sh"),
            ("x\u202e", "x\u202e".encode()),
        ]:
            lines = self.succeed("save", [{**file_item(self.file("update.sh", b"1")), "name": name}])
            self.assertEqual(lines, [os.path.join(self.downloads, saved)])

    def test_the_date_of_a_file_stays(self):
        """localsend#650, tailscale#16352."""
        path = self.file("photo.png")
        os.utime(path, (0, 1_500_000_000.25))
        line, = self.succeed("save", [file_item(path)])
        self.assertEqual(os.stat(line).st_mtime, 1_500_000_000.25)

    def test_what_is_said_of_a_file_is_no_file(self):
        """receive_sharing_intent#327."""
        more = {"caption": "Look at this", "subject": "A photo"}
        self.assertEqual(len(self.succeed("save", [file_item(self.file("photo.png"))], more=more)), 1)
        self.assertEqual(self.names(), [b"photo.png"])

    def test_a_name_that_the_disk_refuses_is_made_one_that_it_takes(self):
        """icloud-docker#151, Clementine#799: names that FAT and NTFS, UTF-8-only file systems, or eCryptfs refuse."""
        for error, name, saved in (
            ("ENOENT", b"...", b"___"), ("EINVAL", b"Session 16:17:38.log", b"Session 16_17_38.log"), ("EINVAL", b"what?.txt", b"what_.txt"),
            ("EILSEQ", b"caf\xe9.txt", b"caf_.txt"), ("ENAMETOOLONG", b"n" * 200 + b".txt", b"n" * 139 + b".txt"),
        ):
            item = file_item(self.file(name, b"1"))
            line, = self.succeed("save", [item], before=self.picky(error))
            self.assertEqual((os.path.basename(line), self.content(saved)), (saved, b"1"))
        line, = self.succeed("save", [item], before=self.picky("ENAMETOOLONG"))
        self.assertEqual(os.path.basename(line), b"n" * 135 + b" (1).txt")

    def test_a_name_that_cannot_be_had_is_what_fails(self):
        item = file_item(self.file("a b.log"))
        self.assertEqual(
            self.refuse("save", [item], before=self.picky("EINVAL", "ab")), "No file can be called “a b.log” there. Rename it.")
        self.assertEqual(self.names(), [])

    def picky(self, error, refused='\\":?*<>|\\\\'):
        """A prefix for a command that makes its C library refuse names, like file systems that are not available here."""
        self.need("gcc", "gcc")
        folder = self.folder()
        self.file("picky.c", PICKY.encode(), folder)
        library = folder + "/picky.so"
        define = f'-DREFUSED="{refused}"'
        subprocess.run(["gcc", "-shared", "-fPIC", f"-DERROR={error}", define, "-o", library, folder + "/picky.c"], check=True)
        return ["env", "LD_PRELOAD=" + library]

    def test_a_link_that_has_come_into_the_files_place_is_not_followed(self):
        path = self.file("photo.png")
        os.unlink(path)
        os.symlink(self.file("id_ed25519", b"secret"), path)
        sentence = self.refuse("save", [file_item(path)])
        self.assertIn("“photo.png” is a link now. Share the file again", sentence)
        self.assertEqual(self.names(), [])

    def test_a_link_in_the_place_of_a_private_copys_folder_is_not_followed(self):
        """An app that may write to the cache puts a link there while the sheet is open."""
        keys, cache = self.folder(), os.path.realpath(self.folder())
        self.file("id_rsa", b"secret", keys)
        os.mkdir(cache + "/0")
        item = {**file_item(self.file("id_rsa", b"copied", cache + "/0"), "text/plain"), "temporary": True}
        self.succeed("save", [item])
        os.rename(cache + "/0", cache + "/away")
        os.symlink(keys, cache + "/0")
        for activity in ("save", "compress", "open", "qr-code"):
            self.assertIn("“id_rsa” is a link now. Share the file again", self.refuse(activity, [item]), activity)
        self.assertEqual((self.names(), self.content(b"id_rsa")), ([b"id_rsa"], b"copied"))

    def test_files_of_one_name_from_several_folders_are_all_saved(self):
        items = [file_item(self.file("a.txt", content)) for content in (b"1", b"2", b"3")]
        self.assertEqual(len(self.succeed("save", items)), 3)
        saved = [self.content(name) for name in (b"a.txt", b"a (1).txt", b"a (2).txt")]
        self.assertEqual(saved, [b"1", b"2", b"3"])

    def test_hostile_names_are_kept(self):
        paths = [self.file(name, name) for name in HOSTILE_NAMES]
        self.succeed("save", [file_item(path) for path in paths])
        self.assertEqual(self.names(), sorted(HOSTILE_NAMES))
        for name in HOSTILE_NAMES:
            self.assertEqual(self.content(name), name)

    def test_a_name_of_255_bytes_makes_room_for_its_number_between_two_characters(self):
        name = "é".encode() * 125 + b".txt"
        for _ in range(2):
            self.succeed("save", [file_item(self.file(name))])
        self.assertEqual(self.names(), ["é".encode() * 123 + b" (1).txt", name])
        self.names()[0].decode()

    def test_a_path_that_ends_in_dots_is_no_file(self):
        folder = self.folder()
        for path in (folder + "/.", folder + "/..", folder):
            self.refuse("save", [file_item(path)])
        self.assertEqual(self.names(), [])

    def test_four_thousand_files(self):
        folder = self.folder()
        items = [file_item(self.file(f"{n}.txt", b"%d" % n, folder)) for n in range(4096)]
        self.assertEqual(len(self.succeed("save", items)), 4096)
        self.assertEqual(self.content(b"4095.txt"), b"4095")

    def test_an_empty_file_and_a_text(self):
        self.succeed("save", [file_item(self.file("empty", b"")), text_item("words")])
        self.assertEqual((self.content(b"empty"), self.content(b"text.txt")), (b"", b"words"))

    def test_a_text_is_a_file_that_other_machines_open(self):
        """tomboy-ng#217, QOwnNotes#126: the file is named by the text's title, with an extension."""
        for name, saved in {
            "A page": "A page.txt", "What/which?": "What_which?.txt", "Release v1.2": "Release v1.2.txt", "Dr. Who": "Dr. Who.txt",
            "Notes.MD": "Notes.MD", ".": "text.txt", ".html": ".html.txt", "Run me.desktop": "Run me.desktop.txt",
        }.items():
            line, = self.succeed("save", [{**text_item("words"), "name": name}])
            self.assertEqual(os.path.basename(line).decode(), saved)
        line, = self.succeed("save", [{**text_item("<p>"), "type": "text/html", "name": "A page"}])
        self.assertEqual(os.path.basename(line), b"A page.html")

    def test_a_private_file_stays_private_and_a_program_executable(self):
        for mode in (0o600, 0o755, 0o444):
            path = self.file(f"{mode:o}")
            os.chmod(path, mode)
            self.succeed("save", [file_item(path)])
            self.assertEqual(os.stat(os.path.join(self.downloads, b"%o" % mode)).st_mode & 0o777, mode)

    def test_what_is_no_file_is_refused(self):
        pipe = os.path.join(self.folder(), "pipe")
        os.mkfifo(pipe)
        for path in (pipe, self.folder(), "/nowhere", "/dev/zero"):
            self.refuse("save", [file_item(path)])
        self.assertEqual(self.names() if os.path.exists(self.downloads) else [], [])

    def test_a_full_disk_fails_and_leaves_no_half_file(self):
        os.mkdir(self.downloads)
        big = file_item(self.file("big", b"x" * (1 << 20)))
        status, lines, sentence = self.perform("save", [big], before=self.small_disk(self.downloads))
        self.assertEqual((status, lines), (1, []))
        self.assertEqual(sentence.splitlines()[-1], "“Downloads” is full.")

    def test_a_file_that_the_disk_has_no_size_for_fails_at_once(self):
        """nemo#2201, mc#4199, Files#7341: FAT refuses 4 GiB, which must not first fill the disk."""
        large = os.path.join(self.folder(), "film.mkv")
        with open(large, "wb") as file:
            file.write(b"x")
            file.truncate(4 << 30)
        limited = ["prlimit", f"--fsize={(4 << 30) - 1}", "env", "--ignore-signal=XFSZ"]
        self.assertEqual(self.refuse("save", [file_item(large)], before=limited), "“Downloads” takes no file as large as this.")
        self.assertEqual(self.names(), [])

    def test_a_file_that_is_being_written_is_not_saved_in_part(self):
        """onionshare#1084, MiSTer-devel/Updater_script_MiSTer#60: a part would look like the whole file."""
        path, listener = self.file("film.mkv", bytes(256 << 20)), self.notifications()
        process = self.start("save", [file_item(path)])
        listener.recv(4096)
        with open(path, "ab") as file:
            file.write(b"more")
        _, told = process.communicate(timeout=LIMIT)
        self.assertEqual(told.decode(), "“film.mkv” is just being changed. Try again.\n")
        self.assertEqual(self.names(), [])

    def test_what_is_a_hole_takes_no_room(self):
        """mc#2715, doublecmd#2718: disk images."""
        source = os.path.join(self.folder(), "disk.img")
        with open(source, "wb") as file:
            for place in (1 << 20, 5 << 20, 3 << 40):
                file.seek(place)
                file.write(b"x" * 5000)
            file.truncate(7 << 40)
        line, = self.succeed("save", [file_item(source)])
        kept = os.stat(line)
        self.assertEqual(kept.st_size, 7 << 40)
        self.assertLess(kept.st_blocks, 1000)
        with open(line, "rb") as file:
            for place in (1 << 20, 5 << 20, 3 << 40):
                file.seek(place - 1)
                self.assertEqual(file.read(5002), b"\0" + b"x" * 5000 + b"\0")

    def test_a_signal_in_the_middle_leaves_no_half_file(self):
        source = self.file("large", bytes(512 << 20))
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            listener = self.notifications()
            process = self.start("save", [file_item(source)])
            self.assertIn(b"X_PROGRESS=0.0", listener.recv(4096))
            process.send_signal(number)
            process.communicate()
            self.assertNotEqual(process.returncode, 0)
            self.assertEqual(self.names(), [])

    def test_long_work_tells_how_far_it_is(self):
        listener = self.notifications()
        self.succeed("save", [file_item(self.file("a\nMAINPID=1", b"x" * (20 << 20)))])
        told = listener.recv(4096).decode().split("\n")
        self.assertEqual(told, ["STATUS=a MAINPID=1", "X_PROGRESS=0.40"])

    def test_a_person_without_a_home_is_told_so(self):
        self.environment["HOME"] = "/proc/nowhere"
        self.refuse("save", [file_item(self.file("a"))])



class SaveAsTests(BusTestCase, ActivityTestCase):
    """A fake portal replies in place of the desktop's window."""

    def setUp(self):
        super().setUp()
        self.start_bus()
        self.asked, self.place = [], self.folder()

    def portal(self, response=0, names=(), folder=None):
        """Serves a portal whose person chooses these names in a folder."""
        def answer(path, member, arguments):
            if member == "Get":
                return "v", (("u", 4),)
            self.asked.append((member, *arguments))
            sender = portal.caller[1:].replace(".", "_")
            request = f"/org/freedesktop/portal/desktop/request/{sender}/{arguments[2]['handle_token'][1]}"
            emitter = jeepney.DBusAddress(request, interface="org.freedesktop.portal.Request")
            uris = [uri(os.path.join(os.fsencode(folder or self.place), name)) for name in names]
            portal.connection.send(jeepney.new_signal(emitter, "Response", "ua{sv}", (response, {"uris": ("as", uris)})))
            return "o", (request,)

        self.service = portal = self.serve("org.freedesktop.portal.Desktop", answer)

    def options(self):
        method, parent, title, options = self.asked[-1]
        return method, {key: value for key, (_, value) in options.items() if key != "handle_token"}

    def in_place(self):
        return {name: open(os.path.join(self.place, name), "rb").read() for name in os.listdir(self.place)}

    def test_one_file_is_called_what_the_person_says(self):
        self.portal(names=[b"Br\xfcgge \n.png"])
        photo = {**file_item(self.file("x", b"sky")), "name": "../Brücke.png"}
        lines = self.succeed("save-as", [photo], locale="de")
        self.assertEqual(b"\n".join(lines), os.fsencode(self.place) + b"/Br\xfcgge \n.png")
        self.assertEqual(list(self.in_place().values()), [b"sky"])
        self.assertEqual(self.asked[0][1:3], ("", "Speichern unter"))
        home = os.fsencode(self.home) + b"\0"
        self.assertEqual(self.options(), ("SaveFile", {"current_name": ".._Brücke.png", "current_folder": home}))

    def test_another_file_makes_place_where_the_window_has_asked(self):
        self.portal(names=[b"a.txt"])
        self.file("b.txt", b"old", self.place)
        os.symlink("b.txt", self.place + "/a.txt")
        line, = self.succeed("save-as", [text_item("words")])
        self.assertEqual(line, os.fsencode(self.place) + b"/b.txt")
        self.assertEqual(self.in_place(), {"a.txt": b"words", "b.txt": b"words"})
        self.assertTrue(os.path.islink(self.place + "/a.txt"))

    def test_a_private_file_stays_private_when_it_is_replaced(self):
        self.portal(names=[b"a.txt"])
        os.chmod(self.file("a.txt", b"old", self.place), 0o600)
        self.succeed("save-as", [text_item("words")])
        self.assertEqual(os.stat(self.place + "/a.txt").st_mode & 0o777, 0o600)

    def test_no_file_takes_the_place_of_a_folder(self):
        self.portal(names=[b"a.txt"])
        os.mkdir(self.place + "/a.txt")
        self.refuse("save-as", [text_item("words")])
        self.assertEqual(os.listdir(self.place), ["a.txt"])

    def test_several_go_into_a_folder_beside_what_is_there(self):
        """If a.txt exists, xdg-desktop-portal-gtk 1.14 proposes "a(1)txt"."""
        names = [b"caf\xe9", b"a.txt"]
        self.portal(names=[b"caf\xe9", b"a(1)txt"])
        self.file("a.txt", b"old", self.place)
        items = [file_item(self.file(name, name)) for name in names]
        lines = self.succeed("save-as", items)
        self.assertEqual([os.path.basename(line) for line in lines], [b"caf\xe9", b"a (1).txt"])
        self.assertEqual(self.in_place()["a.txt"], b"old")
        self.assertEqual(self.options()[1]["files"], [name + b"\0" for name in names])
        self.assertEqual(self.options()[0], "SaveFiles")

    def test_the_window_begins_in_the_folder_of_the_last_time(self):
        place = os.fsencode(self.place) + b"/caf\xe9"
        os.mkdir(place)
        self.portal(names=[b"a"], folder=place)
        downloads = os.fsencode(self.home) + b"/Downloads"
        os.mkdir(downloads)
        for folder in (downloads, place):
            self.succeed("save-as", [file_item(self.file("a"))])
            self.assertEqual(self.options()[1], {"current_name": "a", "current_folder": folder + b"\0"})
        self.assertEqual(os.stat(self.home + "/.local/state/activityd/activities/io.activityd.save-as/folder").st_mode & 0o777, 0o600)
        os.rename(place, place + b"2")
        self.refuse("save-as", [file_item(self.file("a"))])
        self.assertEqual(self.options()[1]["current_folder"], downloads + b"\0")
        self.assertFalse(os.path.exists(place))

    def test_who_leaves_has_saved_nothing(self):
        """Response 1 is the window's button, and 2 is Escape in xdg-desktop-portal-gtk."""
        for response in (1, 2):
            self.portal(response=response)
            self.assertEqual(self.succeed("save-as", [file_item(self.file("a"))]), [])
            self.service.leave()
        self.assertEqual(os.listdir(self.home), [])

    def test_a_file_is_saved_where_its_folder_cannot_be_remembered(self):
        """The state folder cannot be created: a file is in its place."""
        self.portal(names=[b"a"])
        os.mkdir(self.home + "/.local")
        self.file("state", folder=self.home + "/.local")
        line, = self.succeed("save-as", [file_item(self.file("a"))])
        self.assertEqual(line, os.fsencode(self.place) + b"/a")
        self.assertEqual(self.in_place(), {"a": b"content"})

    def test_a_window_that_fails_is_not_called_missing(self):
        for ends in (lambda: self.service.leave(), lambda: 1 / 0):
            def answer(path, member, arguments):
                return ("v", (("u", 4),)) if member == "Get" else ends()

            self.service = self.serve("org.freedesktop.portal.Desktop", answer)
            sentence = self.refuse("save-as", [file_item(self.file("a"))])
            self.assertEqual(sentence, "The program “xdg-desktop-portal” failed.")
            self.service.leave()

    def test_without_a_window_it_says_so(self):
        self.assertEqual(self.refuse("save-as", [file_item(self.file("a"))]), "This desktop has no window to choose a place in.")

    def test_a_full_disk_leaves_what_was_there(self):
        self.portal(names=[b"a"])
        self.file("a", b"old", self.place)
        script = 'mount -t tmpfs -o size=64k none "$0" && echo old >"$0/a" && { "$@"; status=$?; cat "$0/a"; exit $status; }'
        before = ["unshare", "--mount", "--map-root-user", "sh", "-c", script, self.place]
        status, lines, told = self.perform("save-as", [file_item(self.file("a", b"x" * (1 << 20)))], before=before)
        self.assertEqual((status, lines), (1, [b"old"]))
        self.assertIn("full", told)
