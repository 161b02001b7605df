// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A bundle as loaded and validated: an activity, or if invalid, the diagnostics. It combines the record with
/// the results that depend on other bundles, on this machine and on the icon check.
package struct Bundle: Hashable, Sendable {
    package enum Source: String, CaseIterable, Sendable, JSONConvertible {
        case system, custom
    }

    /// The result of search-path resolution and validation, before elections.
    package enum Standing: Hashable, Sendable {
        case present
        /// Its diagnostics include an error.
        case rejected
        /// Overridden by the bundle at this path.
        case shadowed(by: String)
        /// Masked by the /dev/null link at this path.
        case masked(by: String)
    }

    package enum State: String, CaseIterable, Sendable, JSONConvertible {
        case active, ignored, unavailable, shadowed, masked, rejected
    }

    package let record: BundleRecord
    package let standing: Standing
    /// All diagnostics: the record's own, the icon's, and conflicts with other bundles; errors first.
    package let diagnostics: [Diagnostic]
    /// Unmet requirements: programs, services and so on that this machine lacks.
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
    /// Path of the bundle's folder, resolved if a link in the search path leads to it.
    package var path: String { record.path }
    /// Path of the bundle's entry in the search path, which may be a link; unique.
    package var location: String { record.location }
    package var source: Source { record.source }
    /// The manifest; of a rejected bundle, as far as it could be parsed, without titles that have errors.
    package var manifest: Manifest { record.manifest }
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
