// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming

extension Sheet.ContentOption {
    init(_ bundle: Bundle, accepted: [Int], locale: LocaleTag?) {
        let manifest = bundle.manifest
        self.init(
            identifier: bundle.identifier, title: manifest.title(in: locale),
            removes: (manifest.transform?.removes ?? []).map(\.rawValue), accepted: accepted,
            makes: manifest.transform?.makes?.name ?? Transform.same,
            form: manifest.form.isEmpty ? nil : manifest.form.map { Sheet.Field($0, locale: locale) })
    }
}

extension Sheet.InspectReply {
    init(_ inspection: Inspection) {
        self.init(facts: inspection.facts.map(Sheet.Fact.init), unread: inspection.unread)
    }
}

extension Sheet.Fact {
    fileprivate init(_ fact: Inspection.Fact) {
        self.init(kind: fact.kind.rawValue, items: fact.items, values: fact.values)
    }
}

extension Sheet.Progress {
    /// Adds the result of a Prepare, or its fault.
    mutating func add(_ preparation: PreparationEnd) {
        option = preparation.option
        if preparation.noRoom { noRoom = true }
        guard let prepared = preparation.content else { return }
        (content, caption, subject) = (prepared.items, prepared.caption, prepared.subject)
        facts = prepared.inspection.facts.map(Sheet.Fact.init)
        unread = prepared.inspection.unread
    }
}
