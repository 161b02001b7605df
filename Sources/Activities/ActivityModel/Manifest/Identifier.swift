// SPDX-License-Identifier: Apache-2.0

/// The syntax of an activity's identifier: two or more labels of `[A-Za-z0-9_-]` joined by dots, none empty
/// or beginning with a digit or a hyphen, 128 bytes at most.
package enum Identifier {
    package static let maximumBytes = 128

    package static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= maximumBytes else { return false }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        guard let first = label.first, first != UInt8(ascii: "-"), first &- UInt8(ascii: "0") >= 10 else {
            return false
        }
        return label.allSatisfy {
            ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "_")
                || $0 == UInt8(ascii: "-")
        }
    }
}

/// Name of a bundle's folder: the activity's identifier and an extension.
package enum BundleName {
    package static let ending = ".activity"

    /// The part of a name before the extension; nil for a name without it.
    package static func identifier(in name: String) -> String? {
        let bytes = name.utf8
        guard bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return nil }
        return String(Substring(bytes.dropLast(ending.utf8.count)))
    }
}
