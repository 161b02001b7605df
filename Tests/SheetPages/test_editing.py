# SPDX-License-Identifier: Apache-2.0
"""The page on which a person customises the sheet."""

import json

from gallery import PageTestCase
from quiet import wait_for_quiet
from sheets import SheetTestCase
from waiting import wait_until

FIRST = "Copy in the first row"
ARCHIVE = "Send to the Archive of the Town of Example"


def named(page, role, name):
    return wait_until(lambda: next((w for w in page.tree().all() if (w.role, w.name) == (role, name)), None), f"{role} “{name}”")


def told(page, text):
    wait_until(lambda: text in [widget.name for widget in page.tree().all()], f"“{text}”")


def switch(page, name):
    """The switch; GTK 4.8 reports it as a check box."""
    return wait_until(
        lambda: next((w for w in page.tree().all() if w.role in ("switch", "check box") and w.name == name), None),
        f"the switch of “{name}”")


def rows(page):
    return [widget.name for widget in page.tree().all() if widget.role == "list item"]


def focus(page, name):
    wait_until(lambda: (widget := page.focused()) and widget.name == name, f"the focus on “{name}”")


class EditKeyTests(PageTestCase):
    """By keyboard alone."""

    def test_the_page_is_opened_and_left(self):
        page = self.open("grid")
        page.press_for("Edit…", "Tab", "Tab")
        page.press("Return")
        focus(page, FIRST)
        page.press("Escape")
        focus(page, "Mail")
        page.press("Escape")
        self.assertEqual(page.line(), "end left")

    def test_a_letter_does_not_go_to_the_button_that_opens_it(self):
        page = self.open("grid", "--locale", "de").turn()
        first = page.focused().name
        page.press("b")
        wait_until(lambda: page.focused().name != first, "a title with this letter")
        self.assertNotEqual(page.focused().name, "Bearbeiten …")

    def test_what_is_typed_on_while_the_page_comes_changes_nothing(self):
        page = self.open("grid")
        page.press_for("Edit…", "Tab", "Tab")
        self.assertEqual(self.display.type(["Return", "Tab", "space", "space"], 60, quiet=page.pid).wait(), 0)
        named(page, "check box", FIRST)
        wait_for_quiet(page.pid)
        self.assertTrue(page.is_silent())

    def test_stars_and_switches_are_pressed(self):
        page = self.open("edit")
        page.press_for("Mail in the first row", "Down")
        page.press("space")
        self.assertEqual(page.line(), "star io.activityd.copy io.activityd.mail")
        wait_until(lambda: "checked" in page.focused().states, "the star")
        page.press_for("Mail", "Tab")
        page.press("space")
        self.assertEqual(page.line(), "elect io.activityd.mail ignore")

    def test_keys_lead_to_each_row_and_control(self):
        page = self.open("edit")
        page.press_for(ARCHIVE + " in the first row", "End")
        page.press_for("Move " + ARCHIVE, "Left")
        page.press_for(FIRST, "Home")
        page.press_for("Mail in the first row", "m")
        page.press_for("Mail", "Right")
        page.press("space")
        self.assertEqual(page.line(), "elect io.activityd.mail ignore")
        page.press_for("Mail in the first row", "Left")

    def test_custom_ones_are_moved_and_keep_the_focus(self):
        page = self.open("edit")
        page.press_for("Resize in the first row", *["Down"] * 11)
        page.press("alt+Down")
        self.assertEqual(page.line(), "arrange org.example.form org.example.translate org.example.resize org.example.archive")
        focus(page, "Resize in the first row")
        names = rows(page)
        self.assertEqual(names[names.index("Resize") - 1], "Translate")
        page.press("alt+Up")
        page.line()
        page.press("alt+Up")
        self.assertEqual(page.line(), "arrange org.example.resize org.example.form org.example.translate org.example.archive")
        # The system's activities stay first.
        page.press("alt+Up")
        page.press_for("Move Resize", "shift+Tab")
        self.assertTrue(page.is_silent())

    def test_a_menu_moves_them_too(self):
        page = self.open("edit")
        page.press_for("Move Translate", *["Down"] * 12, "shift+Tab")
        page.press("Return")
        focus(page, "Move Up")
        page.press("Return")
        self.assertIn("form org.example.translate org.example.resize", page.line())
        page.press("Escape")
        focus(page, "Move Translate")
        self.assertTrue(page.is_silent())

    def test_reset_takes_all_back_and_is_taken_back(self):
        page = self.open("edit")
        page.press_for("Reset", "Tab", "Tab", "Tab")
        self.assertIn("without your stars", page.focused().description)
        page.press("Return")
        self.assertEqual(page.line(), "elect io.activityd.show default")
        wait_until(lambda: "checked" not in named(page, "check box", FIRST).states, "the star's end")
        wait_until(lambda: page.focused().name == "Undo", "the way back")
        page.press("Return")
        while (line := page.line()) != "elect io.activityd.show ignore":
            self.assertNotIn("ignore", line)

    def test_what_is_refused_springs_back_and_says_why(self):
        page = self.open("edit-refused")
        focus(page, FIRST)
        page.press("space")
        page.line()
        told(page, "This was not changed: The disk is full.")
        wait_until(lambda: "checked" in page.focused().states, "the star as it was")

    def test_without_a_daemon_there_is_a_sentence(self):
        page = self.open("edit-unanswered")
        told(page, "The service for activities does not answer.")
        focus(page, "Back")

    def test_where_nothing_is_listed_it_is_opened_too(self):
        page = self.open("empty")
        page.press_for("Edit…", "shift+Tab")
        page.press("Return")
        focus(page, FIRST)


