# SPDX-License-Identifier: Apache-2.0
"""A virtual keyboard (virtual-keyboard-unstable-v1). wtype adds and removes one with each call: each time the window loses and
regains the focus, and on a busy machine it learns so late."""

import os
import string
import struct
import threading
import time

from wire import Client, now

MANAGER = "zwp_virtual_keyboard_manager_v1"
CREATE_KEYBOARD, KEYMAP, KEY, MODIFIERS = 0, 0, 1, 2
XKB_V1 = 1
MASKS = {"shift": 1, "ctrl": 4, "alt": 8}
NAMES = [*string.ascii_lowercase, *string.digits, "minus", "period", "space", "Return", "Escape", "Tab", "ISO_Left_Tab", "Menu", "Up",
         "Down", "Left", "Right", "Home", "End", "Page_Up", "Page_Down", "Delete", "BackSpace", "F4", "F10",
         "Shift_L"]
# Each symbol has a key of its own. XKB's first keycode is 8.
CODES = {name: code for code, name in enumerate(NAMES, 1)}
LINE = "\n".join
KEYMAP_TEXT = f"""xkb_keymap {{
xkb_keycodes "keys" {{ minimum = 8; maximum = {len(NAMES) + 8};
{LINE(f"<K{code}> = {code + 8};" for code in CODES.values())}
}};
xkb_types "keys" {{ include "complete" }};
xkb_compatibility "keys" {{ include "complete" }};
xkb_symbols "keys" {{
{LINE(f"key <K{code}> {{[{name}]}};" for name, code in CODES.items())}
}};
}};
"""


class Keyboard:
    """A keyboard that belongs to the seat until it is closed."""

    def __init__(self, path):
        self.client = Client(path)
        seat, manager = self.client.bind("wl_seat"), self.client.bind(MANAGER)
        self.keyboard = self.client.make(manager, CREATE_KEYBOARD, struct.pack("<I", seat))
        text = KEYMAP_TEXT.encode() + b"\0"
        file = os.memfd_create("keymap")
        os.write(file, text)
        self.client.send(self.keyboard, KEYMAP, struct.pack("<II", XKB_V1, len(text)), [file])
        os.close(file)
        self.client.synchronise()

    def close(self):
        self.client.close()

    def press(self, name):
        """Presses and releases a key, while the modifiers before it are held down, as in "ctrl+a"."""
        # Keyboards send this symbol for Shift+Tab.
        *modifiers, key = name.replace("shift+Tab", "shift+ISO_Left_Tab").split("+")
        self._set_modifiers(sum(MASKS[modifier] for modifier in modifiers))
        self.set(key, True)
        self.set(key, False)
        self._set_modifiers(0)

    def set(self, key, is_down):
        self.client.send(self.keyboard, KEY, struct.pack("<III", now(), CODES[key], is_down))
        self.client.synchronise()

    def _set_modifiers(self, mask):
        self.client.send(self.keyboard, MODIFIERS, struct.pack("<IIII", mask, 0, 0, 0))
        self.client.synchronise()


class Typing(threading.Thread):
    """Uses a keyboard on another thread. `poll` and `wait` are as those of a process."""

    def __init__(self, work):
        super().__init__()
        self.status = None
        self.work = work
        self.start()

    def run(self):
        try:
            self.work()
            self.status = 0
        except Exception:
            self.status = 1
            raise

    def poll(self):
        return self.status

    def wait(self):
        self.join()
        return self.status


def typing(keyboard, keys, pause):
    """Begins to press keys, with a pause in seconds after each."""
    def type():
        for key in keys:
            keyboard.press(key)
            time.sleep(pause)
    return Typing(type)


def holding(keyboard, key, seconds):
    def hold():
        keyboard.set(key, True)
        time.sleep(seconds)
        keyboard.set(key, False)
    return Typing(hold)
