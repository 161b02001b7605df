// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGIO
import CLinux
import ContentSelection
import Glibc
import Host
import SessionBus
import ShareCalling
import SheetSession
import TestSupport
import Testing

@testable import ShareService

struct HandedFileTests {
    private static let invalid = "org.freedesktop.DBus.Error.InvalidArgs"
    private static let limits = "org.freedesktop.DBus.Error.LimitsExceeded"
    private static let one = "('', @as [], {'fds': <@ah [0]>})"

    private func shared(_ fixture: ServiceFixture) throws -> Representation {
        try #require(fixture.sheets.opened.last?.request.items.first).representation
    }

    @Test func aFileThatIsThereIsSharedByItsPath() throws {
        try ServiceFixture.run { fixture in
            let path = fixture.file("a.txt")
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            #expect(fixture.caller.share(Self.one, fds: [descriptor]).isReply)
            let expected = Representation(type: "text/plain", uri: "file://" + path, name: "a.txt", size: 5)
            let found = try shared(fixture)
            #expect(found == expected)
            #expect(fixture.privateCopies.isEmpty)
            close(descriptor)
        }
    }

    @Test func aFolderIsSharedByItsPath() throws {
        try ServiceFixture.run { fixture in
            let path = fixture.bus.scratch.folder("photos")
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            _ = fixture.caller.share(Self.one, fds: [descriptor])
            let expected = Representation(type: "inode/directory", uri: "file://" + path, name: "photos")
            let found = try shared(fixture)
            #expect(found == expected)
            close(descriptor)
        }
    }

    /// Deleted, and another put in its place: the descriptor counts.
    @Test func aFileWithoutAPathIsCopiedAndItsPositionLeftAlone() throws {
        try ServiceFixture.run { fixture in
            let path = fixture.file("a.txt", "the old one")
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            lseek(descriptor, 4, SEEK_SET)
            unlink(path)
            _ = fixture.file("a.txt", "another")
            _ = fixture.caller.share(Self.one, fds: [descriptor])
            let representation = try shared(fixture)
            let copy = String(try #require(representation.uri).dropFirst("file://".count))
            #expect(copy.hasPrefix(fixture.copiesFolder + "/"))
            #expect(representation.name == "a.txt" && Files.text(copy) == "the old one")
            #expect(Files.mode(copy) == 0o600)
            #expect(lseek(descriptor, 0, SEEK_CUR) == 4)
            close(descriptor)
        }
    }

    @Test func namesAndTypesAreTheCallers() throws {
        try ServiceFixture.run { fixture in
            let memory = linux_sealed_file("x", [UInt8]([0, 1, 2, 3, 4]), 5)
            _ = fixture.caller.share(
                "('', @as [], {'fds': <@ah [0, 0]>, 'names': <['Ünï', '']>, 'types': <['image/x-own', '']>})",
                fds: [memory])
            let items = try #require(fixture.sheets.opened.first?.request.items).map(\.representation)
            #expect(items.map(\.name) == ["Ünï", "File"])
            #expect(items.map(\.type) == ["image/x-own", "application/octet-stream"])
            #expect(Set(items.map(\.uri)).count == 2 && items.map(\.size) == [5, 5])
            close(memory)
        }
    }

    private static let script = Array("#!/bin/sh\nrm -rf x\n".utf8)
    private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D]

    private static let document = Array("%PDF-1.4\n".utf8)

    /// Its first lines do not say what it is.
    private static let entry = Array(
        ("#" + String(repeating: "-", count: 80) + "\n[Desktop Entry]\nType=Application\nExec=true\n").utf8)

