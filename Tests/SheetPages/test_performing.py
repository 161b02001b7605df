# SPDX-License-Identifier: Apache-2.0
"""activity-sheet beside a daemon: opened by its command, pressed by its keys, and performing for real."""

import ctypes
import json
import os
import pty
import resource
import signal
import socket
import subprocess
import time
import unittest

from gi.repository import Gio, GLib

from pages import PROGRAMS, ROOT, Page
from quiet import wait_for_quiet
from sheets import SheetTestCase
from waiting import LIMIT, wait_until

MNT_DETACH = 2


class PerformingTests(SheetTestCase):
    def test_desktops_find_its_entry_and_icon_by_the_class_of_its_window(self):
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        with open(ROOT + "/Integrations/io.activityd.Share.desktop", encoding="utf-8") as file:
            entry = file.read().splitlines()
        name = "io.activityd.Share"
        self.assertTrue({f"StartupWMClass={name}", f"Icon={name}"} <= set(entry))
        search = ["xdotool", "search", "--onlyvisible", "--pid", str(page.process.pid), "--all", "--class", f"^{name}$"]
        self.assertTrue(subprocess.run(search, stdout=subprocess.PIPE, text=True, check=False).stdout)
        page.press("Escape")

    def test_save(self):
        self.start_daemon()
        page = self.share(self.file("My photo.png", b"\x89PNG\r\n\x1a\n" + bytes(2000)))
        page.choose("Save to Downloads", "s")
        page.press("Return")
        self.assertEqual(self.outcome(page), ({"outcome": "performed"}, 0, ""))
        with open(self.downloads + "/My photo.png", "rb") as file:
            self.assertEqual(len(file.read()), 2008)

    def test_what_is_shared_under_a_subject_is_a_mail_of_that_subject(self):
        self.program(self.home + "/bin/mailer", 'printf "%s\\n" "$1" >>"$HOME/mails"')
        self.start_daemon()
        link, mails, expected = "https://example.org/", self.file("mails", b""), []

        def subjects():
            with open(mails, encoding="utf-8") as file:
                return ["subject=One%20two" in line for line in file]

        # A sheet of the command's own process, then one of the service.
        for service in [None, self.start_service]:
            service = service and service()
            for arguments, has_subject in [((link,), True), (("--text", "words"), True), ((link, link), True)]:
                page = self.share("--subject", "One two", *arguments, service=service)
                page.press_for("Mail", "Right")
                page.press("Return")
                self.assertEqual(self.outcome(page)[:2], ({"outcome": "performed"}, 0))
                expected.append(has_subject)
                # The activity succeeds as soon as the mail is handed over.
                wait_until(lambda: len(subjects()) == len(expected), "the mail")
        self.assertEqual(subjects(), expected)

    def test_what_is_said_of_a_link_is_in_head_and_mail_and_can_be_taken_out(self):
        self.program(self.home + "/bin/mailer", 'printf "%s" "$1" >"$HOME/mail.new" && mv "$HOME/mail.new" "$HOME/mail"')
        self.start_daemon()
        link, mail = "https://example.org/", self.home + "/mail"
        for service in [None, self.start_service]:
            service = service and service()
            for is_taken_out in (False, True):
                page = self.share("--text", "Look at\nthis", link, service=service)
                self.assertIn("Look at this", self.texts(page))
                if is_taken_out:
                    page.turn().press_for("example.org, Show what is shared", "shift+Tab")
                    page.press("space")
                    wait_until(lambda: "Look at\nthis" in self.texts(page), "all of it")
                    next(widget for widget in page.tree().all() if widget.name == "Leave Look at this out").node.act()
                    wait_until(lambda: "Look at this" not in self.texts(page), "the activities")
                next(widget for widget in page.tree().all() if widget.name == "Mail").node.act()
                self.assertEqual(self.outcome(page)[:2], ({"outcome": "performed"}, 0))
                wait_until(lambda: os.path.exists(mail), "the mail")
                with open(mail, encoding="utf-8") as file:
                    body = "" if is_taken_out else "Look%20at%0D%0Athis%0D%0A"
                    self.assertEqual(file.read(), "mailto:?body=" + body + "https%3A%2F%2Fexample.org%2F")
                os.remove(mail)

    def test_cancel_ends_what_takes_long(self):
        self.plugin("slow", "Yawn", "trap 'exit 1' TERM; touch \"$HOME/begun\"; sleep 1000 & wait")
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        page.choose("Yawn", "y")
        page.press("Return")
        wait_until(lambda: any(widget.role == "progress bar" for widget in page.tree().all()), "the progress")
        wait_until(lambda: os.path.exists(self.home + "/begun"), "the activity")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Cancel", "the focus on Cancel")
        page.press("Return")
        self.assertEqual(self.outcome(page), ({"outcome": "left"}, 1, ""))

    def running(self, script="while [ ! -e \"$HOME/go\" ]; do sleep 0.02; done"):
        """Opens a sheet, and starts an activity that runs until a file exists."""
        self.plugin("slow", "Yawn", 'trap "exit 1" TERM; touch "$HOME/begun"; ' + script)
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        page.choose("Yawn", "y")
        page.press("Return")
        wait_until(lambda: os.path.exists(self.home + "/begun"), "the activity")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Cancel", "the focus on Cancel")
        return page

    def go_on(self, page):
        page.press_for("Continue in Background", "shift+Tab")
        page.press("Return")
        wait_until(lambda: not self.display.is_shown(page.pid), "the end of the window")
        self.file("go")

    def test_escape_ends_what_runs(self):
        told = self.notifications()
        page = self.running()
        page.press("Escape")
        self.assertEqual(self.outcome(page), ({"outcome": "left"}, 1, ""))
        self.assertFalse(told.waiting())

    def test_closing_the_window_ends_what_runs(self):
        page = self.running()
        page.press("alt+F4")
        wait_until(lambda: not self.display.is_shown(page.pid), "the end of the window")
        self.assertEqual(self.outcome(page), ({"outcome": "left"}, 1, ""))

    def test_what_goes_on_in_the_background_says_that_it_is_done(self):
        told = self.notifications()
        page = self.running()
        self.go_on(page)
        self.assertEqual(told(), ("“Yawn” is done", ""))
        self.assertEqual(self.outcome(page), ({"outcome": "performed"}, 0, ""))

    def test_what_goes_on_in_the_background_says_why_it_failed(self):
        told = self.notifications()
        page = self.running('while [ ! -e "$HOME/go" ]; do sleep 0.02; done; echo "The server is asleep." >&2; exit 3')
        self.go_on(page)
        self.assertEqual(told(), ("“Yawn” did not work", "The server is asleep."))
        self.assertEqual(self.outcome(page)[:2], (
            {"outcome": "failed", "reason": "“Yawn” did not work: The server is asleep."}, 2))

    def test_a_failure_stays_with_its_reason_and_is_tried_again(self):
        self.plugin("fail", "Zap", "echo x >>\"$HOME/tries\"; echo 'The server is asleep.' >&2; exit 3")
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        page.choose("Zap", "z")
        page.press("Return")
        wait_until(lambda: "The server is asleep." in self.texts(page), "the reason")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Back", "Back")
        page.press_for("Try Again", "Tab")
        page.press("Return")
        wait_until(lambda: os.path.getsize(self.home + "/tries") == 4, "the second try")
        # Until then Try Again has the focus.
        wait_until(lambda: (widget := page.focused()) and widget.name == "Back", "the failure's page again")
        self.assertIn("The server is asleep.", self.texts(page))
        page.press("Escape")
        reason = "“Zap” did not work: The server is asleep."
        self.assertEqual(
            self.outcome(page), ({"outcome": "failed", "reason": reason}, 2, f"activity-sheet: {reason}\n"))

    def test_post_with_its_form(self):
        self.program(self.home + "/bin/xdg-open", "printf '%s\\n' \"$@\" >\"$HOME/opened.part\"; mv \"$HOME/opened.part\" \"$HOME/opened\"")
        self.start_daemon()
        page = self.share("--text", "Look at this")
        page.choose("Post…", "p")
        page.press("Return")
        wait_until(lambda: any(widget.role in ("text", "entry") and widget.name.startswith("Mastodon server")
                         for widget in page.tree().all()), "the question")
        page.press("ctrl+a", *"social", "period", *"example", "Return")
        self.assertEqual(self.outcome(page)[:2], ({"outcome": "performed"}, 0))
        wait_until(lambda: os.path.exists(self.home + "/opened"), "the browser")
        with open(self.home + "/opened", encoding="utf-8") as file:
            self.assertIn("https://social.example/share?text=Look", file.read())

    def test_an_answer_is_kept_for_the_next_sheet_and_no_secret(self):
        form = [{"id": "place", "label": "Place", "type": "text", "remember": True},
                {"id": "note", "label": "Note", "type": "text"},
                {"id": "secret", "label": "Password", "type": "password"}, {"id": "code", "label": "Code", "type": "pin"}]
        self.plugin("send", "Zend", "cat >\"$HOME/asked.part\"; mv \"$HOME/asked.part\" \"$HOME/asked\"", form=form,
                    perform={"exec": ["bin/run"], "stdin": "request"})
        self.start_daemon()
        answers = {"place": "here", "note": "now", "secret": "hidden", "code": "1234"}
        page = self.questions("Zend…", "z")
        for number, answer in enumerate(answers.values()):
            page.press(*(["Tab"] if number else []), *answer)
        page.press("Return")
        self.assertEqual(self.outcome(page)[:2], ({"outcome": "performed"}, 0))
        self.assertEqual(self.given(), answers)
        page = self.questions("Zend…", "z")
        page.press("Return")
        self.assertEqual(self.outcome(page)[:2], ({"outcome": "performed"}, 0))
        self.assertEqual({name: answer for name, answer in self.given().items() if answer}, {"place": "here"})
        with open(self.home + "/state/activityd/answers.json", encoding="utf-8") as file:
            self.assertEqual(json.load(file), {"org.example.send": {"place": "here"}})

    def given(self):
        """The answers that the activity received last."""
        with open(self.home + "/asked", encoding="utf-8") as file:
            return json.load(file)["answers"]

    def questions(self, title, *keys):
        """Opens a sheet and an activity's form, whose first field gets the focus."""
        page = self.share(self.file("a.txt"))
        page.choose(title, *keys)
        page.press("Return")
        wait_until(lambda: (widget := page.focused()) and widget.role in ("text", "entry"), "the question")
        return page

    def test_a_daemon_that_is_killed_under_the_sheet(self):
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        self.stop(self.daemon, signal.SIGKILL)
        self.start_daemon()
        page.choose("Save to Downloads", "s")
        page.press("Return")
        self.assertEqual(self.outcome(page)[:2], ({"outcome": "performed"}, 0))
        self.assertEqual(os.listdir(self.downloads), ["a.txt"])


