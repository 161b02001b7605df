// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc

/// The folder that a generator fills, and what it says on the side: what was left out, and what all of it depends on.
///
/// Nothing is flushed to the disk: the folder is a cache, which the daemon puts in place whole.
package struct BundleOutput: ~Copyable {
    private let folder: String
    private(set) var leftOut = ""
    private(set) var identifiers: Set<String> = []
    /// As many as the daemon takes of a run.
    private static let maximumBundles = 10_000
    /// The daemon's limit on what is told of those left out.
    private static let maximumBytes = 256 << 10

    package init(folder: String) {
        self.folder = folder
    }

    mutating func write(_ bundle: ForeignBundle, icon: [UInt8]) throws(Omission) {
        guard identifiers.count < Self.maximumBundles else {
            throw Omission("There are more than \(Self.maximumBundles) actions on this computer.")
        }
        guard !identifiers.contains(bundle.identifier) else {
            throw Omission("Another action of the same name comes first.")
        }
        let path = folder + "/" + bundle.identifier + BundleName.ending
        guard mkdir(path, 0o755) == 0, Self.put(path + "/manifest.json", bundle.manifest),
            Self.put(path + "/icon.svg", icon)
        else {
            throw Omission("It could not be written: \(String(cString: strerror(errno))).")
        }
        identifiers.insert(bundle.identifier)
    }

    /// Notes an action that is not offered.
    package mutating func leaveOut(_ origin: String, _ name: String, _ omission: Omission) {
        let line = [origin, name, omission.reason].map(Self.field).joined(separator: "\t") + "\n"
        if leftOut.utf8.count + line.utf8.count <= Self.maximumBytes { leftOut += line }
    }

    /// Writes down what was left out.
    package func finish() -> Bool {
        leftOut.isEmpty || Self.put(folder + "/left-out", Array(leftOut.utf8))
    }

    private static func field(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 32 || (127..<160).contains($0.value) ? " " : $0 }))
    }

    private static func put(_ path: String, _ bytes: [UInt8]) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}
