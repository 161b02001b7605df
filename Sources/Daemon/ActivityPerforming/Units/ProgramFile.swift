// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Whether the kernel would run a file (execve(2)), looked at after the fact: a service manager tells of a
/// program that it could not execute by an exit status, which is also any program's own to choose.
enum ProgramFile {
    /// Bytes that the kernel reads to tell what a file is (BINPRM_BUF_SIZE).
    private static let headBytes = 256
    /// An interpreter may be a script itself, so many times.
    private static let longestChain = 5

    /// Ranges in which ELF names the machine: class and byte order, and further on the architecture (elf(5)).
    private static let machineFields = [4..<6, 18..<20]

    static func canRun(_ path: String, chain: Int = longestChain) -> Bool {
        guard chain > 0, access(path, X_OK) == 0 else { return false }
        let head = head(of: path)
        if head.starts(with: "#!".utf8) { return canRun(interpreter(head.dropFirst(2)), chain: chain - 1) }
        return head.starts(with: "\u{7F}ELF".utf8)
            && machine(head) == machine(Self.head(of: "/proc/self/exe"))
    }

    private static func interpreter(_ line: ArraySlice<UInt8>) -> String {
        let blanks: Set = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        let rest = line.drop(while: blanks.contains)
        let path = rest.prefix { !blanks.contains($0) && $0 != UInt8(ascii: "\n") && $0 != 0 }
        return String(decoding: path, as: UTF8.self)
    }

    private static func machine(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
        machineFields.map { head.count < $0.upperBound ? [] : head[$0] }
    }

    private static func head(of path: String) -> [UInt8] {
        let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        return file.flatMap { Descriptor.read($0.number, limit: headBytes) } ?? []
    }
}
