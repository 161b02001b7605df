// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityRegistry

/// Unconfirmed changes on file systems with fewer features: the state acknowledged before still exists, or
/// the error names its path.
@Suite("Taking back what was not confirmed")
struct TakingBackTests {
    let scratch = Scratch()
    let identifier = "org.example.one"
    var bundle: String { identifier + ".activity" }
    var store: BundleStore { BundleStore(folder: scratch.path) }

    /// Calls that the file system refuses, with their errors.
    typealias Refusals = [(RefusedCalls.Call, Int32)]

    private static func manifest(_ text: String) -> [BundleFile] {
        [BundleFile(path: "manifest.json", bytes: Array(text.utf8))]
    }

    /// Makes a change that is refused where it should be confirmed, when `late` calls are refused as well.
    private func attempt(
        _ early: Refusals, late: Refusals,
        _ change: (_ confirm: () throws(StorageError) -> Void) throws -> Void
    ) throws -> StorageError? {
        try RefusedCalls.onThread {
            for (call, error) in early { RefusedCalls.refuse(call, error) }
            do {
                try change { () throws(StorageError) in
                    for (call, error) in late { RefusedCalls.refuse(call, error) }
                    throw .unconfirmed
                }
                return nil
            } catch let error as StorageError {
                return error
            }
        }
    }

    // MARK: Files

    static let abilities: [Refusals] = [
        [], [(.exchange, EINVAL)], [(.exchange, EINVAL), (.link, EPERM)],
    ]

    @Test("a file comes back, whatever the file system can do", arguments: abilities.indices)
    func restoresFile(ability: Int) throws {
        try AtomicFile.write([1], to: scratch("file"), mode: 0o640)
        let error = try attempt(Self.abilities[ability], late: []) { confirm in
            try AtomicFile.write([2], to: scratch("file"), mode: 0o644, confirm: confirm)
        }
        #expect(error == .unconfirmed)
        #expect(scratch.text("file") == "\u{1}")
        #expect(scratch.mode("file") == 0o640)
        #expect(scratch.names() == ["file"])
    }

    @Test("a file is replaced, whatever the file system can do", arguments: abilities.indices)
    func replacesFile(ability: Int) throws {
        try AtomicFile.write([1], to: scratch("file"), mode: 0o640)
        try RefusedCalls.onThread {
            for (call, error) in Self.abilities[ability] { RefusedCalls.refuse(call, error) }
            try AtomicFile.write([2], to: scratch("file"), mode: 0o644)
        }
        #expect(scratch.text("file") == "\u{2}")
        #expect(scratch.names() == ["file"])
    }

    @Test("a file that cannot come back is kept, and the error says where", arguments: abilities.indices)
    func keepsFile(ability: Int) throws {
        try AtomicFile.write([1], to: scratch("file"), mode: 0o640)
        let error = try attempt(Self.abilities[ability], late: [(.rename, EIO)]) { confirm in
            try AtomicFile.write([2], to: scratch("file"), mode: 0o644, confirm: confirm)
        }
        try expectKept(error, "file") { scratch.text($0) == "\u{1}" }
    }

    @Test("a removed file that cannot come back is kept, and the error says where")
    func keepsRemovedFile() throws {
        try AtomicFile.write([1], to: scratch("file"), mode: 0o640)
        let error = try attempt([], late: [(.rename, EIO)]) { confirm in
            try AtomicFile.remove(scratch("file"), confirm: confirm)
        }
        try expectKept(error, "file") { scratch.text($0) == "\u{1}" }
    }

    @Test("a new file that cannot be removed again is told of")
    func tellsOfNewFile() throws {
        let error = try attempt([], late: [(.unlink, EROFS)]) { confirm in
            try AtomicFile.write([2], to: scratch("file"), mode: 0o644, confirm: confirm)
        }
        #expect(error == .notRolledBack(path: scratch("file"), former: nil, errno: EROFS))
        #expect(scratch.names() == ["file"])
    }

    // MARK: Bundles

    @Test("a new bundle that cannot be removed again is told of, and stays whole")
    func tellsOfNewBundle() throws {
        let error = try attempt([], late: [(.rename, EROFS)]) { confirm in
            try store.install(Self.manifest("new"), identifier: identifier, confirm: confirm)
        }
        #expect(error == .notRolledBack(path: scratch(bundle), former: nil, errno: EROFS))
        #expect(scratch.text(bundle + "/manifest.json") == "new")
    }

    @Test("a bundle comes back, whatever the file system can do", arguments: abilities.indices)
    func restoresBundle(ability: Int) throws {
        try store.install(Self.manifest("old"), identifier: identifier)
        let error = try attempt(Self.abilities[ability], late: []) { confirm in
            try store.install(Self.manifest("new"), identifier: identifier, confirm: confirm)
        }
        #expect(error == .unconfirmed)
        #expect(scratch.text(bundle + "/manifest.json") == "old")
        #expect(scratch.names() == [bundle])
    }

    @Test("a bundle that cannot change places back is kept for good, and the error says where")
    func keepsBundle() throws {
        try store.install(Self.manifest("old"), identifier: identifier)
        let error = try attempt([], late: [(.exchange, EIO)]) { confirm in
            try store.install(Self.manifest("new"), identifier: identifier, confirm: confirm)
        }
        #expect(
            error
                == .notRolledBack(
                    path: scratch(bundle), former: scratch(bundle + ".former"), errno: EIO))
        try store.sweep()
        #expect(scratch.text(bundle + ".former/manifest.json") == "old")
        #expect(scratch.names() == [".lock", bundle, bundle + ".former"])
    }

    @Test("where nothing can be renamed any more the old bundle stays where it is", arguments: 0..<3)
    func leavesBundle(way: Int) throws {
        try store.install(Self.manifest("old"), identifier: identifier)
        let refusals: Refusals = [(.exchange, EIO), (.rename, EIO)]
        let error = try attempt(way == 1 ? [(.exchange, EINVAL)] : [], late: refusals) { confirm in
            if way == 2 {
                _ = try store.remove(identifier: identifier, confirm: confirm)
            } else {
                try store.install(Self.manifest("new"), identifier: identifier, confirm: confirm)
            }
        }
        try expectKept(error, bundle) { scratch.text($0 + "/manifest.json") == "old" }
    }

    private func expectKept(_ error: StorageError?, _ name: String, _ isOld: (String) -> Bool) throws {
        guard case .notRolledBack(scratch(name), let former?, EIO)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(error?.description.contains(former) == true)
        #expect(isOld(String(former.dropFirst(scratch.path.utf8.count + 1))))
    }
}
