// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import StrictJSON

/// Where programs are looked up; each name once a load.
package struct ProgramPath {
    /// Folders of PATH, without relative ones: a daemon has no folder of its own to start from.
    let folders: [String]
    private var known: [ExactText: Bool] = [:]

    init(_ path: String) {
        folders =
            path.split(separator: ":").map(String.init).filter { BundlePath.isAbsolute($0) }.withoutRepeats
    }

    mutating func hasAny(_ names: [String]) -> Bool { names.contains { isFound($0) } }

    /// The first program of this name in PATH.
    package static func find(_ name: String, in path: String) -> String? { ProgramPath(path).find(name) }

    /// The first program of this name, or the one at this path.
    func find(_ name: String) -> String? {
        let candidates = BundlePath.isPath(name) ? [name] : folders.map { $0 + "/" + name }
        return candidates.first(where: Self.isProgram)
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
