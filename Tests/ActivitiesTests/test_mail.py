# SPDX-License-Identifier: Apache-2.0
"""The arguments of mail programs, recorded by fake programs that GIO finds. Tests/MailPrograms tests the real ones."""
import os
from urllib.parse import quote, unquote, unquote_to_bytes

from support import HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item, uri

SUBJECT, BODY = "It's, 1", "a < b\n'c', \"d\"=100%"
# The arguments of each program for a mail with this subject, this body and files.
COMMANDS = {
    "balsa": lambda link, paths: ["--compose=" + link, *("--attach=" + uri(path) for path in paths)],
    "claws-mail": lambda link, paths: ["--compose", link, "--attach", *map(os.fsdecode, paths)],
    "evolution": lambda link, paths: ["&".join([link, *("attach=" + quote(uri(path), safe="") for path in paths)])],
    "kmail": lambda link, paths: [
        "--subject=" + SUBJECT, "--body=" + BODY, *("--attach=" + uri(path) for path in paths)],
    "sylpheed": lambda link, paths: ["--compose", link, "--attach", *map(os.fsdecode, paths)],
    "thunderbird": lambda link, paths: [
        "-compose",
        ",".join([
            *link.replace("%0D", "").removeprefix("mailto:?").split("&"), "format=2",
            f"attachment='{','.join(map(uri, paths))}'"])],
}
BY_LINES = ["claws-mail", "sylpheed"]
BY_TEXT = ["claws-mail", "kmail", "sylpheed", "thunderbird"]


