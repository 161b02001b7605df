// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

/// The route to a path, step by step from the root, with links replaced by their targets.
struct Route {
    enum StepKind { case folder, link, other, missing }

    /// The folder reached so far; contains no link.
    private(set) var folder = "/"
    /// The remaining steps, the next one last.
    private var ahead: [String]
    /// Remaining links to follow, initially as many as the kernel follows (path_resolution(7)). A retried
    /// step counts as one.
    private var detours = 40

    init(to path: String) {
        ahead = Self.steps(of: path)
    }

    private static func steps(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
            .reversed()
    }

    var isAtEnd: Bool { ahead.isEmpty }

    func path(of name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

    mutating func next() -> String? {
        while let step = ahead.popLast() {
            guard step == ".." else { return step }
            folder = Folder.split(folder).folder
        }
        return nil
    }

    func kind(of name: String) -> StepKind {
        var status = stat()
        guard lstat(path(of: name), &status) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFLNK: return .link
        default: return .other
        }
    }

    mutating func enter(_ name: String) { folder = path(of: name) }

    mutating func retry(_ name: String) {
        detours -= 1
        if detours > 0 { ahead.append(name) } else { ahead = [] }
    }

    /// Replaces the link `name` by the steps of its target; false after too many links, or if the link cannot
    /// be read.
    mutating func follow(_ name: String) -> Bool {
        detours -= 1
        guard detours > 0, let target = LinkText.of(path(of: name)) else { return false }
        if target.utf8.first == UInt8(ascii: "/") { folder = "/" }
        ahead += Self.steps(of: target)
        return true
    }
}
