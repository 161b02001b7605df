// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityInterface
import CGIO
import Glibc
import Host

/// A file of this machine and what GIO knows of it; GIO's content types are MIME types on Linux.
struct LocalFile {
    private static let attributes = "standard::content-type,standard::display-name"

    private let path: [CChar]

    /// - Parameter path: ends with NUL.
    init(_ path: [CChar]) {
        self.path = path
    }

    /// Nil for a `file:` URI of another machine's file, and for none at all.
    init?(uri: String) {
        var host: UnsafeMutablePointer<CChar>?
        guard let path = g_filename_from_uri(uri, &host, nil) else { return nil }
        defer {
            g_free(path)
            g_free(host)
        }
        guard host == nil || host.map({ String(cString: $0) }) == "localhost" else { return nil }
        self.path = Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
    }

    static func exists(_ path: [CChar]) -> Bool {
        var status = stat()
        return path.count > 1 && lstat(path, &status) == 0
    }

    static func missing(_ path: String) -> Failure {
        Failure("\(printable(path)): there is no such file.")
    }

    /// - Throws: `Failure` where it cannot be looked at.
    var representation: Representation {
        get throws {
            var status = stat()
            guard stat(path, &status) == 0 else { throw failure(errno) }
            let file = g_file_new_for_path(path)
            defer { g_object_unref(gpointer(file)) }
            guard let info = g_file_query_info(file, Self.attributes, G_FILE_QUERY_INFO_NONE, nil, nil) else {
                throw Failure("\(name): its type cannot be determined.", next: "Give it with --type.")
            }
            defer { g_object_unref(gpointer(info)) }
            let isFile = status.st_mode & S_IFMT == S_IFREG
            return Representation(
                type: Self.text(g_file_info_get_content_type(info)) ?? "application/octet-stream",
                uri: Self.uri(of: file), name: Self.text(g_file_info_get_display_name(info)),
                size: isFile ? Int(status.st_size) : nil)
        }
    }

    private var name: String {
        path.withUnsafeBufferPointer { Self.text($0.baseAddress).map(printable) ?? "" }
    }

    private func failure(_ code: CInt) -> Failure {
        code == ENOENT
            ? Failure("\(name) is a link to nothing.")
            : Failure("\(name): \(ErrorText.of(code)).")
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
