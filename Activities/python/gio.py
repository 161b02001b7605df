# SPDX-License-Identifier: Apache-2.0
"""GIO through ctypes. The daemon's own programs require GLib anyway; python3-gi would be another package, for one Python
version."""
import ctypes, itertools
from contextlib import contextmanager
from ctypes import c_char_p as text, c_int, c_size_t, c_uint, c_void_p as pointer

# The return type, then the argument types; the last pointer of a function that can fail is the error's.
SIGNATURES = {
    "g_error_free": [None, pointer], "g_free": [None, pointer], "g_list_free": [None, pointer],
    "g_main_context_iteration": [c_int, pointer, c_int],

    "g_variant_parse": [pointer, pointer, text, pointer, pointer, pointer],
    "g_variant_type_new": [pointer, text], "g_variant_type_free": [None, pointer], "g_variant_unref": [None, pointer],
    "g_variant_get_type_string": [text, pointer], "g_variant_n_children": [c_size_t, pointer],
    "g_variant_get_child_value": [pointer, pointer, c_size_t], "g_variant_get_string": [text, pointer, pointer],
    "g_variant_get_boolean": [c_int, pointer], "g_variant_get_double": [ctypes.c_double, pointer],
    "g_variant_get_byte": [ctypes.c_uint8, pointer],
    "g_variant_get_int16": [ctypes.c_int16, pointer], "g_variant_get_uint16": [ctypes.c_uint16, pointer],
    "g_variant_get_int32": [ctypes.c_int32, pointer], "g_variant_get_uint32": [ctypes.c_uint32, pointer],
    "g_variant_get_int64": [ctypes.c_int64, pointer], "g_variant_get_uint64": [ctypes.c_uint64, pointer],

    "g_bus_get_sync": [pointer, c_int, pointer, pointer],
    "g_dbus_connection_set_exit_on_close": [None, pointer, c_int],
    "g_dbus_connection_get_unique_name": [text, pointer],
    "g_dbus_connection_call_with_unix_fd_list_sync": [
        pointer, pointer, text, text, text, text, pointer, pointer, c_int, c_int, pointer, pointer, pointer, pointer],
    "g_unix_fd_list_new": [pointer], "g_unix_fd_list_append": [c_int, pointer, c_int, pointer], "g_object_unref": [None, pointer],
    "g_dbus_connection_signal_subscribe": [
        c_uint, pointer, text, text, text, text, text, c_int, pointer, pointer, pointer],
    "g_dbus_error_get_remote_error": [pointer, pointer],

    "g_app_info_get_all_for_type": [pointer, text], "g_app_info_get_default_for_type": [pointer, text, c_int],
    "g_app_info_get_id": [text, pointer], "g_app_info_get_display_name": [text, pointer],
    "g_app_info_supports_uris": [c_int, pointer], "g_app_info_supports_files": [c_int, pointer],
    "g_app_info_launch_uris": [c_int, pointer, pointer, pointer, pointer],
    "g_desktop_app_info_get_boolean": [c_int, pointer, text], "g_desktop_app_info_get_string": [pointer, pointer, text],
    "g_desktop_app_info_get_filename": [text, pointer],
}
# Also finds the functions of GLib and GObject, which it links.
gio = ctypes.CDLL("libgio-2.0.so.0")
for name, (result, *arguments) in SIGNATURES.items():
    function = getattr(gio, name)
    function.restype, function.argtypes = result, arguments


class GError(ctypes.Structure):
    _fields_ = [("domain", ctypes.c_uint32), ("code", c_int), ("message", text)]


class Node(ctypes.Structure):
    """GList."""


Node._fields_ = [("data", pointer), ("next", ctypes.POINTER(Node)), ("previous", ctypes.POINTER(Node))]


# Errors if the service is not running and cannot be started.
NOBODY = {"org.freedesktop.DBus.Error." + name for name in ("NameHasNoOwner", "ServiceUnknown")}
# Errors after which the service may still have carried out the call. GIO's own timeout has no name.
UNANSWERED = {None, "org.freedesktop.DBus.Error.NoReply"}


class GioError(Exception):
    """An error with GLib's message. An error reply on a bus has a name."""

    def __init__(self, message, name=None):
        super().__init__(message)
        self.is_nobody, self.is_refusal = name in NOBODY, name not in NOBODY | UNANSWERED


def checked(function, *arguments):
    """Calls a function that can fail; returns its result, or raises its error as GioError."""
    error = ctypes.POINTER(GError)()
    result = function(*arguments, ctypes.cast(ctypes.byref(error), pointer))
    if not error:
        return result
    message, name = error.contents.message.decode(errors="replace"), None
    remote = gio.g_dbus_error_get_remote_error(error)
    if remote:
        name = ctypes.string_at(remote).decode(errors="replace")
        gio.g_free(remote)
    gio.g_error_free(error)
    raise GioError(message, name)


def listed(head):
    """The pointers in a GList, which is freed; the elements are not."""
    pointers, node = [], ctypes.cast(head, ctypes.POINTER(Node))
    while node:
        pointers.append(node.contents.data)
        node = node.contents.next
    gio.g_list_free(head)
    return pointers


@contextmanager
def list_of(texts):
    """A GList of the texts, valid within the context; None if there are none."""
    nodes = [Node(ctypes.cast(ctypes.c_char_p(text.encode(errors="replace")), pointer)) for text in texts]
    for node, following in itertools.pairwise(nodes):
        node.next = ctypes.pointer(following)
    yield ctypes.cast(ctypes.pointer(nodes[0]), pointer) if nodes else None
