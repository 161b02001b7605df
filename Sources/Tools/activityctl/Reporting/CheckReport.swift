// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// A report on bundles as a self-contained HTML page: each icon enlarged with the offending pixels, each
/// title in its box, each rule with its remedy and source.
struct CheckReport {
    let checked: [CheckedBundle]

    /// - Throws: `Failure` if the icons cannot be examined, or the file cannot be written.
    func write(to path: String) throws {
        let sections = try checked.map {
            BundleSection(bundle: $0, icon: try ExaminedIcon.all($0.icons)).html
        }
        try NewFile.write(Array(page(sections).text.utf8), to: path)
    }

    private func page(_ sections: [HTML]) -> HTML {
        let tally = Tally(checked)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            img-src data:; style-src 'unsafe-inline'">
            <title>\(tally.sentence)</title>
            <style>\(ReportStyle.css)</style>
            </head>
            <body>
            <h1>Activity check</h1>
            <p>\(tally.sentence)</p>
            \(sections)</body>
            </html>

            """
    }
}

private struct BundleSection {
    let bundle: CheckedBundle
    let icon: [ExaminedIcon]

    var html: HTML {
        """
        <section>
        <h2>\(bundle.bundle.identifier)</h2>
        <p class="\(bundle.bundle.diagnostics.isEmpty ? "good" : "")">\(bundle.outcome)</p>
        \(icon.map(\.html))\(titles)\(others)</section>

        """
    }

    private var titles: HTML? {
        let titles = bundle.titles
        guard !titles.isEmpty else { return nil }
        return """
            <h3>Titles</h3>
            <ul class="titles">
            \(titles.map(\.html))</ul>

            """
    }

    /// Faults other than those in the icon's pictures.
    private var others: HTML? {
        let others = bundle.bundle.diagnostics.filter { icon.isEmpty || !$0.rule.isAboutIcon }
        guard !others.isEmpty else { return nil }
        return """
            <h3>What else is wrong</h3>
            <ol>
            \(others.map { $0.html(place: bundle.location(of: $0).name, number: nil) })</ol>

            """
    }
}

extension Diagnostic {
    /// - Parameters:
    ///   - place: the file, and the position in it.
    ///   - number: number of the fault's marks in a picture.
    func html(place: String?, number: Int?) -> HTML {
        let named: HTML? = place.map { "<code>\($0)</code> " }
        let mark: HTML? = number.map {
            "<span class=\"number mark\($0 % ReportStyle.marks)\">\($0 + 1)</span> "
        }
        return """
            <li>\(mark)<strong class="\(severity.rawValue)">\(severity.rawValue)[\(rule.rawValue)]</strong> \
            \(named)\(message)
            <small>\(rule.source)</small></li>

            """
    }
}

struct ReportedTitle {
    /// The locale as written in the manifest; empty for the default title.
    let locale: String
    let title: String
    let rules: [Rule]

    fileprivate var html: HTML {
        let tag = LocaleTag(locale)
        let fit = TitleFit.cells(title)
        let state = fit.truncated ? "cut" : fit.scale < 1 ? "shrunk to \(Int(fit.scale * 100)) %" : "whole"
        let faults = rules.isEmpty ? state : rules.map(\.rawValue).joined(separator: ", ")
        return """
            <li><span class="tile"></span><span class="title" lang="\(tag?.description ?? "")" \
            dir="\(tag?.isRightToLeft == true ? "rtl" : "ltr")" \
            style="font-size: \(Int(fit.scale * 100))%">\(fit.text)</span>
            <small>\(locale.isEmpty ? "title" : locale): \
            <span class="\(rules.isEmpty ? "good" : "error")">\(faults)</span></small></li>

            """
    }
}

extension CheckedBundle {
    /// Titles as written in the manifest, including invalid ones that the loader would drop.
    fileprivate var titles: [ReportedTitle] {
        guard let manifest = try? JSON.Object(json: JSON(parsing: manifest)) else { return [] }
        let title: String? = try? manifest.read("title")
        let others: [String: String]? = try? manifest.read("titles")
        let base = title.map { reported($0, locale: "", pointer: "/title") }
        return [base].compactMap(\.self)
            + (others ?? [:]).sorted { $0.key < $1.key }.map {
                reported($0.value, locale: $0.key, pointer: "/titles" + JSON.pointer($0.key))
            }
    }

    private func reported(_ title: String, locale: String, pointer: String) -> ReportedTitle {
        let asks = bundle.manifest.performOptions.asks || !bundle.manifest.form.isEmpty
        return ReportedTitle(
            locale: locale, title: title + (asks && !title.hasSuffix("…") ? "…" : ""),
            rules: bundle.diagnostics.filter { $0.pointer == pointer }.map(\.rule))
    }
}
