// SPDX-License-Identifier: Apache-2.0
//
// Initialisers of io.activityd.Registry's types from the model.

package import ActivityModel

extension Registry {
    package typealias Scope = StatusReply.Scope
}

extension Registry.Description {
    /// - Parameter rank: index among all activities; nil for a bundle that is not an activity.
    package init(_ bundle: Bundle, under elections: Elections, isStarred: Bool, rank: Int?) {
        let manifest = bundle.manifest
        let decision = elections.decision(for: bundle.traits)
        self.init(
            identifier: bundle.identifier, title: manifest.title.isEmpty ? nil : manifest.title,
            titles: manifest.titles.isEmpty ? nil : manifest.titles.byLocale, version: manifest.version,
            source: bundle.source,
            category: manifest.accepts.isEmpty || !manifest.isActivity ? nil : manifest.category,
            position: manifest.position, path: bundle.path, state: bundle.state(under: elections),
            election: decision.election, locked: decision.isLocked, decidedBy: decision.by,
            starred: isStarred ? true : nil, rank: rank, origin: manifest.origin, link: bundle.record.link,
            removes: manifest.transform?.removes.map(\.rawValue), diagnostics: bundle.diagnostics)
    }
}

extension Registry.Verdict {
    package init(_ bundle: Bundle, _ request: Request) {
        let verdict = bundle.evaluate(request)
        self.init(
            identifier: bundle.identifier, path: bundle.path, listed: verdict.isListed, code: verdict.code,
            clause: verdict.clause, item: verdict.item, message: bundle.explanation(of: verdict, request),
            programs: bundle.missingPrograms(for: request))
    }
}
