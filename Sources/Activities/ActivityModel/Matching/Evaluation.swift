// SPDX-License-Identifier: Apache-2.0
//
// The one evaluation. List filters by it, Explain prints it, Perform repeats it, and `activityctl check
// --with` runs it offline. It checks the reasons in the order of `Verdict.Code` and stops at the first that
// applies: the bundle's standing, the elections, the missing requirements, the request's application and
// exclusions, and only then the content (Evaluation+Content). The sentences for a verdict are built on demand
// (Evaluation+Explanation).

import StrictJSON

/// All inputs besides the bundle that decide whether it is listed.
package struct Request: Sendable {
    package let content: ContentOutline
    /// Identifiers that the app leaves out of its sheet.
    package let exclude: Set<String>
    /// The application that asks; nil if it is unknown or its own activities are to be listed.
    package let application: String?
    package let elections: Elections

    /// The names under which each type of the content is matched.
    let names: [TypeNames]

    /// - Parameter exclude: texts that are not identifiers are ignored.
    package init(
        content: ContentOutline, exclude: some Sequence<String> = [], application: String? = nil,
        elections: Elections = Elections(), types: ContentTypeDatabase
    ) {
        self.content = content
        self.exclude = Set(exclude.lazy.filter(Identifier.isValid))
        self.application = application
        self.elections = elections
        names = content.types.map(types.names)
    }
}

extension Bundle {
    package func evaluate(_ request: Request) -> Verdict {
        if let code = standingCode ?? electionCode(request.elections) { return Verdict(code) }
        if !missing.isEmpty { return Verdict(.programMissing) }
        if let application = request.application, manifest.application?.isExactly(application) == true {
            return Verdict(.ownApplication)
        }
        if request.exclude.contains(identifier) { return Verdict(.excludedByRequest) }
        return manifest.isInspector ? Verdict(.inspect) : contentVerdict(request)
    }

    /// Alternative programs: with any one of them the bundle would be listed. Returns nil if it lacks more,
    /// or is left out for another reason.
    package func missingPrograms(for request: Request) -> [String]? {
        guard missing.count == 1, case .programs(let names)? = missing.first,
            Bundle(record, standing: standing, diagnostics: diagnostics).evaluate(request).isListed
        else { return nil }
        return names
    }

    private var standingCode: Verdict.Code? {
        switch standing {
        case .present: nil
        case .rejected: .rejected
        case .masked: .masked
        case .shadowed: .shadowed
        }
    }

    private func electionCode(_ elections: Elections) -> Verdict.Code? {
        let decision = elections.decision(for: traits)
        guard decision.election == .ignore else { return nil }
        return decision.by == .admin ? .ignoredByAdmin : .ignoredByPerson
    }
}
