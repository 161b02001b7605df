// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel

/// A bundle that has been read and validated, except for its icon.
package struct Candidate: Sendable {
    package let record: BundleRecord
    /// Warnings from the comparison with other bundles.
    var likenesses: [Diagnostic] = []
    package internal(set) var missing: [Requirement] = []
    /// The mask or bundle that hides this one; nil if none does.
    var hidden: Bundle.Standing?
    /// Accepted owners, for reading the icon again.
    var trust: Trust?
    /// Icon of a bundle without a folder. The icon of a bundle on the disk is read again when it is judged,
    /// since ten thousand icons would fill the memory.
    var ownIcons: IconFiles?

    init(_ record: BundleRecord, trust: Trust? = nil) {
        (self.record, self.trust) = (record, trust)
    }

    package var identifier: String { record.identifier }
    package var path: String { record.path }
    package var source: Bundle.Source { record.source }
    package var manifest: Manifest { record.manifest }
    /// Key under which the icon's findings are cached; nil if there is no icon to judge.
    package var findingsKey: Digest? { record.findingsKey }
    /// Diagnostics without findings on the icon.
    package var diagnostics: [Diagnostic] { record.diagnostics + likenesses }

    /// Whether the bundle can serve if its icon is accepted.
    var isSound: Bool { hidden == nil && !record.diagnostics.hasErrors && !likenesses.hasErrors }

    /// The icon's files for the judge; nil if there are none, or if they have changed since the bundle was
    /// read or cannot be read any more.
    package var icons: IconFiles? {
        if let ownIcons { return ownIcons }
        guard let findingsKey else { return nil }
        let icons = BundleDraft.icons(at: path, source, trust: trust)
        return icons?.findingsKey == findingsKey ? icons : nil
    }

    /// The bundle with the findings on its icon.
    package func finished(with found: IconFindings? = nil) -> Bundle {
        let all = (diagnostics + (found?.diagnostics ?? [])).errorsFirst.bounded
        return Bundle(
            record, standing: hidden ?? (all.hasErrors ? .rejected : .present), diagnostics: all,
            missing: missing)
    }
}
