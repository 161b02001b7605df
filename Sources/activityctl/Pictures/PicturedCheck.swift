// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import StrictJSON

/// What was found in some bundles, on its way to a picture.
struct PicturedCheck {
    private let checked: [CheckedBundle]

    init(_ checked: [CheckedBundle]) {
        self.checked = checked
    }

    /// - Throws: `Failure`.
    func write(to path: String) throws {
        guard checked.count <= CheckDrawing.maximumBundles else {
            throw Failure(
                "A picture has room for \(CheckDrawing.maximumBundles) bundles, and you gave \(checked.count).",
                next: "Draw them in parts.")
        }
        let drawing = CheckDrawing(bundles: checked.map(\.drawing))
        try NewFile.write(try PictureClient.draw("check", drawing.object), to: path)
    }
}

extension CheckedBundle {
    fileprivate var drawing: CheckDrawing.Bundle {
        CheckDrawing.Bundle(
            identifier: bundle.identifier, icon: icons, titles: titles,
            diagnostics: bundle.diagnostics.filter { icons == nil || !$0.rule.isAboutIcon })
    }

    /// As the manifest writes them, those too that would be dropped.
    private var titles: [CheckDrawing.Title] {
        guard let manifest = try? JSON.Object(json: JSON(parsing: manifest)) else { return [] }
        let title: String? = try? manifest.read("title")
        let others: [String: String]? = try? manifest.read("titles")
        let base = title.map { drawn($0, locale: "", pointer: "/title") }
        return [base].compactMap(\.self)
            + (others ?? [:]).sorted { $0.key < $1.key }.map {
                drawn($0.value, locale: $0.key, pointer: "/titles" + JSON.pointer($0.key))
            }
    }

    private func drawn(_ title: String, locale: String, pointer: String) -> CheckDrawing.Title {
        let asks = bundle.manifest.performOptions.asks || !bundle.manifest.form.isEmpty
        let rules = bundle.diagnostics.filter { $0.pointer == pointer }.map(\.rule)
        return CheckDrawing.Title(
            locale: locale, title: title + (asks && !title.hasSuffix("…") ? "…" : ""), rules: rules)
    }
}
