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

    /// The caller's word counts where nothing is known.
    package mutating func set(type: String) {
        if representation.type == ContentKind.unknown { representation.type = type }
    }

    /// - Parameters:
    ///   - type: by the file's own name and content.
    ///   - name: what it is called here; nil for its own name.
    ///   - beginning: of its content.
    init(
        _ type: String, uri: String?, name: String?, ownName: String?, status: stat, beginning: [UInt8]
    ) {
        let found = ContentKind.guess(nil, beginning)
        let kind = name != nil && ContentKind.isProgram(found) ? found : type
        let isFile = status.st_mode & S_IFMT == S_IFREG
        // A name that no daemon is told stands in the URI, which activities take it from.
        let told = (name ?? ownName).flatMap { JSON.takes($0) ? $0 : nil }
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

    /// Programs of which the database of types does not say so.
    private static let programs = [
        "application/x-sharedlib", "application/x-pie-executable", "application/x-desktop",
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

    static func isProgram(_ type: String) -> Bool {
        (["application/x-executable"] + programs).contains { g_content_type_is_a(type, $0) != 0 }
    }

    /// Whether one is a kind of the other.
    static func agree(_ one: String, _ other: String) -> Bool {
        g_content_type_is_a(one, other) != 0 || g_content_type_is_a(other, one) != 0
    }
}
