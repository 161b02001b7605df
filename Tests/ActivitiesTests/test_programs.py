# SPDX-License-Identifier: Apache-2.0
"""Programs that receive shared items: programs of known-programs.json, and programs whose desktop entry
declares it.

Fake programs record their arguments. Each takes the place of the program whose source and commit its row
names.
"""
import glob, json, os, subprocess, tempfile

from fake_bus import BusTestCase
from support import ACTIVITIES, HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item
from waiting import LIMIT

KNOWN = os.path.join(ACTIVITIES, "../share/known-programs.json")
GENERATOR = os.path.join(ACTIVITIES, "../.build/debug/activity-generator")
ADDRESS = "https://example.org/?a=b&c"
LENT = "/run/user/1/doc/1a2b/a.png"
FLATPAK = "flatpak run --branch=stable --arch=x86_64 --command="


def rows():
    with open(KNOWN, encoding="utf-8") as file:
        return json.load(file)["programs"]


class ProgramTests(BusTestCase, ActivityTestCase):
    def hand(self, entry, items, row=None, **more):
        """Hands the items to the program of a desktop entry, given as its name and lines; returns the
        completed process."""
        known = next((known["entries"][0] for known in rows() if known["name"] == row), entry[0])
        command = self.generated(known, "X-Activity-Share-Title=Send in Chirp\n" + entry[1])
        return subprocess.run(
            command, input=json.dumps({"items": items, **more}).encode(), capture_output=True, env=self.environment, cwd=self.home,
            timeout=LIMIT)

    def generated(self, name, lines):
        """The command of the activity that the generator makes from an entry."""
        with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as out:
            os.makedirs(data + "/own/applications")
            os.makedirs(data + "/activityd")
            for path, link in [
                (KNOWN, "activityd/known-programs.json"), (ACTIVITIES, "activityd/activities"), ("/usr/share/mime", "mime"),
                (GENERATOR, "known-programs"),
            ]:
                os.symlink(os.path.realpath(path), f"{data}/{link}")
            with open(f"{data}/own/applications/{name}.desktop", "w", encoding="utf-8") as file:
                file.write("[Desktop Entry]\nType=Application\nName=It\n" + lines)
            subprocess.run(
                [data + "/known-programs", out], env={"XDG_DATA_HOME": data + "/own", "XDG_DATA_DIRS": data, "HOME": data}, check=True,
                stdout=subprocess.DEVNULL)
            manifest, = glob.glob(out + "/*/manifest.json")
            with open(manifest, encoding="utf-8") as file:
                command = json.load(file)["perform"]["exec"]
            return [ACTIVITIES + "/python/bin/hand-over", *(word.replace("%%", "%") for word in command[1:])]

    def handed(self, program, *arguments, **options):
        """Hands items over successfully; returns the program's arguments."""
        ended = self.hand(*arguments, **options)
        self.assertEqual((ended.returncode, ended.stderr), (0, b""))
        call, = self.calls(program)
        os.unlink(f"{self.programs}/{program}.calls")
        return [os.fsdecode(word) for word in call]

    def refused(self, *arguments, **options):
        ended = self.hand(*arguments, **options)
        self.assertEqual(ended.returncode, 1)
        sentence = ended.stderr.decode().splitlines()[-1]
        self.assertRegex(sentence, r"\A[^/\n]+[.]\Z")
        return sentence

    def test_each_program_gets_files_as_its_source_reads_them(self):
        paths = [os.fsdecode(self.file(name)) for name in HOSTILE_NAMES if b"\n" not in name and name.isascii()]
        files, folder = [file_item(path, "image/png") for path in paths], file_item(self.folder(), "inode/directory")
        for row, entry, exec_line, program, words in [
            ("telegram", "org.telegram.desktop", "telegram-desktop -- %u", "telegram-desktop", ["-sendpath", *paths]),
            ("localsend", "localsend_app", "localsend_app", "localsend_app", paths),
            ("onionshare", "org.onionshare.OnionShare", "onionshare", "onionshare", ["--filenames", *paths]),
            ("claws-mail", "claws-mail", "claws-mail %u", "claws-mail", ["--compose", "--attach", *paths]),
        ]:
            with self.subTest(row):
                self.fake(program)
                self.assertEqual(self.handed(program, (entry, f"Exec={exec_line}\n"), files, row), words)
        for row, program in [("localsend", "localsend_app"), ("onionshare", "onionshare")]:
            words = self.handed(program, ("it", f"Exec={program}\n"), [folder], row)
            self.assertEqual("file://" + words[-1], folder["uri"])

    def test_each_program_gets_texts_as_its_source_reads_them(self):
        for row, exec_line, program, text, words in [
            ("telegram", "Telegram -- %u", "Telegram", "a & é\nb", ["--", "tg://msg_url?url=a%20%26%20%C3%A9%0Ab"]),
            ("localsend", "localsend_app", "localsend_app", "--text\0 100%", ["--text", "--text 100%"]),
            ("tuba", "dev.geopjr.Tuba %u", "dev.geopjr.Tuba", "a & b+c", ["tuba://share?text=a%20%26%20b%2Bc"]),
            ("tokodon", "tokodon %u", "tokodon", "--words", ["--share", "--words"]),
        ]:
            with self.subTest(row):
                self.fake(program)
                self.assertEqual(self.handed(program, (row, f"Exec={exec_line}\n"), [text_item(text)], row), words)
        link = link_item(ADDRESS, name="A page")
        self.assertEqual(self.handed("tokodon", ("it", "Exec=tokodon %u\n"), [link], "tokodon"), ["--share", "A page " + ADDRESS])
        notes = file_item(self.file("notes.txt", b"noted\n"), "text/plain")
        self.assertEqual(self.handed("tokodon", ("it", "Exec=tokodon %u\n"), [notes], "tokodon"), ["--share", "noted"])

    def test_a_caption_goes_where_the_program_takes_both(self):
        photo = file_item(self.file("a.png"), "image/png")
        path = photo["uri"].removeprefix("file://")
        for row, program, words in [
            ("localsend", "localsend_app", [path, "--text", "Look"]), ("telegram", "Telegram", ["-sendpath", path]),
        ]:
            self.fake(program)
            entry = "it", f"Exec={program}\n"
            self.assertEqual(self.handed(program, entry, [photo], row, caption="Look"), words)
        self.assertIn("not both", self.refused(("it", "Exec=Telegram\n"), [photo, text_item("a")], "telegram"))
        self.assertEqual(self.calls("Telegram"), [])

    def test_a_flatpak_is_lent_the_files(self):
        self.fake("flatpak", output=LENT)
        photo = file_item(self.file("a.png"), "image/png")
        for row, exec_line, words in [
            ("telegram", "Telegram --file-forwarding org.telegram.desktop -- @@u %u @@", ["org.telegram.desktop", "-sendpath"]),
            ("localsend", "localsend_app org.localsend.localsend_app", ["org.localsend.localsend_app"]),
        ]:
            with self.subTest(row):
                self.assertEqual(self.hand(("it", f"Exec={FLATPAK}{exec_line}\n"), [photo], row).returncode, 0)
                lending, started = self.calls("flatpak")
                os.unlink(self.programs + "/flatpak.calls")
                self.assertEqual((lending[0], started[0]), (b"document-export", b"run"))
                self.assertEqual(started[-len(words) - 1:], [word.encode() for word in [*words, LENT]])
        self.fake("flatpak", status=1)
        told = self.refused(("it", f"Exec={FLATPAK}Telegram org.telegram.desktop -- %u\n"), [photo], "telegram")
        self.assertEqual(told, "The sandbox of “It” hides this file from it.")

    def test_packet_is_called_on_the_bus(self):
        self.start_bus()
        packet = self.serve("io.github.nozwock.Packet", lambda *_: ("", ()))
        path = self.file("o'b \"é.png").decode()
        entry = "io.github.nozwock.Packet", "Exec=packet\nDBusActivatable=true\n"
        self.assertEqual(self.hand(entry, [file_item(path, "image/png")], "packet").returncode, 0)
        self.assertEqual(packet.calls, [("/io/github/nozwock/Packet/Share", "Activate", "send-files", [("as", [path])], {})])
        packet.leave()
        self.assertIn("could not be started", self.refused(entry, [file_item(path)], "packet"))

    def test_warpinator_sends_while_it_runs(self):
        self.fake("warpinator-send")
        photo, entry = file_item(self.file("a b.png"), "image/png"), ("org.x.Warpinator", "Exec=warpinator\n")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
        self.assertEqual(self.refused(entry, [photo], "warpinator"), "“It” could not be started.")
        self.start_bus()
        self.assertEqual(self.refused(entry, [photo], "warpinator"), "It does not answer.")
        self.serve("org.x.Warpinator", lambda *_: None)
        self.assertEqual(self.handed("warpinator-send", entry, [photo], "warpinator"), [photo["uri"]])

    def test_a_program_says_itself_how_it_is_started(self):
        self.fake("chirp")
        photo = file_item(self.file("a b.png"), "image/png")
        path = photo["uri"].removeprefix("file://").replace("%20", " ")
        share = "Exec=env A=b chirp new %U\nX-Activity-Share=image/*;\n"
        for more, item, words in [
            ("", photo, ["new", path]),
            ("X-Activity-Share-Files=--send '%F' \"a b\"\n", photo, ["new", "--send", path, "a b"]),
            ("X-Activity-Share-Files=%U\n", photo, ["new", photo["uri"]]),
            ("X-Activity-Share-Text=--text={text}\n", text_item("a b"), ["new", "--text=a b"]),
            ("X-Activity-Share-Text=-- {text}\n", text_item("--config=/tmp/evil"), ["new", "--", "--config=/tmp/evil"]),
            ("X-Activity-Share-Text=Chirp:?{text}\n", text_item("a b"), ["new", "Chirp:?a%20b"]),
            ("X-Activity-Share-Text=chirp:?{text}\n", text_item("a b"), ["new", "chirp:?a%20b"]),
        ]:
            with self.subTest(more):
                self.assertEqual(self.handed("chirp", ("it", share + more), [item]), words)
        files = "Exec=chirp new %F\nX-Activity-Share=image/*;\n"
        self.assertEqual(self.handed("chirp", ("it", files), [photo]), ["new", path])
        notes = file_item(self.file("notes.txt", b"noted\n"), "text/plain")
        texts = "Exec=chirp\nX-Activity-Share=\nX-Activity-Share-Text=-- {text}\n"
        self.assertEqual(self.handed("chirp", ("it", texts), [notes]), ["--", "noted"])

    def test_no_word_of_its_entry_is_lost(self):
        path = os.fsdecode(self.file("notes.txt", b"print('run')\n"))
        for program, line, words in [
            ("chirp", "chirp --gui new", ["--gui", "new", path]), ("chirp", "chirp %U --new-window", [path, "--new-window"]),
            ("chirp", "chirp --open %U", ["--open", path]), ("python3", "python3 /opt/main.py", ["/opt/main.py", path]),
        ]:
            with self.subTest(line):
                self.fake("chirp")
                entry = "it", f"Exec={line}\nX-Activity-Share=*/*;\n"
                if program == "chirp":
                    self.assertEqual(self.handed(program, entry, [file_item(path)]), words)
                    continue
                ended = self.hand(entry, [file_item(path)])
                self.assertNotEqual(ended.returncode, 0)
                self.assertNotIn(b"run", ended.stdout)
        text = "Exec=chirp -- %U\nX-Activity-Share=\nX-Activity-Share-Text={text}\n"
        self.assertEqual(self.handed("chirp", ("it", text), [text_item("--config=/tmp/evil")]), ["--", "--config=/tmp/evil"])

    def test_a_flatpak_is_found_behind_options(self):
        photo = file_item(self.file("a.png"), "image/png")
        for line in ("flatpak --user run org.x.A", "flatpak run --branch stable org.x.A --gui"):
            self.fake("flatpak", output=LENT)
            self.assertEqual(self.hand(("it", f"Exec={line}\nX-Activity-Share=image/*;\n"), [photo]).returncode, 0)
            lending, started = self.calls("flatpak")
            os.unlink(self.programs + "/flatpak.calls")
            self.assertIn(b"--app=org.x.A", lending)
            self.assertEqual([*started], [word.encode() for word in [*line.split()[1:], LENT]])

    def test_what_would_not_arrive_is_refused(self):
        for program in ("Telegram", "tokodon"):
            self.fake(program)
        entry = "it", "Exec=Telegram -- %u\n"
        for name in (b"a\nb", b"caf\xe9"):
            self.assertIn("because of its name", self.refused(entry, [file_item(self.file(name))], "telegram"))
        self.refused(entry, [file_item("/nowhere")], "telegram")
        self.assertIn("too long", self.refused(entry, [text_item("é" * 1400)], "telegram"))
        self.assertIn("no text", self.refused(("it", "Exec=tokodon %u\n"), [text_item(" \n")], "tokodon"))
        self.assertEqual(self.calls("Telegram") + self.calls("tokodon"), [])
