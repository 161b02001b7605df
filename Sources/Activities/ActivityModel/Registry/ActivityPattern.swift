// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// An activity as patterns see it.
package struct ActivityTraits: Hashable, Sendable {
    package let identifier: String
    package let category: Manifest.WrittenCategory
    /// Whether nothing keeps it from the network: the activity itself, the programs that print its options, and whatever
    /// opens its link.
    package let usesNetwork: Bool

    /// - Parameters:
    ///   - category, usesNetwork: as of a manifest that says nothing else.
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

/// Names many activities at once: `org.kde.*` each whose identifier begins with those labels, `network` each that may use
/// the network, `category:share` each of that category, `*` every one.
package enum ActivityPattern {
    private static let everything = "*"
    private static let network = "network"
    /// Nothing decides about the inspector.
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
        // A label behind it must make an identifier of it.
        return prefix.isEmpty || prefix.utf8.last == UInt8(ascii: ".") && Identifier.isValid(prefix + "x")
    }

    /// The patterns that a text may have been meant for: every category, where it names one that is not known.
    package static func meant(by text: String) -> [String] {
        text.utf8.starts(with: categoryPrefix.utf8) ? categories : []
    }

    /// The pattern that a typing error could have made this of; nil if there is none.
    package static func near(_ text: String) -> String? {
        let whole =
            text.utf8.last == UInt8(ascii: "*") ? String(Substring(text.utf8.dropLast())) + ".*" : text
        return whole.isExactly(text) ? ([network] + categories).near(text) : isPattern(whole) ? whole : nil
    }

    /// The patterns that name an activity. What its identifier says counts most, the longest beginning first, then
    /// whether it uses the network, then its category.
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

/// Some activities, named one by one or by patterns.
package struct ActivitySet: Hashable, Sendable {
    package let names: Set<String>
    private let hasPatterns: Bool

    /// No activity.
    package static let empty = ActivitySet(names: [])

    private init(names: Set<String>) {
        self.names = names
        hasPatterns = names.contains(where: ActivityPattern.isPattern)
    }

    /// The patterns; nil if one of the names is neither an identifier nor a pattern.
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
    /// Empty where it is no list of identifiers and patterns.
    package init(json: JSON) {
        self = (try? [String](json: json)).flatMap { ActivitySet($0) } ?? .empty
    }

    package var json: JSON { .array(names.sorted().map { .string($0) }) }
}
