# SPDX-License-Identifier: Apache-2.0
"""A separate message bus for a test, with services that reply as the test defines."""
import subprocess, threading

import jeepney
from jeepney.io.blocking import open_dbus_connection

# Without the machine's services, which an ordinary session bus would start.
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>{services}
<policy context="default"><allow send_destination="*"/><allow own="*"/><allow receive_sender="*"/></policy></busconfig>
"""


class BusTestCase:
    """A mixin for test cases that need buses."""

    def start_bus(self, services=""):
        """Starts one bus that serves as both session and system bus."""
        self.need("dbus-daemon", "dbus-daemon")
        path = self.file("bus.conf", CONFIGURATION.replace("{services}", services).encode())
        bus = subprocess.Popen(
            ["dbus-daemon", b"--config-file=" + path, "--nofork", "--print-address"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(bus.communicate)
        self.addCleanup(bus.terminate)
        self.address = bus.stdout.readline().strip()
        self.environment |= {"DBUS_SESSION_BUS_ADDRESS": self.address, "DBUS_SYSTEM_BUS_ADDRESS": self.address}

    def serve(self, name, answer):
        """Starts a service that replies to each call with answer(path, member, arguments): a signature and values. None means no
        reply, and an exception an error."""
        service = Service(self.address, name, answer)
        self.addCleanup(service.leave)
        return service


class Service:
    def __init__(self, address, name, answer):
        self.calls, self.answer = [], answer
        self.connection = open_dbus_connection(address, enable_fds=True)
        self.connection.send_and_get_reply(jeepney.message_bus.RequestName(name))
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        try:
            while True:
                message = self.connection.receive()
                if message.header.message_type is jeepney.MessageType.method_call:
                    self.take(message)
        except (OSError, EOFError, ValueError):
            pass

    def take(self, message):
        fields = message.header.fields
        path, member = fields[jeepney.HeaderFields.path], fields[jeepney.HeaderFields.member]
        self.calls.append((path, member, *message.body))
        self.caller = fields[jeepney.HeaderFields.sender]
        try:
            reply = self.answer(path, member, message.body)
        except Exception as error:
            self.connection.send(jeepney.new_error(message, "org.example.Error", "s", (str(error),)))
            return
        if reply is not None:
            self.connection.send(jeepney.new_method_return(message, *reply))

    def changed(self, path, interface, properties):
        """Sends PropertiesChanged; each property is a signature and a value."""
        emitter = jeepney.DBusAddress(path, interface="org.freedesktop.DBus.Properties")
        self.connection.send(jeepney.new_signal(emitter, "PropertiesChanged", "sa{sv}as", (interface, properties, [])))

    def called(self, member):
        """The arguments of each call of the method so far."""
        return [arguments for _, name, *arguments in self.calls if name == member]

    def leave(self):
        """Disconnects, like a service that has crashed."""
        self.connection.close()
