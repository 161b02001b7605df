// SPDX-License-Identifier: Apache-2.0

/// A selected thing as an app describes it: `Item` of both interfaces. Nothing of it is checked yet.
package struct Item: Hashable, Sendable {
    /// One of its forms, a `Representation` of the interfaces.
    package struct Form: Hashable, Sendable {
        package var type: String
        package var uri: String?
        package var text: String?
        package var name: String?
        /// Bytes; nil where the app does not know.
        package var size: Int?

        package init(
            type: String, uri: String? = nil, text: String? = nil, name: String? = nil, size: Int? = nil
        ) {
            self.type = type
            self.uri = uri
            self.text = text
            self.name = name
            self.size = size
        }
    }

    /// The item itself.
    package var form: Form
    /// What else it can be taken as.
    package var alternatives: [Form]

    package init(_ form: Form, alternatives: [Form] = []) {
        self.form = form
        self.alternatives = alternatives
    }

    package subscript(representation: Int) -> Form {
        representation == 0 ? form : alternatives[representation - 1]
    }
}