    /// The caller's name and type do not matter, for a program's file, a sandbox's, or a memfd. But a file
    /// named like a desktop entry counts as one: Xfce runs it once it is saved by that name.
    @Test(
        arguments: [
            ("update.sh", script, "Holiday.png", "image/png", "application/x-shellscript", true, true),
            ("update.png", script, "update.png", "", "application/x-shellscript", true, true),
            ("a.png", picture, "update.sh", "", "image/png", true, true),
            ("a.png", picture, "Holiday.png", "application/pdf", "image/png", false, false),
            ("a.pdf", document, "Holiday.png", "", "application/pdf", false, true),
            ("a.txt", Array("12345".utf8), "Holiday.png", "image/png", "text/plain", false, true),
            ("a.csv", Array("1,2".utf8), "b.csv", "", "text/csv", false, false),
            ("a.epub", Array("PK\u{3}\u{4}".utf8), "b.epub", "", "application/epub+zip", false, false),
            ("data", [0, 1, 2], "data", "image/x-own", "image/x-own", false, false),
            ("data", [0, 1, 2], "data", "X-Scheme-Handler/https", ContentKind.unknown, false, false),
            ("data", [0, 1, 2], "data", "inode/directory", ContentKind.unknown, false, false),
            ("a.txt", entry, "a.desktop", "", "application/x-desktop", true, false),
            ("a.m3u", Array("#EXTM3U\n".utf8) + entry, "a.desktop", "", "application/x-desktop", true, false),
        ] as [(String, [UInt8], String, String, String, Bool, Bool)], [HandedFrom.host, .sandbox, .memory])
    func aNameChangesNoKind(
        _ file: (
            own: String, content: [UInt8], name: String, type: String, kind: String, isProgram: Bool,
            isMisnamed: Bool
        ), _ source: HandedFrom
    ) throws {
        let scratch = Scratch()
        let store = CopyStore(folder: scratch("cache"), runtime: scratch.folder("run"), largest: 1 << 20)
        var copies = PrivateCopies(of: "app", in: store)
        let descriptor = try #require(Descriptor(source.open(scratch(file.own), file.content)))
        let handed = try HandedFile(descriptor, name: file.name, type: file.type.isEmpty ? nil : file.type)
        let found = try handed.lookUp(isSandboxed: source == .sandbox, &copies)
        #expect(found.representation.name == file.name && found.representation.type == file.kind)
        #expect(found.representation.isTemporary == (source != .host))
        #expect(found.nature == FileNature(isProgram: file.isProgram, isMisnamed: file.isMisnamed))
    }

    enum HandedFrom: CaseIterable {
        case host, sandbox, memory

        func open(_ path: String, _ content: [UInt8]) -> CInt {
            guard self != .memory else { return linux_sealed_file("x", content, content.count) }
            Files.write(path, content)
            return Glibc.open(path, O_RDONLY | O_CLOEXEC)
        }
    }

    @Test(arguments: [
        ("a/b", "The name \"a/b\" is a path"), ("..", "The name \"..\" is a path"),
        (String(repeating: "x", count: 256), "A name is longer than 255 bytes"),
    ])
    func aNameIsNoPath(_ name: String, _ sentence: String) throws {
        try ServiceFixture.run { fixture in
            let memory = linux_sealed_file("x", "12345", 5)
            let answer = fixture.caller.share(
                "('', @as [], {'fds': <@ah [0]>, 'names': <['\(name)']>})", fds: [memory])
            guard case .error(Self.invalid, let message) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(message.hasPrefix(sentence))
            close(memory)
        }
    }

    @Test func whatIsNoFileIsRefused() throws {
        try ServiceFixture.run { fixture in
            var ends: [CInt] = [0, 0]
            pipe(&ends)
            guard case .error(Self.invalid, let message) = fixture.caller.share(Self.one, fds: [ends[0]])
            else {
                Issue.record("a pipe is taken")
                return
            }
            #expect(message.hasSuffix("is neither a file nor a folder."))
            for end in ends { close(end) }
        }
    }

    /// The kernel says nothing of their size, so a copy would be empty.
    @Test func aFileOfProcIsRefused() throws {
        try ServiceFixture.run { fixture in
            let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
            let answer = fixture.caller.share(Self.one, fds: [descriptor])
            #expect(answer == .error(Self.invalid, "status is neither a file nor a folder."))
            close(descriptor)
        }
    }

    /// GLib ends a process that has none left.
    @Test func callsThatWaitHoldSoManyDescriptorsAtMost() throws {
        var limits = ShareLimits()
        limits.descriptors = 10
        try ServiceFixture.run(limits) { fixture in
            let file = open(fixture.file("a.txt"), O_RDONLY | O_CLOEXEC)
            var answers: [BusClient.Answer] = []
            for _ in 0..<3 {
                fixture.caller.share(Self.one, fds: [CInt](repeating: file, count: 5)) { answers.append($0) }
            }
            try fixture.deliver()
            #expect(fixture.bus.turn { answers.count == 3 })
            #expect(answers.count { $0.isReply } == 1 && answers.count { $0.isError(Self.limits) } == 2)
            // They are closed once the thread that looked at the files has let go of them.
            let isTakenLater = (0..<1000).contains { _ in
                fixture.caller.share(Self.one, fds: [CInt](repeating: file, count: 5)).isReply
            }
            #expect(isTakenLater)
            close(file)
        }
    }