class EditAssistiveTests(PageTestCase):
    def test_what_is_locked_says_so_and_cannot_be_pressed(self):
        page = self.open("edit")
        locked = switch(page, "Bluetooth")
        self.assertEqual(locked.description, "Decided by the administrator")
        self.assertNotIn("sensitive", locked.states)
        page.press_for("Bluetooth in the first row", "Down", "Down", "Down")
        star = page.focused()
        self.assertEqual(star.description, "Decided by the administrator")
        self.assertNotIn("sensitive", star.states)
        page.press("space")
        page.press_for("Save to Downloads in the first row", "Down")
        self.assertNotIn("checked", named(page, "check box", "Bluetooth in the first row").states)
        self.assertTrue(page.is_silent())

    def test_a_screen_reader_stars_and_switches(self):
        page = self.open("edit")
        named(page, "check box", "Print in the first row").node.act()
        self.assertEqual(page.line(), "star io.activityd.copy io.activityd.print")
        switch(page, "Print").node.act()
        self.assertEqual(page.line(), "elect io.activityd.print ignore")


class EditPageTests(SheetTestCase):
    """With a daemon."""

    def described(self):
        found = json.loads(self.control("list", "--user", "--all", "--json"))["activities"]
        return {activity["identifier"]: activity for activity in found}

    def test_what_is_changed_is_in_force_when_the_page_is_left(self):
        self.plugin("alpha", "Alpha", "exit 0")
        self.plugin("beta", "Beta", "exit 0")
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        named(page, "push button", "Edit…").node.act()
        switch(page, "Copy").node.act()
        # Newer releases of GTK create no row that is scrolled out of view.
        page.press("End")
        named(page, "check box", "Beta in the first row").node.act()
        wait_until(lambda: self.described()["org.example.beta"].get("starred"), "the star")
        self.assertEqual(self.described()["io.activityd.copy"]["state"], "ignored")
        page.press("Escape")
        wait_until(lambda: "Alpha" in (texts := self.texts(page)) and "Copy" not in texts, "the list without Copy")
        named(page, "push button", "Edit…").node.act()
        reset = named(page, "push button", "Reset")
        wait_until(lambda: "sensitive" in named(page, "push button", "Reset").states, "What is to be reset")
        reset.node.act()
        wait_until(lambda: "starred" not in self.described()["org.example.beta"], "the star's end")
        self.assertEqual(self.described()["io.activityd.copy"]["state"], "active")
        page.press("Escape")
        wait_until(lambda: "Copy" in self.texts(page), "the list with Copy")
        page.press("Escape")
        self.assertEqual(self.outcome(page)[0], {"outcome": "left"})

    def test_a_daemon_that_is_gone_is_no_end_of_the_page(self):
        self.start_daemon()
        page = self.share(self.file("a.txt"))
        named(page, "push button", "Edit…").node.act()
        copy = switch(page, "Copy")
        self.stop(self.daemon)
        copy.node.act()
        wait_until(lambda: any("does not answer" in text for text in self.texts(page)), "the sentence")
        page.press("Escape")
        named(page, "push button", "Try Again")
