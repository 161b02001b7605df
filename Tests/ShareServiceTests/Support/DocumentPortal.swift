// SPDX-License-Identifier: Apache-2.0

import Glibc
import SessionBus
import ShareCalling
import TestSupport

@testable import ShareService

/// Flatpak's own document portal on the fixture's bus, with its file system in the fixture's runtime folder.
final class DocumentPortal {
    private static let programs = ["/usr/libexec/xdg-permission-store", "/usr/libexec/xdg-document-portal"]

    /// FUSE takes a device, which containers lack.
    static var isPossible: Bool {
        access("/dev/fuse", R_OK | W_OK) == 0 && programs.allSatisfy { access($0, X_OK) == 0 }
    }

    private let fixture: ServiceFixture
    private let mount: String
    private var processes: [ChildProgram] = []

    init(_ fixture: ServiceFixture) throws {
        self.fixture = fixture
        mount = fixture.runtime + "/doc"
        let environment = [
            "DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "XDG_RUNTIME_DIR": fixture.runtime,
            "XDG_DATA_HOME": fixture.bus.scratch.folder("data"),
        ]
        for program in Self.programs {
            processes.append(try ChildProgram([program], environment: environment))
        }
        let name = BusAddress.documents.name
        guard
            try fixture.bus.run([
                "gdbus", "wait", "--session", "--timeout", "\(HangLimit.duration.components.seconds)", name,
            ]).status == 0
        else {
            throw PrivateBus.Failure(reason: "the document portal is not up")
        }
    }

    deinit {
        processes = []
        // A program that was killed leaves a mount that answers nothing.
        _ = try? fixture.bus.run(["fusermount3", "-u", "-z", mount])
    }

    /// The app's documents in the portal, as a folder of the host.
    var documents: String { mount + "/by-app/" + Sandbox.app }

    /// Gives a file of the host to the app, as a file chooser does in which a person has picked it.
    ///
    /// - Returns: its path beneath the portal's folder.
    func add(_ path: String) throws -> String {
        let ending = try fixture.bus.run(["/usr/bin/python3", "-c", Self.adding, path, Sandbox.app])
        guard ending.status == 0 else { throw PrivateBus.Failure(reason: ending.errors) }
        return ending.output.split(separator: "\n").first.map(String.init) ?? ""
    }

    private static let adding = """
        import os, sys
        from gi.repository import Gio, GLib
        name, path = "org.freedesktop.portal.Documents", "/org/freedesktop/portal/documents"
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        files = Gio.UnixFDList()
        files.append(os.open(sys.argv[1], os.O_PATH | os.O_CLOEXEC))
        arguments = GLib.Variant("(ahusas)", ([0], 0, sys.argv[2], ["read"]))
        reply, _ = bus.call_with_unix_fd_list_sync(
            name, path, name, "AddFull", arguments, None, 0, 5000, files, None)
        print(reply.unpack()[0][0] + "/" + os.path.basename(sys.argv[1]))
        """
}
