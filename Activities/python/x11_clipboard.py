# SPDX-License-Identifier: Apache-2.0
"""The clipboard of an X server, in several formats at once (ICCCM, section 2); xclip offers only one.

The owner of a selection serves it itself, so a process stays behind until another program copies something. A content is
transferred in a single request (no INCR).
"""
import ctypes, os
from ctypes import byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p

from staying import own

# Maximum bytes of one format: the usual maximum request (BIG-REQUESTS of X.Org and Xwayland), less its header.
LARGEST = (16 << 20) - 1024

# X.h, Xatom.h
SELECTION_CLEAR, SELECTION_REQUEST, SELECTION_NOTIFY = 29, 30, 31
REPLACE, CURRENT_TIME, NO_ATOM, ATOM = 0, 0, 0, 4

PLACE = [("selection", c_ulong), ("target", c_ulong), ("property", c_ulong), ("time", c_ulong)]
HEAD = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p)]


class Request(ctypes.Structure):
    """XSelectionRequestEvent."""
    _fields_ = [*HEAD, ("owner", c_ulong), ("requestor", c_ulong), *PLACE]


class Answer(ctypes.Structure):
    """XSelectionEvent."""
    _fields_ = [*HEAD, ("requestor", c_ulong), *PLACE]


class Event(ctypes.Union):
    """XEvent."""
    _fields_ = [("type", c_int), ("request", Request), ("answer", Answer), ("room", c_long * 24)]


# The return type, then the argument types.
SIGNATURES = {
    "XOpenDisplay": [c_void_p, c_char_p], "XDefaultRootWindow": [c_ulong, c_void_p],
    "XCreateSimpleWindow": [c_ulong, c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_uint, c_ulong, c_ulong],
    "XInternAtom": [c_ulong, c_void_p, c_char_p, c_int],
    "XSetSelectionOwner": [c_int, c_void_p, c_ulong, c_ulong, c_ulong],
    "XGetSelectionOwner": [c_ulong, c_void_p, c_ulong],
    "XNextEvent": [c_int, c_void_p, c_void_p], "XSetErrorHandler": [c_void_p, c_void_p],
    "XChangeProperty": [c_int, c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, c_void_p, c_int],
    "XSendEvent": [c_int, c_void_p, c_ulong, c_int, c_long, c_void_p],
}
# Ignores errors, such as that of a requestor's window that has gone: by default Xlib would end the process.
pass_over = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda display, error: 0)


def xlib():
    library = ctypes.CDLL("libX11.so.6")
    for name, (result, *arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def copy_to_x11(formats):
    """Puts the formats on the clipboard; returns whether that succeeded. Each is bytes, or a function that makes them when the
    format is first requested and returns None if it cannot; best first, by name."""
    return own(lambda: Clipboard(xlib(), formats))


class Clipboard:
    def __init__(self, library, formats):
        self.library, self.display, self.is_ours = library, library.XOpenDisplay(None), False
        if not self.display or max(len(content) for content in formats.values() if not callable(content)) > LARGEST:
            return
        library.XSetErrorHandler(pass_over)
        root = library.XDefaultRootWindow(self.display)
        window = library.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, 0, 0)
        self.contents = {self.atom(name): content for name, content in formats.items()}
        self.targets, self.text, self.utf8 = map(self.atom, ("TARGETS", "TEXT", "UTF8_STRING"))
        selection = self.atom("CLIPBOARD")
        library.XSetSelectionOwner(self.display, selection, window, CURRENT_TIME)
        self.is_ours = library.XGetSelectionOwner(self.display, selection) == window

    def atom(self, name):
        return self.library.XInternAtom(self.display, name.encode(), False)

    def hand_out(self):
        """Serves requests until another program owns the clipboard; if the server ends, Xlib ends the process."""
        event = Event()
        while event.type != SELECTION_CLEAR:
            self.library.XNextEvent(self.display, byref(event))
            if event.type == SELECTION_REQUEST:
                self.answer(event.request)

    def answer(self, request):
        # An obsolete requestor names no property; the target serves instead (ICCCM, 2.2).
        place = request.property or request.target
        if request.target == self.targets:
            atoms = [self.targets, *self.contents]
            self.put(request.requestor, place, ATOM, 32, (c_ulong * len(atoms))(*atoms), len(atoms))
        elif (content := self.content(request.target)) is not None:
            kind = self.utf8 if request.target == self.text else request.target
            self.put(request.requestor, place, kind, 8, content, len(content))
        else:
            place = NO_ATOM
        answer = Answer(
            type=SELECTION_NOTIFY, requestor=request.requestor, selection=request.selection, target=request.target,
            property=place, time=request.time)
        self.library.XSendEvent(self.display, request.requestor, False, 0, byref(Event(answer=answer)))

    def content(self, target):
        content = self.contents.get(target)
        if callable(content):
            content = self.contents[target] = content()
        return content

    def put(self, window, place, kind, bits, content, count):
        self.library.XChangeProperty(self.display, window, place, kind, bits, REPLACE, content, count)
