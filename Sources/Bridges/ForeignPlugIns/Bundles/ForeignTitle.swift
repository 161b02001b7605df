// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

package struct ForeignTitle: Hashable, Sendable {
    /// A format's way to mark the keyboard mnemonic in a name.
    package enum Mnemonics: Sendable {
        case none
        /// `_Print`, `印刷(_P)`; a doubled underscore is a literal one.
        case underscore
        /// All underscores are removed.
        case allUnderscores
    }

    package let text: String
    /// Whether the name ended in "…", which announces a dialog.
    package let asks: Bool

    package init(_ name: String, _ mnemonics: Mnemonics) {
        let plain: String
        switch mnemonics {
        case .none: plain = name
        case .underscore: plain = Self.withoutMnemonic(name)
        case .allUnderscores: plain = name.replacing("_", with: "")
        }
        var words = plain.split { $0.isWhitespace }.joined(separator: " ")
        var asks = false
        for ending in ["...", "…"] where words.hasSuffix(ending) {
            words.removeLast(ending.count)
            asks = true
        }
        text = words.split(separator: " ").joined(separator: " ")
        self.asks = asks
    }

    private static func withoutMnemonic(_ name: String) -> String {
        var plain: [Character] = []
        var rest = Array(name)[...]
        while let letter = rest.popFirst() {
            guard letter == "_", let next = rest.first else {
                plain.append(letter)
                continue
            }
            if next == "_" {
                plain.append(letter)
                rest.removeFirst()
            } else if plain.last == "(", rest.dropFirst().first == ")" {
                plain.removeLast()
                rest = rest.dropFirst(2)
            }
        }
        return String(plain)
    }

    /// Throws an `Omission` if the text cannot be an activity's title.
    package func check(reserved: ReservedTitles) throws(Omission) {
        switch TitleRules.error(in: text, reserved: reserved) {
        case nil: return
        case .titleReserved: throw Omission("A system activity has the name \"\(text)\" already.")
        case .titleEmpty: throw Omission("It has no name.")
        case .titleTooLong: throw Omission("Its name is too long for an activity.")
        default: throw Omission("Its name has signs that no title may have.")
        }
    }
}
