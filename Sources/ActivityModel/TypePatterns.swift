// SPDX-License-Identifier: Apache-2.0

/// Type patterns as manifests are read: many name the same few, and then share one text in memory.
package final class TypePatterns {
    private var known: [String: TypePattern] = [:]

    package init() {}

    /// Nil for what is no pattern.
    func pattern(_ text: String) -> TypePattern? {
        if let pattern = known[text] { return pattern }
        let pattern = TypePattern(text)
        known[text] = pattern
        return pattern
    }
}
