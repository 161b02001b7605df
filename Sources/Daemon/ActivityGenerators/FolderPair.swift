// SPDX-License-Identifier: Apache-2.0

import Host

/// Two open folders, shared by all threads that process names in both.
final class FolderPair: Sendable {
    private let first: Folder
    private let second: Folder

    init(opening first: String, _ second: String) throws(StorageError) {
        self.first = try Folder(opening: first)
        self.second = try Folder(opening: second)
    }

    /// Maps each name with `body`, which receives both folders, on all processors.
    ///
    /// - Parameter reportPath: called, from any thread, with each name's path in the second folder before it
    ///   is read, and with nil afterwards; finally with the first folder's path.
    /// - Throws: the error of `body` for the first name that fails; `body` is called for every name.
    func map<Answer: Sendable>(
        _ names: [String], reportPath: @escaping @Sendable (String?) -> Void,
        _ body:
            @escaping @Sendable (String, borrowing Folder, borrowing Folder) throws(StorageError) -> Answer
    ) throws(StorageError) -> [Answer] {
        defer { reportPath(first.path) }
        let results = FanOut.map(names) { [self] name in
            reportPath(second.path + "/" + name)
            defer { reportPath(nil) }
            return Result { () throws(StorageError) in try body(name, first, second) }
        }
        var answers: [Answer] = []
        for result in results { answers.append(try result.get()) }
        return answers
    }
}
