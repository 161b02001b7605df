// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGIO
import Host

/// The reason why an argument, standard input or the clipboard contains no item. `description` escapes names
/// for a terminal.
package enum SelectionError: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(String)
    case linkToNothing(String)
    case inaccessible(String, code: Int32)
    case typeUnknown(String)
    case inputUnreadable(code: Int32)
    case inputIsNoText(type: String)
    case inputTooLarge(limit: Int)
    case clipboardEmpty
    /// The program that copied does not answer, or cannot be reached.
    case clipboardUnread
    case clipboardTooLarge(limit: Int)

    package var description: String {
        switch self {
        case .missing(let name): "\(Self.quoted(name)): there is no such file."
        case .linkToNothing(let name): "\(Self.quoted(name)) is a link to nothing."
        case .inaccessible(let name, let code): "\(Self.quoted(name)): \(ErrorText.of(code))."
        case .typeUnknown(let name): "\(Self.quoted(name)): its type cannot be determined."
        case .inputUnreadable(let code): "Standard input cannot be read: \(ErrorText.of(code))."
        case .inputIsNoText(let type): "Standard input is not text (\(type))."
        case .inputTooLarge(let limit): "Standard input is larger than \(limit >> 20) MiB."
        case .clipboardEmpty: "The clipboard is empty."
        case .clipboardUnread: "The clipboard cannot be read: the program that copied does not answer."
        case .clipboardTooLarge(let limit): "What was copied is larger than \(limit >> 20) MiB."
        }
    }

    /// The message for a sheet, where the person has no command line.
    package func notice(in words: Words) -> String {
        switch self {
        case .missing(let name), .linkToNothing(let name): words.gone(Self.shown(name))
        case .inaccessible(let name, _), .typeUnknown(let name): words.cannotOpen(Self.shown(name))
        case .inputUnreadable, .inputIsNoText: words.cannotOpen(words.text)
        case .inputTooLarge, .clipboardTooLarge: words.tooMuch
        case .clipboardEmpty: words.clipboardEmpty
        case .clipboardUnread: words.clipboardUnread
        }
    }

    /// The name as given; for a file's URI, which comes from a clipboard, the file's name.
    private static func quoted(_ name: String) -> String {
        let last = name.hasPrefix("file:") ? shown(name) : ""
        return last.isEmpty ? printable(name) : last
    }

    /// The last component of a path or a URI.
    private static func shown(_ name: String) -> String {
        if name.hasPrefix("file:") { return DisplayedName(uri: name).text }
        return DisplayedName(name.split(separator: "/").last.map(String.init) ?? name).text
    }

    /// The next step on a command line, as a sentence; nil if there is none beyond the description.
    package var remedy: String? {
        switch self {
        case .typeUnknown: "Give it with --type."
        case .inputIsNoText, .inputTooLarge: "Save it as a file, and give the file's name."
        case .missing(let name) where Self.isLikeAddress(name):
            "Write https:// in front if it is an address: \(printable("https://" + name))"
        case .missing(let name) where name.hasPrefix("<"):
            "Give the text itself on standard input, as \"-\"."
        case .missing, .linkToNothing, .inaccessible, .inputUnreadable, .clipboardEmpty, .clipboardUnread,
            .clipboardTooLarge:
            nil
        }
    }

    /// Whether the text begins with a host name, as `example.org/page` does. A bare name may also be a
    /// misspelt file's: its extension decides.
    private static func isLikeAddress(_ name: String) -> Bool {
        let host = name.prefix { !"/?#:".contains($0) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isHostCharacter) }),
            let last = labels.last, last.count > 1, last.allSatisfy(\.isLetter)
        else { return false }
        return host.count < name.count || commonDomains.contains(last.lowercased()) || !isFileEnding(last)
    }

    /// Domains that GIO also knows as file extensions.
    private static let commonDomains: Set<String> = ["com", "org"]

    private static func isHostCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-"
    }

    private static func isFileEnding(_ ending: Substring) -> Bool {
        var isUncertain: gboolean = 0
        g_free(g_content_type_guess("a.\(ending)", nil, 0, &isUncertain))
        return isUncertain == 0
    }
}
