# SPDX-License-Identifier: Apache-2.0
"""AT-SPI, read directly over D-Bus: libatspi caches what it reads, and overflows its stack on a tree that changes."""

import functools
import os
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Harness"))
from waiting import LIMIT  # noqa: E402

ROOT = "/org/a11y/atspi/accessible/root"
CACHE = "/org/a11y/atspi/cache"
NOTHING = "/org/a11y/atspi/null"
REGISTRY = "org.a11y.atspi.Registry"
WINDOW_COORDINATES = 1
# Milliseconds.
TIMEOUT = 1000 * LIMIT
# Names in newer releases of AT-SPI and GTK, mapped to those in older ones.
ROLES = {"button": "push button", "toggle button": "push button", "grouping": "panel"}
STATES = {"invalid-entry": "invalid"}


@functools.cache
def bus():
    session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    address = session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, TIMEOUT, None).unpack()[0]
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


class Item:
    """An accessible object, as its application's cache reports it."""

    def __init__(self, node, place, name, role, description, states):
        self.node, self.place, self.name, self.description = node, place, name, description
        role = Atspi.role_get_name(Atspi.Role(role))
        self.role = ROLES.get(role, role)
        low, high = states
        bits = low | high << 32
        names = {Atspi.StateType(bit).value_nick for bit in range(64) if bits >> bit & 1}
        self.states = {STATES.get(name, name) for name in names}


class Node:
    """The address of an accessible object. Each query is a D-Bus call; it raises GLib.Error if the object is gone."""

    def __init__(self, name, path):
        self.name, self.path = name, path

    def call(self, interface, method, arguments=None):
        reply = bus().call_sync(self.name, self.path, interface, method, arguments, None, 0, TIMEOUT, None)
        return reply.unpack()

    def ask(self, method, interface="Accessible", arguments=None):
        return self.call("org.a11y.atspi." + interface, method, arguments)[0]

    def children(self):
        return [Node(name, path) for name, path in self.ask("GetChildren") if not path.endswith("/null")]

    def extents(self):
        return self.ask("GetExtents", "Component", GLib.Variant("(u)", (WINDOW_COORDINATES,)))

    def act(self):
        return self.ask("DoAction", "Action", GLib.Variant("(i)", (0,)))


class Announcements:
    """Texts that are announced to screen readers from now on."""

    def __init__(self):
        self.texts = []
        interface, member = "org.a11y.atspi.Event.Object", "Announcement"
        bus().signal_subscribe(None, interface, member, None, None, 0, lambda *found: self.heard(found[-1]))
        # Programs send only events that some client has registered for.
        bus().call_sync(
            REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "RegisterEvent",
            GLib.Variant("(sass)", ("object:announcement", [], "")), None, 0, TIMEOUT, None)

    def heard(self, arguments):
        self.texts.append(arguments.unpack()[3])

    def have(self, text):
        while GLib.MainContext.default().iteration(False):
            pass
        return text in self.texts


def items(application, before=0):
    """All objects of an application from one reply: lists of items, keyed by the path of their parent. An object that is being
    removed may be included, below a parent that no longer exists."""
    known, counts = {}, {}
    for (name, path), _, (_, parent), place, count, _, *rest in Node(application.name, CACHE).call(
            "org.a11y.atspi.Cache", "GetItems")[0]:
        item = Item(Node(name, path), place, *rest)
        known.setdefault(parent, []).append(item)
        counts[path] = item.node, count
    # GTK includes an object only once its parent was asked for its children, and some that the parent's count omits.
    untold = [node for path, (node, count) in counts.items()
              if not {item.place for item in known.get(path, [])}.issuperset(range(count))]
    if untold and len(counts) > before:
        for node in untold:
            node.children()
        return items(application, len(counts))
    for children in known.values():
        children.sort(key=lambda item: item.place)
    return known


def application(pid):
    """The root object of a process; None while the process has no window."""
    for node in Node(REGISTRY, ROOT).children():
        try:
            owner = bus().call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                GLib.Variant("(s)", (node.name,)), None, 0, TIMEOUT, None).unpack()[0]
            if owner == pid and node.children():
                return node
        except GLib.Error:
            pass
    return None
