# SPDX-License-Identifier: Apache-2.0
"""Offers several formats on a Wayland compositor's clipboard, by its protocol for clipboard managers; wl-copy
offers one.

The protocol is ext-data-control-v1, or wlr-data-control-unstable-v1, which has the same numbers. GNOME has
neither; there wl-copy shows a window of one point. The clipboard's owner serves the content itself, so a
process stays behind until another program copies something.
"""
import collections, itertools, os, socket, struct, subprocess, threading

from staying import own

MANAGERS = ("ext_data_control_manager_v1", "zwlr_data_control_manager_v1")
# The object that exists from the start, and the numbers of requests and events in the protocols.
DISPLAY = 1
SYNC, GET_REGISTRY, ERROR = 0, 1, 0
BIND, GLOBAL = 0, 0
CREATE_SOURCE, GET_DEVICE = 0, 1
OFFER, SET_SELECTION = 0, 0
SEND, CANCELLED = 0, 1
# Seconds to wait for the compositor.
PATIENCE = 5
# Bytes of a message's header, and maximum bytes and descriptors of one read (libwayland: 4,096 and 28).
HEAD, PORTION, MOST_FILES = 8, 4096, 28


def copy_to_wayland(formats, kind, held=()):
    """Puts the formats on the clipboard; returns whether that succeeded. Each is bytes, or a function that
    makes them when the format is first requested and returns None if it cannot. If only one format can be
    offered, it is `kind`, and the owning process inherits the descriptors `held`."""
    return offer(formats) or run_wl_copy(kind, formats[kind], held)


def offer(formats):
    return own(lambda: Clipboard(formats))


def run_wl_copy(kind, content, held):
    # The clipboard's owner stays behind: it must not hold our output open.
    nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.run(["wl-copy", "--type", kind], input=content, pass_fds=held, **nowhere).returncode == 0
    except FileNotFoundError:
        return False


class Clipboard:
    def __init__(self, formats):
        self.formats, self.compositor, self.is_ours = formats, Compositor(), False
        places = self.compositor.globals()
        manager = next((name for name in MANAGERS if name in places), None)
        if not manager or "wl_seat" not in places:
            return
        seat, manager = (self.compositor.bind(places[name], name) for name in ("wl_seat", manager))
        self.source, device = self.compositor.new(), self.compositor.new()
        self.compositor.request(manager, CREATE_SOURCE, self.source)
        for name in formats:
            self.compositor.request(self.source, OFFER, name)
        self.compositor.request(manager, GET_DEVICE, device, seat)
        self.compositor.request(device, SET_SELECTION, self.source)
        # A clipboard manager may have requested formats already.
        self.events = self.compositor.settled()
        self.is_ours = (self.source, CANCELLED) not in [event[:2] for event in self.events]

    def hand_out(self):
        """Serves the content until another program copies something, or the compositor ends."""
        self.compositor.socket.settimeout(None)
        try:
            for sender, number, arguments in itertools.chain(self.events, iter(self.compositor.event, None)):
                if (sender, number) == (self.source, CANCELLED):
                    break
                if (sender, number) == (self.source, SEND):
                    # The reader may be slow, or never read.
                    file = self.compositor.files.popleft()
                    threading.Thread(target=self.write, args=[text(arguments, 0), file], daemon=True).start()
        except (OSError, EOFError):
            pass

    def write(self, name, descriptor):
        content = self.formats.get(name)
        try:
            # Closes it even if the content cannot be made: the reader would wait.
            with open(descriptor, "wb") as file:
                file.write((content() if callable(content) else content) or b"")
        except OSError:
            # The reader has closed its end, or the program that makes the content has failed.
            pass


class Compositor:
    """A connection to the compositor: requests and events (The Wayland Protocol, chapter 4). Raises OSError
    if there is no compositor, and EOFError when it closes the connection."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), os.environ.get("WAYLAND_DISPLAY") or "wayland-0"))
        self.received, self.files, self.last = b"", collections.deque(), DISPLAY

    def new(self):
        self.last += 1
        return self.last

    def request(self, receiver, number, *arguments):
        body = b"".join(
            struct.pack("=I", argument) if isinstance(argument, int) else string(argument) for argument in arguments)
        self.socket.sendall(struct.pack("=II", receiver, HEAD + len(body) << 16 | number) + body)

    def event(self):
        """Waits for the next event; returns its sender, number and raw arguments."""
        while len(self.received) < HEAD or len(self.received) < (size := struct.unpack_from("=4xI", self.received)[0] >> 16):
            data, files, *_ = socket.recv_fds(self.socket, PORTION, MOST_FILES)
            if not data:
                raise EOFError
            self.received += data
            self.files.extend(files)
        sender, word = struct.unpack_from("=II", self.received)
        arguments, self.received = self.received[HEAD:size], self.received[size:]
        if (sender, word & 0xFFFF) == (DISPLAY, ERROR):
            raise EOFError
        return sender, word & 0xFFFF, arguments

    def settled(self):
        """Waits until the compositor has processed all requests; returns the events until then."""
        done, events = self.new(), []
        self.request(DISPLAY, SYNC, done)
        while (event := self.event())[0] != done:
            events.append(event)
        return events

    def globals(self):
        """The numbers of the compositor's globals, by interface."""
        self.registry = self.new()
        self.request(DISPLAY, GET_REGISTRY, self.registry)
        found = [arguments for sender, number, arguments in self.settled() if (sender, number) == (self.registry, GLOBAL)]
        return {text(arguments, 4): struct.unpack_from("=I", arguments)[0] for arguments in reversed(found)}

    def bind(self, number, interface):
        bound = self.new()
        self.request(self.registry, BIND, number, interface, 1, bound)
        return bound


def string(value):
    """A string argument: length, bytes, NUL, and padding to four bytes."""
    content = value.encode() + b"\0"
    return struct.pack("=I", len(content)) + content + bytes(-len(content) % 4)


def text(arguments, place):
    length, = struct.unpack_from("=I", arguments, place)
    return arguments[place + 4:place + 3 + length].decode(errors="replace")
