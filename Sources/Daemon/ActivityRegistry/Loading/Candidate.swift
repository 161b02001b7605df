// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel

/// A bundle that was read and judged but for its icon, whose findings are still missing.
package struct Candidate: Sendable {
    package let record: BundleRecord
    /// Diagnostics on what it has in common with other bundles.
    var likenesses: [Diagnostic] = []
    package internal(set) var missing: [Requirement] = []
    /// The mask or the bundle that hides it.
    var hidden: Bundle.Standing?
    /// Whether the bundle's owner matters; for reading the icon again.
    var trust: Trust?
    /// The icon of a bundle that lies in no folder. One in a folder is read again when its turn comes, since
    /// ten thousand icons would fill the memory.
    var ownIcons: IconFiles?

    init(_ record: BundleRecord, trust: Trust? = nil) {
        (self.record, self.trust) = (record, trust)
    }

    package var identifier: String { record.identifier }
    package var path: String { record.path }
    package var source: Bundle.Source { record.source }
    package var manifest: Manifest { record.manifest }
    /// Key under which the icon's findings are filed; nil where there is no icon to judge.
    package var findingsKey: Digest? { record.findingsKey }
    /// Without those of the icon.
    package var diagnostics: [Diagnostic] { record.diagnostics + likenesses }

    /// Whether it serves if its icon does.
    var isSound: Bool { hidden == nil && !record.diagnostics.hasErrors && !likenesses.hasErrors }

    /// The icon's files, for the judge; nil if there are none, or they have changed.
    package var icons: IconFiles? {
        if let ownIcons { return ownIcons }
        guard let findingsKey else { return nil }
        let icons = BundleDraft.icons(at: path, source, trust: trust)
        return icons?.findingsKey == findingsKey ? icons : nil
    }

    /// The bundle with these findings on its icon; without one if there is nothing to judge.
    package func finished(with found: IconFindings? = nil) -> Bundle {
        let all = (diagnostics + (found?.diagnostics ?? [])).errorsFirst.bounded
        return Bundle(
            record, standing: hidden ?? (all.hasErrors ? .rejected : .present), diagnostics: all,
            missing: missing)
    }
}
