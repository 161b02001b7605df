# SPDX-License-Identifier: Apache-2.0
"""The desktop's portal for wallpapers, which shows the person the picture before it sets it (org.freedesktop.portal.Wallpaper).

A request ends with a signal of its object, whose path follows from the caller's name and token, so it is listened for before
the call. A portal withdraws its window when the caller leaves the bus.
"""
import secrets, time

from bus import SESSION, Bus, Variant, at_once, patiently
from gio import GioError

SERVICE, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
WALLPAPER, REQUEST = "org.freedesktop.portal.Wallpaper", "org.freedesktop.portal.Request"
# Seconds between two looks for the answer, and between two looks whether the portal is still there.
LOOK, CHECK = 0.1, 2
SET, LEFT = 0, 1


def set_wallpaper(file):
    """Asks the person about an open file's picture; returns the response, None if the desktop has no such portal.

    Raises GioError if the portal refuses or goes away.
    """
    try:
        bus = Bus(SESSION)
        patiently(lambda: bus.property(SERVICE, PATH, WALLPAPER, "version", starts=True))
    except GioError:
        return None
    token, responses = "activityd" + secrets.token_hex(8), []
    path = f"{PATH}/request/{bus.name.lstrip(':').replace('.', '_')}/{token}"
    bus.on_signal(SERVICE, REQUEST, "Response", lambda _, values: responses.append(values[0]), path)
    options = {"handle_token": Variant(token), "show-preview": Variant(True), "set-on": Variant("both")}
    patiently(lambda: bus.call(
        SERVICE, PATH, WALLPAPER, "SetWallpaperFile", "(sha{sv})", ["", 0, options], gives="(o)", files=[file.fileno()]))
    checked = time.monotonic()
    while True:
        bus.listen()
        if responses:
            return responses[0]
        if time.monotonic() > checked + CHECK:
            checked = time.monotonic()
            patiently(lambda: bus.property(SERVICE, PATH, WALLPAPER, "version"))
        time.sleep(LOOK)
