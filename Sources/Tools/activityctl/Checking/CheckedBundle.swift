// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel
import ActivityRegistry
import ContentSelection
import Host
import StrictJSON

/// A bundle that was judged without a daemon.
struct CheckedBundle {
    /// As it was given.
    let path: String
    let bundle: Bundle
    /// Bytes of manifest.json, to find lines in; empty if it cannot be read.
    let manifest: [UInt8]
    /// Icons to judge; nil if there are none.
    let icons: IconFiles?
    var verdict: Registry.Verdict?

    /// Judges bundles, their icons side by side.
    static func judge(_ paths: [String], _ registry: OfflineRegistry) -> [CheckedBundle] {
        let drawing = OfflineRegistry.drawing
        let candidates = paths.map { path in
            let validator = registry.validator(for: path)
            return RawArgument.misnamed(path).map(validator.candidate(misnamed:))
                ?? validator.candidate(folder: path)
        }
        let icons = candidates.map(\.icons)
        var findings: [Int: IconFindings] = [:]
        for (index, icons) in icons.enumerated() {
            guard let icons else { continue }
            drawing.judge(icons, for: .own) { findings[index] = $0 }
        }
        drawing.wait()
        return candidates.indices.map { index in
            let candidate = candidates[index]
            let remarks =
                ProgramCheck(candidate.manifest, in: paths[index]).remarks
                + PlaceholderCheck.remarks(candidate.manifest, icons[index])
            return CheckedBundle(
                path: RawArgument.misnamed(paths[index])?.text ?? paths[index],
                bundle: candidate.finished(with: findings[index]).adding(remarks),
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

    /// The lines for people.
    ///
    /// - Parameter told: the rules whose source was printed already; once is enough.
    func lines(_ paint: Paint, _ told: inout Set<Rule>) -> [String] {
        bundle.diagnostics.flatMap { diagnostic in
            let location = location(of: diagnostic)
            return DiagnosticReport(
                diagnostic: diagnostic, location: location.name, excerpt: location.excerpt,
                tellsSource: told.insert(diagnostic.rule).inserted
            ).lines(paint)
        }
    }

    /// The file that it is about, and where in it.
    func location(of diagnostic: Diagnostic) -> (name: String, excerpt: SourceExcerpt?) {
        if let icon = iconFile(diagnostic) { return (inside(icon), nil) }
        let file = inside("manifest.json")
        guard let extent = extent(diagnostic) else {
            return (diagnostic.pointer == nil && diagnostic.rule != .manifestJSON ? path : file, nil)
        }
        let excerpt = SourceExcerpt(manifest, extent)
        let pointer = diagnostic.pointer.map { $0.isEmpty ? "" : " (\($0))" } ?? ""
        return ("\(file):\(excerpt.line):\(excerpt.column)\(pointer)", excerpt)
    }

    private func extent(_ diagnostic: Diagnostic) -> Range<Int>? {
        if diagnostic.rule == .manifestJSON {
            return syntaxError.map { character(at: $0.offset) }
        }
        let isName = diagnostic.rule == .manifestUnknownKey
        return diagnostic.pointer.flatMap { JSON.extent(of: $0, in: manifest, isName: isName) }
    }

    /// Not a part of it, which cannot be shown.
    private func character(at offset: Int) -> Range<Int> {
        let rest = manifest.dropFirst(offset + 1)
        return offset..<(rest.firstIndex { $0 & 0xC0 != 0x80 } ?? max(offset + 1, manifest.count))
    }

    /// The judge's sentences begin with the file that they are about.
    private func iconFile(_ diagnostic: Diagnostic) -> String? {
        guard diagnostic.rule.isAboutIcon else { return nil }
        return icons?.files.keys.first { diagnostic.message.hasPrefix($0 + " ") }
    }

    private func inside(_ name: String) -> String {
        (path.hasSuffix("/") ? path : path + "/") + name
    }

    /// Whether a picture says more than words.
    var showsBetter: Bool { icons != nil && bundle.diagnostics.contains { $0.rule.isAboutIcon } }

    /// The result of the check, in a word or two.
    var outcome: String {
        let tally = Tally([self])
        return tally.faults.isEmpty
            ? "no faults" : (tally.errors > 0 ? "rejected: " : "") + tally.faults.joined(separator: ", ")
    }

    /// Several bundles, one line each.
    static func summary(of checked: [CheckedBundle]) -> Table {
        var table = Table(["BUNDLE", "OUTCOME"])
        for bundle in checked { table.add([bundle.path, bundle.outcome]) }
        return table
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

extension Bundle {
    /// The same with warnings that only an author is given.
    fileprivate func adding(_ remarks: [Diagnostic]) -> Bundle {
        Bundle(
            record, standing: standing, diagnostics: (diagnostics + remarks).errorsFirst.bounded,
            missing: missing)
    }
}
