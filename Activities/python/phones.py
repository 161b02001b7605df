# SPDX-License-Identifier: Apache-2.0
"""The person's devices, through KDE Connect or GSConnect: two programs for one protocol, of which usually one is running.

Neither reports whether a device accepted an item, and KDE Connect does not even report a missing file. So files are checked
before they are sent, and success means only that the program took the item.
"""
import re, time
from collections import namedtuple
from functools import partial

from activity import Item
from activity.options import MOST, is_for_targets
from bus import OBJECTS, PROPERTIES, Variant, at_once, prompt, text_of
from gio import GioError

KINDS = {
    "phone": "phone", "smartphone": "phone", "tablet": "tablet", "desktop": "computer", "laptop": "computer",
    "tv": "television",
}


class Caption(Item):
    """The caption of files and links, sent only to a device that accepts texts."""


Device = namedtuple("Device", "identifier name kind path is_paired is_reachable", defaults=["", "", True, True])


class Program:
    """One of the two programs. All calls together must finish within `patience` seconds, or prompt() by default."""

    def __init__(self, bus, patience=None):
        self.bus, self.end = bus, time.monotonic() + (patience or prompt())

    def call(self, *words, **options):
        return self.bus.call(self.service, *words, seconds=max(self.end - time.monotonic(), 0.001), **options)


class KDEConnect(Program):
    key, title, service = "kde", "KDE Connect", "org.kde.kdeconnect"
    root = "/modules/kdeconnect"

    def names(self, reachable, paired):
        # Both need the same port, so KDE Connect is not started beside a running GSConnect, nor by a sheet that looks for
        # targets.
        names, = self.call(
            self.root, "org.kde.kdeconnect.daemon", "deviceNames", "(bb)", [reachable, paired], gives="(a{ss})",
            starts=not is_for_targets() and GSConnect.service not in self.bus.owners())
        # The device chooses its identifier, which becomes part of an object path.
        plain = [identifier for identifier in names if re.fullmatch(r"\w{1,200}", identifier, re.ASCII)]
        return {identifier: names[identifier] for identifier in plain[:MOST]}

    def path(self, identifier):
        return f"{self.root}/devices/{identifier}"

    def devices(self):
        """Returns the devices that are paired and in reach."""
        names = self.names(True, True)
        types = at_once(*[partial(self.type, identifier) for identifier in names])
        return [
            Device(identifier, names[identifier], KINDS.get(text_of(type), ""))
            for identifier, type in zip(names, types)]

    def type(self, identifier):
        wanted = "org.kde.kdeconnect.device", "type"
        return self.call(self.path(identifier), PROPERTIES, "Get", "(ss)", wanted, gives="(v)")[0]

    def find(self, identifier):
        known, paired, reachable = self.names(False, False), self.names(False, True), self.names(True, False)
        if identifier not in known:
            return None
        return Device(
            identifier, known[identifier], path=self.path(identifier), is_paired=identifier in paired,
            is_reachable=identifier in reachable)

    def send(self, device, addressed, texts):
        """Sends all files and links in one call, so that the files become one transfer; then each text. Yields the items as they
        are handed over."""
        if addressed:
            self.share(device, "shareUrls", "(as)", [item.address for item in addressed])
            yield from addressed
        for item in texts:
            self.share(device, "shareText", "(s)", item.text)
            yield item

    def share(self, device, method, signature, argument):
        self.call(device.path + "/share", "org.kde.kdeconnect.device.share", method, signature, [argument])


class GSConnect(Program):
    key, title, service = "gsconnect", "GSConnect", "org.gnome.Shell.Extensions.GSConnect"
    root = "/org/gnome/Shell/Extensions/GSConnect"

    def known(self):
        """All devices that GSConnect knows, including those that are no longer paired."""
        found = self.call(self.root, OBJECTS, "GetManagedObjects", gives="(a{oa{sa{sv}}})")[0].items()
        held = [(path, interfaces.get(self.service + ".Device")) for path, interfaces in found]
        return [
            Device(
                text_of(properties.get("Id")), text_of(properties.get("Name")),
                KINDS.get(text_of(properties.get("Type")), ""), path, properties.get("Paired") is True,
                properties.get("Connected") is True)
            for path, properties in held if properties is not None]

    def devices(self):
        # A form rejects an option whose value is longer or unprintable.
        return [
            device for device in self.known()
            if device.is_paired and device.is_reachable and device.identifier.isprintable() and len(device.identifier) <= 200]

    def find(self, identifier):
        return next((device for device in self.known() if device.identifier == identifier), None)

    def send(self, device, addressed, texts):
        """Sends each item by itself, and yields it once it is handed over. Sends nothing if an action is disabled on the device;
        only a caption is left out then."""
        calls = [
            (item, "shareUri", item.address) if item.is_link else (item, "shareFile", (item.address, False))
            for item in addressed]
        calls += [(item, "shareText", item.text) for item in texts]
        for action in dict.fromkeys(action for _, action, _ in calls):
            if not self.action(device, "Describe", "(s)", [action], gives="((bgav))")[0][0]:
                calls = [call for call in calls if call[1] != action or not isinstance(call[0], Caption)]
                if any(other == action for _, other, _ in calls):
                    raise GioError(f"{action} is disabled.", "disabled")
        for item, action, parameter in calls:
            self.action(device, "Activate", "(sava{sv})", [action, [Variant(parameter)], {}])
            yield item

    def action(self, device, method, signature, arguments, **options):
        return self.call(device.path, "org.gtk.Actions", method, signature, arguments, **options)
