// SPDX-License-Identifier: Apache-2.0

@testable import ActivityRegistry
import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@Suite("Access control lists")
struct AccessListTests {
    private typealias Entry = (tag: UInt16, permissions: UInt16, id: UInt32)

    private static let owner: Entry = (0x01, 6, .max)
    private static let world: Entry = (0x20, 4, .max)

    private static func list(_ entries: [Entry], version: UInt32 = 2) -> [UInt8] {
        func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        return entries.reduce(little(version)) {
            $0 + little($1.tag) + little($1.permissions) + little($1.id)
        }
    }

    private struct Granted: Sendable {
        let entries: [Entry]
        let writers: [AccessList.Writer]
    }

    private static let granted = [
        Granted(entries: [(0x04, 6, .max)], writers: [.group(7)]),
        Granted(entries: [(0x04, 4, .max), (0x02, 6, 1_000), (0x10, 6, .max)], writers: [.user(1_000)]),
        Granted(
            entries: [(0x02, 6, 1_000), (0x04, 6, .max), (0x08, 2, 1_001), (0x10, 7, .max)],
            writers: [.user(1_000), .group(7), .group(1_001)]),
        Granted(entries: [(0x02, 6, 1_000), (0x04, 4, .max), (0x10, 4, .max)], writers: []),
        Granted(
            entries: [(0x02, 4, 1_000), (0x04, 4, .max), (0x08, 4, 1_001), (0x10, 6, .max)], writers: []),
    ]

    @Test(arguments: granted)
    private func `Users and groups write as far as the mask goes`(_ granted: Granted) {
        let bytes = Self.list([Self.owner] + granted.entries + [Self.world])
        #expect(AccessList(bytes, group: 7)?.writers == granted.writers)
    }

    private static let broken: [[UInt8]] = [
        [], [2, 0, 0, 0], list([owner], version: 1), list([owner]) + [0], list([owner]).dropLast(1),
        list([owner, (0x03, 0, 0)]), list([owner, (0x102, 0, 0)]),
    ]

    @Test(arguments: broken)
    func `A list of which a byte is not understood is none`(bytes: [UInt8]) {
        #expect(AccessList(bytes, group: 7) == nil)
    }

    /// The folder, its files, and the program's folder, which is checked without being read.
    @Test(arguments: ["", "manifest.json", "icon.png", "bin", "bin/run"])
    func `What another user may write by a list is refused, and what only reads is not`(place: String) throws
    {
        let scratch = Scratch()
        let name = "org.example.a.activity"
        scratch.write(
            name + "/manifest.json",
            Fixtures.manifest("org.example.a", ["perform": ["exec": ["bin/run", "%F"]]]))
        scratch.write(name + "/icon.png", Fixtures.icon)
        scratch.write(name + "/bin/run")
        chmod(scratch(name + "/bin/run"), 0o755)
        let validator = BundleValidator(
            neighbours: Neighbours(), trust: Trust(owners: [getuid()], groups: [getgid()]))
        func complaints() -> [String] {
            validator.candidate(folder: scratch(name)).diagnostics.map {
                "\($0.rule.rawValue): \($0.message)"
            }
        }
        func grant(_ permissions: UInt16, default isDefault: Bool = false) throws {
            let bytes = Self.list([
                (0x01, 7, .max), (0x02, permissions, 54_321), (0x04, 5, .max), (0x10, 7, .max),
                (0x20, 5, .max),
            ])
            let attribute = isDefault ? "system.posix_acl_default" : "system.posix_acl_access"
            let result = setxattr(scratch(name + "/" + place), attribute, bytes, bytes.count, 0)
            try #require(result == 0, "the tests' folder needs a file system with access control lists")
        }
        #expect(complaints() == [])
        try grant(5)
        #expect(complaints() == [])
        if !place.contains(".") && place != "bin/run" { try grant(7, default: true) }
        #expect(complaints() == [])
        try grant(7)
        #expect(complaints().count == 1)
        #expect(complaints().first?.hasPrefix("bundle-owner: ") == true)
        #expect(complaints().first?.hasSuffix(" can be written by user 54321. Run: chmod g-w.") == true)
        chmod(scratch(name + "/" + place), 0o755)
        #expect(complaints() == [])
    }
}
