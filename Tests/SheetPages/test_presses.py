# SPDX-License-Identifier: Apache-2.0
"""Presses that were not meant for the sheet: keys and clicks under way when the sheet, or a page of it, appears."""

import json
import os
import signal
import subprocess

from gallery import PageTestCase, lasting
from quiet import wait_for_quiet
from sheets import SheetTestCase
from test_window import place, window_of
from waiting import wait_until

# Milliseconds between two keys or clicks.
TYPING, WRITING, CLICKING = 30, 110, 200
FIELD = {"id": "note", "label": "Note", "type": "text", "default": "A default"}


class TypingTests(PageTestCase):
    def test_what_is_typed_as_it_comes_performs_nothing(self):
        def attempt(count):
            typing = self.display.type(count * ["o", "Return", "space"], TYPING)
            self.addCleanup(typing.wait)
            page = self.open("grid")
            is_in_time = typing.poll() is None
            self.assertEqual(typing.wait(), 0)
            # The letters had no effect either.
            self.assertEqual(page.focused().name, "photo.png")
            page.turn().press("Return")
            self.assertEqual(page.line(), "perform io.activityd.mail")
            return is_in_time

        lasting(attempt)

    def test_a_line_that_goes_on_after_a_pause_performs_nothing(self):
        page = self.open("grid")
        for _ in range(2):
            self.assertEqual(self.display.type([*"to", "space", *"see", "Return"], WRITING, quiet=page.pid).wait(), 0)
            self.assertEqual(page.focused().name, "photo.png")
            self.assertTrue(page.is_silent())

    def test_a_line_is_no_choice_though_an_arrow_was_in_it(self):
        page = self.open("grid").turn()
        for line in [[*"to", "space", *"see", "Return"], [*"end", "period", "space", "space", *"of"], [*"word", "BackSpace", "space"]]:
            self.assertEqual(self.display.type(line, WRITING, quiet=page.pid).wait(), 0)
            self.assertTrue(page.is_silent(), line)
            page.press("Left")
        page.press("Return")
        self.assertTrue(page.line().startswith("perform "))

    def test_a_page_that_the_person_has_turned_to_takes_presses_as_fast_as_they_come(self):
        page = self.open("grid").turn()
        self.assertEqual(self.display.type(["Home", *8 * ["Right"], "Left", "Left", "Left", "Return"], TYPING, quiet=page.pid).wait(), 0)
        self.assertEqual(page.line(), "perform io.activityd.open")

    def test_what_is_typed_into_a_form_as_it_comes_is_kept_and_not_sent(self):
        page = self.open("grid").turn()
        page.press_for("Plan…", "End")
        self.assertEqual(self.display.type(["Return", "space", *"abc"], TYPING, quiet=page.pid).wait(), 0)
        wait_until(lambda: (widget := page.focused()) and widget.name == "Server *", "the form")
        page.press("d", "Tab", "Tab", "Tab", "Tab", "s", "Return")
        self.assertIn("server= abcd", page.line())


class HoldingTests(SheetTestCase):
    def test_a_held_key_performs_once(self):
        self.plugin("fail", "Zap", "echo x >>\"$HOME/tries\"; exit 3")
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        page.choose("Zap", "z")
        self.assertEqual(self.display.hold("Return", 3, quiet=page.pid).wait(), 0)
        wait_until(lambda: "“Zap” did not work" in self.texts(page), "the failure")
        self.assertEqual(os.path.getsize(self.home + "/tries"), 2)

    def test_two_presses_try_again_once(self):
        self.plugin("fail", "Zap", "echo x >>\"$HOME/tries\"; exit 3")
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        page.choose("Zap", "z")
        page.press("Return")
        wait_until(lambda: "“Zap” did not work" in self.texts(page), "the failure")
        page.press_for("Try Again", "Tab")
        self.assertEqual(self.display.type(["Return", "Return"], 150, quiet=page.pid).wait(), 0)
        wait_until(lambda: os.path.getsize(self.home + "/tries") >= 4, "the second try")
        wait_until(lambda: page.focused().name == "Back", "the failure's own page")
        wait_for_quiet(page.pid)
        self.assertEqual(os.path.getsize(self.home + "/tries"), 4)

    def test_a_list_that_comes_late_leaves_the_focus_where_it_is(self):
        self.plugin("early", "Early", "exit 0", accepts=[{"types": ["text/*"]}])
        self.plugin("zap", "Zap", "exit 0")
        self.start_daemon()
        page = self.share(self.file("a.txt"), self.file("b.png"))
        self.assertNotIn("Early", self.texts(page))
        wait_until(lambda: "Options" in self.texts(page), "the options")
        self.daemon.send_signal(signal.SIGSTOP)
        self.addCleanup(self.daemon.send_signal, signal.SIGCONT)
        page.turn().press_for("Options", "shift+Tab")
        page.press_for("2 items, Show what is shared", "shift+Tab")
        page.press("Return")
        wait_until(lambda: "Leave b.png out" in self.texts(page), "the items")
        next(widget for widget in page.tree().all() if widget.name == "Leave b.png out").node.act()
        wait_until(lambda: "Leave b.png out" not in self.texts(page), "the shorter list")
        next(widget for widget in page.tree().all() if widget.name == "Back").node.act()
        wait_until(lambda: "Zap" in self.texts(page), "the activities that were listed")
        page.choose("Zap", "z")
        self.daemon.send_signal(signal.SIGCONT)
        wait_until(lambda: "Early" in self.texts(page), "the other activities")
        self.assertEqual(page.focused().name, "Zap")

    def but(self, name):
        """Arguments that exclude all activities but a plug-in, so that it is the first."""
        listed = json.loads(self.control("sheet", "--user", "--json", self.home + "/a.txt"))["activities"]
        others = {activity["identifier"] for activity in listed} - {"org.example." + name}
        return [word for other in sorted(others) for word in ["--exclude", other]]

    def test_a_key_that_was_down_before_performs_nothing(self):
        self.plugin("fail", "Zap", "echo x >>\"$HOME/tries\"; exit 3")
        self.start_daemon()

        def attempt(count):
            holding = self.display.hold("Return", count / 8)
            self.addCleanup(holding.wait)
            page = self.share(self.file("a.txt"), *self.but("fail"))
            is_in_time = holding.poll() is None
            self.assertEqual(holding.wait(), 0)
            page.press("Escape")
            self.assertEqual(self.outcome(page)[1], 1)
            self.assertFalse(os.path.exists(self.home + "/tries"))
            return is_in_time

        lasting(attempt)

    def test_two_presses_do_not_send_a_form_that_nobody_saw(self):
        self.plugin("send", "Zend", "cat >/dev/null; echo x >>\"$HOME/tries\"", form=[FIELD],
                    perform={"exec": ["bin/run"], "stdin": "request"})
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        page.choose("Zend…", "z")
        self.assertEqual(self.display.type(["Return", "Return"], 150, quiet=page.pid).wait(), 0)
        wait_until(lambda: (widget := page.focused()) and widget.name == "Note", "the question")
        wait_for_quiet(page.pid)
        self.assertFalse(os.path.exists(self.home + "/tries"))
        page.press("Return")
        self.assertEqual(self.outcome(page)[:2], ({"outcome": "performed"}, 0))


