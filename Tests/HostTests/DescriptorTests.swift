// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import Testing

/// Reading and writing whole contents.
struct DescriptorTests {
    private static func file(_ bytes: [UInt8]) throws -> Descriptor {
        let file = try #require(Descriptor(linux_memory_file("test")))
        try #require(Descriptor.write(bytes, to: file.number))
        lseek(file.number, 0, SEEK_SET)
        return file
    }

    /// A file may be longer or shorter than its reported size.
    @Test(arguments: [0, 1, 99_999, 100_000, 200_000])
    func allIsReadWhateverIsExpected(_ size: Int) throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let file = try Self.file(bytes)
        #expect(Descriptor.read(file.number, limit: .max, expecting: size) == bytes)
        #expect(Descriptor.read(file.number, limit: .max, expecting: size) == [])
    }

    @Test func whatLiesPastTheLimitStays() throws {
        let file = try Self.file(Array("abcde".utf8))
        #expect(Descriptor.read(file.number, limit: 3) == Array("abc".utf8))
        #expect(Descriptor.read(file.number, limit: 3, expecting: 2) == Array("de".utf8))
    }

    @Test func anErrorIsNoEnd() {
        #expect(Descriptor.read(-1, limit: 1) == nil && errno == EBADF)
        #expect(!Descriptor.write([1], to: -1) && errno == EBADF)
    }
}
