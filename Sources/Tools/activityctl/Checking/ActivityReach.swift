// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel

/// An activity's reach in plain words, as its manifest declares it and systemd enforces it.
package struct ActivityReach {
    private let manifest: Manifest

    package init(_ manifest: Manifest) {
        self.manifest = manifest
    }

    /// From the manifest where the bundle lies; nil where that cannot be read.
    package init?(_ bundle: Registry.Description) {
        let path = bundle.path + "/manifest.json"
        guard let bytes = try? FileBytes.read(path, limit: ManifestDecoder.maximumBytes) else { return nil }
        let decoder = ManifestDecoder(isSystem: bundle.source == .system, folder: nil)
        let result = decoder.decode(bytes)
        guard !result.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        manifest = result.manifest
    }

    /// The program, or the link.
    package var runs: String {
        switch manifest.perform {
        case .uri(let template): "opens \(template)"
        case .exec(let arguments): Self.program(arguments)
        }
    }

    /// The programs that it runs before it is performed, to have options; nil where there are none.
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

    /// The programs that print options are held to the same. A link is opened by a program of the person's.
    package var network: String {
        guard manifest.performOptions.network else { return "nothing" }
        guard case .uri = manifest.perform, asksPrograms == nil else { return "everything you can reach" }
        return "what the program that opens the link reaches"
    }

    /// A transform's result; nil for all other bundles.
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

    /// Where what is answered goes; nil where nothing is asked.
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
