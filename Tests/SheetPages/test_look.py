# SPDX-License-Identifier: Apache-2.0
"""The sheet's appearance under a desktop's settings, checked in the compositor's pixels."""

import collections
import os
import shutil
import subprocess
import tempfile
import unittest

from gi.repository import GLib

from displays import Wayland
from gallery import Gallery, PageTestCase, lasting
from pages import GTK_MINOR
from pictures import contrast, hexadecimal
from portal import SettingsPortal
from waiting import wait_until

PANEL = {"light": "#f4f5f9", "dark": "#26282f", "contrasting": "#ffffff", "contrasting, dark": "#000000"}
INK = {"light": "#1f2430", "dark": "#f2f4f8", "contrasting": "#000000", "contrasting, dark": "#ffffff"}
ACCENT = "#0b57d0"
ERROR = "#b3261e"
DARK, CONTRASTING = GLib.Variant("u", 1), GLib.Variant("u", 1)
PURPLE = GLib.Variant("(ddd)", (0x7b / 255, 0x1f / 255, 0xa2 / 255))
LOOKS = {
    "light": {}, "dark": {"color-scheme": 1}, "contrasting, dark": {"contrast": 1}, "contrasting": {"color-scheme": 2},
}
PAGES = ["grid", "items", "faults", "cancelling", "failure", "empty"]
TEXTS = {"label", "heading", "alert", "push button", "status bar"}
# In points.
TILE = 62
# Offset from the reported extents, which newer releases of GTK report without padding.
UPPER_EDGE = 6 if GTK_MINOR >= 14 else -8


def setUpModule():
    # At a density of 1, the strokes of small letters are thinner than a pixel, and so paler than their colour.
    LookTestCase.display = Wayland(density=2)
    unittest.addModuleCleanup(LookTestCase.display.close)


class LookTestCase(PageTestCase):
    def portal(self, **values):
        portal = SettingsPortal(**values)
        self.addCleanup(portal.close)
        return portal

    def picture(self, page):
        return self.display.picture(page.pid)

    def wait_for_ground(self, page, look):
        wait_until(lambda: self.picture(page).ground() == PANEL[look], f"the {look} look")

    def wait_for_colour(self, page, colour):
        wait_until(lambda: colour in map(hexadecimal, self.picture(page).colours()), f"the colour {colour}")


