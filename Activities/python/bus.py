# SPDX-License-Identifier: Apache-2.0
"""D-Bus through GIO: calls with timeouts, concurrent calls, and signals.

Replies are Python values; a variant is replaced by its content.
"""
import ctypes, json, os, threading, time
from collections import namedtuple
from contextlib import contextmanager
from ctypes import c_void_p as pointer

from gio import GioError, checked, gio

SYSTEM, SESSION = 1, 2
NO_AUTO_START = 1
# Timeouts, in seconds. PROMPT counts from the program's start, as a form's options must be complete after two; LEAST is what
# remains of it in any case. PATIENT is for a person who has already chosen, and waits longer.
PROMPT, LEAST, PATIENT = 1.4, 0.4, 5

DBUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
PROPERTIES, OBJECTS = "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.ObjectManager"

INTEGERS = {"y": "byte", "n": "int16", "q": "uint16", "i": "int32", "u": "uint32", "x": "int64", "t": "uint64", "d": "double"}
Callback = ctypes.CFUNCTYPE(None, pointer, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, pointer, pointer)


class Bus:
    """A connection to the system or session bus, which lasts until the program ends."""

    def __init__(self, kind):
        self.connection = checked(gio.g_bus_get_sync, kind, None)
        gio.g_dbus_connection_set_exit_on_close(self.connection, False)
        self.callbacks = []

    @property
    def name(self):
        """The connection's unique name."""
        return gio.g_dbus_connection_get_unique_name(self.connection).decode()

    def call(
        self, service, path, interface, method, signature="()", arguments=(), *, gives="()", seconds=PATIENT, starts=False, files=()
    ):
        """Calls the method and returns its reply, as a list. The bus starts a service that is not running only if `starts` is
        true.

        An argument of type h is an index into files, which are descriptors. Raises GioError, also if the reply's signature is not
        `gives`.
        """
        with kind(gives) as expected, kind(signature) as given, descriptors(files) as held:
            words = "(" + ", ".join(map(written, arguments)) + ("," if len(arguments) == 1 else "") + ")"
            values = checked(gio.g_variant_parse, given, words.encode(errors="replace"), None, None)
            reply = checked(
                gio.g_dbus_connection_call_with_unix_fd_list_sync, self.connection, service.encode(), path.encode(),
                interface.encode(), method.encode(), values, expected, 0 if starts else NO_AUTO_START, int(seconds * 1000),
                held, None, None)
        try:
            return read(reply)
        finally:
            gio.g_variant_unref(reply)

    def owners(self):
        """All names that are owned on the bus."""
        return set(self.call(*DBUS, "ListNames", gives="(as)")[0])

    def property(self, service, path, interface, name, **options):
        return self.call(service, path, PROPERTIES, "Get", "(ss)", [interface, name], gives="(v)", **options)[0]

    def objects(self, service, path, **options):
        """A service's objects: properties by interface name, by object path."""
        return self.call(service, path, OBJECTS, "GetManagedObjects", gives="(a{oa{sa{sv}}})", **options)[0]

    def on_change(self, service, told):
        """Calls told(path, properties) with the changed properties of an object of the service; see `listen`."""
        self.on_signal(service, PROPERTIES, "PropertiesChanged", lambda path, values: told(path, values[1]))

    def on_signal(self, service, interface, signal, told, path=None):
        """Calls told(path, values) for a signal of the object at path, or of every object of the service; see `listen`."""
        def take(connection, sender, path, interface, signal, parameters, _):
            told(path.decode(), read(parameters))
        self.callbacks.append(Callback(take))
        gio.g_dbus_connection_signal_subscribe(
            self.connection, service.encode(), interface.encode(), signal.encode(), path and path.encode(), None, 0,
            ctypes.cast(self.callbacks[-1], pointer), None, None)

    def listen(self):
        """Handles the signals received so far. Does not block."""
        while gio.g_main_context_iteration(None, False):
            pass


def prompt():
    """Seconds that are left of PROMPT, at least LEAST. On a busy machine, the program's own start uses up part of them."""
    with open("/proc/self/stat") as file:
        # In ticks since boot (proc(5)); the second field, a name, may contain blanks.
        started = int(file.read().rpartition(")")[2].split()[19]) / os.sysconf("SC_CLK_TCK")
    return max(PROMPT - (time.clock_gettime(time.CLOCK_BOOTTIME) - started), LEAST)


def at_once(*works):
    """Runs the functions in threads; returns their results, or the GioErrors that they raised, in order.

    Any other exception is printed with its traceback, and a GioError stands for it in the result.
    """
    outcomes = [GioError("It has ended without an answer.")] * len(works)

    def run(place):
        try:
            outcomes[place] = works[place]()
        except GioError as error:
            outcomes[place] = error
    threads = [threading.Thread(target=run, args=[place], daemon=True) for place in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def patiently(work):
    """Runs work() in a thread and returns its result, or raises its GioError. A signal can end the program meanwhile; in the main
    thread, the call into a library would delay it."""
    outcome, = at_once(work)
    if isinstance(outcome, GioError):
        raise outcome
    return outcome


def text_of(value):
    """The value if it is a str, else "": the other program may send any type."""
    return value if isinstance(value, str) else ""


# An argument of D-Bus type v.
Variant = namedtuple("Variant", "value")


@contextmanager
def kind(signature):
    """The signature as a GVariantType, which is freed."""
    type = gio.g_variant_type_new(signature.encode())
    try:
        yield type
    finally:
        gio.g_variant_type_free(type)


@contextmanager
def descriptors(files):
    """A GUnixFDList of the descriptors, which is freed; None if there are none."""
    held = gio.g_unix_fd_list_new() if files else None
    try:
        for file in files:
            checked(gio.g_unix_fd_list_append, held, file)
        yield held
    finally:
        if held:
            gio.g_object_unref(held)


def written(value):
    """The value in GVariant's text format. Its strings are written like JSON's; NULs, which they cannot hold, are removed."""
    match value:
        case Variant():
            return f"<{written(value.value)}>"
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case bytes():
            # A bytestring ends with NUL, as portals want names of files.
            return 'b"' + "".join(f"\\{byte:03o}" for byte in value) + '"'
        case str():
            return json.dumps(value.replace("\0", ""), ensure_ascii=False)
        case tuple():
            return "(" + ", ".join(map(written, value)) + ")"
        case dict():
            return "{" + ", ".join(f"{written(key)}: {written(held)}" for key, held in value.items()) + "}"
    return "[" + ", ".join(map(written, value)) + "]"


def read(variant):
    """The content of a GVariant; a tuple is a list."""
    kind = gio.g_variant_get_type_string(variant).decode()
    if kind[0] in "sog":
        return gio.g_variant_get_string(variant, None).decode(errors="replace")
    if kind[0] == "b":
        return bool(gio.g_variant_get_boolean(variant))
    if kind[0] in INTEGERS:
        return getattr(gio, "g_variant_get_" + INTEGERS[kind[0]])(variant)
    values = [read_child(variant, place) for place in range(gio.g_variant_n_children(variant))]
    if kind[0] == "v":
        return values[0]
    return dict(values) if kind.startswith("a{") else values


def read_child(variant, place):
    child = gio.g_variant_get_child_value(variant, place)
    try:
        return read(child)
    finally:
        gio.g_variant_unref(child)
