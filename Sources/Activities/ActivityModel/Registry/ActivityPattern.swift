// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// The properties of an activity that patterns test.
package struct ActivityTraits: Hashable, Sendable {
    package let identifier: String
    package let category: Manifest.WrittenCategory
    /// Whether the activity may use the network: the activity itself, the programs that print its options, or
    /// the handler of its link.
    package let usesNetwork: Bool

    /// The default category and network use are those of a manifest without these keys.
    package init(
        _ identifier: String, category: Manifest.WrittenCategory = .action, usesNetwork: Bool = true
    ) {
        (self.identifier, self.category, self.usesNetwork) = (identifier, category, usesNetwork)
    }
}

extension Bundle {
    package var traits: ActivityTraits {
        ActivityTraits(
            identifier, category: manifest.writtenCategory, usesNetwork: manifest.performOptions.network)
    }
}

/// A name for many activities at once: `org.kde.*` for identifiers that begin with those labels, `network`
/// for activities that may use the network, `category:share` for that category, `*` for all.
package enum ActivityPattern {
    private static let everything = "*"
    private static let network = "network"
    /// Elections do not apply to inspectors, so there is no pattern for them.
    private static let categories = Manifest.WrittenCategory.allCases.filter { $0 != .inspect }.map(category)
    private static let categoryPrefix = "category:"

    private static func category(_ category: Manifest.WrittenCategory) -> String {
        categoryPrefix + category.rawValue
    }

    package static func isPattern(_ text: String) -> Bool {
        guard text.utf8.last == UInt8(ascii: "*") else {
            return ([network] + categories).contains { $0.isExactly(text) }
        }
        let prefix = String(Substring(text.utf8.dropLast()))
        // Valid if appending a label makes an identifier.
        return prefix.isEmpty || prefix.utf8.last == UInt8(ascii: ".") && Identifier.isValid(prefix + "x")
    }

    /// The patterns that the text may have meant: all categories if it names an unknown one, else none.
    package static func meant(by text: String) -> [String] {
        text.utf8.starts(with: categoryPrefix.utf8) ? categories : []
    }

    /// The pattern that a typing error could have turned into this text; nil if there is none.
    package static func near(_ text: String) -> String? {
        let whole =
            text.utf8.last == UInt8(ascii: "*") ? String(Substring(text.utf8.dropLast())) + ".*" : text
        return whole.isExactly(text) ? ([network] + categories).near(text) : isPattern(whole) ? whole : nil
    }

    /// The patterns that match an activity, most important first: its identifier's prefixes from longest to
    /// shortest, then network use, then its category, then `*`.
    package static func all(of activity: ActivityTraits) -> [String] {
        beginnings(of: activity.identifier) + (activity.usesNetwork ? [network] : [])
            + [category(activity.category), everything]
    }

    private static func beginnings(of identifier: String) -> [String] {
        let bytes = identifier.utf8
        let dots = bytes.indices.reversed().filter { bytes[$0] == UInt8(ascii: ".") }
        return dots.map { String(Substring(bytes[...$0])) + "*" }
    }
}

/// A set of activities, given by identifiers or patterns.
package struct ActivitySet: Hashable, Sendable {
    package let names: Set<String>
    private let hasPatterns: Bool

    package static let empty = ActivitySet(names: [])

    private init(names: Set<String>) {
        self.names = names
        hasPatterns = names.contains(where: ActivityPattern.isPattern)
    }

    /// The set with these names; nil if one of them is neither an identifier nor a pattern.
    package init?(_ names: [String]) {
        guard names.allSatisfy({ Identifier.isValid($0) || ActivityPattern.isPattern($0) }) else {
            return nil
        }
        self.init(names: Set(names))
    }

    package func contains(_ activity: ActivityTraits) -> Bool {
        names.contains(activity.identifier)
            || hasPatterns && ActivityPattern.all(of: activity).contains(where: names.contains)
    }
}

extension ActivitySet: JSONConvertible {
    /// Empty if the JSON is not a list of identifiers and patterns.
    package init(json: JSON) {
        self = (try? [String](json: json)).flatMap { ActivitySet($0) } ?? .empty
    }

    package var json: JSON { .array(names.sorted().map { .string($0) }) }
}
