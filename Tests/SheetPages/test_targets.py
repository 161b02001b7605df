# SPDX-License-Identifier: Apache-2.0
"""The sheet's first row: targets and starred activities."""

import subprocess
import unittest

from gallery import PageTestCase
from pages import GTK_MINOR, TARGETS
from quiet import wait_for_quiet
from test_window import place, window_of
from waiting import wait_until

PIXEL = "Pixel 9, phone, Send to Device"
AWAY = ", not reachable"
# Milliseconds between two keys.
TYPING = 60


class RowTestCase(PageTestCase):
    def names(self, page):
        return [widget.name for widget in page.tree().all()]

    def places(self, page):
        """Extents of the targets, by name."""
        return {
            widget.name.removesuffix(AWAY): widget.extents
            for widget in page.tree().all() if widget.role in TARGETS}


class RowTests(RowTestCase):
    def test_arrows_go_from_the_row_to_the_groups(self):
        page = self.open("targets")
        page.press_for("Copy", "Right")
        page.press_for("Mail", "Right")
        page.press_for(PIXEL, "Right")
        page.press_for("A name that is rather long for two lines, Send to Device", "Down")
        page.press_for("Bluetooth…", "Down")
        page.press_for("Copy", "Home")
        page.press_for("Plan…", "End")

    def test_arrows_follow_the_eye_where_all_is_mirrored(self):
        page = self.open("targets-known", "--locale", "he").turn()
        first = page.focused().name
        page.press("Left")
        second = wait_until(lambda: (name := page.focused().name) != first and name, "the next")
        self.assertTrue(second.startswith("Living Room"), second)
        page.press_for(first, "Right")

    def test_a_letter_goes_to_a_target(self):
        page = self.open("targets")
        page.turn().press_for(PIXEL, "p")
        page.press_for("Print", "p")

    def test_a_press_performs_with_the_target(self):
        page = self.open("targets")
        page.press_for(PIXEL, "Right", "Right", "Right")
        page.press("Return")
        self.assertEqual(page.line(), "perform io.activityd.device target=a")

    def test_a_starred_activity_performs(self):
        page = self.open("targets")
        page.press_for("Mail", "Right", "Right")
        page.press("Return")
        self.assertEqual(page.line(), "perform io.activityd.mail")

    @unittest.skipIf(GTK_MINOR >= 14, "Newer releases of GTK tell places without the padding around them.")
    def test_its_title_and_its_tiles_have_one_edge(self):
        for arguments in ([], ["--compact"]):
            tree = self.open("stars", *arguments).tree()
            title = next(w.extents for w in tree.all() if w.name == "Quick Access" and w.role in ("label", "status bar"))
            tile = next(w.extents for w in tree.all() if w.name == "Copy")
            # A tile is 60 points wide.
            self.assertLessEqual(abs(title[0] - (tile[0] + (tile[2] - 60) / 2)), 1, arguments)

    def test_nothing_moves_when_the_final_answer_comes(self):
        before = self.places(self.open("targets-known"))
        page = self.open("targets-away")
        self.assertEqual(page.line(), "targets")
        after = self.places(page)
        self.assertEqual({name: after.pop(name) for name in before}, before)
        self.assertEqual(list(after), ["Cellar, place, Save to Downloads"])

    def test_a_row_does_not_come_late(self):
        page = self.open("targets-late")
        self.assertEqual(page.line(), "targets")
        self.assertEqual(self.places(page), self.places(self.open("grid")))

    def test_what_is_not_there_is_said_and_not_performed(self):
        page = self.open("targets-away")
        self.assertEqual(page.line(), "targets")
        page.turn().press_for(PIXEL + AWAY, "Home")
        places = self.places(page)
        page.press("Return")
        wait_until(lambda: "“Pixel 9” cannot be reached now." in self.names(page), "the sentence")
        self.assertEqual(self.places(page), places)
        self.assertTrue(page.is_silent())

    def test_more_leads_to_the_activity(self):
        page = self.open("targets-many")
        page.choose("More, Send to Device", "m")
        page.press("Return")
        self.assertEqual(page.line(), "perform io.activityd.device")

    def test_what_else_is_required_is_asked_with_the_target_filled_in(self):
        page = self.open("targets-asking")
        page.choose("Friends, group, Plan", "f")
        page.press("Return")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Server *", "the form")
        page.press("a", "Tab", "Tab", "Tab", "Tab", "s", "Return")
        self.assertIn("server=a text=Look at this. who=friends", page.line())


class RowMenuTests(RowTestCase):
    def open_at_phone(self):
        page = self.open("targets-known").turn()
        self.assertEqual(page.focused().name, PIXEL)
        return page

    def wait_for_menu(self, page):
        wait_until(lambda: (widget := page.focused()) and widget.role == "menu item", "the menu")
        self.assertEqual(page.focused().name, "Bluetooth")

    def test_the_menu_has_the_other_ways(self):
        for key in ["Menu", "shift+F10"]:
            page = self.open_at_phone()
            self.display.press_in_quiet(page.pid, key)
            self.wait_for_menu(page)
            page.press("Return")
            self.assertEqual(page.line(), "perform io.activityd.bluetooth target=b")

    def test_keys_under_way_pick_nothing(self):
        page = self.open_at_phone()
        self.assertEqual(self.display.type(["Menu", "Return", "space", "Return"], TYPING, quiet=page.pid).wait(), 0)
        self.wait_for_menu(page)
        self.assertTrue(page.is_silent())
        page.press("Return")
        self.assertEqual(page.line(), "perform io.activityd.bluetooth target=b")

    def test_what_assistive_technology_presses_counts_at_once(self):
        page = self.open_at_phone()
        self.display.press_in_quiet(page.pid, "Menu")
        self.wait_for_menu(page)
        page.focused().node.act()
        self.assertEqual(page.line(), "perform io.activityd.bluetooth target=b")

    def test_escape_closes_the_menu_and_not_the_sheet(self):
        page = self.open_at_phone()
        self.display.press_in_quiet(page.pid, "Menu")
        self.wait_for_menu(page)
        page.press_for(PIXEL, "Escape")
        page.press("Escape")
        self.assertEqual(page.line(), "end left")

    def test_the_secondary_button_opens_it(self):
        page = self.open_at_phone()
        left, top, *_ = place(window_of(page.process))
        x, y, width, height = page.focused().extents
        wait_for_quiet(page.pid)
        at = [str(left + x + width // 2), str(top + y + height // 2)]
        subprocess.run(["xdotool", "mousemove", *at, "click", "3"], check=True)
        self.wait_for_menu(page)
        page.press("Return")
        self.assertEqual(page.line(), "perform io.activityd.bluetooth target=b")

    def test_a_target_with_one_way_has_no_menu(self):
        page = self.open_at_phone()
        page.press_for("Living Room, television, Send to Device", "Right")
        self.display.press_in_quiet(page.pid, "Menu")
        self.assertEqual(page.focused().name, "Living Room, television, Send to Device")
        self.assertNotIn("menu item", [widget.role for widget in page.tree().all()])
