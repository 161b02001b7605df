// SPDX-License-Identifier: Apache-2.0

/// Files that a line does nothing with, since a part of their name could be taken for what it is not.
struct RefusedNames: OptionSet {
    let rawValue: Int

    /// A name without its folder might be an option, or with a bar a command.
    static let options = RefusedNames(rawValue: 1)
    /// A name that the shell splits into words, or matches as a pattern.
    static let blanks = RefusedNames(rawValue: 2)
    /// A value that may begin anywhere in a name, which no program with options for commands is given.
    static let parts = RefusedNames(rawValue: 4)

    /// The check before the line, whose parameters are the files.
    var line: String {
        let patterns =
            (contains(.options) ? ["*[/.:][-+\\|]*"] : [])
            + (contains(.blanks) ? ["*[[:space:]*?[\\\\]*"] : [])
        let message = "echo \"Its command cannot tell the name of this file from an option.\" >&2"
        return patterns.map { "for f do case $f in \($0)) \(message); exit 1;; esac; done; " }.joined()
    }
}
