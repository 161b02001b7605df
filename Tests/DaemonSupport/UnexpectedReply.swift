// SPDX-License-Identifier: Apache-2.0

/// Ends a test: a reply or an event is not of the kind that the test's next step needs, or has not come.
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
