// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

/// A bundle while it is read: its files' contents and its own diagnostics, before it is compared with other
/// bundles, and before its icon is judged.
struct BundleDraft: Sendable {
    static let manifestName = "manifest.json"

    var identifier: String
    /// Path of the bundle's folder; empty if it has none yet.
    var path: String
    /// Path of the link in the search path that leads to the bundle; nil without a link.
    var link: String?
    let source: Bundle.Source
    var isGenerated = false
    var manifest = Manifest()
    var diagnostics: [Diagnostic] = []
    var icons: IconFiles?
    /// The bytes of the manifest; empty if they were not read.
    var manifestBytes: [UInt8] = []
    /// Newest change of the folder and of the files that were read, in milliseconds of CLOCK_REALTIME.
    var changed = 0
    var stamp: Int?

    var record: BundleRecord {
        BundleRecord(
            identifier: identifier, path: path, link: link, source: source, manifest: manifest,
            diagnostics: diagnostics, iconDigest: icons?.iconDigest, findingsKey: icons?.findingsKey,
            changed: changed, stamp: stamp)
    }

    /// Reads the files of a bundle's icon again; nil if there are none, or if they cannot be read.
    static func icons(at path: String, _ source: Bundle.Source, trust: Trust?) -> IconFiles? {
        guard let folder = try? Folder(bundle: path) else { return nil }
        var draft = BundleDraft(identifier: "", path: path, source: source)
        draft.read(BundleFolder(folder, trust: trust), folder: nil)
        return draft.icons
    }
}

extension BundleDraft {
    /// - Parameter name: the folder's name, which the identifier must match; nil for a folder without a
    ///   bundle's name.
    mutating func read(_ contents: BundleFolder, folder name: String?) {
        read(from: contents, folder: name)
        if let fault = contents.ownerFault { diagnostics.insert(fault, at: 0) }
        changed = contents.changed
    }

    mutating func read(from contents: some BundleContents, folder name: String?) {
        switch contents.read(Self.manifestName, limit: ManifestDecoder.maximumBytes) {
        case .bytes(let bytes):
            manifestBytes = bytes
            let decoder = ManifestDecoder(
                isSystem: source == .system, isGenerated: isGenerated, folder: name)
            let result = decoder.decode(bytes)
            (manifest, diagnostics) = (result.manifest, result.diagnostics)
            checkPrograms(contents)
            readIcons(contents)
        case .missing:
            diagnostics.append(
                Diagnostic(.manifestMissing, "There is no manifest.json. Write one beside the icon."))
        case .tooLarge:
            let sentence = "manifest.json is larger than 64 KiB. Shorten it; pictures go beside it."
            diagnostics.append(Diagnostic(.manifestBytes, sentence))
        case .refused(let rule, let reason):
            diagnostics.append(Diagnostic(rule, reason))
        }
    }

    /// Checks the programs inside the bundle, named by a relative path with a slash. All others are
    /// requirements.
    private mutating func checkPrograms(_ contents: some BundleContents) {
        for (path, pointer) in manifest.ownPrograms {
            guard let obstacle = contents.obstacle(toRunning: path) else { continue }
            diagnostics.append(Diagnostic(obstacle.rule, at: pointer, obstacle.message))
        }
    }

    private mutating func readIcons(_ contents: some BundleContents) {
        let icon = manifest.icon
        guard !icon.isEmpty, BundlePath.isInside(icon) else { return }
        let names = IconNames(icon)
        var files: [String: [UInt8]] = [:]
        var faults: [Diagnostic] = []
        for name in ([icon] + names.densities).withoutRepeats {
            switch contents.read(name, limit: IconFiles.maximumBytes) {
            case .bytes(let bytes): files[name] = bytes
            case .missing: break
            case .tooLarge:
                let sentence =
                    "\(name) is larger than 256 KiB. Save it at 70 x 70 pixels, without metadata."
                faults.append(Diagnostic(.iconBytes, at: "/icon", sentence))
            case .refused(let rule, let reason): faults.append(Diagnostic(rule, at: "/icon", reason))
            }
        }
        diagnostics += faults
        guard faults.isEmpty else { return }
        // The high-resolution icon may have either of two names; the manifest's name is replaced by that of
        // the existing file.
        if files[icon] == nil, let alternative = names.alternative {
            if files[alternative] == nil,
                case .bytes(let bytes) = contents.read(alternative, limit: IconFiles.maximumBytes)
            {
                files[alternative] = bytes
            }
            if files[alternative] != nil { manifest.icon = alternative }
        }
        guard files[manifest.icon] != nil else {
            let sentence =
                "\(icon) is not in the bundle. Add a PNG of 70 x 70 pixels, or an SVG, by that name."
            return diagnostics.append(Diagnostic(.iconMissing, at: "/icon", sentence))
        }
        icons = IconFiles(icon: manifest.icon, files: files)
    }
}
