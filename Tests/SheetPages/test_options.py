# SPDX-License-Identifier: Apache-2.0
"""The options: the head's line, the switches, and their results."""

from accessible import items
from gallery import PageTestCase
from pages import TARGETS
from waiting import wait_until


class OptionKeyTests(PageTestCase):
    def names(self, page):
        return [widget.name for widget in page.tree().all()]

    def wait_for(self, page, name):
        wait_until(lambda: name in self.names(page), name)

    def switch(self, page, name):
        return next(widget for widget in page.tree().all() if widget.role in ("switch", "check box", "toggle button", "push button")
                    and widget.name == name)

    def test_nothing_moves_when_options_come(self):
        places = []
        for scene in ("options-none", "options-line"):
            tree = self.open(scene).tree()
            places.append({widget.name: tuple(widget.extents) for widget in tree.in_sight() if widget.role in TARGETS})
        without, with_options = places
        options = with_options.pop("Options")
        self.assertNotIn("Options", without)
        self.assertGreaterEqual(options[3], 44)
        self.assertEqual(without, with_options)

    def test_tab_comes_to_the_options(self):
        page = self.open("options-line")
        head = "alps.jpg, Location, author, camera and date inside"
        self.assertEqual(page.focused().name, head)
        page.press_for(head, "Tab", "Tab", "Tab", "Tab")
        page.press_for("Options", "Tab")
        page.press_for("Mail", "Tab")
        page.press_for("Options", "shift+Tab")
        page.press_for("Without Location", "space")
        page.press_for("Without Metadata", "Tab")

    def test_a_choice_is_made_by_keyboard(self):
        page = self.open("options-line")
        page.turn().press_for("Options", "shift+Tab")
        page.press_for("Without Location", "space")
        page.press_for("Smaller", "Tab", "Tab")
        page.press("space")
        self.assertEqual(page.line(), "prepare io.activityd.smaller")
        page.press_for("Size", "Tab")
        page.press("space")
        wait_until(lambda: any("focused" in item.states for found in items(page.application).values() for item in found
                         if item.role == "list item"), "the menu of the choice")
        # GTK's releases focus different rows first.
        page.press("End")
        page.press("Return")
        self.assertEqual(page.line(), "prepare io.activityd.smaller")
        # The menu must be closed first: it would consume the key.
        wait_until(lambda: (widget := page.focused()) and widget.name == "Size", "the end of the menu")
        page.press("Escape")
        self.wait_for(page, "Mail")

    def test_a_switch_makes_the_sheet_that_of_the_copies(self):
        page = self.open("folder-options")
        self.assertIn("Trip", self.names(page))
        page.press("space")
        self.assertEqual(page.line(), "prepare io.activityd.as-zip")
        self.wait_for(page, "Trip.zip")
        page.press_for("Back", "Tab")
        page.press("Return")
        # Mail accepts only files.
        self.wait_for(page, "Mail")
        page.press("Escape")
        self.assertEqual(page.line(), "end left")

    def test_the_focus_returns_to_its_activity_though_a_row_has_come(self):
        page = self.open("options-targets")
        page.turn()
        self.assertEqual(page.focused().name, "Mail")
        page.press_for("Options", "shift+Tab")
        page.press_for("Without Location", "space")
        page.press("space")
        self.assertEqual(page.line(), "prepare io.activityd.without-location")
        page.press("Escape")
        wait_until(lambda: any(name.startswith("Pixel 9") for name in self.names(page)), "the row")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Mail", "the focus on Mail")

    def test_escape_leads_back_to_the_activities(self):
        page = self.open("folder-options")
        page.press("space")
        self.assertEqual(page.line(), "prepare io.activityd.as-zip")
        self.wait_for(page, "Trip.zip")
        page.press("Escape")
        self.wait_for(page, "Mail")
        page.press("Escape")
        self.assertEqual(page.line(), "end left")

    def test_closing_the_window_leaves(self):
        page = self.open("options-inside")
        page.press("alt+F4")
        self.assertEqual(page.line(), "end left")

    def test_a_switch_stays_the_same_when_more_is_offered(self):
        page = self.open("options-late")
        archive = self.switch(page, "As ZIP")
        self.assertNotIn("Without Location", self.names(page))
        archive.node.act()
        self.assertEqual(page.line(), "prepare io.activityd.as-zip")
        self.wait_for(page, "Without Location")
        order = [widget.name for widget in page.tree().all() if widget.role == archive.role and widget.name != "Options"]
        self.assertEqual(order, ["Without Location", "Without Metadata", "Smaller", "As ZIP"])
        self.assertIn("checked", self.switch(page, "As ZIP").states)
        archive.node.act()
        wait_until(lambda: "checked" not in self.switch(page, "As ZIP").states, "the switch that was pressed at first")

    def test_tab_goes_round_where_the_options_cannot_be_opened(self):
        for scene, stops in [("question", 3), ("progress", 3), ("failure", 3), ("empty", 3), ("form", 5)]:
            page = self.open(scene)
            first, names = page.focused().name, []
            while not names or names[-1] != first:
                self.assertLess(len(names), 12, names)
                before = page.focused().name
                page.press("Tab")
                wait_until(lambda: (widget := page.focused()) and widget.name != before, f"the stop behind “{before}”")
                names.append(page.focused().name)
            self.assertGreaterEqual(len(names), stops, f"{scene}: {names}")

    def test_what_is_pressed_meanwhile_waits(self):
        page = self.open("awaiting")
        self.assertEqual(page.line(), "prepare io.activityd.smaller")
        self.wait_for(page, "Preparing…")
        page.press("Escape")
        self.wait_for(page, "Mail")
        page.press("Escape")
        # Nothing was performed.
        self.assertEqual(page.line(), "cancel prepare-1.service")
        self.assertEqual(page.line(), "end left")

    def test_a_failure_stays_on_and_can_be_tried_again(self):
        page = self.open("options-failed")
        self.assertEqual(page.line(), "prepare io.activityd.smaller")
        smaller = self.switch(page, "Smaller")
        self.assertTrue({"checked", "pressed"} & smaller.states)
        self.assertIn("“Smaller” did not work: This picture is damaged.", smaller.description)
        self.assertEqual(page.focused().name, "Try Again")
        page.press("Return")
        self.assertEqual(page.line(), "prepare io.activityd.smaller")
