// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Checks afterwards whether the kernel could run a file (execve(2)): a service manager reports a failed
/// execution as an exit status, which any program may also choose itself.
enum ProgramFile {
    /// Bytes that the kernel reads to identify a file's format (BINPRM_BUF_SIZE).
    private static let headBytes = 256
    /// Maximum files in a chain of a script, its interpreter, and interpreters that are scripts themselves.
    private static let maximumInterpreterDepth = 5

    /// Byte ranges of an ELF header's fields: class and byte order, and the architecture (elf(5)).
    private static let machineFields = [4..<6, 18..<20]

    static func canRun(_ path: String, chain: Int = maximumInterpreterDepth) -> Bool {
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
