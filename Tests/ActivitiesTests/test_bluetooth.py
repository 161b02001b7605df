# SPDX-License-Identifier: Apache-2.0
"""The activity Bluetooth, with fake services for BlueZ and obexd."""
import os, signal, threading

from fake_bus import BusTestCase
from support import HOSTILE_NAMES, ActivityTestCase, file_item
from waiting import LIMIT

PUSH, AUDIO = "00001105-0000-1000-8000-00805f9b34fb", "0000110b-0000-1000-8000-00805f9b34fb"
ADAPTER, PHONE = "/org/bluez/hci0", "00:1A:7D:DA:71:13"
SESSION, TRANSFER = "/org/bluez/obex/client/session0", "org.bluez.obex.Transfer1"


def device(name, icon="phone", services=(PUSH,), paired=True, connected=False):
    return {
        "Alias": ("s", name), "Icon": ("s", icon), "UUIDs": ("as", list(services)), "Paired": ("b", paired),
        "Connected": ("b", connected), "Adapter": ("o", ADAPTER)}


class BluetoothTestCase(BusTestCase, ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.start_bus()

    def bluez(self, devices, powered=True):
        """Serves an adapter and the devices, which are given by address."""
        objects = {ADAPTER: {"org.bluez.Adapter1": {"Powered": ("b", powered), "Address": ("s", "AA:AA:AA:AA:AA:AA")}}, "/x": {}}
        for address, properties in devices.items():
            objects[f"{ADAPTER}/dev_{address.replace(':', '_')}"] = {
                "org.bluez.Device1": {"Address": ("s", address), **properties}}
        return self.serve("org.bluez", lambda *_: ("a{oa{sa{sv}}}", (objects,)))


class BluetoothDevicesTests(BluetoothTestCase):
    def test_those_that_take_files_are_offered_connected_ones_first(self):
        self.bluez({
            "1": device("Zeta"), "2": device("Mouse", "input-mouse", []), "3": device('My "Phone"', connected=True),
            "4": device("Buds", "audio-headset", [AUDIO]), "5": device("Stranger", paired=False),
            "6": device("Old", "phone", []), "7": device("Desk", "computer"), "8": device("Speaker", "audio-card"),
            "9": device("Watch", "phone", [AUDIO])})
        self.prints("bluetooth", (0, [
            ("3", 'My "Phone"', "phone"), ("7", "Desk", "computer"), ("6", "Old", "phone"), ("8", "Speaker", "speaker"),
            ("1", "Zeta", "phone")], ""))

    def test_two_of_one_name_are_told_apart(self):
        self.bluez({PHONE: device("Pi\u202exel"), PHONE[:-1] + "4": device("Pixel\n")})
        self.prints("bluetooth", (0, [
            (PHONE[:-1] + "4", "Pixel (71:14)", "phone"), (PHONE, "Pixel (71:13)", "phone")], ""))

    def test_another_device_is_offered_where_the_desktop_looks_for_one(self):
        self.bluez({})
        self.environment |= {"LANG": "C", "PYTHONIOENCODING": "latin-1", "PATH": self.without("bluetooth-sendto", "blueman-sendto")}
        self.prints("bluetooth", (1, [], "No paired device is in reach.\n"))
        for languages, label in [
            ("de_AT:de", "Anderes Gerät …"), ("pt_BR:pt", "Outro dispositivo…"), ("zh_SG:zh:zh_CN", "其他设备…"),
            ("en:de", "Anderes Gerät …"), ("sr_RS@latin", "Another Device…"),
        ]:
            self.fake("blueman-sendto")
            self.environment["LANGUAGE"] = languages
            self.prints("bluetooth", (0, [("other", label)], ""))

    def test_connected_devices_alone_are_targets(self):
        self.fake("blueman-sendto")
        self.bluez({PHONE: device("Pixel", connected=True), PHONE[:-1] + "4": device("Tab")})
        self.environment["ACTIVITY_TARGETS"] = "1"
        self.prints("bluetooth", (0, [(PHONE, "Pixel", "phone")], ""))

    def test_of_many_devices_the_first_are_offered(self):
        self.fake("blueman-sendto")
        self.bluez({f"{number:03}": device(f"{number:03}") for number in range(300)})
        devices = [(f"{number:03}", f"{number:03}", "phone") for number in range(255)]
        self.prints("bluetooth", (0, [*devices, ("other", "Another Device…")], ""))

    def test_properties_of_other_types_are_no_device(self):
        self.bluez({
            "1": {"Alias": ("i", 1), "UUIDs": ("s", PUSH), "Paired": ("b", True), "Icon": ("as", ["phone"])},
            "2": {"Paired": ("s", "yes")}, "3": device("Pixel")})
        self.prints("bluetooth", (0, [("3", "Pixel", "phone")], ""))

    def test_without_an_adapter_that_is_on_bluetooth_fails(self):
        """blueman-sendto exits with success even without an adapter, so the activity has to check."""
        self.fake("blueman-sendto", output="No Adapters present")
        self.expect_no_adapter()
        service = self.bluez({PHONE: device("Pixel")}, powered=False)
        self.expect_no_adapter()
        service.answer = lambda *_: None
        self.expect_no_adapter("Bluetooth does not answer.")
        self.assertEqual(self.calls("blueman-sendto"), [])

    def expect_no_adapter(self, expected="Bluetooth is off, or there is no adapter."):
        status, options, sentence = self.options("bluetooth")
        self.assertEqual((status, options), (1, []))
        self.assertIn(expected, sentence)
        self.assertIn(expected, self.refuse("bluetooth", [file_item("/a")], {"device": "other"}))


class BluetoothSendingTests(BluetoothTestCase):
    def setUp(self):
        super().setUp()
        self.bluez({PHONE: device("Pixel 9")})
        self.sent = {}

    def obex(self, ends=lambda path: "complete"):
        """Serves obexd, which reads each file in two halves. ends(path) is the final status, or None for a silent device."""
        def answer(path, member, arguments):
            match member:
                case "CreateSession":
                    return "o", (SESSION,)
                case "SendFile":
                    return self.take(*arguments, ends)
                case "Get":
                    raise ValueError("No such object")
            return "", ()
        self.service = self.serve("org.bluez.obex", answer)
        return self.service

    def take(self, path, ends):
        with open(path, "rb") as file:
            self.sent[os.path.basename(path)] = content = file.read()
        transfer, size = f"{SESSION}/transfer{len(self.sent)}", len(content)
        # An ended transfer is gone, so its last signal may arrive before the reply.
        end = ends(path)
        self.service.changed(transfer, TRANSFER, {"Status": ("s", "active"), "Transferred": ("t", size // 2)})
        if end:
            self.service.changed(transfer, TRANSFER, {"Status": ("s", end)})
        return "oa{sv}", (transfer, {"Status": ("s", "queued"), "Size": ("t", size), "Name": ("s", "x")})

    def test_each_file_is_pushed_and_the_progress_is_that_of_all(self):
        service, listener, progress = self.obex(), self.notifications(), []
        reader = threading.Thread(target=self.read, args=(listener, progress))
        reader.start()
        paths = [self.file(name, name * 10) for name in HOSTILE_NAMES]
        self.succeed("bluetooth", [file_item(path) for path in paths], {"device": PHONE})
        self.assertEqual(self.sent, {name.decode(errors="replace"): name * 10 for name in HOSTILE_NAMES})
        made, = service.called("CreateSession")
        self.assertEqual(made, [PHONE, {"Target": ("s", "opp"), "Source": ("s", "AA:AA:AA:AA:AA:AA")}])
        self.assertEqual(service.called("RemoveSession"), [[SESSION]])
        self.assertEqual(service.called("Cancel"), [])
        reader.join()
        self.assertEqual(progress, sorted(progress))
        self.assertEqual((progress[0], progress[-1]), (0, 1))
        self.assertGreaterEqual(len(set(progress)), len(paths))

    def read(self, listener, progress):
        while progress[-1:] != [1]:
            progress.append(float(listener.recv(8192).decode().split("X_PROGRESS=")[1]))

    def test_what_fails_at_half_says_what_has_arrived(self):
        service = self.obex(lambda path: "error" if path.endswith("c.txt") else "complete")
        items = [file_item(self.file(name)) for name in ("a\u202e.txt", "b.txt", "c.txt", "d.txt")]
        sentence = self.refuse("bluetooth", items, {"device": PHONE}, locale="de")
        self.assertEqual(sentence, "Das Gerät hat „c.txt“ nicht angenommen. Angekommen: a.txt, b.txt.")
        self.assertEqual(len(service.called("SendFile")), 3)
        self.assertEqual(service.called("RemoveSession"), [[SESSION]])

    def test_cancelling_ends_transfer_and_session(self):
        service, listener = self.obex(lambda path: None), self.notifications()
        process = self.start("bluetooth", [file_item(self.file("a.txt", b"x" * 100))], {"device": PHONE})
        while "X_PROGRESS=0.50" not in listener.recv(8192).decode().split("\n"):
            pass
        process.send_signal(signal.SIGTERM)
        output, told = process.communicate(timeout=LIMIT)
        self.assertEqual((process.returncode, output, told), (128 + signal.SIGTERM, b"", b""))
        self.assertEqual(service.calls[-2:], [
            (SESSION + "/transfer1", "Cancel"), ("/org/bluez/obex", "RemoveSession", SESSION)])

    def test_a_transfer_that_is_gone_has_failed(self):
        self.obex(lambda path: None)
        self.assertEqual(
            self.refuse("bluetooth", [file_item(self.file("a.txt"))], {"device": PHONE}), "The device did not take “a.txt”.")

    def test_a_service_that_ends_meanwhile_has_failed(self):
        def leave(path):
            self.service.leave()
            raise ConnectionError
        self.obex(leave)
        self.assertIn("did not take", self.refuse("bluetooth", [file_item(self.file("a.txt"))], {"device": PHONE}))

    def test_a_device_that_cannot_be_reached_is_named(self):
        def answer(*_):
            raise ValueError("Host is down")
        self.serve("org.bluez.obex", answer)
        self.assertEqual(
            self.refuse("bluetooth", [file_item(self.file("a.txt"))], {"device": PHONE}),
            "“Pixel 9” cannot be reached. Switch Bluetooth on there, and bring it near.")

    def test_what_cannot_be_sent_reaches_no_device(self):
        service = self.obex()
        pipe = self.folder() + "/pipe"
        os.mkfifo(pipe)
        for path in ("/nowhere/a", pipe):
            self.refuse("bluetooth", [file_item(path)], {"device": PHONE})
        self.assertIn("not known", self.refuse("bluetooth", [file_item(self.file("a"))], {"device": "00:00:00:00:00:00"}))
        self.assertEqual(service.calls, [])

    def test_another_device_is_looked_for_by_whichever_program_there_is(self):
        paths = [self.file(name) for name in HOSTILE_NAMES]
        items = [file_item(path) for path in paths]
        for program in ("blueman-sendto", "bluetooth-sendto"):
            self.fake(program)
            self.succeed("bluetooth", items, {"device": "other"})
            self.assertEqual(self.calls(program), [paths])

    def test_without_obexd_it_fails(self):
        self.fake("bluetooth-sendto")
        self.assertIn("cannot be reached", self.refuse("bluetooth", [file_item(self.file("a.txt"))], {"device": PHONE}))
        self.assertEqual(self.calls("bluetooth-sendto"), [])