    /// However many connections it has.
    @Test func oneAppsCallsHoldHalfOfTheDescriptorsAtMost() throws {
        var limits = ShareLimits()
        limits.descriptors = 20
        try ServiceFixture.run(limits) { fixture in
            let file = open(fixture.file("a.txt"), O_RDONLY | O_CLOEXEC)
            let clients = [fixture.caller, try fixture.bus.connect()]
            for client in clients { #expect(client.share("('', ['https://a.org'], @a{sv} {})").isReply) }
            var answers: [BusClient.Answer] = []
            for client in clients + clients {
                client.share(Self.one, fds: [CInt](repeating: file, count: 5)) { answers.append($0) }
            }
            try fixture.deliver(from: clients)
            #expect(fixture.bus.turn { answers.count == 4 })
            #expect(answers.count { $0.isReply } == 2 && answers.count { $0.isError(Self.limits) } == 2)
            close(file)
        }
    }

    /// The service opens a file again with the person's rights: the caller would get content that it cannot
    /// read itself.
    @Test(arguments: [O_PATH, O_WRONLY])
    func whatTheCallerCannotReadIsRefused(_ flags: CInt) throws {
        try ServiceFixture.run { fixture in
            let path = fixture.file("a.txt")
            let descriptor = open(path, flags | O_CLOEXEC)
            let expected = "a.txt: its descriptor is not open for reading."
            #expect(fixture.caller.share(Self.one, fds: [descriptor]) == .error(Self.invalid, expected))
            unlink(path)
            #expect(fixture.caller.share(Self.one, fds: [descriptor]) == .error(Self.invalid, expected))
            close(descriptor)
        }
    }

    @Test func aDescriptorIsCopiedOnceHoweverOftenItIsNamed() throws {
        try PrivateBus.run { bus in
            let (server, client) = (try bus.connect(), try bus.connect())
            var files: [HandedFile] = []
            let object = try BusObject(
                server.asService, ShareInterface.path, ShareInterface.name, in: ShareInterface.introspection
            ) { call in
                files = (try? ShareOptions(call).files) ?? []
                call.reply(Variant.tuple(g_variant_new_object_path("/")))
            }
            var isOwned = false
            BusNames(server.asService, [ShareInterface.name]).request { _ in
                isOwned = true
            }
            try #require(bus.turn { isOwned })
            let memory = linux_sealed_file("x", "12345", 5)
            let handles = [String](repeating: "0", count: 1000).joined(separator: ",")
            #expect(client.share("('', @as [], {'fds': <@ah [\(handles)]>})", fds: [memory]).isReply)
            #expect(files.count == 1000 && Set(files.map(\.descriptor.number)).count == 1)
            withExtendedLifetime(object) { _ = close(memory) }
        }
    }

    /// Sixteen of these put 1.1 GB into the runtime folder.
    @Test func whatHasNoBytesTakesNone() throws {
        var limits = ShareLimits()
        limits.copies = 2 << 20
        try ServiceFixture.run(limits) { fixture in
            let memory = linux_memory_file("empty")
            ftruncate(memory, 64 << 20)
            let handles = [String](repeating: "0", count: 16).joined(separator: ",")
            let call = "('', @as [], {'fds': <@ah [\(handles)]>})"
            #expect(fixture.caller.share(call, fds: [memory]).isReply)
            let items = try #require(fixture.sheets.opened.first?.request.items).map(\.representation)
            #expect(items.count == 16 && items.allSatisfy { $0.size == 64 << 20 && $0.isTemporary })
            for item in items {
                var status = stat()
                #expect(stat(String((item.uri ?? "").dropFirst("file://".count)), &status) == 0)
                #expect(status.st_size == 64 << 20 && status.st_blocks == 0)
            }
            close(memory)
        }
    }

    @Test(arguments: ["a/..", "a/.", "a/", "/", "x", ""]) func aNameThatIsNoneBecomesOne(_ name: String)
        throws
    {
        try ServiceFixture.run { fixture in
            let memory = linux_memory_file(name)
            #expect(fixture.caller.share(Self.one, fds: [memory]).isReply)
            let found = try shared(fixture)
            #expect(found.name == "File")
            #expect(found.uri?.hasPrefix("file://\(fixture.copiesFolder)/") == true)
            close(memory)
        }
    }

    @Test func whatLiesBetweenHolesIsCopied() throws {
        try ServiceFixture.run { fixture in
            let memory = linux_memory_file("sparse")
            ftruncate(memory, 8 << 20)
            pwrite(memory, "middle", 6, 3 << 20)
            pwrite(memory, "end", 3, (8 << 20) - 3)
            #expect(fixture.caller.share(Self.one, fds: [memory]).isReply)
            let copy = Files.read(String(try #require(try shared(fixture).uri).dropFirst("file://".count)))
            #expect(copy.count == 8 << 20 && copy.suffix(3) == Array("end".utf8)[...])
            #expect(copy[(3 << 20)..<(3 << 20) + 6] == Array("middle".utf8)[...])
            #expect(copy.count { $0 != 0 } == 9)
            close(memory)
        }
    }

    @Test func aCopyThatFindsNoRoomIsRefusedAndLeavesNothing() throws {
        var limits = ShareLimits()
        limits.copies = 3 << 20
        try ServiceFixture.run(limits) { fixture in
            let memory = linux_sealed_file("large", [UInt8](repeating: 1, count: 4 << 20), 4 << 20)
            let answer = fixture.caller.share(Self.one, fds: [memory])
            guard case .error("org.freedesktop.DBus.Error.LimitsExceeded", let message) = answer else {
                Issue.record("it is taken")
                return
            }
            #expect(message.hasPrefix("File: there is no room for a private copy. Close other sheets"))
            #expect(fixture.privateCopies.isEmpty)
            close(memory)
        }
    }

    /// Nothing is wrong with what was asked for, so no caller takes it for a mistake of its own.
    @Test(.enabled(if: SmallDisk.isAvailable))
    func aFullDiskIsNoFaultOfTheCaller() throws {
        try ServiceFixture.run { fixture in
            let disk = try #require(SmallDisk(at: fixture.cache))
            defer { disk.unmount() }
            let memory = linux_sealed_file("large", [UInt8](repeating: 1, count: 1 << 20), 1 << 20)
            defer { close(memory) }
            #expect(fixture.caller.share(Self.one, fds: [memory]).isError(Self.limits))
            #expect(fixture.privateCopies.isEmpty)
        }
    }

    @Test func norIsACacheThatCannotBeMade() throws {
        try ServiceFixture.run { fixture in
            Files.write(fixture.cache + "/activityd", "in the way")
            let memory = linux_sealed_file("small", "12345", 5)
            defer { close(memory) }
            let answer = fixture.caller.share(Self.one, fds: [memory])
            #expect(answer.isError("org.freedesktop.DBus.Error.Failed"))
        }
    }

    @Test func theOldestThatNoSheetHoldsGivesWay() throws {
        var limits = ShareLimits()
        limits.copies = 12 << 20
        try ServiceFixture.run(limits) { fixture in
            let memory = linux_sealed_file("two", [UInt8](repeating: 1, count: 2 << 20), 2 << 20)
            func path(_ sheet: Int) -> String {
                String((fixture.sheets.opened[sheet].request.items[0].representation.uri ?? "").dropFirst(7))
            }
            func share() -> BusClient.Answer { fixture.caller.share(Self.one, fds: [memory]) }
            #expect(share().isReply && share().isReply)
            let (held, released) = (path(0), path(1))
            fixture.sheets.opened[1].end(.performed)
            fixture.sheets.letGo(1)
            Files.endDeadlines(of: fixture.copiesFolder)
            #expect(share().isReply)
            #expect(Files.exists(held) && !Files.exists(released))
            #expect(share().isError("org.freedesktop.DBus.Error.LimitsExceeded"))
            #expect(Files.exists(held) && fixture.privateCopies.count == 2)
            close(memory)
        }
    }
}
