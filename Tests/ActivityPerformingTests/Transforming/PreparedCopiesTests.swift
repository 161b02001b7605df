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
    private let copies: SharedCopies

    init() { copies = Self.copies(in: scratch) }

    private static func copies(in scratch: Scratch, bytes: Int = 1 << 30) -> SharedCopies {
        SharedCopies(
            store: CopyStore(folder: scratch("cache"), runtime: scratch.path, largest: bytes, Remover()))
    }

    /// The names in the store, without its lock.
    private func names(_ token: String = "") -> [String] {
        Files.names(in: scratch("cache/copies/" + token)).filter { $0 != ".lock" }
    }

    /// Makes empty files in a new step's folder.
    ///
    /// - Returns: items of them.
    private func make(_ count: Int, step: Int, of held: HeldCopies) throws -> [Item] {
        let folder = try copies.makeStep(step, of: held)
        return (0..<count).map { number in
            let path = "\(folder)/\(number)"
            close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
            return Item(Representation(type: "text/plain", uri: LocalPath.uri(of: path)))
        }
    }

    @Test func asManyFilesAsThereMayBeAreChangedAsOftenAsOneLikes() throws {
        let held = try copies.store.make("prepare-one")
        for step in 0..<6 {
            let items = try make(Content.maximumItems, step: step, of: held)
            _ = try copies.makeRoom(for: held, by: "Change")
            copies.removeFiles(except: items, of: held)
            #expect(names("prepare-one") == ["\(step)"])
        }
    }

    /// A sandbox that may write to the cache can put links there.
    @Test func noLinkIsFollowed() throws {
        let held = try copies.store.make("prepare-one")
        let items = try make(1, step: 0, of: held)
        Files.write(scratch("documents/letter"), [1])
        symlink(scratch("documents"), copies.path + "/prepare-one/1")
        symlink(scratch("documents"), copies.path + "/prepare-one/2")
        #expect(throws: TransformFault.self) { try copies.makeStep(1, of: held) }
        #expect(throws: TransformFault.self) { try copies.folder(of: 2, held) }
        copies.removeFiles(except: items, of: held)
        #expect(Files.names(in: scratch("documents")) == ["letter"])
        #expect(names("prepare-one/0") == ["0"])
    }

    @Test func theRoomIsWhatOthersLeave() throws {
        let copies = Self.copies(in: scratch, bytes: 1 << 20)
        for token in ["older", "new"] {
            let held = try copies.store.make(token)
            let file = "\(try copies.makeStep(0, of: held))/file"
            func makeRoom(_ kilobytes: Int) throws(TransformFault) -> Int {
                Files.write(file, [UInt8](repeating: 1, count: kilobytes << 10))
                return try copies.makeRoom(for: held, by: "Change")
            }
            if token == "older" {
                #expect(try makeRoom(600) == 1 << 20)
                continue
            }
            let early = #expect(throws: TransformFault.self) { try makeRoom(600) }
            #expect(early?.reason.hasPrefix("Copies that were shared lately take up the room.") == true)
            let past = timespec(tv_sec: time(nil) - 1, tv_nsec: 0)
            utimensat(AT_FDCWD, copies.path + "/older.owner", [past, past], AT_SYMLINK_NOFOLLOW)
            #expect(try makeRoom(600) == 1 << 20)
            #expect(names() == ["new", "new.owner"])
            let large = #expect(throws: TransformFault.self) { try makeRoom(2048) }
            #expect(large?.reason == "There is no room for more copies. Share fewer or smaller files.")
            #expect(large?.lacksRoom == true)
        }
    }

    @Test func theNextDaemonRemovesWhatIsUnfinished() throws {
        for token in ["prepare-finished", "prepare-left", "share-one"] { _ = try copies.store.make(token) }
        copies.finish("prepare-finished", [])
        Self.copies(in: scratch).sweep()
        #expect(names().filter { !$0.hasSuffix(".owner") } == ["prepare-finished", "share-one"])
    }

    @Test func theNextDaemonKnowsWhatHasChanged() throws {
        let original = scratch("a file %.txt")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: original)))
        func areCurrent() -> Bool { Self.copies(in: scratch).areCurrent("prepare-one") { _ in } }
        let held = try copies.store.make("prepare-one")
        #expect(!areCurrent(), "it has not ended")
        Files.write(original, "one")
        let made = try make(2, step: 0, of: held)
        copies.finish("prepare-one", try #require(FileStamp.all(of: [item] + made)))
        #expect(areCurrent())
        Files.write(scratch("cache/copies/prepare-one/0/1"), "")
        #expect(!areCurrent())
        copies.finish("prepare-one", try #require(FileStamp.all(of: [item])))
        #expect(areCurrent())
        unlink(original)
        #expect(!areCurrent())
        copies.store.discard("prepare-one")
        #expect(scratch.names("activityd/copies").isEmpty)
    }

    @Test func aFolderHasChangedWithWhatIsInIt() throws {
        scratch.write("trip/day/one.jpg", "one")
        scratch.write("trip/two.jpg", "two")
        let folder = Item(Representation(type: "inode/directory", uri: LocalPath.uri(of: scratch("trip"))))
        _ = try copies.store.make("prepare-one")
        func record() { copies.finish("prepare-one", FileStamp.present(of: [folder]) { _ in }) }
        func areCurrent() -> Bool { copies.areCurrent("prepare-one") { _ in } }
        record()
        #expect(areCurrent())
        scratch.write("trip/day/one.jpg", "another")
        #expect(!areCurrent())
        record()
        unlink(scratch("trip/two.jpg"))
        #expect(!areCurrent())
    }

    @Test func whatWasNotThereHasChangedOnceItIs() throws {
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: scratch("file"))))
        _ = try copies.store.make("prepare-one")
        copies.finish("prepare-one", FileStamp.present(of: [item]) { _ in })
        #expect(copies.areCurrent("prepare-one") { _ in })
        scratch.write("file", "one")
        #expect(!copies.areCurrent("prepare-one") { _ in })
    }

    /// A path that is longer than the kernel takes (PATH_MAX).
    @Test func aFolderThatIsTooDeepToBeLookedIntoIsNeverCurrent() throws {
        let name = String(repeating: "a", count: 200)
        var folder = open(scratch.folder("trip"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for _ in 0..<30 {
            mkdirat(folder, name, 0o700)
            let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            close(folder)
            folder = next
        }
        close(folder)
        let item = Item(Representation(type: "inode/directory", uri: LocalPath.uri(of: scratch("trip"))))
        _ = try copies.store.make("prepare-one")
        copies.finish("prepare-one", FileStamp.present(of: [item]) { _ in })
        #expect(!copies.areCurrent("prepare-one") { _ in })
    }

    @Test func everyFileOfALargeFolderCounts() throws {
        let names = (0..<20_000).map { "trip/\($0)" }
        for name in names { scratch.write(name, "one") }
        let folder = Item(Representation(type: "inode/directory", uri: LocalPath.uri(of: scratch("trip"))))
        _ = try copies.store.make("prepare-one")
        for number in stride(from: 0, to: names.count, by: 2_000) {
            copies.finish("prepare-one", FileStamp.present(of: [folder]) { _ in })
            #expect(copies.areCurrent("prepare-one") { _ in })
            scratch.write(names[number], "two")
            #expect(!copies.areCurrent("prepare-one") { _ in }, "\(names[number])")
        }
    }

    /// The share service links what an app hands over, and the app removes its own name.
    @Test func aHardLinkChangesNothing() throws {
        scratch.write("file", "one")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: scratch("file"))))
        _ = try copies.store.make("prepare-one")
        copies.finish("prepare-one", FileStamp.present(of: [item]) { _ in })
        func areCurrent() -> Bool { copies.areCurrent("prepare-one") { _ in } }
        link(scratch("file"), scratch("other"))
        #expect(areCurrent())
        Files.write(scratch("other"), "another")
        #expect(!areCurrent())
    }

    @Test func tooManyFilesAreTheFaultOfThisOneAlone() throws {
        let (held, other) = (try copies.store.make("prepare-one"), try copies.store.make("other"))
        _ = try make(4 * Content.maximumItems, step: 0, of: held)
        let fault = #expect(throws: TransformFault.self) { try copies.makeRoom(for: held, by: "Change") }
        #expect(fault?.reason == "Change made too many files, or folders too deep.")
        #expect(throws: Never.self) { _ = try copies.makeRoom(for: other, by: "Copy") }
    }
}
