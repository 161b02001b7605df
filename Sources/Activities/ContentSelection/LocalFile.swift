// SPDX-License-Identifier: Apache-2.0
//
// A file's name in a selection and its kind are separate. A link keeps its own name, and has the kind of its
// target; a descriptor has the name that its caller gives it. So a link is resolved once, here: from then on
// the selection contains the file that the link led to when the person chose it, and activities open that
// file without following another link. And the kind never comes from a foreign name, but from the file's own
// name and content, so a script stays a script.

package import ActivityModel
import CGIO
import Glibc
import Host

/// A local file and GIO's information about it; GIO's content types are MIME types on Linux. Inspection may
/// wait for a disk or a server: a program with an event loop does it on another thread.
package struct LocalFile: Sendable {
    private static let attributes = "standard::content-type,standard::display-name"
    /// Maximum bytes to read, as many as GIO itself reads.
    private static let maximumSniffedBytes = 4096

    /// Ends with NUL.
    package let path: [CChar]

    /// - Parameter path: ends with NUL.
    package init(_ path: [CChar]) {
        self.path = path
    }

    package init(path: String) {
        self.path = Array(path.utf8CString)
    }

    /// The file of a `file:` URI; nil for another scheme, or another machine's file.
    package init?(uri: String) {
        var host: UnsafeMutablePointer<CChar>?
        guard let path = g_filename_from_uri(uri, &host, nil) else { return nil }
        defer {
            g_free(path)
            g_free(host)
        }
        if let host, !Self.isThisMachine(String(cString: host)) { return nil }
        self.path = Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
    }

    /// `ls --hyperlink` prints addresses with the machine's own name (RFC 8089, section 2), and terminals
    /// copy them.
    private static func isThisMachine(_ host: String) -> Bool {
        let own = g_get_host_name().map { String(cString: $0) }
        return ["localhost", own?.lowercased()].contains(host.lowercased())
    }

    /// Whether the path exists, even as a dangling link.
    package var exists: Bool { path.count > 1 && status(lstat) != nil }

    /// The path as text, with invalid UTF-8 replaced.
    package var name: String {
        path.withUnsafeBufferPointer { Self.text($0.baseAddress) } ?? ""
    }

    package var representation: Representation {
        get throws(SelectionError) { try lookUp().representation }
    }

    /// Inspects the file, or a link's target.
    ///
    /// - Parameter given: the caller's name for the file; nil for its own name.
    package func lookUp(as given: GivenName? = nil) throws(SelectionError) -> FoundFile {
        guard let status = status(stat) else {
            throw errno == ENOENT ? .linkToNothing(self.name) : .inaccessible(self.name, code: errno)
        }
        var (file, info, given) = (self, try info(), given)
        if isLink, let target = resolved {
            let name = given?.text ?? info.name
            (file, info) = (target, try target.info())
            given = name.map { GivenName($0, fileName: info.name) }
        }
        let isSuspect = given != nil || status.st_mode & 0o111 != 0
        return FoundFile(
            info, uri: file.uri, given: given, status: status,
            beginning: isSuspect ? file.beginning(status) : [])
    }

    private var isLink: Bool { status(lstat).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false }

    private var resolved: LocalFile? {
        guard let path = realpath(path, nil) else { return nil }
        defer { free(path) }
        return LocalFile(Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1)))
    }

    private func status(_ lookUp: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> CInt) -> stat? {
        var status = stat()
        return lookUp(path, &status) == 0 ? status : nil
    }

    private func info() throws(SelectionError) -> (type: String, name: String?) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(gpointer(file)) }
        guard let info = g_file_query_info(file, Self.attributes, G_FILE_QUERY_INFO_NONE, nil, nil) else {
            throw .typeUnknown(name)
        }
        defer { g_object_unref(gpointer(info)) }
        let type = Self.text(g_file_info_get_content_type(info)) ?? ContentKind.unknown
        return (type, Self.text(g_file_info_get_display_name(info)))
    }

    /// The file's first bytes; empty if it is not a regular file or cannot be read.
    private func beginning(_ status: stat) -> [UInt8] {
        guard status.st_mode & S_IFMT == S_IFREG else { return [] }
        let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW))
        return file.flatMap { Descriptor.read($0.number, limit: Self.maximumSniffedBytes) } ?? []
    }

    /// The file's URI: absolute, canonical and percent-encoded.
    package var uri: String? {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(gpointer(file)) }
        guard let uri = g_file_get_uri(file) else { return nil }
        defer { g_free(uri) }
        return String(cString: uri)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
