// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TestSupport
import Testing

@testable import Host

/// Copies of a file's content. A file in memory cannot share its data, so its bytes are copied.
struct FileCopyTests {
    private struct Refused: Error {}

    private let source: Descriptor
    private let copy: Descriptor

    init() throws {
        source = try #require(Descriptor(linux_memory_file("source")))
        copy = try #require(Descriptor(linux_memory_file("copy")))
    }

    /// Adds data to the source, behind a hole.
    private func write(_ bytes: [UInt8], after hole: Int = 0) throws {
        lseek(source.number, hole, SEEK_END)
        try #require(Descriptor.write(bytes, to: source.number))
    }

    private func run(_ reserve: (Int) -> Void = { _ in }) throws {
        try FileCopy.copy(source, to: copy) { (bytes: Int) throws(Never) in reserve(bytes) }
    }

    private func status(_ file: Descriptor) -> stat {
        var status = stat()
        fstat(file.number, &status)
        return status
    }

    private func content(_ file: Descriptor) -> [UInt8]? {
        lseek(file.number, 0, SEEK_SET)
        return Descriptor.read(file.number, limit: .max)
    }

    /// Whether the copy has these bytes, millions of which no message should contain.
    private func copyHas(_ bytes: [UInt8]?) -> Bool { content(copy) == bytes }

    @Test func allBytesAreCopiedAndReservedBefore() throws {
        let bytes = (0..<(2 * FileCopy.step + 100)).map { UInt8(truncatingIfNeeded: $0 / 251) }
        try write(bytes)
        var steps: [Int] = []
        try run {
            #expect(status(copy).st_size == steps.reduce(0, +))
            steps.append($0)
        }
        #expect(steps == [FileCopy.step, FileCopy.step, 100])
        #expect(copyHas(bytes))
    }

    /// A hole in front, in the middle, and at the end.
    @Test func aHoleStaysAHole() throws {
        try write([1], after: 8 << 20)
        try write([2], after: 8 << 20)
        ftruncate(source.number, 24 << 20)
        var reserved = 0
        try run { reserved += $0 }
        #expect(reserved <= 4 * 4096)
        #expect(status(copy).st_size == 24 << 20 && status(copy).st_blocks == status(source).st_blocks)
        #expect(copyHas(content(source)))
    }

    @Test func anEmptyFileHasAnEmptyCopy() throws {
        try run { _ in Issue.record("Nothing needs room.") }
        #expect(status(copy).st_size == 0)
    }

    @Test func allOfTheSourceIsCopiedWhereverItStands() throws {
        try write(Array("text".utf8))
        lseek(source.number, 2, SEEK_SET)
        try run()
        #expect(copyHas(Array("text".utf8)))
    }

    @Test func aSourceThatIsCutMeanwhileGetsNoZerosAtItsEnd() throws {
        try write(Array(repeating: 1, count: 3 * FileCopy.step))
        try run { _ in ftruncate(source.number, FileCopy.step + 1) }
        #expect(status(copy).st_size == FileCopy.step + 1)
        #expect(copyHas(content(source)))
    }

    @Test func aRefusalEndsIt() throws {
        try write(Array(repeating: 1, count: 2 * FileCopy.step))
        let fault = try #require(throws: FileCopy.Fault<Refused>.self) {
            try FileCopy.copy(source, to: copy) { (_: Int) throws(Refused) in
                if status(copy).st_size > 0 { throw Refused() }
            }
        }
        guard case .refused = fault else { throw fault }
        #expect(status(copy).st_size == FileCopy.step)
    }

    @Test func theFaultSaysWhichFileItIsOf() throws {
        try write([1])
        let folder = try #require(Descriptor(open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)))
        let readOnly = try #require(Descriptor(open("/etc/passwd", O_RDONLY | O_CLOEXEC)))
        for (from, to) in [(folder, copy), (source, readOnly)] {
            let fault = try #require(throws: FileCopy.Fault<Never>.self) {
                try FileCopy.copy(from, to: to) { (_: Int) throws(Never) in }
            }
            switch fault {
            case .unreadable(let code): #expect(from === folder && code == EISDIR)
            case .unwritable(let code): #expect(to === readOnly && code == EBADF)
            }
        }
    }
}
