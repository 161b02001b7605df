// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel
import ActivityRegistry
import ContentSelection
import Host
import StrictJSON

struct CheckedBundle {
    let path: String
    let bundle: Bundle
    /// The bytes of manifest.json, for line numbers; empty if it cannot be read.
    let manifest: [UInt8]
    /// The icon's files with their faults; nil without an icon.
    let icons: Result<[ExaminedFile], DrawingError>?
    var verdict: Registry.Verdict?

    /// Judges bundles; their icons are judged in parallel.
    static func judge(_ paths: [String], _ registry: OfflineRegistry) -> [CheckedBundle] {
        let drawing = OfflineRegistry.drawing
        let candidates = paths.map { path in
            let validator = registry.validator(for: path)
            return RawArgument.misnamed(path).map(validator.candidate(misnamed:))
                ?? validator.candidate(folder: path)
        }
        let icons = candidates.map(\.icons)
        var examined: [Int: Result<[ExaminedFile], DrawingError>] = [:]
        for (index, icons) in icons.enumerated() {
            if let icons { drawing.examine(icons) { examined[index] = $0 } }
        }
        drawing.wait()
        return candidates.indices.map { index in
            let candidate = candidates[index]
            let remarks =
                ProgramCheck(candidate.manifest, in: paths[index]).remarks
                + PlaceholderCheck.remarks(candidate.manifest, icons[index])
            return CheckedBundle(
                path: RawArgument.misnamed(paths[index])?.text ?? paths[index],
                bundle: candidate.finished(with: examined[index].map(IconFindings.init(examined:))).adding(
                    remarks),
                manifest: (try? FileBytes.read(paths[index] + "/manifest.json", limit: 64 << 10)) ?? [],
                icons: examined[index])
        }
    }

    /// Adds the verdict that Explain would give for the request.
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

    /// The report in lines of text.
    ///
    /// - Parameter told: rules whose source has already been printed; updated.
    func lines(_ paint: Paint, _ told: inout Set<Rule>) -> [String] {
        bundle.diagnostics.flatMap { diagnostic in
            let location = location(of: diagnostic)
            return DiagnosticReport(
                diagnostic: diagnostic, location: location.name, excerpt: location.excerpt,
                tellsSource: told.insert(diagnostic.rule).inserted
            ).lines(paint)
        }
    }

    /// The file of a diagnostic, with the position and an excerpt if they are known; the bundle's folder if
    /// it is about no file.
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

    /// The whole UTF-8 character, since a part could not be printed.
    private func character(at offset: Int) -> Range<Int> {
        let rest = manifest.dropFirst(offset + 1)
        return offset..<(rest.firstIndex { $0 & 0xC0 != 0x80 } ?? max(offset + 1, manifest.count))
    }

    private func iconFile(_ diagnostic: Diagnostic) -> String? {
        let files = try? icons?.get()
        return files?.first { $0.faults.contains { $0.diagnostic == diagnostic } }?.name
    }

    private func inside(_ name: String) -> String {
        (path.hasSuffix("/") ? path : path + "/") + name
    }

    var showsBetter: Bool { icons != nil && bundle.diagnostics.contains { $0.rule.isAboutIcon } }

    /// The result of the check in a few words.
    var outcome: String {
        let tally = Tally([self])
        return tally.faults.isEmpty
            ? "no faults" : (tally.errors > 0 ? "rejected: " : "") + tally.faults.joined(separator: ", ")
    }

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

extension IconFindings {
    fileprivate init(examined: Result<[ExaminedFile], DrawingError>) {
        self.init(examined.map { $0.flatMap(\.faults).map(\.diagnostic).errorsFirst })
    }
}

extension Bundle {
    /// Adds warnings that only authors see.
    fileprivate func adding(_ remarks: [Diagnostic]) -> Bundle {
        Bundle(
            record, standing: standing, diagnostics: (diagnostics + remarks).errorsFirst.bounded,
            missing: missing)
    }
}
