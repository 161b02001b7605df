# SPDX-License-Identifier: Apache-2.0
"""The desktop's portals, which ask the person in a window of their own (xdg-desktop-portal).

A request ends with a signal from its object, whose path follows from the caller's unique name and token; so the signal is
subscribed to before the call. A portal closes its window when the caller leaves the bus.
"""
import secrets, time

from bus import SESSION, Bus, Variant, patiently
from gio import GioError

SERVICE, PATH, PORTALS = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal."
# Seconds between two polls for the answer, and between two checks that the portal still exists.
LOOK, CHECK = 0.1, 2
DONE, LEFT = 0, 1


def ask(portal, method, signature, arguments, options, files=()):
    """Calls a portal's method, whose last argument are the options; returns the response and its results, None if the desktop has
    no such portal.

    Waits for the person. Raises GioError if the portal refuses or quits.
    """
    interface = PORTALS + portal
    try:
        bus = Bus(SESSION)
        patiently(lambda: bus.property(SERVICE, PATH, interface, "version", starts=True))
    except GioError:
        return None
    token, responses = "activityd" + secrets.token_hex(8), []
    path = f"{PATH}/request/{bus.name.lstrip(':').replace('.', '_')}/{token}"
    bus.on_signal(SERVICE, PORTALS + "Request", "Response", lambda _, values: responses.append(values), path)
    arguments = [*arguments, {key: Variant(value) for key, value in {"handle_token": token, **options}.items()}]
    patiently(lambda: bus.call(SERVICE, PATH, interface, method, signature, arguments, gives="(o)", files=files))
    checked = time.monotonic()
    while True:
        bus.listen()
        if responses:
            return responses[0]
        if time.monotonic() > checked + CHECK:
            checked = time.monotonic()
            patiently(lambda: bus.property(SERVICE, PATH, interface, "version"))
        time.sleep(LOOK)
