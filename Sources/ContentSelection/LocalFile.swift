// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import CGIO
import Glibc

/// A file of this machine and what GIO knows of it; GIO's content types are MIME types on Linux. Looking may wait for a
/// disk or a server: a program with an event loop looks on another thread.
package struct LocalFile: Sendable {
    private static let attributes = "standard::content-type,standard::display-name"

    let path: [CChar]

    /// - Parameter path: ends with NUL.
    package init(_ path: [CChar]) {
        self.path = path
    }

    package init(path: String) {
        self.path = Array(path.utf8CString)
    }

    /// Nil for a `file:` URI of another machine's file, and for none at all.
    package init?(uri: String) {
        var host: UnsafeMutablePointer<CChar>?
        guard let path = g_filename_from_uri(uri, &host, nil) else { return nil }
        defer {
            g_free(path)
            g_free(host)
        }
        guard host == nil || host.map({ String(cString: $0) }) == "localhost" else { return nil }
        self.path = Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
    }

    /// Whether something lies there, if only a link to nothing.
    package var exists: Bool {
        var status = stat()
        return path.count > 1 && lstat(path, &status) == 0
    }

    /// Its path, what is no UTF-8 in it repaired.
    package var name: String {
        path.withUnsafeBufferPointer { Self.text($0.baseAddress) } ?? ""
    }

    package var representation: Representation {
        get throws(SelectionError) {
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw errno == ENOENT ? .linkToNothing(name) : .inaccessible(name, code: errno)
            }
            let file = g_file_new_for_path(path)
            defer { g_object_unref(gpointer(file)) }
            guard let info = g_file_query_info(file, Self.attributes, G_FILE_QUERY_INFO_NONE, nil, nil) else {
                throw .typeUnknown(name)
            }
            defer { g_object_unref(gpointer(info)) }
            let isFile = status.st_mode & S_IFMT == S_IFREG
            return Representation(
                type: Self.text(g_file_info_get_content_type(info)) ?? "application/octet-stream",
                uri: Self.uri(of: file), name: Self.text(g_file_info_get_display_name(info)),
                size: isFile ? Int(status.st_size) : nil)
        }
    }

    /// Absolute, canonical and percent-encoded.
    var uri: String? {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(gpointer(file)) }
        return Self.uri(of: file)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    /// Absolute and percent-encoded.
    private static func uri(of file: OpaquePointer?) -> String? {
        guard let uri = g_file_get_uri(file) else { return nil }
        defer { g_free(uri) }
        return String(cString: uri)
    }
}
