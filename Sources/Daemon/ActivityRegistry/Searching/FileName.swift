// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// A file's name, which to the kernel is bytes, as the text that a registry knows it by.
///
/// Text by which bundles are told apart is in Normalization Form C: then two names that look alike to Swift's ==
/// are the same bytes. Any other name is written out, each byte beyond ASCII as `\xNN`, and bears no bundle.
package struct FileName: Hashable, Sendable {
    /// Why a name cannot stand for itself.
    package enum Fault: Hashable, Sendable {
        case notUTF8
        case notNormalised
        /// No reply could hold it.
        case tooManyMarks
    }

    package let text: String
    package let fault: Fault?

    package init(_ bytes: some Collection<UInt8>) {
        let text = String(validating: bytes, as: UTF8.self)
        fault = text.map { Self.fault(of: $0) } ?? .notUTF8
        self.text = fault == nil ? text ?? "" : Self.escaped(bytes)
    }

    /// The fault as the rest of a sentence that begins with the name, and the remedy.
    package var complaint: String? {
        switch fault {
        case nil: nil
        case .notUTF8: "is not UTF-8. Rename it"
        case .notNormalised: "is not written in Unicode's Normalization Form C. Rename it"
        case .tooManyMarks: "has more than \(JSON.maximumMarks) combining marks in a row. Rename it"
        }
    }

    private static func fault(of text: String) -> Fault? {
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
