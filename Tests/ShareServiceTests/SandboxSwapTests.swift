// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGIO
import Glibc
import SheetSession
import TestSupport
import Testing

@testable import ShareService

/// A sandbox that hands something over and puts something else in its place while the sheet is open.
struct SandboxSwapTests {
    private static let secret = "the key"

    private let example = Files.text(Sandbox.examples + "/share_files.py")

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

    @Test func aFolderThatTheSandboxMayWriteToIsRefused() throws {
        try ServiceFixture.run { fixture in
            let album = fixture.bus.scratch.folder("Pictures/Album")
            let sandbox = try Sandbox(fixture, writable: [fixture.bus.scratch("Pictures")])
            let refusal = try refusal(of: album, from: sandbox)
            #expect(refusal.contains("Share its files."), "\(refusal)")
            #expect(fixture.sheets.opened.isEmpty)
        }
    }

    @Test func aFolderThatTheSandboxCanOnlyReadIsTaken() throws {
        try ServiceFixture.run { fixture in
            let album = fixture.bus.scratch.folder("Pictures/Album")
            let data = fixture.bus.scratch.folder("data")
            let portal = try StandInDocuments(fixture, [:])
            let sandbox = try Sandbox(
                fixture, readable: [fixture.bus.scratch("Pictures")], writable: [data])
            try share(album, from: sandbox, fixture) { item in
                let expected = Representation(type: "inode/directory", uri: "file://" + album, name: "Album")
                #expect(item == expected)
            }
            withExtendedLifetime(portal) {}
        }
    }

    /// By another mount the sandbox writes to a part of it, or sees something else in one.
    @Test func aFolderWithAnotherMountInItIsRefused() throws {
        try ServiceFixture.run { fixture in
            let pictures = fixture.bus.scratch.folder("Pictures")
            let album = fixture.bus.scratch.folder("Pictures/Album")
            let portal = try StandInDocuments(fixture, [:])
            let sandbox = try Sandbox(fixture, readable: [pictures], writable: [album])
            let refusal = try refusal(of: pictures, from: sandbox)
            #expect(refusal.contains("Share its files."), "\(refusal)")
            withExtendedLifetime(portal) {}
        }
    }

    /// Edits with Open reach the person's own file.
    @Test func aFileThatTheSandboxCanOnlyReadIsSharedByItsPath() throws {
        try ServiceFixture.run { fixture in
            let photo = fixture.file("Pictures/photo.png", "a photo")
            let portal = try StandInDocuments(fixture, [:])
            let sandbox = try Sandbox(fixture, readable: [fixture.bus.scratch("Pictures")])
            try share(photo, from: sandbox, fixture) { item in
                #expect(item.uri == "file://" + photo && !item.isTemporary)
            }
            withExtendedLifetime(portal) {}
        }
    }

    /// Nothing is known of what it may write to: a unit with mounts of its own, a container, a sandbox in a sandbox.
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
    @Test func aDocumentInAFolderThatTheSandboxMayWriteToIsCopied() throws {
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
}
