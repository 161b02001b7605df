// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import CGIO
import Glibc
import StrictJSON

/// Properties of a file beyond its name, type and size.
package struct FileNature: Hashable, Sendable {
    /// Whether the file is a program or a script, or has the name of one.
    package var isProgram = false
    /// Whether the name has the extension of another kind of file.
    package var isMisnamed = false

    package init(isProgram: Bool = false, isMisnamed: Bool = false) {
        (self.isProgram, self.isMisnamed) = (isProgram, isMisnamed)
    }
}

/// The name that a caller gives to a file.
package struct GivenName: Sendable {
    package let text: String
    /// The file's name in its folder; nil if it is in none.
    package let fileName: String?

    package init(_ text: String, fileName: String?) {
        (self.text, self.fileName) = (text, fileName)
    }
}

/// A shared item with the nature of its file; a link or a text needs no inspection.
package struct FoundFile: Sendable {
    package var representation: Representation
    package private(set) var nature = FileNature()

    package init(_ representation: Representation) {
        self.representation = representation
    }

    package func note(in natures: inout [String: FileNature]) {
        if let uri = representation.uri, nature != FileNature() { natures[uri] = nature }
    }

    /// Uses the caller's type if the file's is unknown, unless it is that of a link or a folder.
    package mutating func set(type: String) {
        let kind = ContentType(type)
        guard representation.type == ContentKind.unknown, kind?.isLink != true, kind?.isInode != true else {
            return
        }
        representation.type = type
    }

    /// - Parameters:
    ///   - info: GIO's type and display name for the file.
    ///   - given: the caller's name for the file; nil for its own name.
    ///   - beginning: the first bytes of its content; may be empty if its name and type suffice.
    init(
        _ info: (type: String, name: String?), uri: String?, given: GivenName?, status: stat,
        beginning: [UInt8]
    ) {
        let isFile = status.st_mode & S_IFMT == S_IFREG
        let kind = given.flatMap { isFile ? ContentKind.guess($0, beginning) : nil } ?? info.type
        let name = given?.text
        // The daemon rejects some names; the activity then gets the name from the URI.
        let told = (name ?? info.name).flatMap { JSON.takes($0) ? $0 : nil }
        representation = Representation(
            type: kind, uri: uri, name: told, size: isFile ? Int(status.st_size) : nil)
        guard isFile else { return }
        // The kernel runs any executable file with a #! line, whatever its type.
        let runs = status.st_mode & 0o111 != 0 && beginning.starts(with: "#!".utf8)
        let named = name.map { ContentKind.guess($0, []) }
        nature.isProgram = runs || ContentKind.isProgram(kind) || named.map(ContentKind.isProgram) ?? false
        nature.isMisnamed = named.map { $0 != ContentKind.unknown && !ContentKind.agree($0, kind) } ?? false
    }
}

extension Representation {
    /// Whether the file's name matches its path; the target of a link has the link's name instead. True for
    /// anything but a named local file.
    package var hasOwnName: Bool {
        guard let name, let uri, uri.hasPrefix("file:///"),
            let last = uri.split(separator: "/").dropFirst().last,
            let fileName = DisplayedName.unescaped(String(last))
        else { return true }
        return fileName.utf8.elementsEqual(name.utf8)
    }
}

/// Content types as GIO names them.
package enum ContentKind {
    package static let unknown = "application/octet-stream"
    private static let desktopEntry = "application/x-desktop"

    /// Types of programs that the type database does not list as executables.
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

    /// A given name determines a file's kind only if the file has no name of its own, and the content is not
    /// of another kind. The file's own name may come from the caller too, so a program is recognised by its
    /// content. A desktop entry is recognised by the given name: desktops run a file saved under that name
    /// (exo-open does), whatever its first lines are.
    static func guess(_ name: GivenName, _ beginning: [UInt8]) -> String {
        let named = guess(name.text, [])
        guard g_content_type_is_a(named, desktopEntry) == 0 else { return named }
        let content = guess(nil, beginning)
        let kind = guess(name.fileName ?? name.text, beginning)
        let isOther = name.fileName == nil && content != unknown && !agree(kind, content)
        return isOther || isProgram(content) ? content : kind
    }

    static func isProgram(_ type: String) -> Bool {
        (["application/x-executable"] + programs).contains { g_content_type_is_a(type, $0) != 0 }
    }

    /// Whether one type is a subtype of the other.
    static func agree(_ one: String, _ other: String) -> Bool {
        g_content_type_is_a(one, other) != 0 || g_content_type_is_a(other, one) != 0
    }
}
