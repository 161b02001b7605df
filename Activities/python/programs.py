# SPDX-License-Identifier: Apache-2.0
"""The person's programs for MIME types, found by GIO in desktop entries."""
import ctypes, os

from activity import fail
from activity.words import one_line, said
from bus import SESSION, Bus, Variant, patiently
from gio import GioError, checked, gio, list_of, listed

# Seconds that a program may take to start and open the items.
STARTING = 60


class Program:
    """A desktop entry."""

    def __init__(self, pointer):
        self.pointer = pointer
        self.identifier = (gio.g_app_info_get_id(pointer) or b"").decode(errors="replace")
        self.name = gio.g_app_info_get_display_name(pointer).decode(errors="replace")
        self.takes_addresses = bool(gio.g_app_info_supports_uris(pointer))
        self.takes_files = bool(gio.g_app_info_supports_files(pointer))

    @property
    def icon(self):
        """The icon's name in the desktop's theme; "" if there is none, or the icon is a file."""
        name = gio.g_desktop_app_info_get_string(self.pointer, b"Icon")
        icon = ctypes.string_at(name).decode(errors="replace") if name else ""
        gio.g_free(name)
        return "" if "/" in icon else icon

    def open(self, uris):
        """Opens the URIs with the program, which is started if necessary. Fails if it cannot be started."""
        try:
            if gio.g_desktop_app_info_get_boolean(self.pointer, b"DBusActivatable"):
                self.activate(uris)
            else:
                with list_of(uris) as addresses:
                    checked(gio.g_app_info_launch_uris, self.pointer, addresses, None)
        except GioError as error:
            fail(said("not_started", self.name, one_line), str(error))

    def activate(self, uris):
        """Opens the URIs by D-Bus activation (Desktop Entry Specification) and waits for the reply, which GIO does not."""
        name = self.identifier.removesuffix(".desktop")
        path = "/" + name.replace(".", "/").replace("-", "_")
        token = os.environ.get("XDG_ACTIVATION_TOKEN")
        data = {"activation-token": Variant(token), "desktop-startup-id": Variant(token)} if token else {}
        patiently(lambda: Bus(SESSION).call(
            name, path, "org.freedesktop.Application", "Open", "(asa{sv})", [uris, data], seconds=STARTING, starts=True))


def programs(types):
    """Programs that open all of the types, best first."""
    lists = [offered(type) for type in types]
    shared = set.intersection(*[{program.identifier for program in each} for each in lists]) if lists else set()
    return [program for program in lists[0] if program.identifier in shared] if shared else []


def offered(type):
    """The programs for one type that accept files or URIs. Those without an identifier are left out: they could not be found
    again."""
    found = map(Program, listed(gio.g_app_info_get_all_for_type(type.encode(errors="replace"))))
    return [program for program in found if program.identifier and (program.takes_addresses or program.takes_files)]


def default(type):
    pointer = gio.g_app_info_get_default_for_type(type.encode(errors="replace"), False)
    return Program(pointer).identifier if pointer else None
