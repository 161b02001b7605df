// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// A file's name as text. To the kernel a name is bytes; the registry distinguishes bundles by text.
///
/// The text is in Normalization Form C, so that names that are equal by Swift's == have the same bytes. Any
/// other name is escaped, each byte beyond ASCII as `\xNN`, and cannot name a bundle.
package struct FileName: Hashable, Sendable {
    /// The reason why a name has to be escaped.
    package enum EscapeReason: Hashable, Sendable {
        case notUTF8
        case notNormalised
        /// More combining marks in a row than a reply may contain.
        case tooManyMarks
    }

    package let text: String
    package let fault: EscapeReason?

    package init(_ bytes: some Collection<UInt8>) {
        let text = String(validating: bytes, as: UTF8.self)
        fault = text.map { Self.fault(of: $0) } ?? .notUTF8
        self.text = fault == nil ? text ?? "" : Self.escaped(bytes)
    }

    /// The end of a sentence that begins with the name: the fault, and its remedy; nil if there is no fault.
    package var complaint: String? {
        switch fault {
        case nil: nil
        case .notUTF8: "is not UTF-8. Rename it"
        case .notNormalised: "is not written in Unicode's Normalization Form C. Rename it"
        case .tooManyMarks: "has more than \(JSON.maximumMarks) combining marks in a row. Rename it"
        }
    }

    private static func fault(of text: String) -> EscapeReason? {
        guard JSON.takes(text) else { return .tooManyMarks }
        return TitleFolding.isNFC(text) ? nil : .notNormalised
    }

    private static func escaped(_ bytes: some Collection<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            if byte < 0x80 {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                text += "\\x" + String(byte, radix: 16)
            }
        }
    }
}
