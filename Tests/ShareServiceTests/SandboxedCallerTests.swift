// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGIO
import Glibc
import ShareCalling
import SheetSession
import TestSupport
import Testing

@testable import ShareService

struct SandboxedCallerTests {
    private static let refusal =
        "the calling sandbox has no such file from the document portal. Hand it over as a descriptor, in the "
        + "option fds."

    private func refused(_ ending: ChildProgram.Ending) -> Bool {
        ending.status != 0 && ending.errors.contains("InvalidArgs") && ending.errors.contains(Self.refusal)
    }

    @Test func aFileOfTheHostIsRefusedWhetherItIsThereOrNot() throws {
        try ServiceFixture.run { fixture in
            let sandbox = try Sandbox(fixture)
            let path = fixture.file("secret.txt")
            for uris in [
                "['file://\(path)']", "['file:///nowhere']", "['https://a.org', 'FILE:///etc/passwd']",
            ] {
                let ending = try sandbox.share(uris)
                #expect(refused(ending), "\(uris): \(ending.output)\(ending.errors)")
            }
            #expect(fixture.sheets.opened.isEmpty)
        }
    }

    @Test(arguments: [
        "admin:///etc/shadow", "trash:///x", "sftp://host/x", "Recent:///x", "next-backend://x", "data:,x",
    ])
    func whatGIOReachesForThePersonIsRefused(_ uri: String) throws {
        try ServiceFixture.run { fixture in
            let ending = try Sandbox(fixture).share("['\(uri)']", "{'types': <['image/png']>}")
            #expect(
                ending.status != 0 && ending.errors.contains("a sandbox shares links of the schemes geo,"),
                "\(ending.output)\(ending.errors)")
        }
    }

    @Test func linksAndTextAreShared() throws {
        try ServiceFixture.run { fixture in
            let ending = try Sandbox(fixture).share("['https://example.org/']", "{'text': <'x'>}")
            #expect(ending.status == 0, "\(ending.errors)")
            let request = fixture.sheets.opened.first?.request
            #expect(request?.items.map(\.representation.type) == ["x-scheme-handler/https"])
            #expect(request?.caption == "x")
        }
    }

    /// Shares by descriptor: a file of the sandbox alone, of which a copy is shared. The Response gets
    /// through the proxy.
    @Test(arguments: [
        (SheetOutcome.performed, 0, "An activity was performed.\n"), (.left, 1, "Nothing was performed.\n"),
        (.failed(reason: ""), 2, "It failed.\n"),
    ])
    func theExampleSharesADescriptorAndIsAnswered(
        _ outcome: SheetOutcome, _ status: CInt, _ output: String
    ) throws {
        try ServiceFixture.run { fixture in
            fixture.sheets.endsAtOnce = outcome
            let example = Files.text(Checkout.path + "/examples/share_files.py")
            let ending = try Sandbox(fixture).run([
                "sh", "-c", "printf 'a photo' >/tmp/shot.txt; exec /usr/bin/python3 -c \"$0\" /tmp/shot.txt",
                example,
            ])
            #expect(ending.status == status && ending.output == output, "\(ending.errors)")
            let item = try #require(fixture.sheets.opened.first?.request.items.first).representation
            #expect(item.name == "shot.txt" && item.size == 7)
            let path = String(try #require(item.uri).dropFirst("file://".count))
            #expect(path.hasPrefix(fixture.cache))
            #expect(
                fixture.bus.turn { Files.text(path) == (outcome == .left ? "" : "a photo") },
                "it is there while it may be read")
        }
    }

    @Test func theExampleSaysWhatIsWrong() throws {
        try ServiceFixture.run { fixture in
            let ending = try Sandbox(fixture).run(
                ["/usr/bin/python3", "-c", Files.text(Checkout.path + "/examples/share_files.py")])
            #expect(
                ending.status == 1 && ending.errors.contains("There is nothing to share."), "\(ending.errors)"
            )
        }
    }

    /// The proxy is not the only sandbox: what has mounts of its own sees other files by the same paths.
    @Test func aCallerWithMountsOfItsOwnIsASandbox() throws {
        try ServiceFixture.run { fixture in
            let path = fixture.file("a.txt")
            let ending = try fixture.bus.run([
                "bwrap", "--dev-bind", "/", "/", "--", "gdbus", "call", "--session", "-d",
                ShareInterface.name, "-o",
                ShareInterface.path, "-m", "io.activityd.Share.Share", "", "['file://\(path)']", "{}",
            ])
            #expect(refused(ending), "\(ending.output)\(ending.errors)")
        }
    }

    @Test func aDocumentOfTheAppIsShared() throws {
        try ServiceFixture.run { fixture in
            let photo = fixture.file("Pictures/a.png")
            _ = fixture.file("Album/2026/b.png")
            let documents = try StandInDocuments(
                fixture, ["aa": photo, "bb": fixture.bus.scratch("Album"), "cc": "/etc/passwd"])
            fixture.grant("aa/a.png")
            fixture.grant("bb/Album/2026/b.png")
            let ending = try Sandbox(fixture).share(
                "['file://\(fixture.runtime)/doc/aa/a.png', 'file:///run/flatpak/doc/bb/Album/2026/b.png']")
            #expect(ending.status == 0, "\(ending.errors)")
            let items = fixture.sheets.opened.first?.request.items.map(\.representation) ?? []
            #expect(items.map(\.name) == ["a.png", "b.png"] && items.allSatisfy(\.isTemporary))
            withExtendedLifetime(documents) {}
        }
    }

    /// Whatever the app may do there: nothing of what lies in it could be kept from changing.
    @Test func aFolderFromThePortalIsRefused() throws {
        try ServiceFixture.run { fixture in
            _ = fixture.file("Album/2026/b.png")
            let documents = try StandInDocuments(fixture, ["bb": fixture.bus.scratch("Album")])
            fixture.grant("bb/Album/2026/b.png")
            for folder in ["Album", "Album/2026"] {
                let ending = try Sandbox(fixture).share("['file://\(fixture.runtime)/doc/bb/\(folder)']")
                #expect(
                    ending.status == 1 && ending.errors.contains("Share its files."),
                    "\(ending.output)\(ending.errors)")
            }
            #expect(fixture.sheets.opened.isEmpty)
            withExtendedLifetime(documents) {}
        }
    }

    @Test(arguments: [
        "cc/passwd", "aa", "aa/", "aa/../cc/passwd", "by-app/org.example.Camera/aa/a.png", "bb/Album/link",
        "dd/gone",
    ])
    func whatIsNoDocumentOfTheAppIsRefused(_ name: String) throws {
        try ServiceFixture.run { fixture in
            let photo = fixture.file("a.png")
            let album = fixture.bus.scratch.folder("Album")
            let seen = fixture.bus.scratch.folder("run/doc/by-app/\(Sandbox.app)/bb/Album")
            symlink("/etc/passwd", seen + "/link")
            let documents = try StandInDocuments(
                fixture, ["aa": photo, "bb": album, "cc": "/etc/passwd"])
            for granted in ["aa/a.png", "dd/gone"] {
                fixture.grant(granted)
            }
            let ending = try Sandbox(fixture).share("['file://\(fixture.runtime)/doc/\(name)']")
            #expect(refused(ending), "\(ending.output)\(ending.errors)")
            #expect(documents.documents != nil)
        }
    }

    /// Uses Flatpak's own document portal: a file that the app has from it is shared, by path and by
    /// descriptor, and no other.
    @Test(.enabled(if: DocumentPortal.isPossible, "This takes /dev/fuse and xdg-desktop-portal."))
    func theRealPortalsDocumentIsSharedAndNoOther() throws {
        try ServiceFixture.run { fixture in
            fixture.sheets.endsAtOnce = .performed
            let portal = try DocumentPortal(fixture)
            let photo = fixture.file("Pictures/photo.png")
            let document = try portal.add(photo)
            let sandbox = try Sandbox(fixture, documents: portal.documents)
            let inside = "/run/flatpak/doc/" + document

            let read = try sandbox.run(["cat", inside])
            #expect(read.output == "12345", "the app itself can read it: \(read.errors)")
            let byPath = try sandbox.share("['file://\(inside)']")
            #expect(byPath.status == 0, "\(byPath.errors)")
            let item = fixture.sheets.opened.first?.request.items.first?.representation
            #expect(
                Self.inode(item) == Self.inode(photo) && item?.type == "image/png",
                "the person's own file, linked")

            let example = Files.text(Checkout.path + "/examples/share_files.py")
            let byDescriptor = try sandbox.run(["/usr/bin/python3", "-c", example, inside])
            #expect(fixture.sheets.opened.count == 2, "\(byDescriptor.errors)")
            let same = fixture.sheets.opened.last?.request.items.first?.representation
            #expect(same?.name == "photo.png" && same?.isTemporary == true)

            for other in [photo, "/run/flatpak/doc/0badc0de/photo.png", inside + "x"] {
                let ending = try sandbox.share("['file://\(inside)', 'file://\(other)']")
                #expect(refused(ending), "\(other): \(ending.output)\(ending.errors)")
            }
            #expect(fixture.sheets.opened.count == 2)
        }
    }

    private static func inode(_ item: Representation?) -> ino_t? {
        item?.uri.flatMap { inode(String($0.dropFirst("file://".count))) }
    }

    private static func inode(_ path: String) -> ino_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_ino : nil
    }

    @Test func withoutThePortalNothingIsADocument() throws {
        try ServiceFixture.run { fixture in
            fixture.grant("aa/a.png")
            let ending = try Sandbox(fixture).share("['file://\(fixture.runtime)/doc/aa/a.png']")
            #expect(refused(ending), "\(ending.output)\(ending.errors)")
        }
    }

    @Test func whatIsNoFileDoesNotWaitForThePortal() throws {
        try ServiceFixture.run { fixture in
            let documents = try StandInDocuments(fixture, nil)
            let ending = try Sandbox(fixture).share("['https://example.org/']", "{'text': <'x'>}")
            #expect(ending.status == 0, "\(ending.errors)")
            documents.documents = [:]
        }
    }

    @Test func aPortalThatDoesNotAnswerHoldsUpNoOtherCaller() throws {
        var limits = ShareLimits()
        limits.timeout = .milliseconds(300)
        try ServiceFixture.run(limits) { fixture in
            let documents = try StandInDocuments(fixture, nil)
            fixture.grant("aa/a.png")
            let ending = try Sandbox(fixture).share("['file://\(fixture.runtime)/doc/aa/a.png']")
            #expect(ending.errors.contains("does not answer"), "\(ending.output)\(ending.errors)")
            #expect(HangLimit.passes { fixture.caller.share("('', @as [], {'text': <'x'>})").isReply })
            documents.documents = [:]
        }
    }
}
