// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGIO
import Glibc
import Host
import ShareCalling
import SheetSession
import TestSupport
import Testing

@testable import ShareService

/// A sandbox that hands something over and puts something else in its place while the sheet is open.
struct SandboxSwapTests {
    private static let secret = "the key"

    private let example = Files.text(Checkout.path + "/examples/share_files.py")

    /// Shares by descriptor from a sandbox, and gives the item once the sheet is open.
    private func share(
        _ path: String, from sandbox: Sandbox, _ fixture: ServiceFixture,
        _ test: (Representation) throws -> Void
    ) throws {
        let program = try sandbox.start(["/usr/bin/python3", "-c", example, path])
        var ending: ChildProgram.Ending?
        program.end { ending = $0 }
        try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty || ending != nil })
        let item = try #require(fixture.sheets.opened.first?.request.items.first, "\(ending?.errors ?? "")")
        try test(item.representation)
        fixture.sheets.opened[0].end(.left)
        #expect(fixture.bus.turn { ending != nil })
    }

    private func refusal(of path: String, from sandbox: Sandbox) throws -> String {
        let ending = try sandbox.run(["/usr/bin/python3", "-c", example, path])
        return ending.status == 0 ? "" : ending.errors
    }

    private func path(_ item: Representation) -> String {
        String((item.uri ?? "").dropFirst("file://".count))
    }

    private func inode(_ path: String) -> ino_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_ino : 0
    }

    @Test func aFileIsTheOneThatWasHandedOverWhateverIsPutInItsPlace() throws {
        try ServiceFixture.run { fixture in
            let photo = fixture.file("Pictures/photo.png", "a photo")
            let secret = fixture.file("ssh/id_ed25519", Self.secret)
            let sandbox = try Sandbox(fixture, writable: [fixture.bus.scratch("Pictures")])
            try share(photo, from: sandbox, fixture) { item in
                unlink(photo)
                symlink(secret, photo)
                #expect(Files.text(path(item)) == "a photo")
                #expect(item.name == "photo.png" && item.isTemporary)
            }
        }
    }

    /// It takes none of the disk, whatever its size is.
    @Test func aFileOfTheSameFileSystemIsLinked() throws {
        try ServiceFixture.run { fixture in
            let photo = fixture.file("Pictures/photo.png", "a photo")
            let sandbox = try Sandbox(fixture, writable: [fixture.bus.scratch("Pictures")])
            try share(photo, from: sandbox, fixture) { item in
                #expect(inode(path(item)) == inode(photo))
            }
        }
    }

    /// The sandbox may be able to write to more by the time an activity opens the path: another instance may
    /// start.
    @Test func aFileThatTheSandboxCanOnlyReadIsLinkedTooAndAFolderRefused() throws {
        try ServiceFixture.run { fixture in
            let photo = fixture.file("Pictures/photo.png", "a photo")
            let secret = fixture.file("ssh/photo.png", Self.secret)
            let pictures = fixture.bus.scratch("Pictures")
            let portal = try StandInDocuments(fixture, [:])
            let sandbox = try Sandbox(fixture, readable: [pictures])
            let refusal = try refusal(of: pictures, from: sandbox)
            #expect(refusal.contains("Share its files."), "\(refusal)")
            try share(photo, from: sandbox, fixture) { item in
                rename(pictures, pictures + ".old")
                symlink(Folder.split(secret).folder, pictures)
                #expect(Files.text(path(item)) == "a photo" && item.isTemporary)
            }
            withExtendedLifetime(portal) {}
        }
    }

    /// As sandboxes other than Flatpak's run the proxy: on the host.
    @Test func aProxyOfTheHostSpeaksForASandbox() throws {
        try ServiceFixture.run { fixture in
            let key = fixture.file("ssh/id_ed25519", Self.secret)
            let socket = fixture.bus.scratch("proxy")
            let proxy = try ChildProgram([
                "xdg-dbus-proxy", "--fd=1", fixture.bus.address, socket, "--filter",
                "--talk=org.freedesktop.portal.*",
            ])
            #expect(try proxy.firstByte() != nil)
            let ending = try fixture.bus.run([
                "env", "DBUS_SESSION_BUS_ADDRESS=unix:path=" + socket, "gdbus", "call", "--session", "-d",
                ShareInterface.portalName, "-o", ShareInterface.path, "-m", "io.activityd.Share.Share", "",
                "['file://\(key)']", "{}",
            ])
            #expect(
                ending.status == 1 && ending.errors.contains("InvalidArgs"),
                "\(ending.output)\(ending.errors)")
            #expect(fixture.sheets.opened.isEmpty)
        }
    }

    /// Opening a file with a lease waits for its holder, 45 s by default.
    @Test func aFileWithALeaseIsRefusedAtOnce() throws {
        try ServiceFixture.run { fixture in
            let file = fixture.file("data/a.txt", "a")
            let script = """
                import fcntl, os, sys
                from gi.repository import Gio, GLib
                file = os.open(sys.argv[1], os.O_RDONLY)
                if os.access(sys.argv[1], os.W_OK): fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
                import signal
                signal.signal(signal.SIGIO, signal.SIG_IGN)
                bus = Gio.bus_get_sync(Gio.BusType.SESSION)
                files = Gio.UnixFDList.new_from_array([file])
                options = {"fds": GLib.Variant("ah", [0])}
                bus.call_with_unix_fd_list_sync(
                    "\(ShareInterface.portalName)", "\(ShareInterface.path)", "io.activityd.Share", "Share",
                    GLib.Variant("(sasa{sv})", ("", [], options)), None, 0, \(HangLimit.milliseconds),
                    files, None)
                """
            let sandbox = try Sandbox(fixture, writable: [fixture.bus.scratch("data")])
            let began = ContinuousClock.now
            let ending = try sandbox.run(["/usr/bin/python3", "-c", script, file])
            #expect(ending.status == 1 && ending.errors.contains("InvalidArgs"), "\(ending.errors)")
            // The kernel would have taken the lease away after 45 seconds.
            #expect(ContinuousClock.now - began < .seconds(45))
        }
    }

    /// The sandbox's write access is unknown: a unit with mounts of its own, a container, a sandbox in a
    /// sandbox.
    @Test func ofAnotherSandboxFilesAreLinkedAndFoldersRefused() throws {
        try ServiceFixture.run { fixture in
            fixture.sheets.endsAtOnce = .performed
            let photo = fixture.file("Pictures/photo.png", "a photo")
            func share(_ path: String) throws -> ChildProgram.Ending {
                try fixture.bus.run(["bwrap", "--ro-bind", "/", "/", "/usr/bin/python3", "-c", example, path])
            }
            let file = try share(photo)
            let item = try #require(fixture.sheets.opened.first?.request.items.first, "\(file.errors)")
            #expect(item.representation.isTemporary && inode(path(item.representation)) == inode(photo))
            let folder = try share(fixture.bus.scratch("Pictures"))
            #expect(folder.status == 1 && folder.errors.contains("Share its files."), "\(folder.errors)")
        }
    }

    /// A sandbox may ask the portal for a document of a file of its own, and share that by its path.
    @Test func aDocumentStaysTheFileThatItWas() throws {
        try ServiceFixture.run { fixture in
            let photo = fixture.file("Pictures/photo.png", "12345")
            let secret = fixture.file("ssh/id_ed25519", Self.secret)
            let documents = try StandInDocuments(fixture, ["aa": photo])
            fixture.grant("aa/photo.png")
            let sandbox = try Sandbox(fixture, writable: [fixture.bus.scratch("Pictures")])
            let ending = try sandbox.share("['file://\(fixture.runtime)/doc/aa/photo.png']")
            let item = try #require(fixture.sheets.opened.first?.request.items.first, "\(ending.errors)")
            unlink(photo)
            symlink(secret, photo)
            #expect(Files.text(path(item.representation)) == "12345")
            #expect(item.representation.name == "photo.png" && item.representation.isTemporary)
            withExtendedLifetime(documents) {}
        }
    }

    /// Two files may have been changed within one tick of the clock, and the app may have put the link there.
    @Test func aDocumentsFileIsSoughtThroughNoLink() throws {
        let scratch = Scratch()
        scratch.write("Pictures/photo.png", "12345")
        symlink("Pictures", scratch("link"))
        let document = try #require(Descriptor(open(scratch("Pictures/photo.png"), O_RDONLY | O_CLOEXEC)))
        #expect(DocumentPaths.original(of: document, at: scratch("Pictures/photo.png")) != nil)
        #expect(DocumentPaths.original(of: document, at: scratch("link/photo.png")) == nil)
    }
}
