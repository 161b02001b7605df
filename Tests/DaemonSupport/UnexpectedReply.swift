// SPDX-License-Identifier: Apache-2.0

/// Ends a test: a reply of another kind than the test's next step needs.
package struct UnexpectedReply: Error, CustomStringConvertible {
    package let description: String

    package init(_ sentence: String) { description = sentence }
}

extension Optional {
    /// The value, which a reply must contain.
    func orUnexpected(_ sentence: String) throws -> Wrapped {
        guard let self else { throw UnexpectedReply(sentence) }
        return self
    }
}