class PortalTests(LookTestCase):
    def test_it_opens_as_the_portal_says(self):
        self.portal(**{"color-scheme": DARK})
        self.wait_for_ground(self.open_alone("grid"), "dark")

    def test_an_open_sheet_follows(self):
        portal = self.portal()
        page = self.open_alone("form")
        self.wait_for_ground(page, "light")
        self.wait_for_colour(page, ACCENT)
        portal.set("accent-color", PURPLE)
        self.wait_for_colour(page, "#7b1fa2")
        portal.set("color-scheme", DARK)
        self.wait_for_ground(page, "dark")
        portal.set("contrast", CONTRASTING)
        self.wait_for_ground(page, "contrasting, dark")
        portal.set("color-scheme", GLib.Variant("u", 0))
        self.wait_for_ground(page, "contrasting")

    def test_the_focus_can_be_seen_before_a_key_is_pressed(self):
        self.portal()
        page = self.open_alone("grid")
        places = {widget.name: widget.extents for widget in page.tree().all() if widget.role in ("panel", "push button", "button")}
        self.assertIn(ACCENT, self.edge(page, places["photo.png"], 0, 10))
        self.assertNotIn(ACCENT, self.edge(page, places["Mail"], UPPER_EDGE, 2))
        page.turn()
        # The focus is reported to assistive technology before it is painted.
        wait_until(lambda: ACCENT in self.edge(page, places["Mail"], UPPER_EDGE, 2), "the focus on Mail")
        self.assertNotIn(ACCENT, self.edge(page, places["photo.png"], 0, 10))
        self.assertNotIn(ACCENT, self.edge(page, places["Copy"], UPPER_EDGE, 2))

    def edge(self, page, place, top, height):
        """The colours at the upper edge of a widget."""
        x, y, width, _ = place
        return set(map(hexadecimal, self.picture(page).colours(x + width // 4, y + top, width // 2, height)))

    def test_values_of_other_types_say_nothing(self):
        portal = self.portal(**{"color-scheme": GLib.Variant("s", "dark"), "accent-color": GLib.Variant("u", 7)})
        page = self.open_alone("form")
        portal.set("accent-color", GLib.Variant("(ddd)", (2, 0, 0)))
        portal.set("contrast", CONTRASTING)
        self.wait_for_ground(page, "contrasting")
        portal.set("contrast", GLib.Variant("d", 1))
        self.wait_for_ground(page, "light")
        self.wait_for_colour(page, ACCENT)


class StoredSettings(LookTestCase):
    """GNOME's stored settings, without a portal."""

    def setUp(self):
        folder = tempfile.mkdtemp(dir=os.environ["HOME"])
        self.addCleanup(shutil.rmtree, folder)
        self.addCleanup(setattr, self, "display", self.display)
        self.display = Configured(self.display, folder)

    def set(self, key, value, schema="org.gnome.desktop.interface"):
        subprocess.run(["gsettings", "set", schema, key, value], env=self.display.environment(), check=True)


class StoredSettingsTests(StoredSettings):
    def test_dark_and_contrasting(self):
        self.set("color-scheme", "prefer-dark")
        self.wait_for_ground(self.open_alone("grid"), "dark")
        self.set("high-contrast", "true", "org.gnome.desktop.a11y.interface")
        self.wait_for_ground(self.open_alone("grid"), "contrasting, dark")

    def test_an_open_sheet_takes_larger_text(self):
        page = self.open_alone("grid", "--locale", "de")
        # Four columns, then three.
        page.turn().press_for("Kopieren", "Down")
        page.press_for("Drucken", "Down")
        width = self.display.window(page.pid)["rect"]["width"]
        self.set("text-scaling-factor", "2.0")
        wait_until(lambda: self.display.window(page.pid)["rect"]["width"] != width, "the new width")

    def test_text_that_grows_beneath_a_press_has_it_dropped(self):
        def attempt(count):
            self.set("text-scaling-factor", "1.0")
            page = self.open_alone("grid").turn()
            # Shift does nothing, and delays the quiet of a page that the person has not turned to.
            typing = self.display.type(["Down", *count * ["Shift_L"], "Return"], 100, quiet=page.pid)
            self.addCleanup(typing.wait)
            wait_until(lambda: page.focused().name == "Copy", "the first key")
            width = self.display.window(page.pid)["rect"]["width"]
            self.set("text-scaling-factor", "2.0")
            wait_until(lambda: self.display.window(page.pid)["rect"]["width"] != width, "the new width")
            is_in_time = typing.poll() is None
            self.assertEqual(typing.wait(), 0)
            self.assertTrue(not is_in_time or page.is_silent())
            return is_in_time

        lasting(attempt)

    def test_less_motion_stops_the_bar(self):
        page = self.open_alone("pulse")
        first = self.picture(page).pixels
        wait_until(lambda: self.picture(page).pixels != first, "the bar's next beat")
        self.set("enable-animations", "false")
        # The pictures take longer than five pulses.
        wait_until(lambda: len({self.picture(page).pixels for _ in range(8)}) == 1, "the bar's rest")


class SmallScreenTests(StoredSettings):
    """A person makes text larger while a sheet is open."""

    @classmethod
    def setUpClass(cls):
        cls.display = Wayland(size=(390, 600))
        cls.addClassCleanup(cls.display.close)

    def test_text_that_grows_leaves_the_sheet_as_large_as_the_screen_at_most(self):
        for name in ["grid", "items", "form", "failure", "progress"]:
            self.set("text-scaling-factor", "1.0")
            page = self.open_alone(name)
            before = self.size(page)
            self.set("text-scaling-factor", "2.5")
            wait_until(lambda: self.size(page) != before, f"the new size of {name}")
            wait_until(lambda: all(now <= most for now, most in zip(self.size(page), (390, 600))), f"{name} within the screen")

    def size(self, page):
        place = self.display.window(page.pid)["rect"]
        return place["width"], place["height"]


class Configured:
    """A display whose programs read GNOME's settings from a file."""

    def __init__(self, display, folder):
        self.inner, self.folder = display, folder

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def environment(self):
        return self.inner.environment() | {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": self.folder}


@unittest.skipIf(GTK_MINOR >= 14, "Newer releases of GTK tell places without the padding around them.")
class ContrastTests(LookTestCase):
    """Contrast of each text on the pages, in the compositor's pixels."""

    def check(self, name):
        portal = self.portal()
        page = self.open_alone(name)
        texts = [widget for widget in page.tree().in_sight() if widget.name and widget.role in TEXTS]
        self.assertGreater(len(texts), 2)
        for look, values in LOOKS.items():
            for key, value in values.items():
                portal.set(key, GLib.Variant("u", value))
            self.wait_for_ground(page, look)
            self.check_icons(page, texts, look)
            self.check_texts(self.picture(page), texts, look)

    def test_each_wrong_answer_is_framed(self):
        self.portal()
        page = self.open_alone("faults")
        self.wait_for_ground(page, "light")
        wrong = [widget for widget in page.tree().all() if "invalid" in widget.states]
        self.assertEqual([widget.name for widget in wrong], ["Server *", "Day", "Password *"])
        for widget in wrong:
            colours = self.picture(page).colours(*widget.extents)
            self.assertIn(ERROR, map(hexadecimal, colours), widget.name)

    def test_a_choice_of_an_option_that_is_off_is_dimmed(self):
        self.portal()
        page = self.open_alone("options")
        self.wait_for_colour(page, INK["light"])

        def darkest():
            place = next(widget for widget in page.tree().all() if widget.role == "combo box").extents
            colours = self.picture(page).colours(*place)
            return max(contrast(colour, colours.most_common(1)[0][0]) for colour in colours)

        wait_until(lambda: 1.5 < darkest() < 4.5, "a choice that cannot be made")
        next(widget for widget in page.tree().all() if widget.role in ("switch", "check box") and widget.name == "Smaller").node.act()
        wait_until(lambda: darkest() > 4.5, "a choice")

    def test_stars_can_be_seen(self):
        """WCAG 2.2, 1.4.11 Non-text Contrast."""
        portal = self.portal()
        page = self.open_alone("edit")
        # Rows below the visible ones are not laid out.
        found = [
            widget for widget in page.tree().in_sight()
            if widget.name.endswith(" in the first row") and "sensitive" in widget.states and widget.extents[2] >= 44]
        self.assertGreater(len(found), 3)
        for look, values in LOOKS.items():
            for key, value in values.items():
                portal.set(key, GLib.Variant("u", value))
            self.wait_for_ground(page, look)
            # Without the frame around the star.
            stars = [(widget, (x + 12, y + 12, width - 24, height - 24)) for widget in found for x, y, width, height in [widget.extents]]
            for widget, place in stars:
                colours = self.picture(page).colours(*place)
                ground = colours.most_common(1)[0][0]
                self.assertGreaterEqual(max(contrast(colour, ground) for colour in colours), 3, f"{widget.name}, {look}")

    def test_the_filled_button_is_the_one_with_the_focus(self):
        self.portal()
        for name in ["failure", "tool-failure", "question"]:
            page = self.open_alone(name)
            self.wait_for_colour(page, ACCENT)
            colours = self.picture(page).colours(*page.focused().extents)
            self.assertEqual(hexadecimal(colours.most_common(1)[0][0]), ACCENT, name)

    def test_a_program_has_its_own_icon(self):
        self.portal()
        page = self.open_alone("targets-programs")
        self.wait_for_ground(page, "light")

        def has_colours(name):
            tile = next(widget for widget in page.tree().all() if widget.name.startswith(name + ", ")).extents
            channels = [[int(colour[at:at + 2], 16) for at in (1, 3, 5)] for colour in self.colours_of_tile(self.picture(page), tile)]
            return any(max(colour) - min(colour) > 60 for colour in channels)

        wait_until(lambda: has_colours("Painter"), "the program's icon")
        self.assertFalse(has_colours("Editor"), "It has none, so there is the sign of its kind.")

    def check_icons(self, page, targets, look):
        """Waits for the icons, which arrive after the titles, in the text colour, each within its tile."""
        tiles = [target.extents for target in targets if target.extents[3] > TILE]

        def are_there():
            picture = self.picture(page)
            return all(INK[look] in self.colours_of_tile(picture, tile) for tile in tiles)

        wait_until(are_there, f"the icons, {look}")

    def colours_of_tile(self, picture, tile):
        x, y, width, _ = tile
        # The tile has 60 points, and the icon in its middle 35.
        return set(map(hexadecimal, picture.colours(x + width // 2 - 18, y + 12, 36, 36)))

    def check_texts(self, picture, texts, look):
        for text in texts:
            x, y, width, height = text.extents
            # An activity's title is below its tile.
            top = y + TILE if height > TILE else y
            colours = picture.colours(x, top, width, y + height - top)
            ground = colours.most_common(1)[0][0]
            best = max(contrast(colour, ground) for colour in colours)
            self.assertGreaterEqual(best, 4.5, f"“{text.name}”, {look}")


def test_of(name):
    return lambda self: self.check(name)


for name in PAGES:
    setattr(ContrastTests, f"test_{name}_can_be_read", test_of(name))


class HeadTests(LookTestCase):
    def heading(self, origin, *arguments):
        """Counts the colours of the line that names the asker."""
        page = self.open("grid", "--page", origin, "Firefox", *arguments)
        place = next(widget for widget in page.tree().all() if widget.role == "heading").extents

        def painted():
            colours = self.picture(page).colours(*place)
            return len(colours) > 1 and colours

        return wait_until(painted, "a line of text")

    def test_an_origin_is_cut_at_its_beginning_at_every_size(self):
        """Origins that differ at the truncated start look alike; those with different registered domains do not."""
        middle = "accounts." * 12
        for arguments in ([], ["--compact"]):
            one, other, registered = (
                self.heading(start + middle + end, *arguments)
                for start, end in (("a.", "evil.example"), ("b.", "evil.example"), ("a.", "bank.example")))
            self.assertEqual(one, other)
            self.assertNotEqual(one, registered)


class MenuTests(LookTestCase):
    HEIGHT = 150

    def ink(self, locale):
        """Number of an entry's menu's pixels that differ from its background, in the left and the right half."""
        # A gallery of its own, because GTK warns that this compositor cannot move popups.
        gallery = Gallery(self.display, "form", "--locale", locale)
        self.addCleanup(gallery.end)
        page = gallery.page()
        x, y, width, height = page.focused().extents

        def columns():
            picture = self.picture(page)
            return [picture.colours(x + column, y + height, 1, self.HEIGHT) for column in range(width)]

        before = columns()
        page.press("shift+F10")
        after = wait_until(lambda: (now := columns()) != before and now == columns() and now, "the menu")
        changed = [now for now, then in zip(after, before) if now != then]
        ground = sum(changed, collections.Counter()).most_common(1)[0][0]
        ink = [column.total() - column[ground] for column in changed if 2 * column[ground] > column.total()]
        gallery.end()
        return sum(ink[:len(ink) // 2]), sum(ink[len(ink) // 2:])

    def test_what_gtk_makes_later_is_mirrored_with_its_sheet(self):
        left, right = self.ink("en")
        self.assertGreater(left, right)
        left, right = self.ink("he")
        self.assertLess(left, right)
