// SPDX-License-Identifier: Apache-2.0

import ActivityModel

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

    /// Counts such as "2 errors" and "1 warning"; empty without faults.
    var faults: [String] {
        [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { Self.count($0.0, $0.1) }
    }

    var sentence: String {
        "\(Self.count(bundles, "bundle")): "
            + (faults.isEmpty ? "no faults" : faults.joined(separator: ", ")) + "."
    }

    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
