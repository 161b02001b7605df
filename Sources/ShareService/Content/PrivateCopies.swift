// SPDX-License-Identifier: Apache-2.0

import ContentSelection
import SessionBus

/// The private files of a call, while they are made.
struct PrivateCopies {
    /// In bytes, of one call: they lie in the runtime folder, which is in memory and small.
    static let largest = 64 << 20

    private(set) var files: [PrivateFile] = []
    /// The person's runtime folder.
    private let runtime: String
    private var rest = Self.largest

    init(in runtime: String) {
        self.runtime = runtime
    }

    mutating func add(copyOf source: Descriptor, named name: String) throws(SelectionError) -> LocalFile {
        take(try PrivateFile(in: runtime, name: name, copying: source.number, limit: rest))
    }

    mutating func add(_ text: String, named name: String) throws(SelectionError) -> LocalFile {
        take(try PrivateFile(in: runtime, name: name, text: text))
    }

    private mutating func take(_ file: PrivateFile) -> LocalFile {
        files.append(file)
        rest -= file.size
        return LocalFile(path: file.path)
    }
}
