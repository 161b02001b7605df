# SPDX-License-Identifier: Apache-2.0
"""“Share…” in the menu of files, in Nautilus (nautilus-python) and Caja (python-caja): opens the share sheet.

It runs within the file manager, so it only calls the share service on the session's bus, as the manager itself: the sheet names the
program whose files it shows. Without the service it starts activity-sheet, and without that io.activityd.Share.desktop, whose name is
the entry's. The display's launch context adds what lets the sheet take the focus.
"""

import itertools
import sys

import gi
from gi.repository import Gio, GLib, GObject

# Each manager has loaded its own module before its extensions; the other's would load the wrong GTK.
if "gi.repository.Nautilus" in sys.modules:
    from gi.repository import Nautilus as Manager
    GTK = "4.0"
else:
    from gi.repository import Caja as Manager
    GTK = "3.0"

# The manager's own menu has these.
LEFT_OUT = ["io.activityd." + name for name in ["open", "open-with", "show"]]
NAME, PATH = "io.activityd.Share", "/org/freedesktop/portal/activityd"
tokens = itertools.count()


def module(name):
    """None without the typelib, which the managers' packages do not ask for."""
    try:
        gi.require_version(name, GTK)
        return getattr(__import__("gi.repository", fromlist=[name]), name)
    except (AttributeError, ImportError, ValueError):
        return None


def launch_context():
    """None without Gdk: the sheet then opens without the focus."""
    gdk = module("Gdk")
    display = gdk and gdk.Display.get_default()
    return display and display.get_app_launch_context()


def surface_in_use():
    """The surface of the manager's active window; None if there is none, or GTK is not available."""
    # The methods of X11's and Wayland's surfaces are in separate modules, which must be loaded before a
    # surface is used.
    for name in ["Gtk", "GdkX11", "GdkWayland"]:
        module(name)
    app = Gio.Application.get_default()
    window = hasattr(app, "get_active_window") and app.get_active_window()
    return window and (window.get_surface() if GTK == "4.0" else window.get_window())


class Export:
    """The handle of a window for other Wayland clients, kept while a sheet is open above it. In older GTK, a
    surface has at most one."""

    exports = {}

    @staticmethod
    def begin(surface, then):
        """Calls `then` with the export once it has its name; returns False if the compositor gives none."""
        if surface in Export.exports:
            Export.exports[surface].sheets += 1
            then(Export.exports[surface])
            return True
        return surface.export_handle(lambda _, handle: then(Export(surface, handle)))

    def __init__(self, surface, handle):
        self.surface, self.handle, self.sheets = surface, handle, 1
        Export.exports[surface] = self

    def end(self):
        self.sheets -= 1
        if self.sheets:
            return
        del Export.exports[self.surface]
        if self.surface.is_destroyed():
            return
        if hasattr(self.surface, "drop_exported_handle"):
            self.surface.drop_exported_handle(self.handle)
        else:
            self.surface.unexport_handle()


class ShareMenu(GObject.GObject, Manager.MenuProvider):
    # Managers older than Nautilus 43 pass the window before the files.
    def get_file_items(self, *arguments):
        files = arguments[-1]
        try:
            app = Gio.DesktopAppInfo.new("io.activityd.Share.desktop")
        except TypeError:
            # PyGObject raises this if there is no such entry.
            return []
        if not files:
            return []
        item = Manager.MenuItem(name="ShareMenu::share", label=app.get_name(), icon="document-send")
        # In Recent and the like a file's own URI leads nowhere else.
        item.connect("activate", self.share, app, [file.get_activation_uri() for file in files])
        return [item]

    def get_background_items(self, *arguments):
        return []

    def share(self, item, app, uris):
        surface = surface_in_use()
        if hasattr(surface, "get_xid"):
            open_sheet(app, uris, f"x11:{surface.get_xid():x}")
        elif not hasattr(surface, "export_handle") or not Export.begin(
                surface, lambda export: open_sheet(app, uris, "wayland:" + export.handle, export.end)):
            open_sheet(app, uris, "")


def open_sheet(app, uris, parent, end=lambda: None):
    """Opens a sheet, above a window if `parent` is its handle, and calls `end` when it has closed."""
    context = launch_context()
    files = [Gio.File.new_for_uri(uri) for uri in uris]
    token = context and context.get_startup_notify_id(app, files)
    # A path wherever there is one, as GIO has it for desktop entries.
    paths = [file.get_path() or uri for file, uri in zip(files, uris)]

    def start():
        launcher = Gio.SubprocessLauncher()
        for name in ["DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"] if token else []:
            launcher.setenv(name, token, True)
        options = ["--parent", parent] if parent else []
        options += [word for identifier in LEFT_OUT for word in ["--exclude", identifier]]
        try:
            sheet = launcher.spawnv(["activity-sheet", *options, "--", *paths])
        except GLib.Error:
            end()
            app.launch_uris(uris, context)
            return
        sheet.wait_async(None, lambda *_: end())

    manager = Gio.Application.get_default()
    bus = manager and manager.get_dbus_connection()
    if not bus:
        start()
        return
    options = {"exclude": GLib.Variant("as", LEFT_OUT)}
    if token:
        options["activation_token"] = GLib.Variant("s", token)
    shared = [Gio.File.new_for_commandline_arg(path).get_uri() for path in paths]
    call_service(bus, parent, shared, options, start, end)


def call_service(bus, parent, uris, options, failed, ended):
    """Calls `ended` when the sheet has gone, or `failed` if the service opens none."""
    token = f"manager{next(tokens)}"
    sender = bus.get_unique_name()[1:].replace(".", "_")
    watches = []

    def over(*_):
        bus.signal_unsubscribe(subscription)
        for watch in watches:
            Gio.bus_unwatch_name(watch)
        ended()

    def replied(_, result):
        try:
            bus.call_finish(result)
        except GLib.Error:
            bus.signal_unsubscribe(subscription)
            failed()
        else:
            # A service that dies sends no Response.
            watches.append(Gio.bus_watch_name_on_connection(bus, NAME, Gio.BusNameWatcherFlags.NONE, None, over))

    # Subscribed before the call, so that no Response can be missed.
    subscription = bus.signal_subscribe(
        NAME, "org.freedesktop.portal.Request", "Response", f"{PATH}/request/{sender}/{token}", None,
        Gio.DBusSignalFlags.NONE, over)
    options["handle_token"] = GLib.Variant("s", token)
    # Without a time limit: a service that answers after it would open a second sheet.
    bus.call(
        NAME, PATH, NAME, "Share", GLib.Variant("(sasa{sv})", (parent, uris, options)), None, Gio.DBusCallFlags.NONE, GLib.MAXINT, None, replied)
