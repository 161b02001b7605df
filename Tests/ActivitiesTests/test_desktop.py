# SPDX-License-Identifier: Apache-2.0
"""Activities that use the desktop: the file manager, the wallpaper, printers."""
import os, subprocess, threading

import jeepney
from jeepney.io.blocking import open_dbus_connection

from fake_bus import BusTestCase
from support import HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item, uri

ADDRESS = "https://example.org/"


class FileManager:
    """org.freedesktop.FileManager1 on a bus, which records the requests to show items."""

    def __init__(self, bus):
        self.shown = []
        self.connection = open_dbus_connection(bus)
        self.connection.send_and_get_reply(
            jeepney.message_bus.RequestName("org.freedesktop.FileManager1"))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        for message in iter(self.next_message, None):
            if message.header.message_type is jeepney.MessageType.method_call:
                self.shown.append((message.header.fields[jeepney.HeaderFields.member], *message.body))
                self.connection.send(jeepney.new_method_return(message))

    def next_message(self):
        try:
            return self.connection.receive()
        except ConnectionResetError:
            return self.connection.close()


class ShowTests(ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.need("dbus-daemon", "dbus-daemon")
        self.need("busctl", "systemd")
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(bus.communicate)
        self.addCleanup(bus.terminate)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()

    def test_the_file_manager_shows_each_item_by_its_uri(self):
        manager = FileManager(self.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.environment["XDG_ACTIVATION_TOKEN"] = "-token"
        items = [file_item(self.file(name)) for name in HOSTILE_NAMES]
        self.succeed("show", items)
        self.assertEqual(manager.shown, [("ShowItems", [item["uri"] for item in items], "-token")])

    def test_without_a_file_manager_it_fails(self):
        status, _, told = self.perform("show", [file_item("/a")])
        self.assertEqual((status, told.splitlines()[-1]), (1, "No file manager shows these items."))
        self.assertIn("org.freedesktop.FileManager1", told)


class WallpaperTests(ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.need("gsettings", "libglib2.0-bin")
        self.need("glib-compile-schemas", "libglib2.0-dev-bin")
        schemas = self.folder()
        definitions = [
            self.schema("org.gnome.desktop.background", "picture-uri", "picture-uri-dark"),
            self.schema("org.cinnamon.desktop.background", "picture-uri"),
            self.schema("org.mate.background", "picture-filename"),
        ]
        document = "<schemalist>" + "".join(definitions) + "</schemalist>"
        self.file("test.gschema.xml", document.encode(), schemas)
        subprocess.run(["glib-compile-schemas", schemas], check=True)
        self.environment |= {"GSETTINGS_SCHEMA_DIR": schemas, "XDG_DATA_DIRS": schemas}
        self.environment["GSETTINGS_BACKEND"] = "keyfile"

    def schema(self, name, *keys):
        lines = "".join(
            f"<key name='{key}' type='s'><default>'old'</default></key>"
            for key in (*keys, "picture-options"))
        return f"<schema id='{name}' path='/{name.replace('.', '/')}/'>{lines}</schema>"

    def key(self, schema, key):
        command = ["gsettings", "get", schema, key]
        return subprocess.check_output(command, env=self.environment, text=True).strip()

    def test_each_desktop_is_given_the_picture_as_it_wants_it(self):
        path = self.file("o'b \"$HOME\" %é.png")
        plain = self.file("a b.png")
        gnome_keys = ["picture-uri", "picture-uri-dark"]
        for desktop, schema, keys, picture, value in [
            ("ubuntu:GNOME", "org.gnome.desktop.background", gnome_keys, path, f"'{uri(path)}'"),
            ("X-Cinnamon", "org.cinnamon.desktop.background", ["picture-uri"], path, f"'{uri(path)}'"),
            ("MATE", "org.mate.background", ["picture-filename"], plain, f"'{os.fsdecode(plain)}'"),
        ]:
            self.environment["XDG_CURRENT_DESKTOP"] = desktop
            self.succeed("wallpaper", [file_item(picture, "image/png")])
            self.assertEqual([self.key(schema, key) for key in keys], [value] * len(keys))
            self.assertEqual(self.key(schema, "picture-options"), "'old'")

    def test_a_desktop_that_showed_no_picture_shows_this_one(self):
        schema = "org.gnome.desktop.background"
        hide = ["gsettings", "set", schema, "picture-options", "none"]
        subprocess.run(hide, env=self.environment, check=True)
        self.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
        self.succeed("wallpaper", [file_item(self.file("a.png"), "image/png")])
        self.assertEqual(self.key(schema, "picture-options"), "'zoom'")

    def test_plasma_is_given_the_path(self):
        path = self.file("o'b $HOME.png")
        self.fake("plasma-apply-wallpaperimage", output="Done.")
        self.environment["XDG_CURRENT_DESKTOP"] = "KDE"
        self.assertEqual(self.succeed("wallpaper", [file_item(path, "image/png")]), [])
        self.assertEqual(self.calls("plasma-apply-wallpaperimage"), [[path]])

    def test_lxde_and_lxqt_are_given_the_path(self):
        path = self.file("o'b $HOME.png")
        for desktop, program, words in [
            ("LXDE", "pcmanfm", [b"--set-wallpaper", path]),
            ("LXQt", "pcmanfm-qt", [b"--set-wallpaper", path, b"--wallpaper-mode", b"zoom"]),
        ]:
            self.fake(program)
            self.environment["XDG_CURRENT_DESKTOP"] = desktop
            self.succeed("wallpaper", [file_item(path, "image/png")])
            self.assertEqual(self.calls(program), [words])

    def test_each_backdrop_of_xfce_shows_the_picture(self):
        path = self.file("o'b $HOME.png")
        picture = [file_item(path, "image/png")]
        self.environment["XDG_CURRENT_DESKTOP"] = "XFCE"
        backdrops = [f"/backdrop/screen0/monitorDP 1/workspace{number}" for number in (0, 1)]
        listed = "".join(f"{place}/image-style\n{place}/last-image\n" for place in backdrops)
        self.fake("xfconf-query", output=listed + "/desktop-icons/style\n")
        self.succeed("wallpaper", picture)
        calls = self.calls("xfconf-query")[1:]
        self.assertEqual([(call[3], call[-1]) for call in calls], [
            (f"{place}/{key}".encode(), value) for place in backdrops
            for key, value in (("last-image", path), ("image-style", b"5"))])
        self.fake("xfconf-query")
        self.assertIn("did not keep", self.refuse("wallpaper", picture))

    def test_what_is_temporary_is_kept_among_the_backgrounds(self):
        self.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
        item = {**file_item(self.file("x.png", b"sky"), "image/png"), "name": "Sky.png", "temporary": True}
        for name, data in (("Sky.png", None), ("Sky.png", self.folder())):
            if data:
                self.environment["XDG_DATA_HOME"] = data
            kept = os.path.join(data or self.home + "/.local/share", "backgrounds", name)
            self.assertEqual(self.succeed("wallpaper", [item]), [os.fsencode(kept)])
            self.assertEqual(self.key("org.gnome.desktop.background", "picture-uri"), f"'{uri(kept)}'")
            with open(kept, "rb") as file:
                self.assertEqual(file.read(), b"sky")

    def test_what_the_desktop_did_not_keep_has_failed(self):
        self.environment |= {"GSETTINGS_BACKEND": "memory", "XDG_CURRENT_DESKTOP": "GNOME"}
        self.refuse("wallpaper", [file_item(self.file("a.png"), "image/png")])

    def test_another_desktop_is_refused(self):
        for desktop in ("", "i3"):
            self.environment["XDG_CURRENT_DESKTOP"] = desktop
            self.refuse("wallpaper", [file_item(self.file("a.png"), "image/png")])


class WallpaperPortalTests(BusTestCase, ActivityTestCase):
    """The wallpaper on a desktop whose portal previews the picture."""

    def setUp(self):
        super().setUp()
        self.start_bus()
        self.environment["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
        self.picture = [file_item(self.file("o'b $HOME.png", b"sky"), "image/png")]
        self.fake("gsettings")
        self.shown = []

    def portal(self, response):
        def answer(path, member, arguments):
            if member == "Get":
                return "v", (("u", 1),)
            parent, file, options = arguments
            with file.to_file("rb") as stream:
                self.shown.append((parent, stream.read(), options["show-preview"], options["set-on"]))
            sender = portal.caller[1:].replace(".", "_")
            request = f"/org/freedesktop/portal/desktop/request/{sender}/{options['handle_token'][1]}"
            if response is None:
                portal.leave()
                return None
            emitter = jeepney.DBusAddress(request, interface="org.freedesktop.portal.Request")
            portal.connection.send(jeepney.new_signal(emitter, "Response", "ua{sv}", (response, {})))
            return "o", (request,)

        portal = self.serve("org.freedesktop.portal.Desktop", answer)
        return portal

    def test_it_is_shown_before_it_is_set(self):
        self.portal(0)
        self.assertEqual(self.succeed("wallpaper", self.picture), [])
        self.assertEqual(self.shown, [("", b"sky", ("b", True), ("s", "both"))])
        self.assertEqual(self.calls("gsettings"), [])

    def test_a_temporary_one_needs_no_copy_of_ours(self):
        self.portal(0)
        self.succeed("wallpaper", [{**self.picture[0], "temporary": True}])
        self.assertFalse(os.path.exists(self.home + "/.local/share/backgrounds"))

    def test_who_leaves_has_not_failed(self):
        self.portal(1)
        self.succeed("wallpaper", self.picture)
        self.assertEqual(self.calls("gsettings"), [])

    def test_a_portal_that_fails_is_a_failure(self):
        self.portal(2)
        self.assertIn("did not keep", self.refuse("wallpaper", self.picture))

    def test_a_portal_that_goes_away_is_a_failure(self):
        self.portal(None)
        self.assertIn("did not keep", self.refuse("wallpaper", self.picture))

    def test_without_a_portal_the_setting_is_changed(self):
        self.fake("gsettings", output=uri(self.file("x")))
        self.assertIn("did not keep", self.refuse("wallpaper", self.picture))
        self.assertIn([b"set", b"org.gnome.desktop.background", b"picture-uri", self.picture[0]["uri"].encode()],
                      self.calls("gsettings"))

    def test_other_desktops_are_not_asked(self):
        portal = self.portal(0)
        self.fake("plasma-apply-wallpaperimage")
        self.environment["XDG_CURRENT_DESKTOP"] = "KDE"
        self.succeed("wallpaper", self.picture)
        self.assertEqual(portal.calls, [])


class ProgramTests(ActivityTestCase):
    """Activities that call other programs, whose arguments are recorded."""

    def test_print_hands_the_files_to_the_printer(self):
        paths = [self.file(name) for name in HOSTILE_NAMES]
        self.fake("lp", output="request id is Printer-1 (1 file(s))\n")
        lines = self.succeed("print", [file_item(path, "application/pdf") for path in paths])
        self.assertEqual(self.calls("lp"), [paths])
        self.assertEqual(lines, [b"request id is Printer-1 (1 file(s))"])

    def test_a_link_and_a_file_are_opened(self):
        self.fake("xdg-open")
        for item in (link_item(ADDRESS), file_item(self.file("a b%\n.txt"), "text/plain")):
            self.succeed("open", [item])
            self.assertEqual(self.calls("xdg-open")[-1], [item["uri"].encode()])

    def test_what_is_temporary_is_opened_as_a_copy_in_downloads_and_the_person_is_told(self):
        self.fake("xdg-open")
        self.fake("busctl")
        item = {**file_item(self.file("x", b"pages")), "name": "Report\u202e <1> & 2.pdf", "temporary": True}
        request = [item]
        self.succeed("open", request, locale="de-AT")
        copy = self.home + "/Downloads/Report\u202e <1> & 2.pdf"
        with open(copy, "rb") as file:
            self.assertEqual(file.read(), b"pages")
        self.assertEqual(self.calls("xdg-open"), [[uri(copy).encode()]])
        call, = self.calls("busctl")
        self.assertEqual(call[-5:-3], ["In Downloads gespeichert".encode(), b"Report &lt;1> &amp; 2.pdf"])

    def test_a_link_in_the_place_of_what_is_temporary_is_not_opened(self):
        self.fake("xdg-open")
        path = self.folder() + "/photo.png"
        os.symlink(self.file("id_ed25519"), path)
        self.refuse("open", [{**file_item(path), "temporary": True}])
        self.assertEqual(self.calls("xdg-open"), [])