class BadInputTests(SheetTestCase):
    def failing(self, *arguments, **options):
        process = self.start("--json", *arguments, **options)
        out, err = process.communicate(timeout=LIMIT)
        return process.returncode, out, err

    def test_arguments_that_are_wrong(self):
        cases = {("--foo",): "Unknown option '--foo'", ("--foo", "a.txt"): "Unknown option '--foo'", (): "There is nothing to share",
                 ("--text", ""): "There is nothing to share", ("--", ): "There is nothing to share", ("-", "-"): "read only once"}
        for arguments, sentence in cases.items():
            status, _, err = self.failing(*arguments)
            self.assertEqual(status, 64, arguments)
            self.assertIn(sentence, err, arguments)

    def test_without_a_daemon_it_says_so(self):
        page = self.share(self.file("a.txt"))
        self.assertIn("The activities cannot be listed", self.texts(page))
        page.press("Escape")
        self.assertEqual(self.outcome(page)[1], 2)

    @unittest.skipIf(os.geteuid(), "It is about root.")
    def test_root_without_a_session_is_told_to_be_somebody(self):
        del self.environment["XDG_RUNTIME_DIR"]
        status, _, err = self.failing("--text", "x")
        self.assertEqual((status, "without sudo" in err), (2, True), err)

    def test_without_a_display(self):
        self.environment = {name: value for name, value in self.environment.items() if name != "DISPLAY"}
        status, out, err = self.failing("--text", "x")
        self.assertEqual((status, json.loads(out)["outcome"]), (2, "failed"))
        self.assertIn("no display", err)

    def test_a_session_bus_that_is_silent(self):
        self.start_daemon()
        with socket.socket(socket.AF_UNIX) as bus:
            bus.bind(self.home + "/run/silent")
            bus.listen()
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + self.home + "/run/silent"
            process = self.start("--json", self.file("a.txt"))
            wait_until(lambda: self.display.is_shown(process.pid), "the window")

            # The window is shown before it has the focus, which only the bus would report.
            def has_ended():
                self.display.press("Escape")
                return process.poll() is not None

            wait_until(has_ended, "the sheet's end")
            self.assertEqual(json.loads(process.communicate(timeout=LIMIT)[0]), {"outcome": "left"})

    def test_a_file_that_is_not_there(self):
        status, _, err = self.failing("/nowhere/a.txt")
        self.assertEqual((status, err), (2, "activity-sheet: /nowhere/a.txt: there is no such file.\n"))

    def test_a_menu_that_shows_no_errors(self):
        """Printed messages would be lost, so the person is notified."""
        told = self.notifications()
        os.symlink(self.home + "/a.txt/b", self.home + "/beneath a file")
        for missing, locale, notice in [
                ("/nowhere/b.txt", "C", "“b.txt” is no longer there"),
                ("file:///nowhere/b%20%26%20c.txt", "de", "„b & c.txt“ ist nicht mehr da"),
                (self.home + "/beneath a file", "fr", "Impossible d’ouvrir « beneath a file »")]:
            process = self.start("--locale", locale, "--", self.file("a.txt"), missing)
            self.assertEqual(told(), (notice, ""))
            self.assertEqual(process.wait(LIMIT), 2)

    def test_a_refusal_behind_a_menu(self):
        told = self.notifications()
        self.start_daemon()
        self.start_service()
        process = self.start("--locale", "de", "--", *[self.file("a.txt")] * 4097)
        self.assertEqual(
            told(), ("Das Teilen hat nicht funktioniert", "Mehr als 4096 Objekte lassen sich nicht auf einmal teilen"))
        self.assertEqual(process.wait(LIMIT), 2)

    def test_names_that_are_too_long_together_behind_a_menu(self):
        told = self.notifications()
        folder = self.folder("/".join(["n" * 250] * 3))
        with open(folder + "/a.txt", "wb"):
            pass
        process = self.start("--locale", "de", "--", *[folder + "/a.txt"] * 1400)
        self.assertEqual(told(), ("Das Teilen hat nicht funktioniert", "Das ist zu viel auf einmal."))
        self.assertEqual(process.wait(LIMIT), 2)

    def test_a_sheet_too_many_behind_a_menu(self):
        told = self.notifications()
        self.start_daemon()
        service = self.start_service()
        for count in range(1, 17):
            # With a parent, although a missing one: without it, each sheet would close when the next opens.
            Page(self.start("--parent", "x11:7fffff", "--", self.file(f"{count}.txt")), self.display, service.pid)
            wait_until(lambda: len(self.display.is_shown(service.pid).split()) == count, "the window")
        process = self.start("--locale", "de", "--", self.file("a.txt"))
        self.assertEqual(told(), ("Das Teilen hat nicht funktioniert",
                                  "Zu viele Teilen-Fenster sind offen; eines davon schließen"))
        self.assertEqual(process.wait(LIMIT), 2)

    def test_a_disk_that_does_not_answer_behind_a_menu(self):
        told = self.notifications()
        folder = self.hung_folder()
        process = self.start("--locale", "de", "--", folder + "/a.txt")
        self.assertEqual(told(), ("Das Teilen hat nicht funktioniert", "Ein Datenträger oder ein Server antwortet nicht."))
        self.assertEqual(process.wait(LIMIT), 2)
        self.assertIn("does not answer", process.stderr.read())

    def hung_folder(self):
        """A file system whose server reads no request."""
        libc = ctypes.CDLL(None, use_errno=True)
        folder = self.folder("hung").encode()
        try:
            server = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            self.skipTest("It takes root to mount one.")
        options = f"fd={server},rootmode=40000,user_id=0,group_id=0".encode()
        if libc.mount(b"hung", folder, b"fuse", 0, options) != 0:
            os.close(server)
            self.skipTest("It takes root to mount one.")
        self.addCleanup(libc.umount2, folder, MNT_DETACH)
        # Closing the descriptor releases all waiting processes.
        self.addCleanup(os.close, server)
        return os.fsdecode(folder)

    def test_a_file_manager_that_was_started_in_a_terminal(self):
        """Commands from its menu have that terminal, but the person does not read it."""
        told = self.notifications()
        command = [PROGRAMS + "/activity-sheet", "--locale", "C", "--", "/nowhere/b.txt"]
        for job, is_told in [(["sh", "-c", '"$@"; exit 2', "sh", *command], True), (command, False)]:
            process, terminal = pty.fork()
            if process == 0:
                os.execvpe(job[0], job, self.environment)
            self.addCleanup(os.close, terminal)
            if is_told:
                self.assertEqual(told(), ("“b.txt” is no longer there", ""))
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 2)
            self.assertIn(b"there is no such file", os.read(terminal, 4096))
        self.assertFalse(told.waiting())

    def test_a_service_that_goes_behind_a_menu(self):
        told = self.notifications()
        self.start_daemon()
        service = self.start_service()
        process = self.start("--locale", "C", "--", self.file("a.txt"))
        page = Page(process, self.display, service.pid)
        wait_until(page.focused, "the sheet")
        self.stop(service, signal.SIGKILL)
        self.assertEqual(told(), ("Sharing did not work", "The connection to the service for activities broke off."))
        self.assertEqual(process.wait(LIMIT), 2)

    def test_a_service_that_is_stopped_says_that_its_sheets_are_gone(self):
        told = self.notifications()
        self.start_daemon()
        service = self.start_service()
        process = self.start("--locale", "de", "--", self.file("a.txt"))
        page = Page(process, self.display, service.pid)
        wait_until(page.focused, "the sheet")
        self.stop(service)
        self.assertEqual(told(), ("Das Teilen hat nicht funktioniert",
                                  "Die Verbindung zum Dienst für Aktivitäten ist abgebrochen."))
        self.assertEqual(process.wait(LIMIT), 2)

    def test_the_service_has_as_many_descriptors_as_it_may(self):
        """The soft limit may be low, and a sandbox's calls could exhaust it."""
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        self.start_daemon()
        service = self.start_service(
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, hard), hard)))
        self.assertEqual(resource.prlimit(service.pid, resource.RLIMIT_NOFILE), (hard, hard))

    def test_usage(self):
        for arguments in [[], ["--text", ""], ["--parent", "x11:zz", "a"], ["--locale", "?", "a"], ["--type", "png", "a"], ["--nonsense"]]:
            self.assertEqual(self.failing(*arguments)[0], 64, arguments)

    def test_a_file_that_vanishes(self):
        self.start_daemon()
        path = self.file("a.txt")
        page = self.share(path)
        os.unlink(path)
        page.choose("Save to Downloads", "s")
        page.press("Return")
        wait_until(lambda: "“Save to Downloads” did not work" in self.texts(page), "the failure")

    def test_what_file_managers_hand_over(self):
        """After "--": names that look like options, a name that is not UTF-8, and a URI without a local path."""
        self.start_daemon()
        names = ["--service", "-rf", "$HOME", "new\nline", "\u202egnp.exe", os.fsdecode(b"not \xff UTF-8"), "it's \"q\" 100%"]
        for name in names:
            self.file(name)
        page = Page(self.start("--json", "--", *names, "sftp://host/photo.jpg", cwd=self.home), self.display)
        wait_until(lambda: any(text.startswith("8 items, ") for text in self.texts(page)), "the head")
        page.press("Escape")
        self.assertEqual(self.outcome(page), ({"outcome": "left"}, 1, ""))

    def test_four_thousand_items(self):
        self.start_daemon()
        links = [f"https://example.org/{number}" for number in range(4096)]
        page = Page(self.start("--json", "--", *links), self.display)
        page.press("Escape")
        self.assertEqual(self.outcome(page)[0], {"outcome": "left"})

    def test_a_parent_that_is_gone(self):
        self.start_daemon()
        page = self.share("--parent", "x11:7fffffff", self.file("a.txt"))
        page.press("Escape")
        self.assertEqual(self.outcome(page)[1], 1)


