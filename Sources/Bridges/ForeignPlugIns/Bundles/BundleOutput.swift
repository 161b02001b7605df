// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// A generator's output folder, with its list of omissions. It is written at the end, on all processors: for
/// a thousand plug-ins with three actions each, nine thousand files and folders have to be created.
///
/// Nothing is synced to the disk: the folder is a cache, which the daemon installs as a whole.
package struct BundleOutput: ~Copyable {
    private let folder: String
    private var bundles: [(bundle: ForeignBundle, icon: [UInt8])] = []
    private var omitted = ""
    /// Number of omissions beyond the limit, and the first one's file.
    private var unlisted: (count: Int, origin: String)?
    private(set) var identifiers: Set<String> = []
    /// The daemon's limit on bundles of one run.
    private static let maximumBundles = 10_000
    /// The daemon's limit on the list of omissions, in bytes.
    private static let maximumBytes = 256 << 10
    /// Maximum bytes of a name or reason.
    private static let maximumField = 512
    /// Bytes reserved for the line that summarizes further omissions, which contains one path.
    private static let lastLine = 5 << 10

    package init(folder: String) {
        self.folder = folder
    }

    mutating func add(_ bundle: ForeignBundle, icon: [UInt8]) throws(Omission) {
        guard identifiers.count < Self.maximumBundles else {
            throw Omission("There are more than \(Self.maximumBundles) actions on this computer.")
        }
        guard !identifiers.contains(bundle.identifier) else {
            throw Omission("Another action of the same name comes first.")
        }
        identifiers.insert(bundle.identifier)
        bundles.append((bundle, icon))
    }

    /// Records an action that cannot be offered.
    package mutating func leaveOut(_ origin: String, _ name: String, _ omission: Omission) {
        let line = Self.line(origin, name, omission.reason)
        if unlisted == nil, omitted.utf8.count + line.utf8.count <= Self.maximumBytes - Self.lastLine {
            omitted += line
        } else {
            unlisted = ((unlisted?.count ?? 0) + 1, unlisted?.origin ?? origin)
        }
    }

    /// Writes the bundles and the list of omissions.
    ///
    /// - Throws: `Omission` if the folder is incomplete.
    package mutating func finish() throws(Omission) {
        let codes = FanOut.map(bundles) { [folder] in Self.write($0.bundle, $0.icon, to: folder) ? 0 : errno }
        for ((bundle, _), code) in zip(bundles, codes) where code != 0 {
            throw Omission(
                "\(bundle.identifier)\(BundleName.ending) could not be written: \(ErrorText.of(code))."
            )
        }
        if let unlisted {
            omitted += Self.line(unlisted.origin, "", "\(unlisted.count) more are left out from here on.")
        }
        guard omitted.isEmpty || Self.put(folder + "/left-out", Array(omitted.utf8)) else {
            throw Omission("What is left out could not be written: \(ErrorText.of()).")
        }
    }

    private static func write(_ bundle: ForeignBundle, _ icon: [UInt8], to folder: String) -> Bool {
        let path = folder + "/" + bundle.identifier + BundleName.ending
        return mkdir(path, 0o755) == 0 && put(path + "/manifest.json", bundle.manifest)
            && put(path + "/icon.svg", icon)
    }

    private static func line(_ origin: String, _ name: String, _ reason: String) -> String {
        "\(plain(origin))\t\(plain(cut(name)))\t\(plain(cut(reason)))\n"
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumField else { return text }
        var scalars = text.unicodeScalars.prefix(maximumField)
        while String(scalars).utf8.count > maximumField { scalars.removeLast() }
        return String(scalars) + "…"
    }

    /// Replaces control characters, so that the text is one line and safe on a terminal.
    package static func plain(_ text: String) -> String { printable(text) }

    private static func put(_ path: String, _ bytes: [UInt8]) -> Bool {
        let file = Descriptor(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644))
        return file.map { Descriptor.write(bytes, to: $0.number) } ?? false
    }
}
