// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityPerforming

/// The limits of transforms' copies.
struct PreparedCopiesTests {
    private let scratch = Scratch()
    private let copies: PreparedCopies

    init() { copies = Self.copies(in: scratch) }

    private static func copies(in scratch: Scratch, bytes: Int = 1 << 30) -> PreparedCopies {
        let settings = PerformerSettings(
            runtimeFolder: scratch.path, home: "/", configurationFolder: scratch("configuration"),
            cacheFolder: scratch("cache"), activityStates: scratch("states"), environment: [:],
            isService: false, sandboxProgram: "activity-sandbox", findProgram: { _ in nil },
            handOverTime: 0, maximumRunning: 1, preparedBytes: bytes)
        return PreparedCopies(settings, Remover())
    }

    /// Makes empty files in a new step's folder.
    ///
    /// - Returns: items of them.
    private func make(_ count: Int, step: Int, of token: String) throws -> [Item] {
        let folder = try copies.makeStep(step, of: token)
        return (0..<count).map { number in
            let path = "\(folder)/\(number)"
            close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
            return Item(Representation(type: "text/plain", uri: LocalPath.uri(of: path)))
        }
    }

    @Test func asManyFilesAsThereMayBeAreChangedAsOftenAsOneLikes() throws {
        mkdir(scratch("activityd"), 0o700)
        try copies.make("one")
        for step in 0..<6 {
            let items = try make(Content.maximumItems, step: step, of: "one")
            _ = try copies.makeRoom(for: "one", by: "Change", keeping: [])
            copies.retain(items, of: "one")
            #expect(Files.names(in: scratch("cache/prepared/one")) == ["\(step)"])
        }
    }

    /// Lets time pass for copies, in seconds.
    private func age(_ token: String, by seconds: Int) {
        var status = stat()
        let link = scratch("cache/prepared/\(token).owner")
        lstat(link, &status)
        let time = timespec(tv_sec: status.st_mtim.tv_sec - seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, link, [time, time], AT_SYMLINK_NOFOLLOW)
    }

    @Test func whatAnActivityWasHandedStaysLongerThanWhatASheetHas() throws {
        mkdir(scratch("activityd"), 0o700)
        let copies = Self.copies(in: scratch, bytes: 1 << 20)
        for token in ["handed", "shown", "used", "new"] {
            try copies.make(token)
            Files.write("\(try copies.makeStep(0, of: token))/file", [UInt8](repeating: 1, count: 300 << 10))
            copies.finish(token, [])
        }
        copies.retain(["handed"], for: PreparedCopies.handedLifetime)
        // What is looked at once more stays as long as before.
        copies.retain(["handed"], for: PreparedCopies.minimumLifetime)
        func makeRoom() throws(TransformFault) {
            _ = try copies.makeRoom(for: "new", by: "Change", keeping: ["used"])
        }
        let early = #expect(throws: TransformFault.self) { try makeRoom() }
        #expect(early?.reason.hasPrefix("Copies that were shared lately take up the room.") == true)
        for token in ["handed", "shown", "used"] { age(token, by: 301) }
        #expect(throws: Never.self) { try makeRoom() }
        let left = Files.names(in: scratch("cache/prepared")).filter { !$0.hasSuffix(".owner") }
        #expect(left == ["handed", "new", "used"])
        Files.write(scratch("cache/prepared/new/0/file"), [UInt8](repeating: 1, count: 2 << 20))
        let large = #expect(throws: TransformFault.self) { try makeRoom() }
        #expect(large?.reason == "There is no room for more copies. Share fewer or smaller files.")
        #expect(large?.isForRoom == true)
    }

    @Test func theNextDaemonKnowsWhatHasChanged() throws {
        mkdir(scratch("activityd"), 0o700)
        let original = scratch("a file %.txt")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: original)))
        func areCurrent() -> Bool { Self.copies(in: scratch).areCurrent("one") { _ in } }
        try copies.make("one")
        #expect(!areCurrent(), "it has not ended")
        Files.write(original, "one")
        copies.finish("one", try #require(FileStamp.all(of: [item] + make(2, step: 0, of: "one"))))
        #expect(areCurrent())
        Files.write(scratch("cache/prepared/one/0/1"), "")
        #expect(!areCurrent())
        copies.finish("one", try #require(FileStamp.all(of: [item])))
        #expect(areCurrent())
        unlink(original)
        #expect(!areCurrent())
        copies.remove("one")
        #expect(scratch.names("activityd/prepared").isEmpty)
    }

    @Test func aFolderHasChangedWithWhatIsInIt() throws {
        mkdir(scratch("activityd"), 0o700)
        scratch.write("trip/day/one.jpg", "one")
        scratch.write("trip/two.jpg", "two")
        let folder = Item(Representation(type: "inode/directory", uri: LocalPath.uri(of: scratch("trip"))))
        try copies.make("one")
        func record() { copies.finish("one", FileStamp.present(of: [folder]) { _ in }) }
        func areCurrent() -> Bool { copies.areCurrent("one") { _ in } }
        record()
        #expect(areCurrent())
        scratch.write("trip/day/one.jpg", "another")
        #expect(!areCurrent())
        record()
        unlink(scratch("trip/two.jpg"))
        #expect(!areCurrent())
    }

    /// The share service links what an app hands over, and the app removes its own name.
    @Test func aHardLinkChangesNothing() throws {
        mkdir(scratch("activityd"), 0o700)
        scratch.write("file", "one")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: scratch("file"))))
        try copies.make("one")
        copies.finish("one", FileStamp.present(of: [item]) { _ in })
        func areCurrent() -> Bool { copies.areCurrent("one") { _ in } }
        link(scratch("file"), scratch("other"))
        #expect(areCurrent())
        Files.write(scratch("other"), "another")
        #expect(!areCurrent())
    }

    @Test func aClockThatWasAheadKeepsNothingForEver() throws {
        mkdir(scratch("activityd"), 0o700)
        let copies = Self.copies(in: scratch, bytes: 1 << 20)
        for token in ["old", "new"] {
            try copies.make(token)
            Files.write("\(try copies.makeStep(0, of: token))/file", [UInt8](repeating: 1, count: 600 << 10))
        }
        age("old", by: -1_000_000)
        #expect(throws: Never.self) { _ = try copies.makeRoom(for: "new", by: "Change", keeping: []) }
        #expect(Files.names(in: scratch("cache/prepared")) == ["new", "new.owner"])
    }

    /// Files that another program puts there are not copies, and do not interfere.
    @Test func namesMayDifferInTheirBytesAlone() throws {
        mkdir(scratch("activityd"), 0o700)
        try copies.make("one")
        for name in ["\u{e9}", "e\u{301}"] { mkdir(scratch("cache/prepared/" + name), 0o700) }
        #expect(throws: Never.self) { _ = try copies.makeRoom(for: "one", by: "Change", keeping: []) }
    }

    @Test func tooManyFilesAreTheFaultOfThisOneAlone() throws {
        mkdir(scratch("activityd"), 0o700)
        for token in ["one", "other"] { try copies.make(token) }
        _ = try make(4 * Content.maximumItems, step: 0, of: "one")
        let fault = #expect(throws: TransformFault.self) {
            try copies.makeRoom(beyond: .max, for: "one", by: "Change", keeping: [])
        }
        #expect(fault?.reason == "Change made too many files, or folders too deep.")
        #expect(throws: Never.self) { _ = try copies.makeRoom(for: "other", by: "Copy", keeping: []) }
        copies.remove("one")
        #expect(Files.names(in: scratch("cache/prepared")) == ["other", "other.owner"])
    }
}
