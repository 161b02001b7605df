// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc
import Host

/// A file that is there for one sheet: a text longer than a call carries, or a file that has no path of its
/// own. It lies in memory, beneath the person's runtime folder, alone in a folder that only they can open,
/// and goes with this value.
package final class PrivateFile: Sendable {
    package let path: String
    private let folder: String

    /// - Parameters:
    ///   - runtime: the person's runtime folder.
    ///   - name: one path component; what shares the file may show it.
    ///   - write: fills the file by its descriptor.
    package init(
        in runtime: String, name: String, write: (CInt) throws(SelectionError) -> Void
    ) throws(SelectionError) {
        let parent = Self.folder(in: runtime)
        guard mkdir(parent, 0o700) == 0 || errno == EEXIST else { throw .inaccessible(parent, code: errno) }
        var template = Array((parent + "/XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw .inaccessible(parent, code: errno) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = folder + "/" + name
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .inaccessible(name, code: errno) }
        defer { close(descriptor) }
        try write(descriptor)
    }

    /// - Parameter name: as above.
    package convenience init(in runtime: String, name: String, text: String) throws(SelectionError) {
        try self.init(in: runtime, name: name) { descriptor throws(SelectionError) in
            try Self.write(Array(text.utf8)[...], to: descriptor, name)
        }
    }

    /// - Parameters:
    ///   - source: is read from its present position to its end.
    ///   - limit: in bytes.
    package convenience init(
        in runtime: String, name: String, copying source: CInt, limit: Int
    ) throws(SelectionError) {
        try self.init(in: runtime, name: name) { descriptor throws(SelectionError) in
            var chunk = [UInt8](repeating: 0, count: 64 << 10)
            var total = 0
            while true {
                let count = read(source, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw .inaccessible(name, code: errno) }
                guard count > 0 else { return }
                total += count
                guard total <= limit else { throw .inaccessible(name, code: EFBIG) }
                try Self.write(chunk.prefix(count), to: descriptor, name)
            }
        }
    }

    /// In bytes.
    package var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Removes the files that a former process left when it was killed. No other process may have any.
    package static func sweep(in runtime: String) {
        let parent = folder(in: runtime)
        guard let names = try? Folder(opening: parent).names() else { return }
        Remover().remove(names, in: parent)
    }

    private static func folder(in runtime: String) -> String { runtime + "/activity-sheet" }

    deinit {
        unlink(path)
        rmdir(folder)
    }

    private static func write(
        _ bytes: ArraySlice<UInt8>, to descriptor: CInt, _ name: String
    ) throws(SelectionError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .inaccessible(name, code: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
