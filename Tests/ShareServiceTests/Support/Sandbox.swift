// SPDX-License-Identifier: Apache-2.0

import Glibc
import ShareCalling
import TestSupport
import Testing

@testable import ShareService

/// A caller in a sandbox as Flatpak makes it: bubblewrap around the program, and between it and the bus an
/// xdg-dbus-proxy in a sandbox of its own, which contains the app's .flatpak-info.
final class Sandbox {
    static let app = "org.example.Camera"

    private let fixture: ServiceFixture
    private let proxy: ChildProgram
    private let socket: String
    private let mounts: [String]

    /// - Parameters:
    ///   - documents: what the document portal has for this app, which Flatpak shows in the sandbox.
    ///   - readable, writable: folders of the host, at their own places.
    init(
        _ fixture: ServiceFixture, documents: String? = nil, readable: [String] = [], writable: [String] = []
    ) throws {
        self.fixture = fixture
        mounts =
            (documents.map { ["--bind", $0, "/run/flatpak/doc"] } ?? [])
            + readable.flatMap { ["--ro-bind", $0, $0] } + writable.flatMap { ["--bind", $0, $0] }
        let scratch = fixture.bus.scratch
        scratch.write(
            "flatpak-info",
            "[Application]\nname=\(Self.app)\nruntime=runtime/org.example.Platform/x86_64/1\n\n"
                + "[Instance]\ninstance-id=1\n"
        )
        // As Flatpak lists its instances.
        scratch.write("run/.flatpak/1/info", Files.text(scratch("flatpak-info")))
        socket = scratch("proxy")
        proxy = try ChildProgram(
            ["bwrap"] + Self.root + [
                "--bind", scratch.path, scratch.path, "--ro-bind", scratch("flatpak-info"), "/.flatpak-info",
                "--die-with-parent", "--", "xdg-dbus-proxy", "--fd=1", fixture.bus.address, socket,
                "--filter",
                "--own=\(Self.app)", "--own=\(Self.app).*", "--call=org.freedesktop.portal.*=*",
                "--broadcast=org.freedesktop.portal.*=@/org/freedesktop/portal/*",
            ])
        // One byte says that it listens.
        guard try proxy.firstByte() != nil else {
            throw PrivateBus.Failure(reason: "xdg-dbus-proxy is not up")
        }
    }

    private static let root = [
        "--unshare-user-try", "--unshare-pid", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
        "--ro-bind", "/usr",
        "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64",
        "/lib64",
    ]

    /// Runs a program to its end, in the sandbox.
    func run(_ command: [String]) throws -> ChildProgram.Ending {
        try fixture.bus.run(wrapped(command))
    }

    /// Starts a program in the sandbox.
    func start(_ command: [String]) throws -> ChildProgram { try ChildProgram(wrapped(command)) }

    private func wrapped(_ command: [String]) -> [String] {
        let scratch = fixture.bus.scratch
        let inside = "/run/flatpak/bus"
        return [
            "sh", "-c", "exec 9>\"$0\"; exec bwrap --info-fd 9 \"$@\"",
            scratch("run/.flatpak/1/bwrapinfo.json"),
        ] + Self.root + mounts + [
            "--bind", socket, inside, "--ro-bind", scratch("flatpak-info"), "/.flatpak-info", "--setenv",
            "DBUS_SESSION_BUS_ADDRESS", "unix:path=" + inside, "--",
        ] + command
    }

    /// Shares by the portal's name, with gdbus.
    func share(_ uris: String, _ options: String = "{}") throws -> ChildProgram.Ending {
        try run([
            "gdbus", "call", "--session", "-d", ShareInterface.portalName, "-o", ShareInterface.path, "-m",
            "io.activityd.Share.Share", "", uris, options,
        ])
    }
}
