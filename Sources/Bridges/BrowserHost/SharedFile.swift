// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import StrictJSON

/// A file that arrives in pieces. It is stored in memory, without a path in the file system.
final class SharedFile {
    /// Maximum bytes of a piece before base64: browsers have several copies of a message in memory.
    static let maximumPieceBytes = 512 << 10
    /// Maximum bytes of a name: NAME_MAX.
    private static let maximumNameBytes = 255

    let name: String
    let type: String
    private let size: Int
    private(set) var received = 0
    let descriptor: Descriptor

    init(name: String, type: String, size: Int) throws(HostError) {
        guard Self.isSafe(name) else {
            throw .malformed(
                "A file's name is no plain name: a path, hidden, too long, "
                    + "or of characters that cannot be seen."
            )
        }
        guard let descriptor = Descriptor(linux_memory_file("shared")) else {
            throw .system("memfd_create", code: errno)
        }
        (self.name, self.type, self.size, self.descriptor) = (name, type, size, descriptor)
    }

    var isWhole: Bool { received == size }

    func append(_ piece: String) throws(HostError) {
        guard let bytes = Base64.decode(piece) else { throw .malformed("A piece of a file is not base64.") }
        guard !bytes.isEmpty, bytes.count <= min(Self.maximumPieceBytes, size - received) else {
            throw .malformed("A piece of a file has \(bytes.count) bytes, which is nothing or too much.")
        }
        guard Descriptor.write(bytes, to: descriptor.number) else { throw .system("write", code: errno) }
        received += bytes.count
    }

    /// Whether the name is a single path component that does not begin with a dot, and has no control or
    /// bidirectional characters.
    static func isSafe(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= maximumNameBytes, name.utf8.first != UInt8(ascii: ".") else {
            return false
        }
        return name.unicodeScalars.allSatisfy { scalar in
            scalar != "/" && !scalar.properties.isBidiControl
                && ![.control, .lineSeparator, .paragraphSeparator].contains(
                    scalar.properties.generalCategory)
        }
    }
}
