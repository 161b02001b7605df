// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// One bundle as a load found and judged it: an activity, or the reason why it is none. It is its record, and
/// what the others, the machine and the icon's judge make of it.
package struct Bundle: Hashable, Sendable {
    package enum Source: String, CaseIterable, Sendable, JSONConvertible {
        case system, custom
    }

    /// Where the bundle stands in its search path, before any election.
    package enum Standing: Hashable, Sendable {
        /// It serves.
        case present
        /// Its diagnostics hold an error.
        case rejected
        /// The bundle at this path comes before it.
        case shadowed(by: String)
        /// The link at this path hides it.
        case masked(by: String)
    }

    package enum State: String, CaseIterable, Sendable, JSONConvertible {
        case active, ignored, unavailable, shadowed, masked, rejected
    }

    package let record: BundleRecord
    package let standing: Standing
    /// All of them: the record's own, the icon's, and what it has in common with others; errors first.
    package let diagnostics: [Diagnostic]
    /// Requirements that are not met.
    package let missing: [Requirement]

    package init(
        _ record: BundleRecord, standing: Standing, diagnostics: [Diagnostic],
        missing: [Requirement] = []
    ) {
        self.record = record
        self.standing = standing
        self.diagnostics = diagnostics
        self.missing = missing
    }

    package var identifier: String { record.identifier }
    /// Path of the bundle's folder.
    package var path: String { record.path }
    /// Path of its entry in the search path; no two bundles have the same.
    package var location: String { record.location }
    package var source: Source { record.source }
    /// As far as it could be read; whole where the bundle is not rejected. Titles in error are left out.
    package var manifest: Manifest { record.manifest }
    /// Digest of the icon file; nil where there is no icon.
    package var iconDigest: Digest? { record.iconDigest }
    package var iconPath: String { path + "/" + manifest.icon }

    package func state(under elections: Elections) -> State {
        switch standing {
        case .rejected: .rejected
        case .shadowed: .shadowed
        case .masked: .masked
        case .present:
            elections.decision(for: traits).election == .ignore
                ? .ignored : missing.isEmpty ? .active : .unavailable
        }
    }
}
