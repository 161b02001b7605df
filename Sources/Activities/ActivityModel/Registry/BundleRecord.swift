// SPDX-License-Identifier: Apache-2.0

/// One bundle's folder as read and validated by itself. Records are immutable; all loads share one until
/// something in the folder changes.
package final class BundleRecord: Hashable, Sendable {
    package let identifier: String
    /// Path of the bundle's folder; empty if it has none yet. Free of symbolic links if `link` leads to it.
    package let path: String
    /// The link in the search path that leads to the folder; nil if the folder itself is there.
    package let link: String?
    /// The manifest as far as it could be parsed; titles with errors are left out.
    package let manifest: Manifest
    /// The title folded for comparison; empty if it is too long to be valid.
    package let foldedTitle: String
    /// Diagnostics, without those about the icon or about conflicts with other bundles.
    package let diagnostics: [Diagnostic]
    /// Digest of the icon file; nil without an icon.
    package let iconDigest: Digest?
    /// Cache key of the icon check's findings; nil if there is no icon to check.
    package let findingsKey: Digest?
    /// Time of the newest change to the files read, in milliseconds of CLOCK_REALTIME; 0 without a folder.
    package let changed: Int
    /// Stamp that reveals later changes; nil if the bundle must be read again: it has errors, or changed too
    /// recently.
    package let stamp: Int?
    package let source: Bundle.Source

    package init(
        identifier: String, path: String, link: String? = nil, source: Bundle.Source,
        manifest: Manifest = Manifest(),
        diagnostics: [Diagnostic] = [], iconDigest: Digest? = nil, findingsKey: Digest? = nil,
        changed: Int = 0, stamp: Int? = nil
    ) {
        self.identifier = identifier
        self.path = path
        self.link = link
        self.source = source
        var manifest = manifest
        // Shares one string in memory instead of two.
        if manifest.identifier == identifier { manifest.identifier = identifier }
        self.manifest = manifest
        let title = manifest.title
        foldedTitle = title.utf8.count <= TitleRules.maximumTitleBytes ? TitleFolding.fold(title) : ""
        self.diagnostics = diagnostics
        self.iconDigest = iconDigest
        self.findingsKey = findingsKey
        self.changed = changed
        self.stamp = stamp
    }

    /// Path of the bundle's entry in the search path; unique.
    package var location: String { link ?? path }

    package static func == (one: BundleRecord, other: BundleRecord) -> Bool {
        one === other
            || one.identifier == other.identifier && one.source == other.source
                && one.path == other.path && one.link == other.link && one.iconDigest == other.iconDigest
                && one.manifest == other.manifest
                && one.diagnostics == other.diagnostics
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
        hasher.combine(iconDigest)
    }
}
