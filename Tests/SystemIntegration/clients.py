# SPDX-License-Identifier: Apache-2.0
"""Third-party clients: systemd's varlinkctl, from a newer Debian in /newer."""

import os

from cases import test
from host import run
from varlink import SYSTEM_SOCKET

if os.path.exists("/newer/usr/bin/varlinkctl"):
    for folder in ["/run", "/proc"]:
        run("mount", "--bind", folder, "/newer" + folder)

    @test("systemd's varlinkctl lists, introspects and follows")
    def varlinkctl():
        def ask(*command):
            return run("chroot", "/newer", "varlinkctl", *command).out
        assert "io.activityd.Sheet" in ask("info", SYSTEM_SOCKET)
        assert "method List" in ask("introspect", SYSTEM_SOCKET, "io.activityd.Sheet")
        for interface in ["io.activityd.Registry", "io.systemd.service"]:
            ask("introspect", SYSTEM_SOCKET, interface)
        assert "org.example.stamp" in ask(
            "call", SYSTEM_SOCKET, "io.activityd.Sheet.List", '{"content": [{"type": "image/png"}]}')
        ask("call", SYSTEM_SOCKET, "io.systemd.service.Ping", "{}")
        return ask("--version").splitlines()[0]
else:
    print("SKIPPED: systemd's own varlinkctl, as there is no newer Debian to take it from", flush=True)
