# SPDX-License-Identifier: Apache-2.0
"""The activity Send to Device, with fake services for KDE Connect and GSConnect."""
import os, threading
from unittest import mock

from fake_bus import BusTestCase
from support import HOSTILE_NAMES, ActivityTestCase, file_item, link_item, text_item

import bus

KDE, GSCONNECT = "org.kde.kdeconnect", "org.gnome.Shell.Extensions.GSConnect"
ADDRESS = "https://example.org/"
PHONE, TABLET = "a1b2c3d4_e5", "_0f"


class DeviceTestCase(BusTestCase, ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.start_bus()

    def kde(self, devices, share=lambda *_: ("", ())):
        """Serves KDE Connect. Each device, by identifier, has a name, a type, and whether it is in reach and paired."""
        def answer(path, member, arguments):
            if member == "deviceNames":
                reachable, paired = arguments
                return "a{ss}", ({
                    identifier: name for identifier, (name, _, reached, known) in devices.items()
                    if (reached or not reachable) and (known or not paired)},)
            if member == "Get":
                return "v", (("s", devices[path.rsplit("/", 1)[-1]][1]),)
            return share(path, member, arguments)
        return self.serve(KDE, answer)

    def gsconnect(self, devices, enabled=True, activate=lambda *_: ("", ())):
        """Serves GSConnect, whose object paths do not contain the identifier. `enabled`: all actions, none, or some by name."""
        def answer(path, member, arguments):
            if member == "GetManagedObjects":
                return "a{oa{sa{sv}}}", ({
                    f"/org/gnome/Shell/Extensions/GSConnect/Device/{number}": {GSCONNECT + ".Device": {
                        "Id": ("s", identifier), "Name": ("s", name), "Type": ("s", kind), "Connected": ("b", reached),
                        "Paired": ("b", known)}}
                    for number, (identifier, (name, kind, reached, known)) in enumerate(devices.items())},)
            return ("(bgav)", ((enabled is True or arguments[0] in (enabled or ()), "s", []),)) if member == "Describe" else activate(*arguments)
        return self.serve(GSCONNECT, answer)


class DevicesTests(DeviceTestCase):
    def offers(self, expected):
        self.prints("device", (0, expected, ""))

    def test_the_devices_of_both_are_offered_with_their_kinds(self):
        self.kde({
            PHONE: ("--help", "phone", True, True), "t": ('My "Tablet"', "tablet", True, True),
            "far": ("Far", "phone", False, True), "new": ("Stranger", "phone", True, False)})
        service = self.gsconnect({
            "dash-ed id": ("Living room", "tv", True, True), PHONE: ("Twice", "phone", True, True),
            "x": ("Far", "laptop", False, True), "y": ("Stranger", "laptop", True, False), "z": ("Box", "fridge", True, True)})
        self.offers([
            ("kde:" + PHONE, "--help", "phone"), ("kde:t", 'My "Tablet"', "tablet"),
            ("gsconnect:dash-ed id", "Living room", "television"), ("gsconnect:z", "Box")])
        self.assertEqual({member for _, member in service.calls}, {"GetManagedObjects"})

    def test_a_name_from_a_device_is_one_line_that_nothing_turns_round(self):
        names = ["a\u202egpj.exe", "two\tcolumns\nX", "\x1b[2J\u2028y", "👩‍👩‍👧", "x" * 5000, "\n"]
        self.kde({str(number): (name, "phone", True, True) for number, name in enumerate(names)})
        labels = ["agpj.exe", "twocolumnsX", "[2Jy", "👩‍👩‍👧", "x" * 100, "kde:5"]
        self.offers([(f"kde:{number}", label, "phone") for number, label in enumerate(labels)])

    def test_two_of_one_name_are_told_apart(self):
        self.kde({"_aaaa1111_": ("Pixel", "phone", True, True), "b": ("Desk", "desktop", True, True)})
        self.gsconnect({"2222": ("Pixel", "phone", True, True)})
        self.offers([
            ("kde:_aaaa1111_", "Pixel (1111)", "phone"), ("kde:b", "Desk", "computer"),
            ("gsconnect:2222", "Pixel (2222)", "phone")])

    def test_two_of_one_long_name_are_told_apart(self):
        self.kde({f"aaaa{number}": ("x" * 5000, "phone", True, True) for number in (1111, 2222)})
        self.offers([(f"kde:aaaa{number}", "x" * 93 + f" ({number})", "phone") for number in (1111, 2222)])

    def test_one_that_hangs_costs_not_the_others_devices(self):
        self.serve(KDE, lambda *_: None)
        self.gsconnect({"x": ("Pixel", "phone", True, True)})
        self.offers([("gsconnect:x", "Pixel", "phone")])

    def test_a_kind_that_does_not_come_costs_no_device(self):
        def answer(path, member, arguments):
            return ("a{ss}", ({PHONE: "Pixel"},)) if member == "deviceNames" else None
        self.serve(KDE, answer)
        self.offers([("kde:" + PHONE, "Pixel")])

    def test_what_hangs_is_named(self):
        self.serve(GSCONNECT, lambda *_: None)
        status, options, told = self.options("device")
        self.assertEqual((status, options, told.splitlines()[-1]), (1, [], "GSConnect does not answer."))

    def test_answers_of_another_form_are_no_answers(self):
        replies = [("s", ("a{",)), ("", ()), ("a{si}", ({"a": 1},)), ("as", (["a"],))]
        self.serve(KDE, lambda *_: replies.pop())
        while replies:
            status, options, told = self.options("device")
            self.assertEqual((status, told.splitlines()[-1]), (1, "KDE Connect does not answer."))

    def test_properties_of_other_types_are_no_device(self):
        def answer(path, member, arguments):
            return "a{oa{sa{sv}}}", ({"/a": {GSCONNECT + ".Device": {
                "Id": ("i", 1), "Name": ("as", ["a"]), "Paired": ("s", "yes"), "Connected": ("i", 1)}}, "/b": {}},)
        self.serve(GSCONNECT, answer)
        self.prints("device", (1, [], "No paired device is in reach.\n"))

    def test_an_identifier_that_would_lead_elsewhere_is_left_out(self):
        self.kde({name: ("Bad", "phone", True, True) for name in ("../x", "é", "a\n", "x" * 201)})
        self.gsconnect({name: ("Bad", "phone", True, True) for name in ("a\tb", "a\nkde:b", "x" * 1100)})
        self.prints("device", (1, [], "No paired device is in reach.\n"))

    def test_no_device_in_reach_is_said(self):
        for languages, sentence in [("", "No paired device is in reach.\n"), ("de_AT:de", "Kein gekoppeltes Gerät ist erreichbar.\n")]:
            self.environment["LANGUAGE"] = languages
            self.prints("device", (1, [], sentence))

    def test_without_a_bus_there_is_no_device(self):
        for address in ("unix:path=/nowhere", "nonsense"):
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
            status, options, told = self.options("device")
            self.assertEqual((status, options, told.splitlines()[-1]), (1, [], "No paired device is in reach."))


class AtOnceTests(ActivityTestCase):
    def test_an_exception_costs_no_other_result(self):
        with mock.patch.object(threading, "excepthook") as hook:
            failed, answer = bus.at_once(lambda: {}["nothing"], lambda: "answer")
            self.assertRaises(bus.GioError, bus.patiently, lambda: {}["nothing"])
        self.assertEqual((type(failed), answer), (bus.GioError, "answer"))
        self.assertEqual([call.args[0].exc_type for call in hook.call_args_list], [KeyError] * 2)


class StartingTests(DeviceTestCase):
    """KDE Connect is started if necessary, but not beside a running GSConnect; GSConnect is never started."""

    def setUp(self):
        ActivityTestCase.setUp(self)
        services = self.folder()
        for name in (KDE, GSCONNECT):
            self.file(name, f"#!/bin/sh\necho >>{services}/{name}.started\n".encode(), services)
            os.chmod(f"{services}/{name}", 0o755)
            entry = f"[D-BUS Service]\nName={name}\nExec={services}/{name}\n"
            self.file(name + ".service", entry.encode(), services)
        self.services = services
        self.start_bus(f"<servicedir>{services}</servicedir>")

    def started(self):
        return sorted(name for name in os.listdir(self.services) if name.endswith(".started"))

    def test_one_that_does_not_run_is_started(self):
        status, _, told = self.options("device")
        self.assertEqual((status, told.splitlines()[-1]), (1, "KDE Connect does not answer."))
        self.assertEqual(self.started(), [KDE + ".started"])

    def test_no_look_for_targets_starts_one(self):
        self.environment["ACTIVITY_TARGETS"] = "1"
        # No device in reach is a valid answer.
        self.prints("device", (0, [], ""))
        self.assertEqual(self.started(), [])

    def test_the_other_one_is_left_alone(self):
        self.gsconnect({"x": ("Pixel", "phone", True, True)})
        self.prints("device", (0, [("gsconnect:x", "Pixel", "phone")], ""))
        self.assertEqual(self.started(), [])


class SendingTests(DeviceTestCase):
    def items(self):
        return [file_item(self.file(name)) for name in HOSTILE_NAMES] + [link_item(ADDRESS), text_item("-words $HOME\n\"é\"")]

    def test_kde_connect_is_handed_everything(self):
        service, listener, items = self.kde({PHONE: ("Pixel", "phone", True, True)}), self.notifications(), self.items()
        self.succeed("device", items, {"device": "kde:" + PHONE}, locale="de")
        share = f"/modules/kdeconnect/devices/{PHONE}/share"
        self.assertEqual(service.calls[-2:], [
            (share, "shareUrls", [item["uri"] for item in items[:-1]]), (share, "shareText", items[-1]["text"])])
        self.assertEqual(self.told(listener), [["STATUS=An KDE Connect übergeben."]])

    def test_gsconnect_is_handed_everything(self):
        service, listener, items = self.gsconnect({"x-y": ("Pixel", "phone", True, True)}), self.notifications(), self.items()
        self.succeed("device", items, {"device": "gsconnect:x-y"})
        calls = [("shareFile", [("(sb)", (item["uri"], False))], {}) for item in items[:-2]]
        calls += [("shareUri", [("s", ADDRESS)], {}), ("shareText", [("s", items[-1]["text"])], {})]
        self.assertEqual([tuple(call) for call in service.called("Activate")], calls)
        self.assertEqual(service.called("Describe"), [["shareFile"], ["shareUri"], ["shareText"]])
        self.assertEqual(self.told(listener), [["STATUS=Handed to GSConnect."]])

    def test_what_is_said_of_a_file_follows_it_to_a_device_that_takes_texts(self):
        item, more = file_item(self.file("cat.jpg")), {"caption": "Look at this cat", "subject": "Cat"}
        service = self.kde({PHONE: ("Pixel", "phone", True, True)})
        self.succeed("device", [item], {"device": "kde:" + PHONE}, more=more)
        self.assertEqual([call[1:] for call in service.calls[-2:]], [("shareUrls", [item["uri"]]), ("shareText", "Look at this cat")])
        for enabled, sent in ((True, ["shareFile", "shareText"]), (["shareFile"], ["shareFile"])):
            service = self.gsconnect({"x": ("Pixel", "phone", True, True)}, enabled)
            self.succeed("device", [item], {"device": "gsconnect:x"}, more=more)
            self.assertEqual([action for action, *_ in service.called("Activate")], sent)
            service.leave()

    def test_a_text_of_any_length_is_handed_over(self):
        service, text = self.kde({PHONE: ("Pixel", "phone", True, True)}), "é\0\u2028" * 300_000
        self.succeed("device", [text_item(text)], {"device": "kde:" + PHONE})
        self.assertEqual(service.called("shareText"), [[text.replace("\0", "")]])

    def test_a_file_that_cannot_be_sent_is_not_handed_over(self):
        service = self.kde({PHONE: ("Pixel", "phone", True, True)})
        pipe, link = self.folder() + "/pipe", self.folder() + "/link"
        os.mkfifo(pipe)
        os.symlink(self.file("a"), link)
        for item, sentence in [
            (file_item("/nowhere/a.txt"), "“a.txt” is not there any more."), (file_item(self.folder() + "/"), "is not a file."),
            (file_item(pipe), "“pipe” is not a file."), (file_item(link), "“link” is a link now."),
            ({"type": "image/png", "uri": "sftp://host/a.png"}, "“a.png” is not a file of this machine."),
        ]:
            with self.subTest(sentence):
                self.assertIn(sentence, self.refuse("device", [link_item(ADDRESS), item], {"device": "kde:" + PHONE}))
        self.assertEqual(service.calls, [])

    def test_a_device_that_is_gone_or_not_paired_is_named(self):
        devices = {
            "far": ("Pi\u202exel\n9", "phone", False, True), "new": ("A/C", "phone", True, False)}
        self.kde(devices)
        self.gsconnect(devices)
        item = [link_item(ADDRESS)]
        for way in ("kde", "gsconnect"):
            for identifier, sentence in [
                ("far", "“Pixel 9” is not in reach. Switch it on and bring it into the same network."),
                ("gone", "The device is not known any more. Pair it again."),
            ]:
                self.assertEqual(self.refuse("device", item, {"device": f"{way}:{identifier}"}), sentence)
            _, _, told = self.perform("device", item, {"device": way + ":new"})
            self.assertEqual(told, "“A/C” is not paired. Pair it again.\n")
        for answer in ("", "kde", "other:far", "kde:", "kde:../far"):
            self.assertIn("not known", self.refuse("device", item, {"device": answer}))

    def test_a_device_that_takes_nothing_is_named(self):
        def refuse(*_):
            raise ValueError("No such object path")
        self.kde({PHONE: ("Pixel", "phone", True, True)}, refuse)
        self.gsconnect({"x": ("Tab", "tablet", True, True)}, enabled=False)
        for answer, name in [("kde:" + PHONE, "Pixel"), ("gsconnect:x", "Tab")]:
            self.assertEqual(
                self.refuse("device", [link_item(ADDRESS)], {"device": answer}),
                f"“{name}” did not take this. Allow sharing in the settings of both devices.")

    def test_what_was_handed_over_before_a_failure_is_said(self):
        def refuse(*_):
            raise ValueError("No")
        items = [file_item(self.file("a,\u202e\n.txt")), link_item(ADDRESS), text_item("words")]
        for failure, sentences in [
            (refuse, ["“Pixel” did not take this. Allow sharing in the settings of both devices."] * 2),
            (lambda *_: None, ["KDE Connect does not answer.", "GSConnect does not answer."]),
        ]:
            device = {PHONE: ("Pixel", "phone", True, True)}
            services = [
                self.kde(device, lambda path, member, _: ("", ()) if member == "shareUrls" else failure()),
                self.gsconnect(device, activate=lambda action, *_: ("", ()) if action == "shareFile" else failure())]
            for way, sentence, handed in zip(("kde", "gsconnect"), sentences, (f"a,.txt, {ADDRESS}", "a,.txt")):
                with self.subTest(way):
                    _, _, told = self.perform("device", items, {"device": f"{way}:{PHONE}"})
                    self.assertEqual(told.splitlines()[-1], f"{sentence} Already handed over: {handed}.")
            for service in services:
                service.leave()

    def test_one_that_does_not_answer_is_named(self):
        self.serve(KDE, lambda *_: None)
        item = [link_item(ADDRESS)]
        self.assertEqual(self.refuse("device", item, {"device": "kde:" + PHONE}), "KDE Connect does not answer.")
        self.assertEqual(self.refuse("device", item, {"device": "gsconnect:x"}), "GSConnect does not answer.")
