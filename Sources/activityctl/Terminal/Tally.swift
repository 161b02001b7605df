// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// How many breaches there are.
struct Tally {
    let errors: Int
    let warnings: Int
    private let bundles: Int

    init(_ checked: [CheckedBundle]) {
        let all = checked.flatMap(\.bundle.diagnostics)
        errors = all.count { $0.severity == .error }
        warnings = all.count { $0.severity == .warning }
        bundles = checked.count
    }

    /// Such as "2 errors" and "1 warning"; none where there is nothing wrong.
    var faults: [String] {
        [Self.count(errors, "error"), Self.count(warnings, "warning")].compactMap(\.self)
    }

    var sentence: String {
        "\(bundles) \(bundles == 1 ? "bundle" : "bundles"): "
            + (faults.isEmpty ? "no faults" : faults.joined(separator: ", ")) + "."
    }

    private static func count(_ number: Int, _ noun: String) -> String? {
        number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