class ServiceTests(SheetTestCase):
    def setUp(self):
        super().setUp()
        self.plugin("wait", "Wait", "touch \"$HOME/begun\"; while [ ! -e \"$HOME/go\" ]; do sleep 0.02; done")
        self.start_daemon()
        self.service = self.start_service()

    def test_a_command_has_the_service_show_its_sheet(self):
        page = self.share(self.file("a.txt"), service=self.service)
        page.choose("Save to Downloads", "s")
        page.press("Return")
        self.assertEqual(self.outcome(page), ({"outcome": "performed"}, 0, ""))
        self.assertEqual(os.listdir(self.downloads), ["a.txt"])

    def test_a_program_that_waits_no_longer_hears_that_the_sheet_is_open(self):
        for service in [self.service, None]:
            if not service:
                self.stop(self.service)
            process = self.start("--announce", "--", self.file("a.txt"))
            self.assertEqual(process.stdout.readline(), "open\n")
            page = Page(process, self.display, service and service.pid)
            page.press("Escape")
            self.assertEqual(process.wait(LIMIT), 1)
            self.assertEqual(process.stdout.read(), "")
        process = self.start("--announce", "--", self.home + "/gone.txt")
        self.assertEqual((process.wait(LIMIT), process.stdout.read()), (2, ""))

    def test_the_same_again_takes_the_place_of_a_sheet_that_nobody_has_touched(self):
        before = ["--parent", "x11:7fffff"]
        first = self.share(*before, self.file("a.txt"), service=self.service)
        # The sheet of another file stays open.
        other = self.share(*before, self.file("b.txt"), service=self.service)
        second = self.share(*before, self.file("a.txt"), service=self.service)
        self.assertEqual(self.outcome(first)[:2], ({"outcome": "left"}, 1))
        wait_until(lambda: len(self.display.is_shown(self.service.pid).split()) == 2, "the end of the window")
        self.assertEqual([page.process.poll() for page in [other, second]], [None, None])

    def test_another_sheet_is_no_press_beside_it(self):
        """Thunar shares a selection by two commands, one for the files and one for the folders."""
        first = self.share(self.file("a.txt"), service=self.service)
        second = self.share(self.folder("b"), service=self.service)
        wait_for_quiet(self.service.pid)
        for page in [second, first]:
            self.assertIsNone(page.process.poll())
            self.display.press("Escape")
            self.assertEqual(self.outcome(page)[1], 1)

    def test_assistive_technology_reads_each_sheet_of_a_service(self):
        for _ in range(3):
            page = self.share(self.file("a.txt"), service=self.service)
            self.assertIn("frame", [widget.role for widget in page.tree().all()])
            page.press("Escape")
            self.assertEqual(self.outcome(page)[1], 1)

    def test_a_service_that_is_told_to_stop_waits_for_what_runs(self):
        page = self.share(self.file("a.txt"), service=self.service)
        page.choose("Wait", "w")
        page.press("Return")
        wait_until(lambda: os.path.exists(self.home + "/begun"), "the activity")
        self.service.terminate()
        wait_until(lambda: not self.display.is_shown(self.service.pid), "the end of the window")
        self.file("go")
        self.assertEqual(self.outcome(page), ({"outcome": "performed"}, 0, ""))
        self.assertEqual(self.service.wait(LIMIT), 0)

    def test_a_caller_that_is_killed_takes_its_sheet_away(self):
        page = self.share(self.file("a.txt"), service=self.service)
        self.stop(page.process, signal.SIGKILL)
        wait_until(lambda: not page.application.children(), "the end of the window")

    def test_sheets_that_are_closed_close_together(self):
        """Regression: GTK computed the size of a freed window, and the service crashed within 50 rounds."""
        connections = [Gio.DBusConnection.new_for_address_sync(
            os.environ["DBUS_SESSION_BUS_ADDRESS"], Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None) for _ in range(4)]
        path = "/org/freedesktop/portal/activityd"
        for turn in range(60):
            for number, connection in enumerate(connections):
                uri = "file://" + self.file(f"{number}.txt")
                options = {"handle_token": GLib.Variant("s", "t")}
                connection.call_sync(
                    "io.activityd.Share", path, "io.activityd.Share", "Share",
                    GLib.Variant("(sasa{sv})", ("x11:7fffff", [uri], options)), None, 0, 1000 * LIMIT, None)
            time.sleep(0.02 * (turn % 5))
            for connection in connections:
                sender = connection.get_unique_name()[1:].replace(".", "_")
                connection.call_sync(
                    "io.activityd.Share", f"{path}/request/{sender}/t", "org.freedesktop.portal.Request", "Close",
                    None, None, 0, 1000 * LIMIT, None)
            self.assertIsNone(self.service.poll(), f"after {turn} rounds")

    def test_a_service_that_is_stopped(self):
        self.service.send_signal(signal.SIGSTOP)
        self.addCleanup(self.service.send_signal, signal.SIGCONT)
        page = self.share(self.file("a.txt"))
        self.assertEqual(page.pid, page.process.pid)

    def test_a_terminal_names_the_screen_too(self):
        """xfce4-terminal sets DISPLAY with a screen number."""
        self.environment["DISPLAY"] += ".0"
        page = self.share(self.file("a.txt"), service=self.service)
        page.press("Escape")
        self.assertEqual(self.outcome(page)[1], 1)

    def test_on_another_display_the_command_shows_it_itself(self):
        self.environment["WAYLAND_DISPLAY"] = "nowhere"
        page = self.share(self.file("a.txt"))
        self.assertEqual(page.pid, page.process.pid)

    def test_a_service_without_a_display(self):
        self.stop(self.service)
        display = self.environment.pop("DISPLAY")
        service = self.start("--service")
        wait_until(lambda: "false" in self.call("CanShare", "['image/png']"), "the service")
        self.environment["DISPLAY"] = display
        page = self.share(self.file("a.txt"))
        self.assertEqual(page.pid, page.process.pid)
        self.stop(service)
        self.assertIn("There is no display", service.stderr.read())


if __name__ == "__main__":
    unittest.main()