class MailTests(ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.need("xdg-email", "xdg-utils")
        self.data = self.folder()
        self.environment |= {"XDG_DATA_DIRS": self.data, "XDG_CONFIG_DIRS": self.folder()}

    def choose(self, command, identifier="mail.desktop", more=""):
        """Makes a desktop entry the person's mail program."""
        os.makedirs(f"{self.data}/applications", exist_ok=True)
        entry = f"[Desktop Entry]\nType=Application\nName=Post\nExec={command}\n{more}\n[Desktop Action New]\nExec=other\n"
        self.file(identifier, entry.encode(), f"{self.data}/applications")
        os.makedirs(self.home + "/.config", exist_ok=True)
        chosen = f"[Default Applications]\nx-scheme-handler/mailto={identifier}\n"
        self.file("mimeapps.list", chosen.encode(), self.home + "/.config")

    def link(self, *items):
        """Mails the items with a program that is not in the table; returns the fields of its link, decoded once."""
        self.fake("post")
        self.choose("post --url %u --name %c %i")
        self.succeed("mail", items)
        option, link, *rest = map(bytes.decode, self.calls("post")[-1])
        start, _, fields = link.partition("?")
        self.assertEqual((option, start, rest), ("--url", "mailto:", ["--name", "Post"]))
        return [tuple(map(unquote, field.split("=", 1))) for field in fields.split("&")]

    # MARK: Texts and links

    def test_texts_and_links_are_its_body(self):
        text = "C:\\new\\table\\c 100% $HOME\n'quoted' \"twice\" & ? + é 👍🏽"
        address = "https://example.org/?a=b&c"
        body = text.replace("\n", "\r\n") + "\r\n" + address
        self.assertEqual(self.link(text_item(text), link_item(address)), [("body", body)])

    def test_a_link_may_come_as_its_text_alone(self):
        address = "https://example.org/"
        self.assertEqual(self.link({"type": "x-scheme-handler/https", "text": address}), [("body", address)])

    def test_a_file_elsewhere_is_refused(self):
        self.fake("post")
        self.choose("post %u")
        sentence = self.refuse("mail", [text_item("words"), {"type": "text/plain", "uri": "sftp://host/a.txt"}])
        self.assertEqual(sentence, "“a.txt” is not a file of this machine.")
        self.assertEqual(self.calls("post"), [])

    def test_what_a_text_or_a_link_is_called_is_the_subject(self):
        text = {**text_item("words"), "name": "Über\r\nBcc: x & y"}
        link = link_item("https://example.org/", name="Example")
        self.assertEqual(self.link(text, link)[0], ("subject", "Über Bcc: x & y"))
        self.assertEqual(self.link(link)[0], ("subject", "Example"))

    def test_what_is_said_is_the_body_and_the_subject_the_subject(self):
        link = link_item("https://example.org/", name="Example")
        self.fake("thunderbird")
        self.choose("thunderbird %u")
        photo = file_item(self.file("cat.jpg"))
        self.succeed("mail", [photo, link], more={"caption": "Look at this", "subject": "A\ncat"})
        _, composed = map(os.fsdecode, self.calls("thunderbird")[-1])
        self.assertEqual(
            [unquote(field) for field in composed.split(",")],
            ["subject=A cat", "body=Look at this https://example.org/", "format=2", f"attachment='{unquote(photo['uri'])}'"])

    def test_a_program_in_a_terminal_or_without_an_entry_is_left_to_xdg_email(self):
        self.fake("xdg-email")
        self.choose("post %u", more="Terminal=true")
        self.succeed("mail", [text_item("words")])
        os.remove(self.data + "/applications/mail.desktop")
        self.succeed("mail", [text_item("words")])
        self.assertEqual(self.calls("xdg-email"), [[b"mailto:?body=words"]] * 2)

    def test_too_long_a_text_is_refused(self):
        self.choose("post %u")
        self.assertIn("too long", self.refuse("mail", [text_item("x" * 200_000)]))

    # MARK: Files

    def test_each_program_is_given_files_in_its_own_way(self):
        for program, command in COMMANDS.items():
            refused = {b"a\nb.txt": BY_LINES, b"caf\xe9.txt": BY_TEXT}
            paths = [self.file(name) for name in HOSTILE_NAMES if program not in refused.get(name, [])]
            text = {**text_item(BODY), "name": SUBJECT}
            link = "mailto:?subject=It%27s%2C%201&body=a%20%3C%20b%0D%0A%27c%27%2C%20%22d%22%3D100%25"
            with self.subTest(program=program):
                self.fake(program)
                self.choose(f"{self.programs}/{program} %u")
                self.succeed("mail", [*map(file_item, paths), text])
                expected = command(link, paths)
                self.assertEqual([os.fsdecode(word) for word in self.calls(program)[-1]], expected)
                self.succeed("mail", [text_item("words")])
                self.assertFalse(any(b"attach" in word for word in self.calls(program)[-1]))

    def test_no_name_ends_thunderbirds_attachments(self):
        self.fake("thunderbird")
        self.choose("thunderbird %u")
        paths = [self.file("a',to='evil@example.org',b"), self.file("c,d")]
        self.succeed("mail", [*map(file_item, paths)])
        option, composed = self.calls("thunderbird")[-1]
        addresses = composed.removeprefix(b"attachment='").removesuffix(b"'").split(b",")
        self.assertEqual([unquote_to_bytes(address.removeprefix(b"file://")) for address in addresses], paths)

    def test_a_name_that_a_program_does_not_take_is_refused(self):
        cases = [(b"a\nb", "a b", program) for program in BY_LINES]
        cases += [(b"caf\xe9", "caf\N{REPLACEMENT CHARACTER}", program) for program in BY_TEXT]
        for name, shown, program in cases:
            self.fake(program)
            self.choose(program + " %u")
            sentence = self.refuse("mail", [file_item(self.file(name))], locale="de")
            self.assertEqual(sentence, f"„{shown}“ kann wegen des Namens nicht angehängt werden. Bitte die Datei umbenennen.")
            self.assertEqual(self.calls(program), [])

    def test_a_text_that_would_be_cut_is_refused(self):
        for program in BY_LINES:
            self.fake(program)
            self.choose(program + " %u")
            self.assertIn("too long", self.refuse("mail", [text_item("x" * 10_000), file_item(self.file("a"))]))
            self.assertEqual(self.calls(program), [])

    def test_other_programs_are_given_no_files(self):
        for command in ["post %u", "env A=b post %u", "env -i thunderbird %u", "flatpak run org.example.Post @@u %u @@"]:
            with self.subTest(command=command):
                for program in ["post", "flatpak", "thunderbird"]:
                    self.fake(program)
                self.choose(command)
                self.refuse_files("Post")
                self.assertEqual([self.calls(program) for program in ["post", "flatpak", "thunderbird"]], [[]] * 3)

    def test_a_program_is_known_behind_env(self):
        self.fake("betterbird")
        self.choose("env A=b 'C=d e' betterbird %u")
        path = self.file("a.txt")
        self.succeed("mail", [file_item(path)])
        self.assertEqual(self.calls("betterbird"), [[b"-compose", f"attachment='{uri(path)}'".encode()]])

    # MARK: Sandboxes

    def flatpak(self, export):
        """Puts a fake flatpak in PATH, which exports documents with this shell command, and starts nothing."""
        path = self.programs + "/flatpak"
        script = f"#!/bin/sh\nprintf '%s\\0' \"$#\" \"$@\" >>'{path}.calls'\n[ $1 = run ] && exit\nfor path; do :; done\n{export}\n"
        os.chmod(self.file("flatpak", script.encode(), self.programs), 0o755)

    def test_a_flatpak_is_lent_the_files(self):
        self.flatpak("printf '/doc/1/%s\\n' \"${path##*/}\"")
        lent = [b"document-export", b"--transient", b"--allow-read"]
        paths = [self.file("a b.txt"), self.file("é.txt")]
        run = "flatpak run --branch=stable --command={} --file-forwarding org.example.Mail"
        for program, given in {
            "thunderbird": [b"-compose", b"attachment='file:///doc/1/a%20b.txt,file:///doc/1/%C3%A9.txt'"],
            "claws-mail": [b"--compose", b"mailto:?", b"--attach", b"/doc/1/a b.txt", "/doc/1/é.txt".encode()],
        }.items():
            with self.subTest(program):
                self.choose(run.format(program) + " @@u %u @@")
                self.succeed("mail", [*map(file_item, paths)])
                *exports, started = self.calls("flatpak")
                self.assertEqual(exports, [[*lent, b"--app=org.example.Mail", path] for path in paths])
                self.assertEqual(started, [*map(str.encode, run.format(program).split()[1:]), *given])
                os.unlink(self.programs + "/flatpak.calls")

    def test_a_file_that_a_sandbox_cannot_be_lent_is_not_left_out(self):
        self.flatpak("exit 1")
        self.choose("flatpak run --command=thunderbird org.mozilla.Thunderbird @@u %u @@")
        self.assertIn("may leave the files out", self.refuse("mail", [file_item(self.file("a.txt"))]))
        self.assertEqual([call[0] for call in self.calls("flatpak")], [b"document-export"])

    def test_a_snap_is_given_what_lies_in_the_home(self):
        self.fake("snap")
        os.symlink(self.programs + "/snap", self.programs + "/thunderbird")
        self.choose("env BAMF_DESKTOP_FILE_HINT=/a.desktop thunderbird %u")
        for folder in ["/Documents", "/.cache"]:
            os.makedirs(self.home + folder, exist_ok=True)
        seen, hidden = (self.file("a.txt", folder=self.home + folder) for folder in ["/Documents", "/.cache"])
        for path in [hidden, self.file("a.txt")]:
            self.assertIn("may leave the files out", self.refuse("mail", [file_item(path)]))
        self.assertEqual(self.calls("snap"), [])
        self.succeed("mail", [file_item(seen)])
        self.assertEqual(self.calls("snap"), [[b"-compose", f"attachment='{uri(seen)}'".encode()]])

    # MARK: Xfce

    def choose_in_xfce(self, helper, name="chosen", folder=None):
        """Makes an Xfce helper the person's mail reader, as Xfce's dialogue does."""
        self.fake("exo-open")
        self.choose("exo-open --launch MailReader %u", "xfce4-mail-reader.desktop")
        helpers, settings = (folder or self.data) + "/xfce4/helpers", self.home + "/.config/xfce4"
        for path in [helpers, settings]:
            os.makedirs(path, exist_ok=True)
        lines = {"Type": "X-XFCE-Helper", "Name": "Chosen", "X-XFCE-Category": "MailReader", **helper}
        text = "[Desktop Entry]\n" + "".join(f"{key}={value}\n" for key, value in lines.items())
        self.file(name + ".desktop", text.encode(), helpers)
        self.file("helpers.rc", f"# Xfce\nWebBrowser=firefox\nMailReader={name}\n".encode(), settings)

    def test_the_program_that_was_chosen_in_xfce_is_known(self):
        path = self.file("a.txt")
        for helper, name, program, before in [
            ({"X-XFCE-Binaries": "sylpheed-claws;claws-mail;post;", "X-XFCE-Commands": "%B;"}, "sylpheed-claws", "claws-mail", []),
            ({"X-XFCE-Commands": "balsa -x y", "X-XFCE-CommandsWithParameter": 'balsa -x y "%s"'}, "custom-MailReader", "balsa", [b"-x", b"y"]),
        ]:
            with self.subTest(name):
                self.fake(program)
                self.choose_in_xfce(helper, name, self.home + "/.local/share")
                self.succeed("mail", [file_item(path)])
                self.assertEqual(self.calls(program)[0][:len(before)], before)
                self.assertIn(b"a.txt", self.calls(program)[0][-1])
                self.assertEqual(self.calls("exo-open"), [])

    def test_another_program_that_was_chosen_in_xfce_has_its_name(self):
        self.fake("post")
        self.choose_in_xfce({"X-XFCE-Binaries": "post"})
        self.refuse_files("Chosen")
        self.succeed("mail", [text_item("words")])
        # A helper may need a terminal or its own arguments, which only Xfce knows.
        self.assertEqual(self.calls("exo-open"), [[b"--launch", b"MailReader", b"mailto:?body=words"]])

    def test_where_xfce_has_no_program_it_is_asked_itself(self):
        self.choose_in_xfce({"X-XFCE-Binaries": "nowhere"})
        for settings in ["MailReader=chosen\n", "MailReader=../chosen\n"]:
            self.file("helpers.rc", settings.encode(), self.home + "/.config/xfce4")
            self.refuse_files("Post")
            self.succeed("mail", [text_item("words")])
        self.assertEqual(self.calls("exo-open"), [[b"--launch", b"MailReader", b"mailto:?body=words"]] * 2)

    def test_words_of_the_entry_come_before_a_programs_own(self):
        for command, before in {
            "thunderbird -P work %u": ["-P", "work"], "thunderbird --profile=100%% -P 'my work' %U": ["--profile=100%", "-P", "my work"],
            "thunderbird -v -qwindowtitle %c %i %u @@": ["-v"], "thunderbird -P work -- %u": ["-P", "work"],
            "thunderbird -P work -compose %u": ["-P", "work"], "thunderbird --url=%u": [], "thunderbird -mail": [],
        }.items():
            with self.subTest(command):
                self.fake("thunderbird")
                self.choose(command)
                self.succeed("mail", [link_item("https://example.org/")])
                *words, option, _ = self.calls("thunderbird")[-1]
                self.assertEqual(([word.decode() for word in words], option), (before, b"-compose"))

    def test_an_entry_is_a_file_and_may_be_a_link_to_one(self):
        self.fake("xdg-email")
        self.fake("thunderbird")
        self.choose("thunderbird %u")
        entry = self.data + "/applications/mail.desktop"
        os.rename(entry, self.data + "/real")
        os.symlink(self.data + "/real", entry)
        self.succeed("mail", [text_item("words")])
        self.assertEqual(len(self.calls("thunderbird")), 1)
        os.remove(entry)
        os.mkdir(entry)
        self.succeed("mail", [text_item("words")])
        self.assertEqual(self.calls("xdg-email"), [[b"mailto:?body=words"]])

    def test_an_entry_may_lie_in_a_folder(self):
        self.fake("post")
        self.choose("post %u", "kde4-post.desktop")
        os.makedirs(self.data + "/applications/kde4")
        os.rename(self.data + "/applications/kde4-post.desktop", self.data + "/applications/kde4/post.desktop")
        self.refuse_files("Post")

    def refuse_files(self, name):
        """Asserts that files are refused before any program opens, with the names of programs that accept them."""
        status, _, told = self.perform("mail", [file_item(self.file("a.txt")), text_item("words")], locale="de")
        details, sentence = told.splitlines()
        self.assertNotEqual(status, 0)
        self.assertIn("Balsa, Betterbird, Claws Mail", details)
        self.assertTrue(sentence.startswith(f"„{name}“ lässt die Dateien womöglich weg."), sentence)

    def test_a_file_that_cannot_be_read_is_not_left_out(self):
        self.fake("thunderbird")
        self.choose("thunderbird %u")
        pipe = self.folder() + "/pipe"
        os.mkfifo(pipe)
        for path, reason in [("/nowhere/a.txt", "not there any more"), (self.folder(), "not a file"), (pipe, "not a file")]:
            self.assertIn(reason, self.refuse("mail", [file_item(path)]))
        self.assertEqual(self.calls("thunderbird"), [])

    # MARK: Failing

    def test_without_a_mail_program_a_sentence_says_so(self):
        self.environment["MAILER"] = "nowhere-mail"
        for items in [text_item("words")], [file_item(self.file("a.txt"))]:
            sentence = self.refuse("mail", items, locale="de")
            self.assertTrue(sentence.startswith("Kein E-Mail-Programm hat das angenommen."), sentence)

    def test_a_program_that_fails_is_no_success(self):
        self.fake("thunderbird", status=3)
        self.choose("thunderbird %u")
        self.assertEqual(self.refuse("mail", [file_item(self.file("a.txt"))]), "The program “Post” failed.")

    def test_geary_succeeds_with_its_own_status(self):
        self.fake("geary", status=255)
        self.choose("geary %U")
        self.succeed("mail", [text_item("words")])
        self.assertEqual(self.calls("geary"), [[b"mailto:?body=words"]])
        self.fake("geary", status=1)
        self.refuse("mail", [text_item("words")])
