# SPDX-License-Identifier: Apache-2.0
"""The activity Open With, with the test's own desktop entries."""
import os

from fake_bus import BusTestCase
from support import HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item
from waiting import wait_until

ADDRESS = "https://example.org/"


class OpenWithTests(BusTestCase, ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.data = self.folder()
        os.mkdir(self.data + "/applications")
        self.environment |= {"XDG_DATA_HOME": self.data, "XDG_DATA_DIRS": self.folder(), "XDG_CURRENT_DESKTOP": ""}
        self.associations, self.defaults = {}, {}

    def program(self, name, *types, codes="%U", default=(), **keys):
        """Installs a fake program with a desktop entry for these types; see `calls`."""
        self.fake(name)
        lines = {"Type": "Application", "Name": name.title(), "Exec": f"{name} --open {codes}", **keys}
        entry = "[Desktop Entry]\n" + "".join(f"{key}={value}\n" for key, value in lines.items())
        self.file(name + ".desktop", entry.encode(), self.data + "/applications")
        for type in types:
            self.associations.setdefault(type, []).append(name + ".desktop")
        self.defaults |= {type: [name + ".desktop"] for type in default}
        lists = {"Added Associations": self.associations, "Default Applications": self.defaults}
        text = "".join(
            f"[{group}]\n" + "".join(f"{type}={';'.join(names)};\n" for type, names in types.items())
            for group, types in lists.items())
        self.file("mimeapps.list", text.encode(), self.data + "/applications")

    def offered(self, *types):
        self.environment["ACTIVITY_TYPES"] = "\n".join(types)
        status, options, told = self.options("open-with")
        self.assertEqual((status, told), (0, ""))
        return options

    def offers_none(self, *types):
        """Asserts that the list is empty, which is not a failure."""
        self.assertEqual(self.offered(*types), [])

    def test_the_programs_that_take_all_types_are_offered(self):
        self.program("viewer", "image/png", "image/jpeg", default=["image/png"], **{"Name[de]": "Betrachter"})
        self.program("painter", "image/png", "text/plain", Name="Pai\tnter\u202e")
        self.program("player", "image/jpeg")
        self.program("nothing", "image/png", codes="")
        self.assertEqual(self.offered("image/png"), [
            ("viewer.desktop", "Viewer", "program"), ("painter.desktop", "Painter", "program")])
        self.assertEqual(self.offered("image/jpeg", "image/png"), [("viewer.desktop", "Viewer", "program")])
        self.offers_none("text/plain", "image/jpeg")
        self.environment |= {"LANGUAGE": "de", "LANG": "en_US.UTF-8"}
        self.assertEqual(self.offered("image/png", "image/jpeg"), [("viewer.desktop", "Betrachter", "program")])

    def test_the_one_that_opens_it_anyway_is_not_offered_alone(self):
        self.program("viewer", "image/png", "x-scheme-handler/https", default=["image/png"])
        self.offers_none("image/png")
        # The activity Open accepts only one item, so a single program is offered for two.
        self.assertEqual(len(self.offered("image/png", "image/png")), 1)
        self.program("painter", "image/png")
        self.assertEqual(len(self.offered("image/png")), 2)
        for types in [(), ("nonsense",), ("a/b", "\udce9")]:
            self.offers_none(*types)

    def test_a_programs_own_icon_is_that_of_the_theme(self):
        for name, icon in {"a": "org.example.A", "b": "/usr/share/pixmaps/b.png"}.items():
            self.program(name, "image/png", Icon=icon)
        self.assertEqual(self.offered("image/png"), [("a.desktop", "A", "program", "", "org.example.A"), ("b.desktop", "B", "program")])

    def test_it_is_started_with_all_items_and_the_windows_token(self):
        for codes in ("%U", "%F"):
            self.program("painter", "image/png", "inode/directory", codes=codes)
            paths = [self.file(name) for name in HOSTILE_NAMES] + [self.folder().encode()]
            items = [file_item(path, "image/png") for path in paths[:-1]] + [file_item(paths[-1], "inode/directory")]
            self.succeed("open-with", items, {"program": "painter.desktop"})
            wait_until(lambda: self.calls("painter"), "the painter")
            self.assertEqual(self.calls("painter"), [[b"--open", *paths]])
            os.unlink(self.programs + "/painter.calls")

    def test_links_are_opened(self):
        self.program("browser", "x-scheme-handler/https", default=["x-scheme-handler/https"])
        self.program("other", "x-scheme-handler/https")
        self.succeed("open-with", [link_item(ADDRESS)], {"program": "other.desktop"})
        wait_until(lambda: self.calls("other"), "the other")
        self.assertEqual(self.calls("other"), [[b"--open", ADDRESS.encode()]])

    def test_what_is_temporary_or_a_text_is_kept_in_downloads(self):
        self.fake("busctl")
        self.program("editor", "text/plain")
        temporary = {**file_item(self.file("x", b"pages"), "text/plain"), "name": "notes.txt", "temporary": True}
        self.succeed("open-with", [temporary, text_item("words")], {"program": "editor.desktop"}, locale="de")
        copies = [self.home + "/Downloads/notes.txt", self.home + "/Downloads/text.txt"]
        wait_until(lambda: self.calls("editor"), "the editor")
        self.assertEqual(self.calls("editor"), [[b"--open", *map(os.fsencode, copies)]])
        for copy, content in zip(copies, (b"pages", b"words")):
            with open(copy, "rb") as file:
                self.assertEqual(file.read(), content)

    def test_a_program_that_the_bus_starts_is_given_the_items_there(self):
        self.start_bus()
        service = self.serve("org.example.Paint-er", lambda *_: ("", ()))
        self.program("org.example.Paint-er", "image/png", DBusActivatable="true")
        self.environment["XDG_ACTIVATION_TOKEN"] = "token-1"
        item, answer = file_item(self.file("a b.png"), "image/png"), {"program": "org.example.Paint-er.desktop"}
        self.succeed("open-with", [item], answer)
        token = ("s", "token-1")
        self.assertEqual(service.calls, [
            ("/org/example/Paint_er", "Open", [item["uri"]], {"activation-token": token, "desktop-startup-id": token})])
        def refuse(*_):
            raise ValueError("no")
        service.answer = refuse
        self.assertEqual(self.refuse("open-with", [item], answer), "“Org.Example.Paint-Er” could not be started.")

    def test_what_cannot_be_started_is_named(self):
        self.program("painter", "image/png")
        with open(self.programs + "/painter", "w") as file:
            file.write("#!/nowhere\n")
        os.chmod(self.programs + "/painter", 0o644)
        self.refuse("open-with", [file_item(self.file("a"), "image/png")], {"program": "painter.desktop"})

    def test_a_program_that_takes_no_such_thing_is_not_started(self):
        self.program("painter", "image/png", codes="%f")
        self.program("editor", "text/plain")
        elsewhere = {"type": "image/png", "uri": "sftp://host/a.png"}
        for item, answer in [
            (file_item(self.file("a"), "image/png"), "editor.desktop"), (elsewhere, "painter.desktop"),
            (file_item(self.file("a"), "image/png"), "../painter.desktop"), (file_item(self.file("a"), "image/png"), ""),
        ]:
            self.refuse("open-with", [item], {"program": answer})
        self.assertEqual(self.calls("editor") + self.calls("painter"), [])
