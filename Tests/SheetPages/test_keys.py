# SPDX-License-Identifier: Apache-2.0
"""The sheet by keyboard alone."""

import unittest

from accessible import Announcements
from gallery import PageTestCase
from pages import GTK_MINOR
from waiting import LIMIT, wait_until

TEXT = "What is read together is remembered: a page's selected words."


class GridKeyTests(PageTestCase):
    def test_tab_goes_from_the_head_to_the_grid_to_cancel(self):
        page = self.open("many")
        head = "5 items"
        self.assertEqual(page.focused().name, head)
        # The first Tab skips the button of the list of items.
        page.press_for("Mail", "Tab")
        page.press_for("Edit…", "Tab")
        page.press_for("Cancel", "Tab")
        page.press_for(head, "Tab")
        page.press_for("5 items, Show what is shared", "Tab")
        page.press_for("Mail", "Tab")
        page.press_for("Send to Device…", "Right")
        page.press_for(head, "shift+Tab", "shift+Tab")
        page.press_for("Cancel", "shift+Tab")
        # The grid is a single stop, and remembers its current cell.
        page.press_for("Send to Device…", "shift+Tab", "shift+Tab")
        page.press_for("Edit…", "Tab")

    def test_nothing_is_chosen_until_a_key_leads_to_the_activities(self):
        for key in ["Right", "Left", "Up", "Down", "Home", "End", "Tab"]:
            page = self.open("grid")
            self.assertEqual(page.focused().name, "photo.png")
            page.press("Return", "space", "s")
            self.assertEqual(page.focused().name, "photo.png")
            self.assertTrue(page.is_silent())
            page.press_for("Mail", key)

    def test_the_first_key_passes_by_what_is_not_there(self):
        page = self.open("targets-away")
        self.assertEqual(page.line(), "targets")
        page.turn()
        self.assertEqual(page.focused().name, "Ada Lovelace, person, Mail")

    def test_tab_comes_to_what_is_shared(self):
        page = self.open("grid")
        page.press_for("Cancel", "Tab", "Tab", "Tab")
        page.press_for("photo.png", "Tab")
        page.press_for("Mail", "Tab")

    def test_arrows_go_across_both_groups(self):
        page = self.open("grid")
        page.press_for("Mail", "Right")
        page.press_for("Send to Device…", "Right")
        page.press_for("Save to Downloads", "Down")
        page.press_for("Compress", "Down")
        page.press_for("Save to Downloads", "Up")
        page.press_for("Copy", "Left")
        page.press_for("Bluetooth…", "Left")
        page.press_for("Plan…", "End")
        page.press_for("Plan…", "Right")
        page.press_for("Mail", "Home")

    def test_a_short_row_is_entered_at_its_end(self):
        page = self.open("grid")
        page.turn().press_for("Show in Files", "End", "Up")
        page.press_for("Bluetooth…", "Up")

    def test_arrows_follow_the_eye_where_all_is_mirrored(self):
        page = self.open("grid", "--locale", "ar").turn()
        first = page.focused().name
        page.press("Left")
        second = wait_until(lambda: (name := page.focused().name) != first and name, "the next")
        self.assertEqual(second, "إرسال إلى جهاز…")
        page.press_for(first, "Right")

    def test_a_letter_goes_to_the_next_title_that_begins_with_it(self):
        page = self.open("grid")
        page.turn().press_for("Copy", "c")
        page.press_for("Compress", "c")
        page.press_for("Copy", "c")
        page.press_for("Set as Wallpaper", "s", "s", "s")
        page.press_for("Send to Device…", "s")

    def test_enter_confirms_what_letters_have_chosen_and_then_performs(self):
        page = self.open("grid").turn()
        page.press_for("Open", "o")
        page.press("Return")
        self.assertTrue(page.is_silent())
        page.press("Return")
        self.assertEqual(page.line(), "perform io.activityd.open")

    def test_escape_leaves(self):
        page = self.open_alone("grid")
        page.press("Escape")
        self.assertEqual(page.line(), "end left")
        self.assertEqual(page.process.wait(LIMIT), 0)


