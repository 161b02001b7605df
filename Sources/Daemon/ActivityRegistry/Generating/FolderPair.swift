// SPDX-License-Identifier: Apache-2.0

import Host

/// Two folders, open for all threads that work on names of both.
final class FolderPair: Sendable {
    private let first: Folder
    private let second: Folder

    init(opening first: String, _ second: String) throws(StorageError) {
        self.first = try Folder(opening: first)
        self.second = try Folder(opening: second)
    }

    /// Maps each name with `body`, which is given both folders, on all processors.
    ///
    /// - Parameter note: called, from any thread, with each name's path in the second folder before it is looked at, and
    ///   with nil afterwards.
    /// - Throws: what `body` throws for the first of the names for which it does; it is called for all.
    func map<Answer: Sendable>(
        _ names: [String], note: @escaping @Sendable (String?) -> Void,
        _ body:
            @escaping @Sendable (String, borrowing Folder, borrowing Folder) throws(StorageError) -> Answer
    ) throws(StorageError) -> [Answer] {
        defer { note(first.path) }
        let results = FanOut.map(names) { [self] name in
            note(second.path + "/" + name)
            defer { note(nil) }
            return Result { () throws(StorageError) in try body(name, first, second) }
        }
        var answers: [Answer] = []
        for result in results { answers.append(try result.get()) }
        return answers
    }
}