class ClickingTests(PageTestCase):
    """Clicks on X11, with xdotool's pointer."""

    def open_at(self, *arguments):
        """Opens a sheet; returns it and the position of its first activity on the display."""
        page = self.open(*arguments)
        return page, self.middle(page, "Mail")

    def middle(self, page, name):
        left, top, *_ = place(window_of(page.process))
        x, y, width, height = next(widget.extents for widget in page.tree().all() if widget.name == name)
        return left + x + width // 2, top + y + height // 2

    def click(self, at, count=1, pause=CLICKING):
        return subprocess.Popen(
            ["xdotool", "mousemove", *map(str, at), "click", "--repeat", str(count), "--delay", str(pause), "1"])

    def test_clicks_under_way_press_nothing(self):
        def attempt(count):
            page, at = self.open_at("grid")
            page.press("Escape")
            self.assertEqual(page.line(), "end left")
            clicking = self.click(at, count)
            self.addCleanup(clicking.wait)
            page, now_at = self.open_at("grid")
            self.assertEqual(now_at, at)
            is_in_time = clicking.poll() is None
            self.assertEqual(clicking.wait(), 0)
            self.assertTrue(page.is_silent())
            wait_for_quiet(page.pid)
            self.assertEqual(self.click(at).wait(), 0)
            self.assertEqual(page.line(), "perform io.activityd.mail")
            return is_in_time

        lasting(attempt)

    def test_a_double_click_takes_one_item_out(self):
        page = self.open("many")
        page.turn().press_for("5 items, Show what is shared", "shift+Tab")
        page.press("Return")
        wait_until(lambda: any(widget.name == "Leave notes.txt out" for widget in page.tree().all()), "the items")
        wait_for_quiet(page.pid)
        # The pointer moves a little, as in a hand: for GTK, one that stands still is not over the row that has moved up.
        again = ["sleep", str(CLICKING / 1000), "mousemove_relative", "1", "1", "click", "1"]
        x, y = map(str, self.middle(page, "Leave notes.txt out"))
        subprocess.run(["xdotool", "mousemove", x, y, "click", "1", *again], check=True)
        wait_until(lambda: any(widget.name == "4 items, Show what is shared" for widget in page.tree().all()), "the shorter list")
        wait_for_quiet(page.pid)
        self.assertEqual(len([widget for widget in page.tree().all() if widget.role == "list item"]), 4)

    def test_clicks_under_way_do_not_leave_a_compact_sheet(self):
        def attempt(count):
            clicking = self.click((100, 100), count)
            self.addCleanup(clicking.wait)
            page = self.open("grid", "--compact")
            is_in_time = clicking.poll() is None
            self.assertEqual(clicking.wait(), 0)
            self.assertTrue(page.is_silent())
            return is_in_time

        lasting(attempt)


class AssistiveTests(PageTestCase):
    def test_what_assistive_technology_presses_counts_at_once(self):
        page = self.open("grid")
        next(widget for widget in page.tree().all() if widget.name == "Copy").node.act()
        self.assertEqual(page.line(), "perform io.activityd.copy")
