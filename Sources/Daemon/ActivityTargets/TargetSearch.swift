// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import StrictJSON

/// The activities with targets that List would list for the content, in the order of `Snapshot.present`: the
/// system's by position, then custom ones by identifier.
struct TargetSearch {
    /// Maximum activities: each is matched against all items in one turn of the loop. A row shows fewer
    /// things.
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
    ///   - application: the app whose own activities are left out.
    ///   - timeout: time limit of each program, in microseconds.
    init(
        _ ask: Sheet.TargetsRequest, _ content: Content, _ snapshot: Snapshot, application: String?,
        timeout: Int
    ) {
        locale = ask.locale.flatMap { LocaleTag($0) }
        kind = ContentKind(content.outline)
        let request = Request(
            content: content.outline, exclude: ask.exclude ?? [], application: application,
            elections: snapshot.elections, types: snapshot.types)
        for candidate in snapshot.candidates(request) where activities.count < Self.maximum {
            let bundle = snapshot.present(candidate)
            guard let field = bundle.manifest.form.first(where: \.isDirect), let program = field.optionsExec
            else { continue }
            let verdict = bundle.evaluate(request)
            guard verdict.isListed else { continue }
            let types = Set(verdict.taken.map { content.types[content.properties($0).type].name }).sorted()
            let question = TargetQuestion(
                identifier: bundle.identifier, path: ExactText(bundle.path), locale: locale, types: types)
            let job = PerformJob(
                .targets, of: bundle, by: program, types: types, locale: ask.locale, timeout: timeout)
            activities.append(Activity(bundle: bundle, field: field, question: question, job: job))
        }
    }
}

extension PerformJob.Purpose {
    /// Prints the targets of a direct field.
    fileprivate static var targets: Self {
        var purpose = Self.printing
        purpose.variables = ["ACTIVITY_TARGETS": "1"]
        return purpose
    }
}
