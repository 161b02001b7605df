// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// One bundle as a load found and judged it: an activity, or the reason why it is none.
package struct Bundle: Hashable, Sendable {
    package enum Source: String, CaseIterable, Sendable, JSONConvertible {
        case system, custom
    }

    /// Where the bundle stands in its search path, before anybody's election.
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

    package let identifier: String
    /// Of the bundle's folder.
    package let path: String
    package let source: Source
    package let standing: Standing
    /// As far as it could be read; whole where the bundle is not rejected. Titles in error are left out.
    package let manifest: Manifest
    /// The manifest's clauses, by what they name.
    let activation: Activation
    package let diagnostics: [Diagnostic]
    /// SHA-256 of the icon file in lower-case hexadecimal; empty where there is no icon.
    package let iconDigest: String
    /// Of what `requires` names, the groups of which nothing was found.
    package let missingPrograms: [[String]]

    package init(
        identifier: String, path: String, source: Source, standing: Standing, manifest: Manifest,
        diagnostics: [Diagnostic], iconDigest: String = "", missingPrograms: [[String]] = []
    ) {
        self.identifier = identifier
        self.path = path
        self.source = source
        self.standing = standing
        self.manifest = manifest
        activation = Activation(manifest.accepts)
        self.diagnostics = diagnostics
        self.iconDigest = iconDigest
        self.missingPrograms = missingPrograms
    }

    package var iconPath: String { path + "/" + manifest.icon }

    package func state(under elections: Elections) -> State {
        switch standing {
        case .rejected: .rejected
        case .shadowed: .shadowed
        case .masked: .masked
        case .present:
            elections.decision(for: identifier).election == .ignore
                ? .ignored : missingPrograms.isEmpty ? .active : .unavailable
        }
    }
}
