// SPDX-License-Identifier: Apache-2.0

/// The name of unfinished work: `.staging-<role>-<subject>`, with a random suffix if several may coexist.
///
/// The role precedes the subject because identifiers may contain hyphens: read from the front, a name is
/// unambiguous.
package struct StagingName {
    package enum Role: String, CaseIterable {
        /// Not in place yet, or displaced by an exchange: of use only to its writer.
        case new
        /// The bundle that the fallback without RENAME_EXCHANGE moved aside; `<subject>` is its identifier.
        case old
    }

    static let prefix = ".staging-"

    package let text: String

    /// Scalars of the subject to include, for readability. A subject of NAME_MAX bytes would leave no room
    /// for the rest; a scalar has at most four bytes.
    private static let shown = 32

    package init(_ role: Role, for subject: String) {
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        let subject = String(String.UnicodeScalarView(subject.unicodeScalars.prefix(Self.shown)))
        text = "\(Self.prefix)\(role.rawValue)-\(subject)-\(random)"
    }

    /// The name under which the displaced bundle of `identifier` is kept; there is only one.
    package init(displaced identifier: String) {
        text = "\(Self.prefix)\(Role.old.rawValue)-\(identifier)"
    }

    package static func isStaging(_ name: String) -> Bool { name.utf8.starts(with: prefix.utf8) }

    /// The identifier of the displaced bundle with this name; nil for any other name.
    package static func displacedIdentifier(in name: String) -> String? {
        let prefix = prefix + Role.old.rawValue + "-"
        guard name.utf8.starts(with: prefix.utf8) else { return nil }
        return String(name.dropFirst(prefix.count))
    }
}