class FormKeyTests(PageTestCase):
    def test_tab_goes_through_the_questions_in_their_order(self):
        page = self.open("form")
        for name in ["Day", "Pick a date", "Seen by *", "Password *", "Text", "Tell nobody", "Back", "Plan", "photo.png", "Server *"]:
            page.press_for(name, "Tab")

    def test_what_is_typed_is_what_is_performed(self):
        page = self.open("form")
        page.press("a", "Tab", "2", "Tab", "Tab", "Tab", "s", "Return")
        # The date is invalid: the focus moves to it, and the typed answers stay.
        wait_until(lambda: (widget := page.focused()) and widget.name == "Day" and "invalid" in widget.states, "the fault")
        page.press("ctrl+a", *"2026", "minus", *"11", "minus", *"21", "Return")
        self.assertEqual(
            page.line(),
            "perform org.example.form quiet=false secret=s server=a text=Look at this. when=2026-11-21 who=all")

    def test_of_two_faults_each_is_put_right_in_its_turn(self):
        page = self.open("form")
        page.press("Tab", "2", "Tab", "Tab", "Tab", "s")
        page.press("Return")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Server *" and "invalid" in widget.states, "the first fault")
        page.press("a", "b", "c", "Return")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Day" and "invalid" in widget.states, "the second fault")
        page.press("ctrl+a", *"2026", "minus", *"11", "minus", *"21", "Return")
        self.assertIn("server=abc text=Look at this. when=2026-11-21", page.line())

    def test_while_the_answers_are_performed_none_is_taken(self):
        page = self.open("form")
        page.press("a", "Tab", "Tab", "Tab", "Tab", "s", "Return")
        self.assertTrue(page.line().startswith("perform org.example.form"))
        self.assertEqual(page.focused().name, "Plan")
        entries = [widget for widget in page.tree().all() if widget.role in ("text", "entry", "password text")]
        self.assertEqual({"sensitive" in widget.states for widget in entries}, {False})

    def test_other_questions_of_the_same_activity_are_asked(self):
        page = self.open("questions")
        self.assertEqual(page.focused().name, "Room *")
        self.assertNotIn("Server *", [widget.name for widget in page.tree().all()])

    def test_escape_in_a_form_that_was_typed_in_leads_back_to_the_activities(self):
        page = self.open("form")
        page.press("a", "Escape")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Plan…", "the activity that was chosen")
        page.press("Return")
        wait_until(lambda: (widget := page.focused()) and widget.name == "Server *", "the form")
        page.press("b", "Escape", "Escape")
        self.assertEqual(page.line(), "end left")

    def test_a_held_escape_leaves_the_form_and_not_the_sheet(self):
        page = self.open("form")
        page.press("a")
        self.assertEqual(self.display.hold("Escape", 2).wait(), 0)
        wait_until(lambda: (widget := page.focused()) and widget.name == "Plan…", "the activity that was chosen")
        self.assertTrue(page.is_silent())
        page.press("Escape")
        self.assertEqual(page.line(), "end left")


class ItemKeyTests(PageTestCase):
    def test_an_item_is_taken_out(self):
        page = self.open("many")
        page.turn().press_for("5 items, Show what is shared", "shift+Tab")
        page.press("Return")
        wait_until(lambda: any(w.name == "Leave notes.txt out" for w in page.tree().all()), "the list")
        remove = next(w for w in page.tree().all() if w.name == "Leave notes.txt out")
        remove.node.act()
        wait_until(lambda: any(w.name == "4 items, Show what is shared" for w in page.tree().all()), "the shorter list")
        names = [w.name for w in page.tree().all() if w.role == "list item"]
        self.assertNotIn("notes.txt", names)
        self.assertEqual(len(names), 4)
        # The following rows have moved up.
        next(w for w in page.tree().all() if w.name == "Leave archive.zip out").node.act()
        wait_until(lambda: any(w.name == "3 items, Show what is shared" for w in page.tree().all()), "the shorter list")
        self.assertNotIn("archive.zip", [w.name for w in page.tree().all() if w.role == "list item"])


    def test_escape_leads_back_to_the_activities(self):
        page = self.open("items")
        wait_until(lambda: any(w.role == "list item" for w in page.tree().all()), "the list")
        page.press("Escape")
        wait_until(lambda: any(w.name == "Mail" for w in page.tree().all()), "the activities")
        page.press("Escape")
        self.assertEqual(page.line(), "end left")

    def test_a_link_and_a_text_can_be_read_whole(self):
        for scene, whole in [("link", "https://login.evil.example/account/session"), ("text", TEXT)]:
            page = self.open(scene)
            opener = next(w for w in page.tree().all() if w.name.endswith(", Show what is shared"))
            opener.node.act()
            wait_until(lambda: whole in [w.name for w in page.tree().all()], f"all of the {scene}")


class FailureKeyTests(PageTestCase):
    def test_tab_goes_round(self):
        page = self.open("tool-failure")
        self.assertEqual(page.focused().name, "Back")
        for name in ["Try Again", "photo.png", "Details", "Back"]:
            page.press_for(name, "Tab")
        for name in ["Details", "photo.png", "Try Again", "Back"]:
            page.press_for(name, "shift+Tab")

    def test_what_a_tool_printed_is_under_details(self):
        page = self.open("tool-failure", "--locale", "de")
        names = {widget.name for widget in page.tree().all()}
        self.assertIn("Es endete mit einem Fehler.", names)
        self.assertFalse([name for name in names if "curl" in name or "/home" in name])

    def test_details_are_opened(self):
        page = self.open("tool-failure")
        page.press_for("Details", "shift+Tab")
        page.press("space")
        wait_until(lambda: any("curl: (6)" in widget.name for widget in page.tree().all()), "the details")
        self.assertIn("expanded", page.focused().states)


class ProgressKeyTests(PageTestCase):
    @unittest.skipIf(GTK_MINOR < 14, "GTK 4.14 and newer can announce; before there is a status.")
    def test_what_goes_on_is_announced(self):
        announcements = Announcements()
        page = self.open("progress")
        page.press("Return")
        wait_until(lambda: announcements.have("Cancelling…"), "the announcement")

    def test_cancel_cancels_and_once_more_closes(self):
        page = self.open("progress")
        self.assertEqual(page.line(), "perform io.activityd.compress")
        page.press("Return")
        self.assertEqual(page.line(), "cancel activity-1.service")
        wait_until(lambda: any(w.name == "Cancelling…" for w in page.tree().all()), "the word")
        self.assertEqual(page.focused().name, "Cancel")
        self.assertNotIn("Continue in Background", [w.name for w in page.tree().all() if "showing" in w.states])
        page.press("Escape")
        wait_until(lambda: not self.display.is_shown(page.pid), "the end of the window")
        self.assertTrue(page.is_silent())
