// SPDX-License-Identifier: Apache-2.0
//
// The one evaluation. List filters by it, Explain prints it, Perform repeats it, and `activityctl check
// --with` runs it offline. It goes through the reasons in the order of `Verdict.Code` and stops at the first:
// what the bundle is, who decided against it, what the machine lacks, what the request excludes, and only
// then the content (Evaluation+Content).

extension Bundle {
    package func evaluate(_ request: Request) -> Verdict {
        standingVerdict ?? electionVerdict(request.elections) ?? requestVerdict(request)
            ?? contentVerdict(request)
    }

    private var standingVerdict: Verdict? {
        switch standing {
        case .present: nil
        case .rejected:
            Verdict(
                .rejected,
                "It is rejected: "
                    + (diagnostics.first { $0.severity == .error }?.message ?? "its manifest is at fault."))
        case .masked(let path):
            Verdict(.masked, "It is masked by \(path). Remove that link to have it back.")
        case .shadowed(let path):
            Verdict(.shadowed, "\(path) comes before it in the search path and bears the same name.")
        }
    }

    private func electionVerdict(_ elections: Elections) -> Verdict? {
        let decision = elections.decision(for: identifier)
        if decision.election == .ignore {
            return decision.by == .admin
                ? Verdict(
                    .ignoredByAdmin,
                    decision.isLocked
                        ? "The administrator has locked it away."
                        : "The administrator ignores it. \"activityctl elect \(identifier) use\" overrides that."
                )
                : Verdict(
                    .ignoredByPerson,
                    "It is ignored. \"activityctl elect \(identifier) default\" takes that back.")
        }
        guard let missing = missingPrograms.first else { return nil }
        return Verdict(
            .programMissing,
            "It needs \(missing.joined(separator: " or ")), which no folder of PATH holds. Install it and the activity appears."
        )
    }

    private func requestVerdict(_ request: Request) -> Verdict? {
        if let application = request.application, application == manifest.application {
            return Verdict(
                .ownApplication, "It is \(application)'s own, and left out of that application's own sheet.")
        }
        guard request.exclude.contains(identifier) else { return nil }
        return Verdict(.excludedByRequest, "The request excludes it.")
    }
}
