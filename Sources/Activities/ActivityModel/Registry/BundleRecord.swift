// SPDX-License-Identifier: Apache-2.0

/// One bundle's folder as read and judged by itself. Records are immutable, and all loads between which
/// nothing in the folder changed share one.
package final class BundleRecord: Hashable, Sendable {
    package let identifier: String
    /// Path of the bundle's folder; empty where it has none yet. It is free of links if `link` leads to it.
    package let path: String
    /// The link in the search path that leads to the folder; nil where the folder lies there itself.
    package let link: String?
    /// As far as it could be read; titles in error are left out.
    package let manifest: Manifest
    /// The title as titles are compared; empty where it is longer than any that serves.
    package let foldedTitle: String
    /// Without those of the icon, and of what the bundle has in common with others.
    package let diagnostics: [Diagnostic]
    /// Digest of the icon file; nil where there is no icon.
    package let iconDigest: Digest?
    /// Key under which the icon's findings are filed; nil where there is no icon to judge.
    package let findingsKey: Digest?
    /// The newest change of what was read, in milliseconds of CLOCK_REALTIME; 0 where it lies in no folder.
    package let changed: Int
    /// Stamp that shows whether anything has changed since; nil where that could not be determined.
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
        // One text in memory rather than two.
        if manifest.identifier == identifier { manifest.identifier = identifier }
        self.manifest = manifest
        let title = manifest.title
        foldedTitle = title.utf8.count <= TitleRules.longestTitle ? TitleFolding.fold(title) : ""
        self.diagnostics = diagnostics
        self.iconDigest = iconDigest
        self.findingsKey = findingsKey
        self.changed = changed
        self.stamp = stamp
    }

    /// Path of its entry in the search path; no two bundles have the same.
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
