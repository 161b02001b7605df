# SPDX-License-Identifier: Apache-2.0
"""What the desktop does for us: its file manager, wallpaper, printers, devices."""
import os, subprocess, threading

import jeepney
from jeepney.io.blocking import open_dbus_connection

from support import HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item, uri

ADDRESS = "https://example.org/"


class FileManager:
    """org.freedesktop.FileManager1 on a bus; keeps what it was asked to show."""

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
        self.assertIn("org.freedesktop.FileManager1", self.refuse("show", [file_item("/a")]))


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

    def test_what_the_desktop_did_not_keep_has_failed(self):
        self.environment |= {"GSETTINGS_BACKEND": "memory", "XDG_CURRENT_DESKTOP": "GNOME"}
        self.refuse("wallpaper", [file_item(self.file("a.png"), "image/png")])

    def test_another_desktop_is_refused(self):
        for desktop in ("", "XFCE"):
            self.environment["XDG_CURRENT_DESKTOP"] = desktop
            self.refuse("wallpaper", [file_item(self.file("a.png"), "image/png")])


class ProgramTests(ActivityTestCase):
    """Programs of others, of which records are kept."""

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

    def test_bluetooth_asks_in_whichever_window_there_is(self):
        paths = [self.file(name) for name in HOSTILE_NAMES]
        for program in ("blueman-sendto", "bluetooth-sendto"):
            self.fake(program)
            self.succeed("bluetooth", [file_item(path) for path in paths])
            self.assertEqual(self.calls(program), [paths])

    def test_the_only_device_in_reach_is_sent_everything(self):
        self.fake("kdeconnect-cli", output="0a_1 My Phone\n")
        items = [file_item(self.file("a b.txt")), text_item("-words $HOME"), link_item(ADDRESS)]
        self.succeed("device", items)
        sent = [["--share", items[0]["uri"]], ["--share-text", "-words $HOME"], ["--share", ADDRESS]]
        self.assertEqual(self.calls("kdeconnect-cli")[1:], [
            [word.encode() for word in ["--device", "0a_1", *what]] for what in sent])

    def test_of_several_devices_one_is_chosen(self):
        self.fake("kdeconnect-cli", output="a1 --help\nb2 Tablet\n")
        for chooser in ("zenity", "kdialog"):
            self.fake(chooser, output="b2\n")
            self.succeed("device", [link_item(ADDRESS)])
            self.assertEqual(self.calls(chooser)[-1][-5:], [b"--", b"a1", b"--help", b"b2", b"Tablet"])
            sent = [b"--device", b"b2", b"--share", ADDRESS.encode()]
            self.assertEqual(self.calls("kdeconnect-cli")[-1], sent)

    def test_no_device_or_none_chosen_is_a_failure(self):
        self.fake("kdeconnect-cli", output="")
        self.refuse("device", [link_item(ADDRESS)])
        self.fake("kdeconnect-cli", output="a1 Phone\nb2 Tablet\n")
        self.fake("kdialog", status=1)
        self.refuse("device", [link_item(ADDRESS)])
        self.assertEqual(len(self.calls("kdeconnect-cli")), 2)
        self.fake("kdeconnect-cli", status=1)
        self.refuse("device", [link_item(ADDRESS)])
