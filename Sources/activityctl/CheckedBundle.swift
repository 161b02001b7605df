// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON

/// A bundle that was judged without a daemon.
struct CheckedBundle {
    /// As it was given.
    let path: String
    let bundle: Bundle
    /// Of manifest.json, to find lines in; empty where it cannot be read.
    let manifest: [UInt8]
    /// Nil where there is none to be judged.
    let icons: IconFiles?
    var verdict: Registry.Verdict?

    /// Judges bundles, their icons side by side.
    static func judge(_ paths: [String], _ registry: OfflineRegistry) -> [CheckedBundle] {
        let helper = OfflineRegistry.helper
        let candidates = paths.map { registry.validator(for: $0).candidate(folder: $0) }
        let icons = candidates.map(\.icons)
        var verdicts: [Int: IconVerdict] = [:]
        for (index, icons) in icons.enumerated() {
            guard let icons else { continue }
            helper.judge(icons, isUrgent: true) { verdicts[index] = $0 }
        }
        helper.wait()
        return candidates.indices.map { index in
            CheckedBundle(
                path: paths[index], bundle: candidates[index].finished(with: verdicts[index]),
                manifest: (try? FileBytes.read(paths[index] + "/manifest.json", limit: 64 << 10)) ?? [],
                icons: icons[index])
        }
    }

    /// Adds what Explain would say.
    mutating func evaluate(_ request: Request) {
        verdict = Registry.Verdict(bundle, request)
    }

    var json: JSON {
        .object(
            .withoutNulls([
                "path": path, "identifier": bundle.identifier, "diagnostics": bundle.diagnostics,
                "verdict": verdict,
            ]))
    }

    /// The lines for people: each breach, and beneath it the place.
    func lines(_ paint: Paint) -> [String] {
        bundle.diagnostics.flatMap { diagnostic in
            [
                DiagnosticLine(diagnostic).text(paint),
                paint(.blue, " --> ") + printable(place(diagnostic)), "",
            ]
        }
    }

    private func place(_ diagnostic: Diagnostic) -> String {
        let file = (path.hasSuffix("/") ? path : path + "/") + "manifest.json"
        if diagnostic.rule == .manifestJSON {
            return syntaxError.map { "\(file):\($0.line):\($0.column)" } ?? file
        }
        guard let pointer = diagnostic.pointer else { return path }
        let location = JSON.location(of: pointer, in: manifest).map { ":\($0)" } ?? ""
        return file + location + (pointer.isEmpty ? "" : " (\(pointer))")
    }

    private var syntaxError: JSON.SyntaxError? {
        do throws(JSON.SyntaxError) {
            _ = try JSON(parsing: manifest)
            return nil
        } catch {
            return error
        }
    }
}
