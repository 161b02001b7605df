// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A bundle while it is read: what its files hold, and what is wrong with them so far.
struct BundleDraft: Sendable {
    var identifier: String
    /// Path of its folder; empty where it has none yet.
    var path: String
    /// The link in the search path that leads to the folder.
    var link: String?
    let source: Bundle.Source
    var isGenerated = false
    var reading = BundleReading()
    /// The newest change of what was read, in milliseconds of CLOCK_REALTIME.
    var changed = 0
    var stamp: Int?

    var record: BundleRecord {
        BundleRecord(
            identifier: identifier, path: path, link: link, source: source, manifest: reading.manifest,
            diagnostics: reading.diagnostics, iconDigest: reading.icons?.iconDigest,
            findingsKey: reading.icons?.findingsKey, changed: changed, stamp: stamp)
    }
}

extension BundleDraft {
    /// Reads the bundle's folder; `name` is what its identifier is held to.
    mutating func read(_ contents: BundleFolder, folder name: String?) {
        reading = BundleReader(isSystem: source == .system, isGenerated: isGenerated, folder: name)
            .read(contents)
        if let fault = contents.ownerFault { reading.diagnostics.insert(fault, at: 0) }
        changed = contents.changed
    }
}
