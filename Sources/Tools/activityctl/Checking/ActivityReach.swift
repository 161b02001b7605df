// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel

/// An activity's permissions in plain words, as declared by its manifest and enforced by its sandbox.
package struct ActivityReach {
    private let manifest: Manifest

    package init(_ manifest: Manifest) {
        self.manifest = manifest
    }

    /// Reads the manifest in the bundle's folder; nil if it cannot be read or has errors.
    package init?(_ bundle: Registry.Description) {
        let path = bundle.path + "/manifest.json"
        guard let bytes = try? FileBytes.read(path, limit: ManifestDecoder.maximumBytes) else { return nil }
        let decoder = ManifestDecoder(isSystem: bundle.source == .system, folder: nil)
        let result = decoder.decode(bytes)
        guard !result.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        manifest = result.manifest
    }

    package var runs: String {
        switch manifest.perform {
        case .uri(let template): "opens \(template)"
        case .exec(let arguments): Self.program(arguments)
        }
    }

    /// Programs that the activity runs for its form's options; nil if there are none.
    package var asksPrograms: String? {
        let live = manifest.form.compactMap { field in
            field.optionsExec.map { "\(field.id) from \(Self.program($0))" }
        }
        return live.isEmpty ? nil : live.joined(separator: "; ")
    }

    private static func program(_ arguments: [String]) -> String {
        BundlePath.isPath(arguments[0]) && !BundlePath.isAbsolute(arguments[0])
            ? "\(arguments[0]), a program of its own" : arguments[0]
    }

    /// Network access, also of the programs that print options. A link is opened by the person's own program.
    package var network: String {
        guard manifest.performOptions.network else { return "nothing" }
        guard case .uri = manifest.perform, asksPrograms == nil else { return "everything you can reach" }
        return "what the program that opens the link reaches"
    }

    /// A transform's result; nil for other bundles.
    package var makes: String? {
        manifest.transform.map { $0.makes.map { "\($0) of what is shared" } ?? "copies of what is shared" }
    }

    package var writes: String {
        if manifest.transform != nil { return "what it makes" }
        guard let folders = manifest.performOptions.writes else { return "everything you can write" }
        let names = folders.map(Self.name)
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }

    private static func name(_ folder: PerformOptions.Folder) -> String {
        switch folder {
        case .downloads: "your Downloads folder"
        case .documents: "your Documents folder"
        case .pictures: "your Pictures folder"
        case .home: "your home folder"
        case .state: "a folder of its own"
        case .item: "the folders of what is shared"
        }
    }

    /// The uses of the form's answers; nil without a form.
    package var answers: String? {
        guard !manifest.form.isEmpty else { return nil }
        return manifest.form.map { "\($0.id) to \(sink(of: $0.id))" }.joined(separator: "; ")
    }

    private func sink(of id: String) -> String {
        switch manifest.perform {
        case .uri: "the link"
        case .exec(let arguments):
            arguments.contains { ExecArgument($0).answers.contains(id) }
                ? "the program's arguments (every user can see them)" : "the program's standard input"
        }
    }
}
