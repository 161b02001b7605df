// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A bundle's contents, as far as they were read, with all faults of the bundle alone: before its title and
/// its identifier are compared with others', and before its icon is judged.
struct BundleReading: Sendable {
    var manifest = Manifest()
    var diagnostics: [Diagnostic] = []
    var icons: IconFiles?
    /// The manifest's own bytes; empty where they were not read.
    var manifestBytes: [UInt8] = []
}

struct BundleReader {
    static let manifestName = "manifest.json"

    let isSystem: Bool
    var isGenerated = false
    /// The name of its folder; nil where it has none yet.
    let folder: String?

    func read(_ contents: some BundleContents) -> BundleReading {
        var reading = BundleReading()
        switch contents.read(Self.manifestName, limit: ManifestDecoder.maximumBytes) {
        case .bytes(let bytes): decode(bytes, &reading)
        case .missing:
            reading.diagnostics.append(
                Diagnostic(.manifestMissing, "There is no manifest.json. Write one beside the icon."))
            return reading
        case .tooLarge:
            let sentence = "manifest.json is larger than 64 KiB. Shorten it; pictures go beside it."
            reading.diagnostics.append(Diagnostic(.manifestBytes, sentence))
            return reading
        case .refused(let rule, let reason):
            reading.diagnostics.append(Diagnostic(rule, reason))
            return reading
        }
        checkPrograms(contents, &reading)
        readIcons(contents, &reading)
        return reading
    }

    private func decode(_ bytes: [UInt8], _ reading: inout BundleReading) {
        reading.manifestBytes = bytes
        let result = ManifestDecoder(isSystem: isSystem, isGenerated: isGenerated, folder: folder)
            .decode(bytes)
        reading.manifest = result.manifest
        reading.diagnostics = result.diagnostics
    }

    /// A program in the bundle is named by a relative path with a slash; all others are the system's to find.
    private func checkPrograms(_ contents: some BundleContents, _ reading: inout BundleReading) {
        for (path, pointer) in reading.manifest.ownPrograms {
            guard let obstacle = contents.obstacle(toRunning: path) else { continue }
            reading.diagnostics.append(Diagnostic(obstacle.rule, at: pointer, obstacle.message))
        }
    }

    private func readIcons(_ contents: some BundleContents, _ reading: inout BundleReading) {
        let icon = reading.manifest.icon
        guard !icon.isEmpty, BundlePath.isInside(icon) else { return }
        let names = IconNames(icon)
        var files: [String: [UInt8]] = [:]
        var faults: [Diagnostic] = []
        for name in ([icon] + names.densities).withoutRepeats {
            switch contents.read(name, limit: IconFiles.maximumBytes) {
            case .bytes(let bytes): files[name] = bytes
            case .missing: break
            case .tooLarge: faults.append(tooLarge(name))
            case .refused(let rule, let reason): faults.append(Diagnostic(rule, at: "/icon", reason))
            }
        }
        reading.diagnostics += faults
        guard faults.isEmpty else { return }
        choose(icon, names.alternative, files, contents, &reading)
    }

    /// The high-resolution icon may bear either of two names; the manifest then means the one that is there.
    private func choose(
        _ icon: String, _ alternative: String?, _ found: [String: [UInt8]], _ contents: some BundleContents,
        _ reading: inout BundleReading
    ) {
        var files = found
        if files[icon] == nil, let alternative {
            reading.manifest.icon = alternative
            if files[alternative] == nil,
                case .bytes(let bytes) = contents.read(alternative, limit: IconFiles.maximumBytes)
            {
                files[alternative] = bytes
            }
        }
        guard files[reading.manifest.icon] != nil else {
            reading.manifest.icon = icon
            let sentence =
                "\(icon) is not in the bundle. Add a PNG of 70 x 70 pixels, or an SVG, by that name."
            return reading.diagnostics.append(Diagnostic(.iconMissing, at: "/icon", sentence))
        }
        reading.icons = IconFiles(icon: reading.manifest.icon, files: files)
    }

    private func tooLarge(_ name: String) -> Diagnostic {
        let sentence = "\(name) is larger than 256 KiB. Save it at 70 x 70 pixels, without metadata."
        return Diagnostic(.iconBytes, at: "/icon", sentence)
    }
}
