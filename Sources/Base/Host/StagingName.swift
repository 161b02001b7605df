// SPDX-License-Identifier: Apache-2.0

/// The name of something under way: `.staging-<role>-<subject>`, with a random end where several may be.
///
/// The role stands before the subject because identifiers may hold hyphens: read from the front, a name has
/// one meaning.
package struct StagingName {
    package enum Role: String, CaseIterable {
        /// Not in place yet, or displaced by an exchange: of use to its writer alone.
        case new
        /// The bundle that the fallback without RENAME_EXCHANGE moved aside; `<subject>` is its identifier.
        case old
    }

    static let prefix = ".staging-"

    package let text: String

    /// Enough of the subject to tell a person what it is. A whole one of NAME_MAX would leave no room for the
    /// rest; in scalars, of four bytes at most.
    private static let shown = 32

    /// A name for `subject` that nothing else bears.
    package init(_ role: Role, for subject: String) {
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        let subject = String(String.UnicodeScalarView(subject.unicodeScalars.prefix(Self.shown)))
        text = "\(Self.prefix)\(role.rawValue)-\(subject)-\(random)"
    }

    /// The one name under which the displaced bundle of `identifier` waits.
    package init(displaced identifier: String) {
        text = "\(Self.prefix)\(Role.old.rawValue)-\(identifier)"
    }

    package static func isStaging(_ name: String) -> Bool { name.utf8.starts(with: prefix.utf8) }

    /// The identifier whose displaced bundle bears `name`; nil for any other name.
    package static func displacedIdentifier(in name: String) -> String? {
        let prefix = prefix + Role.old.rawValue + "-"
        guard name.utf8.starts(with: prefix.utf8) else { return nil }
        return String(name.dropFirst(prefix.count))
    }
}
