// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A bundle that was read and judged but for its icon, whose verdict is not known yet.
package struct Candidate: Sendable {
    package let identifier: String
    /// Of the bundle's folder; empty where it has none yet.
    package let path: String
    package let source: Bundle.Source
    package internal(set) var manifest = Manifest()
    /// Without those of the icon.
    package internal(set) var diagnostics: [Diagnostic] = []
    /// SHA-256 of the icon file; empty where there is none.
    package internal(set) var iconDigest = ""
    /// What the icon's verdict is filed under; nil where there is no icon to judge.
    package internal(set) var verdictKey: String?
    package internal(set) var missingPrograms: [[String]] = []
    /// The bundle's last change, in milliseconds of CLOCK_REALTIME.
    var changed = 0
    /// The mask or the bundle that hides it.
    var hidden: Bundle.Standing?
    /// Whether the bundle's owner matters; for reading the icon again.
    var trust: Trust?
    /// The icon of a bundle that lies in no folder. One in a folder is read again when its turn comes, since
    /// a hundred thousand icons would fill the memory.
    var ownIcons: IconFiles?

    init(identifier: String, path: String, source: Bundle.Source) {
        self.identifier = identifier
        self.path = path
        self.source = source
    }

    /// The icon's files, of which the verdict is asked; nil where there are none, or no longer the same.
    package var icons: IconFiles? {
        if let ownIcons { return ownIcons }
        guard let verdictKey, let folder = try? Folder(bundle: path) else { return nil }
        let contents = BundleFolder(folder, trust: trust)
        let reader = BundleReader(isSystem: source == .system, folder: nil)
        let icons = reader.read(contents).icons
        return icons?.verdictKey == verdictKey ? icons : nil
    }

    /// The bundle as it is with this verdict on its icon; without one, where nothing is to be judged.
    package func finished(with verdict: IconVerdict? = nil) -> Bundle {
        let all = (diagnostics + (verdict?.diagnostics ?? [])).errorsFirst.bounded
        return Bundle(
            identifier: identifier, path: path, source: source,
            standing: hidden ?? (all.hasErrors ? .rejected : .present), manifest: manifest, diagnostics: all,
            iconDigest: iconDigest, missingPrograms: missingPrograms)
    }

    /// Takes over what was read.
    mutating func take(_ reading: BundleReading) {
        manifest = reading.manifest
        diagnostics += reading.diagnostics
        iconDigest = reading.icons?.iconDigest ?? ""
        verdictKey = reading.icons?.verdictKey
    }
}
