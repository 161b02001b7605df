// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// Holds a bundle's titles to the rules, and leaves in the manifest those that may be shown, in NFC.
struct TitleCheck {
    let neighbours: Neighbours
    /// Titles of custom activities by identifier, from before a system activity bore them.
    let established: [String: String]

    func check(_ candidate: inout Candidate) {
        var manifest = candidate.manifest
        manifest.title = TitleFolding.nfc(manifest.title)
        if !manifest.title.isEmpty || !candidate.lacksTitle {
            candidate.diagnostics += judge(manifest.title, "/title", nil, candidate).map {
                softened($0, candidate)
            }
        }
        for (locale, title) in manifest.titles.sorted(by: { $0.key < $1.key }) {
            let found = judge(title, "/titles" + JSON.pointer(locale), locale, candidate)
            candidate.diagnostics += found
            manifest.titles[locale] = TitleRules.accepts(found) ? TitleFolding.nfc(title) : nil
        }
        candidate.manifest = manifest
    }

    private func judge(
        _ title: String, _ pointer: String, _ locale: String?, _ candidate: Candidate
    ) -> [Diagnostic] {
        TitleRules.judge(
            title: title, pointer: pointer, soft: locale != nil, isCustom: candidate.source == .custom,
            vendor: candidate.manifest.vendor, product: candidate.manifest.product,
            identifier: candidate.identifier, reserved: neighbours.reserved,
            locale: locale.flatMap { LocaleTag($0) })
    }

    /// Who bore a title first keeps it: a new version of the system's activities takes nobody's plug-in away.
    private func softened(_ diagnostic: Diagnostic, _ candidate: Candidate) -> Diagnostic {
        guard diagnostic.rule == .titleReserved, candidate.source == .custom,
            established[candidate.identifier] == TitleFolding.nfc(candidate.manifest.title)
        else { return diagnostic }
        return Diagnostic(
            .titleReserved, severity: .warning, at: diagnostic.pointer,
            diagnostic.message + " It serves on because it bore this title first.")
    }
}

extension Candidate {
    /// Whether it is known why there is no title: the key is missing or wrong, or the manifest was not read
    /// that far.
    fileprivate var lacksTitle: Bool {
        diagnostics.contains {
            $0.rule == .manifestVersion || $0.severity == .error && ["", "/title"].contains($0.pointer ?? "")
        }
    }
}
