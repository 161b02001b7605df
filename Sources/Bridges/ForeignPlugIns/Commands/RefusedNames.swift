// SPDX-License-Identifier: Apache-2.0

/// File names that a line must refuse at run time, since they could be misinterpreted.
struct RefusedNames: OptionSet {
    let rawValue: Int

    /// Names that could be an option without their folder, or, with a bar, a command.
    static let options = RefusedNames(rawValue: 1)
    /// Names that the shell would split, or match as a pattern.
    static let blanks = RefusedNames(rawValue: 2)

    /// Shell code that checks the files, its parameters, before the line runs.
    var line: String {
        let patterns =
            (contains(.options) ? ["*[/.:][-+\\|]*"] : [])
            + (contains(.blanks) ? ["*[[:space:]*?[\\\\]*"] : [])
        let message = "echo \"Its command cannot tell the name of this file from an option.\" >&2"
        return patterns.map { "for f do case $f in \($0)) \(message); exit 1;; esac; done; " }.joined()
    }
}
