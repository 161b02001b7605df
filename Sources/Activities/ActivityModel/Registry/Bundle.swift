// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// One bundle as a load found and judged it: an activity, or the reason why it is not one. It combines the
/// record with the results that depend on other bundles, the machine and the icon's judge.
package struct Bundle: Hashable, Sendable {
    package enum Source: String, CaseIterable, Sendable, JSONConvertible {
        case system, custom
    }

    /// The bundle's standing in its search path, before any election.
    package enum Standing: Hashable, Sendable {
        case present
        /// Its diagnostics include an error.
        case rejected
        /// The bundle at this path precedes it.
        case shadowed(by: String)
        /// The link at this path hides it.
        case masked(by: String)
    }

    package enum State: String, CaseIterable, Sendable, JSONConvertible {
        case active, ignored, unavailable, shadowed, masked, rejected
    }

    package let record: BundleRecord
    package let standing: Standing
    /// All diagnostics: the record's own, the icon's, and conflicts with other bundles; errors first.
    package let diagnostics: [Diagnostic]
    /// Unmet requirements.
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
    package var path: String { record.path }
    package var location: String { record.location }
    package var source: Source { record.source }
    /// The manifest as far as it could be parsed; complete unless the bundle is rejected. Titles with errors
    /// are left out.
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
