// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import StrictJSON

/// The activities that have targets for one content, as List would list them, in the sheet's order.
struct TargetSearch {
    /// Activities at most: each is held against all items in one turn. A row shows fewer things.
    private static let maximum = 32

    struct Activity {
        let bundle: Bundle
        let field: FormField
        let question: TargetQuestion
        let job: PerformJob
    }

    let locale: LocaleTag?
    let kind: ContentKind
    private(set) var activities: [Activity] = []

    /// - Parameters:
    ///   - application: whose own activities are left out.
    ///   - patience: how long each program may take, in microseconds.
    init(
        _ ask: Sheet.TargetsRequest, _ content: Content, _ snapshot: Snapshot, application: String?,
        patience: Int
    ) {
        locale = ask.locale.flatMap { LocaleTag($0) }
        kind = ContentKind(content.outline)
        let request = Request(
            content: content.outline, exclude: ask.exclude ?? [], application: application,
            elections: snapshot.elections, types: snapshot.types)
        let types = content.types.map(\.name).sorted()
        let direct = snapshot.candidates(request).filter { snapshot.present($0).directField != nil }
        let listed = direct.prefix(Self.maximum).compactMap { snapshot.listed($0, request)?.bundle }
        for bundle in ordered(listed, snapshot) {
            guard let field = bundle.directField, let program = field.optionsExec else { continue }
            let question = TargetQuestion(
                identifier: bundle.identifier, path: ExactText(bundle.path), locale: locale, types: types)
            let job = PerformJob(
                printingTargetsOf: bundle, by: program, types: types, locale: ask.locale, timeout: patience)
            activities.append(Activity(bundle: bundle, field: field, question: question, job: job))
        }
    }

    /// The system's in their order, then the custom ones by the person's arrangement and their titles.
    private func ordered(_ listed: [Bundle], _ snapshot: Snapshot) -> [Bundle] {
        let collator = Collator(locale: nil)
        let custom = listed.filter { $0.source != .system }.map { bundle in
            (bundle, snapshot.orderKey(of: bundle, title: bundle.manifest.title(in: locale), collator))
        }
        return listed.filter { $0.source == .system } + custom.sorted { $0.1 < $1.1 }.map(\.0)
    }
}

extension Bundle {
    fileprivate var directField: FormField? { manifest.form.first(where: \.isDirect) }
}
