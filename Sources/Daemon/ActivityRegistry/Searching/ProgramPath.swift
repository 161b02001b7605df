// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import StrictJSON

/// Looks up programs in PATH. `hasAny` looks for each name only once.
package struct ProgramPath {
    /// Default for an environment without PATH.
    package static let machines = "/usr/local/bin:/usr/bin:/bin"

    /// Folders of PATH, without relative ones: a daemon has no meaningful working folder.
    let folders: [String]
    private let reportPath: (String) -> Void
    private var known: [ExactText: Bool] = [:]

    /// - Parameter reportPath: called with each folder, or absolute path of a program, before it is touched.
    init(_ path: String, reportPath: @escaping (String) -> Void = { _ in }) {
        self.reportPath = reportPath
        folders =
            path.split(separator: ":").map(String.init).filter { BundlePath.isAbsolute($0) }.withoutRepeats
    }

    mutating func hasAny(_ names: [String]) -> Bool { names.contains { isFound($0) } }

    package static func find(_ name: String, in path: String) -> String? { ProgramPath(path).find(name) }

    func find(_ name: String) -> String? {
        if BundlePath.isPath(name) {
            reportPath(name)
            return Self.isProgram(name) ? name : nil
        }
        return folders.lazy.map { [reportPath] folder in
            reportPath(folder)
            return folder + "/" + name
        }.first(where: Self.isProgram)
    }

    private mutating func isFound(_ name: String) -> Bool {
        let key = ExactText(name)
        if let known = known[key] { return known }
        let found = find(name) != nil
        known[key] = found
        return found
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return BundlePath.isAbsolute(path) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}
