// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Type patterns as manifests are read: many name the same few, and then share one text in memory.
package final class TypePatterns {
    private var known: [ExactText: TypePattern] = [:]

    package init() {}

    /// Nil for what is no pattern.
    func pattern(_ text: String) -> TypePattern? {
        let spelling = ExactText(text)
        if let pattern = known[spelling] { return pattern }
        let pattern = TypePattern(text)
        known[spelling] = pattern
        return pattern
    }
}
