// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import CGIO
import Glibc
import StrictJSON

/// A file's nature, beyond its name, type and size.
package struct FileNature: Hashable, Sendable {
    /// It is a program or a script, or bears the name of one.
    package var isProgram = false
    /// The name has the ending of another kind of file.
    package var isMisnamed = false

    package init(isProgram: Bool = false, isMisnamed: Bool = false) {
        (self.isProgram, self.isMisnamed) = (isProgram, isMisnamed)
    }
}

/// The name that a caller gives to a file.
package struct GivenName: Sendable {
    package let text: String
    /// The file's name in its folder; nil if it lies in none.
    package let own: String?

    package init(_ text: String, own: String?) {
        (self.text, self.own) = (text, own)
    }
}

/// An item that was looked at, or that needs no look.
package struct FoundFile: Sendable {
    package var representation: Representation
    package private(set) var nature = FileNature()

    package init(_ representation: Representation) {
        self.representation = representation
    }

    package func note(in natures: inout [String: FileNature]) {
        if let uri = representation.uri, nature != FileNature() { natures[uri] = nature }
    }

    /// The caller's word counts where nothing is known; but it makes no link and no folder of a file.
    package mutating func set(type: String) {
        let kind = ContentType(type)
        guard representation.type == ContentKind.unknown, kind?.isLink != true, kind?.isInode != true else {
            return
        }
        representation.type = type
    }

    /// - Parameters:
    ///   - info: what GIO knows of the file's path.
    ///   - given: what it is called here; nil for its own name.
    ///   - beginning: of its content.
    init(
        _ info: (type: String, name: String?), uri: String?, given: GivenName?, status: stat,
        beginning: [UInt8]
    ) {
        let isFile = status.st_mode & S_IFMT == S_IFREG
        let kind = given.flatMap { isFile ? ContentKind.guess($0, beginning) : nil } ?? info.type
        let name = given?.text
        // A name that no daemon is told stands in the URI, which activities take it from.
        let told = (name ?? info.name).flatMap { JSON.takes($0) ? $0 : nil }
        representation = Representation(
            type: kind, uri: uri, name: told, size: isFile ? Int(status.st_size) : nil)
        guard isFile else { return }
        // The kernel runs what says by which program, whatever else it is.
        let runs = status.st_mode & 0o111 != 0 && beginning.starts(with: "#!".utf8)
        let named = name.map { ContentKind.guess($0, []) }
        nature.isProgram = runs || ContentKind.isProgram(kind) || named.map(ContentKind.isProgram) ?? false
        nature.isMisnamed = named.map { $0 != ContentKind.unknown && !ContentKind.agree($0, kind) } ?? false
    }
}

extension Representation {
    /// Whether a file is called what its path says; what a link led to bears the link's name.
    package var hasOwnName: Bool {
        guard let name, let uri, uri.hasPrefix("file:///"),
            let last = uri.split(separator: "/").dropFirst().last,
            let own = DisplayedName.unescaped(String(last))
        else { return true }
        return own.utf8.elementsEqual(name.utf8)
    }
}

/// Kinds of content, as GIO has them.
package enum ContentKind {
    package static let unknown = "application/octet-stream"
    private static let desktopEntry = "application/x-desktop"

    /// Programs of which the database of types does not say so.
    private static let programs = [
        "application/x-sharedlib", "application/x-pie-executable", desktopEntry,
        "application/x-msi",
        "application/x-msdownload", "application/x-ms-dos-executable", "application/x-dosexec",
        "application/vnd.microsoft.portable-executable", "application/x-ms-shortcut",
        "application/x-mswinurl",
    ]

    static func guess(_ name: String?, _ beginning: [UInt8]) -> String {
        guard name != nil || !beginning.isEmpty else { return unknown }
        let bytes = beginning.isEmpty ? nil : beginning
        guard let guess = g_content_type_guess(name, bytes, gsize(beginning.count), nil) else {
            return unknown
        }
        defer { g_free(guess) }
        return String(cString: guess)
    }

    /// A given name says a file's kind only where the file has no name of its own, and the content is not of another kind. The
    /// own name may be the caller's word as well: a program is one by its content. A desktop entry is one by the given name: what
    /// is saved by that name, desktops run (exo-open does), whatever its first lines are.
    static func guess(_ name: GivenName, _ beginning: [UInt8]) -> String {
        let named = guess(name.text, [])
        guard g_content_type_is_a(named, desktopEntry) == 0 else { return named }
        let content = guess(nil, beginning)
        let kind = guess(name.own ?? name.text, beginning)
        let isOther = name.own == nil && content != unknown && !agree(kind, content)
        return isOther || isProgram(content) ? content : kind
    }

    static func isProgram(_ type: String) -> Bool {
        (["application/x-executable"] + programs).contains { g_content_type_is_a(type, $0) != 0 }
    }

    /// Whether one is a kind of the other.
    static func agree(_ one: String, _ other: String) -> Bool {
        g_content_type_is_a(one, other) != 0 || g_content_type_is_a(other, one) != 0
    }
}
