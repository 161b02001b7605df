// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Glibc
import Host

/// The content that a person's arguments describe: files, folders, links and text, as an app would send them.
package struct Selection: Sendable {
    package private(set) var items: [Item] = []
    /// Natures by the files' URIs; ordinary files have none.
    package private(set) var natures: [String: FileNature] = [:]
    /// The text, unless it is the only item.
    package private(set) var caption: String?
    package private(set) var subject: String?

    /// - Parameters:
    ///   - arguments: paths, URLs, or `-` for text on standard input. A file named like a URL takes
    ///     precedence over the URL.
    ///   - text: the caption; without arguments, the only item.
    ///   - subject: the subject, which also names a text or link that is the only item.
    ///   - type: replaces the type of every item.
    /// - Throws: for the first invalid argument.
    package init(
        _ arguments: [String], text: String? = nil, subject: String? = nil, type: String? = nil
    ) throws(SelectionError) {
        for argument in arguments {
            let found = try Self.lookUp(argument)
            items.append(Item(found.representation))
            found.note(in: &natures)
        }
        (caption, self.subject) = (arguments.isEmpty ? nil : text, subject)
        if let text, arguments.isEmpty { items.append(Item(Representation(text: text))) }
        if let subject, items.count == 1,
            items[0].representation.text != nil || items[0].representation.isLink
        {
            items[0].representation.name = subject
        }
        guard let type else { return }
        for index in items.indices { items[index].representation.type = type }
    }

    /// Adds another form, with this type, to each item; callers select one.
    ///
    /// - Throws: for an invalid argument.
    package mutating func addAlternative(type: String, _ argument: String) throws(SelectionError) {
        var representation = try Self.lookUp(argument).representation
        representation.type = type
        for index in items.indices { items[index].alternatives.append(representation) }
    }

    private static func lookUp(_ argument: String) throws(SelectionError) -> FoundFile {
        guard argument != "-" else { return FoundFile(try standardInput()) }
        let file = LocalFile(RawArgument.bytes(of: argument))
        if file.exists { return try file.lookUp() }
        guard let link = Representation(link: argument) else { throw .missing(argument) }
        guard link.type == "x-scheme-handler/file" else { return FoundFile(link) }
        guard let file = LocalFile(uri: argument), file.exists else { throw .missing(argument) }
        return try file.lookUp()
    }

    /// Smallest size of standard input, in bytes, that fits no call.
    private static let inputLimit = 1 << 20

    private static func standardInput() throws(SelectionError) -> Representation {
        guard let bytes = Descriptor.read(STDIN_FILENO, limit: inputLimit) else {
            throw .inputUnreadable(code: errno)
        }
        guard bytes.count < inputLimit else { throw .inputTooLarge(limit: inputLimit) }
        let guess = ContentKind.guess(nil, bytes)
        // GIO's unknown bytes without NUL count as plain text; the next check refuses other encodings than
        // UTF-8.
        let type = guess == ContentKind.unknown && !bytes.contains(0) ? "text/plain" : guess
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw .inputIsNoText(type: type)
        }
        return Representation(text: text, type: type)
    }
}

extension Representation {
    /// Text, plain unless a type is known.
    package init(text: String, type: String = "text/plain") {
        self.init(type: type, text: text, size: text.utf8.count)
    }

    /// Whether the representation is a URI other than a file's.
    package var isLink: Bool { uri.map { !$0.lowercased().hasPrefix("file:") } ?? false }

    /// A link by its scheme; nil unless the text begins with a scheme (RFC 3986, section 3.1) followed by
    /// something.
    package init?(link: String) {
        let scheme = link.prefix { $0 != ":" }
        guard scheme.utf8.count + 1 < link.utf8.count, scheme.first?.isLetter == true,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        self.init(type: "x-scheme-handler/" + scheme.lowercased(), uri: link)
    }
}
